//! Lookup in two tables indexed by PEXT, as in most x86-64 engines of the last decade, and the reference here
//! ([BMI2](https://www.chessprogramming.org/BMI2#PEXTBitboards)).

use std::sync::LazyLock;

use quadline_kernels::{Square, reference};

use super::Peer;
use crate::generator::Single;

/// The number of attack sets, one per relevant occupancy: 102,400 for rooks, then 5,248 for bishops.
const ENTRIES: usize = 102_400 + 5_248;

/// The data of one piece on one square.
#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    offset: usize,
}

/// The entries of rook and bishop next to each other, so that a queen's two entries share a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct SquareEntries([Entry; 2]);

struct Tables {
    squares: [SquareEntries; 64],
    attacks: Box<[u64; ENTRIES]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let (mut squares, mut attacks) = ([SquareEntries::default(); 64], Vec::with_capacity(ENTRIES));
    for (piece, of_piece) in [reference::rook_attacks, reference::bishop_attacks].into_iter().enumerate() {
        for square in Square::ALL {
            let mask = relevant(|occupied| of_piece(square, occupied));
            squares[square.index()].0[piece] = Entry { mask, offset: attacks.len() };
            // Subsets are in the order of their extracted bits, which are the index.
            let mut subset = 0_u64;
            loop {
                attacks.push(of_piece(square, subset));
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
        }
    }
    let attacks = attacks.into_boxed_slice().try_into();
    Tables { squares, attacks: attacks.expect("relevant occupancies add up to ENTRIES") }
});

/// Returns the squares whose occupancy can change the attacks, which exclude the last square of each ray.
fn relevant(attacks: impl Fn(u64) -> u64) -> u64 {
    let empty_board = attacks(0);
    let blockers = Square::ALL.into_iter().map(Square::bit).filter(|blocker| empty_board & blocker != 0);
    blockers.filter(|&blocker| attacks(blocker) != empty_board).fold(0, |mask, blocker| mask | blocker)
}

/// Rook and bishop attacks from tables indexed by the extracted bits of the occupancy.
#[derive(Clone, Copy)]
pub struct Pext {
    squares: &'static [SquareEntries; 64],
    attacks: &'static [u64; ENTRIES],
}

impl Pext {
    #[inline(always)]
    fn look_up(self, piece: usize, square: Square, occupied: u64) -> u64 {
        // SAFETY: a `Square` is 0..=63.
        let entry = unsafe { self.squares.get_unchecked(square.index()).0[piece] };
        // SAFETY: the table of the square and piece begins at the offset of their entry and has all their indexes.
        unsafe { *self.attacks.get_unchecked(entry.offset + extract(occupied, entry.mask)) }
    }
}

impl Single for Pext {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.look_up(0, square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.look_up(1, square, occupied)
    }

    #[inline(always)]
    fn spread(self, bits: u64, place: u32) -> u64 {
        deposit(bits, 0x0101_0101_0101_0101 << place)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: a `Pext` is only created by `detect`, which has found all four features.
        unsafe { with_bmi2(work) }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn extract(occupied: u64, mask: u64) -> usize {
    // SAFETY: a `Pext` is only created by `detect`, which has found BMI2.
    unsafe { core::arch::x86_64::_pext_u64(occupied, mask) as usize }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn deposit(bits: u64, mask: u64) -> u64 {
    // SAFETY: a `Pext` is only created by `detect`, which has found BMI2.
    unsafe { core::arch::x86_64::_pdep_u64(bits, mask) }
}

#[cfg(not(target_arch = "x86_64"))]
fn extract(_: u64, _: u64) -> usize {
    unreachable!("a `Pext` is only made where there is a PEXT instruction")
}

#[cfg(not(target_arch = "x86_64"))]
fn deposit(_: u64, _: u64) -> u64 {
    unreachable!("a `Pext` is only made where there is a PDEP instruction")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn with_bmi2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

impl Peer for Pext {
    const NAME: &'static str = "pext";
    const TABLE_BYTES: usize = size_of::<[SquareEntries; 64]>() + size_of::<[u64; ENTRIES]>();
    const NEEDS: &'static str = "bmi2";

    fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        let available = super::modern::has_bmi2();
        #[cfg(not(target_arch = "x86_64"))]
        let available = false;
        available.then(|| Self { squares: &TABLES.squares, attacks: &TABLES.attacks })
    }
}
