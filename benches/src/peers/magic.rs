//! Fancy [magic bitboards](https://www.chessprogramming.org/Magic_Bitboards): a multiplication gathers the
//! relevant occupancy into an index.

use std::sync::OnceLock;

use quadline_kernels::Square;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::Peer;
use super::modern::with_modern_features;
use super::relevant::{ENTRIES, Piece, Tables, subsets};
use crate::generator::Single;

/// The data of one piece on one square.
#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

/// The entries by [`Piece`], rook and bishop next to each other, so that a queen's two entries share a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct SquareEntries([Entry; 2]);

/// Each square's table has as many index bits as relevant squares, so there are as many attack sets as for PEXT.
fn tables() -> &'static Tables<SquareEntries> {
    static TABLES: OnceLock<Tables<SquareEntries>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(64);
        Tables::new(|of_square: &mut SquareEntries, piece, square, offset| {
            let (factor, table) = find_magic(piece, square, &mut random);
            let mask = piece.relevant(square);
            let offset = u32::try_from(offset).expect("ENTRIES fits in 32 bits");
            of_square.0[piece as usize] =
                Entry { mask, factor, offset, shift: u64::BITS - mask.count_ones() };
            table
        })
    })
}

/// Tries sparse random factors until one maps no two occupancies with different attacks to the same index.
fn find_magic(piece: Piece, square: Square, random: &mut impl Rng) -> (u64, Vec<u64>) {
    let mask = piece.relevant(square);
    let answers: Vec<(u64, u64)> =
        subsets(mask).map(|occupied| (occupied, piece.attacks(square, occupied))).collect();
    loop {
        let factor = random.next_u64() & random.next_u64() & random.next_u64();
        // A factor that moves only few of the mask's squares to the top bits never works, so it is skipped
        // early.
        if (mask.wrapping_mul(factor) >> 56).count_ones() < 6 {
            continue;
        }
        // No attack set is empty, so 0 marks an unused place.
        let mut table = vec![0; answers.len()];
        let fits = answers.iter().all(|&(occupied, attacks)| {
            let place = &mut table[(occupied.wrapping_mul(factor) >> (64 - mask.count_ones())) as usize];
            let free = *place == 0 || *place == attacks;
            *place = attacks;
            free
        });
        if fits {
            return (factor, table);
        }
    }
}

/// Rook and bishop attacks from tables indexed by a multiplicative hash of the occupancy.
#[derive(Clone, Copy)]
pub struct FancyMagic {
    squares: &'static [SquareEntries; 64],
    attacks: &'static [u64; ENTRIES],
}

impl FancyMagic {
    #[inline(always)]
    fn look_up(self, entry: Entry, occupied: u64) -> u64 {
        let hash = (occupied & entry.mask).wrapping_mul(entry.factor) >> (entry.shift & 63);
        let index = entry.offset as usize + hash as usize;
        // SAFETY: the square's table begins at `offset`, and `shift` leaves the bits of its index.
        unsafe { *self.attacks.get_unchecked(index) }
    }

    #[inline(always)]
    fn entry(self, piece: Piece, square: Square) -> Entry {
        // SAFETY: a `Square` is 0..=63.
        unsafe { self.squares.get_unchecked(square.index()).0[piece as usize] }
    }
}

impl Single for FancyMagic {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.look_up(self.entry(Piece::Rook, square), occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.look_up(self.entry(Piece::Bishop, square), occupied)
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        with_modern_features(work)
    }
}

impl Peer for FancyMagic {
    const NAME: &'static str = "fancy-magic";
    const TABLE_BYTES: usize = size_of::<[SquareEntries; 64]>() + size_of::<[u64; ENTRIES]>();
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        let tables = tables();
        Some(Self { squares: &tables.squares, attacks: &tables.attacks })
    }
}
