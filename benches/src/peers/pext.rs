//! Lookup in two tables indexed by PEXT, as in most x86-64 engines of the last decade, and the reference here
//! ([BMI2](https://www.chessprogramming.org/BMI2#PEXTBitboards)).

use std::sync::LazyLock;

use quadline_kernels::Square;

use super::Peer;
use super::relevant::{ENTRIES, Piece, Tables, peer_of_tables, subsets};
use crate::generator::Single;

/// The data of one piece on one square.
#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    offset: usize,
}

/// The entries by [`Piece`], rook and bishop next to each other, so that a queen's two entries share a cache
/// line.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct SquareEntries([Entry; 2]);

static TABLES: LazyLock<Tables<SquareEntries>> = LazyLock::new(|| {
    Tables::new(|of_square: &mut SquareEntries, piece, square, offset| {
        let mask = piece.relevant(square);
        of_square.0[piece as usize] = Entry { mask, offset };
        // Subsets are in the order of their extracted bits, which are the index.
        subsets(mask).map(|occupied| piece.attacks(square, occupied)).collect()
    })
});

peer_of_tables! {
    /// Rook and bishop attacks from tables indexed by the extracted bits of the occupancy.
    Pext = |entry, occupied| entry.offset + extract(occupied, entry.mask);

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
