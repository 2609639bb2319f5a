//! Fancy [magic bitboards](https://www.chessprogramming.org/Magic_Bitboards): a multiplication gathers the
//! relevant occupancy into an index.

use std::sync::LazyLock;

use quadline_kernels::Square;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::Peer;
use super::modern::with_modern_features;
use super::relevant::{ENTRIES, Piece, Tables, peer_of_tables, subsets};
use crate::generator::Single;

/// The data of one piece on one square.
#[derive(Clone, Copy, Default)]
struct Entry {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

/// The entries by [`Piece`], rook and bishop next to each other, so that a queen's two entries share a cache
/// line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct SquareEntries([Entry; 2]);

/// Each square's table has as many index bits as relevant squares, so there are as many attack sets as for
/// PEXT.
static TABLES: LazyLock<Tables<SquareEntries>> = LazyLock::new(|| {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(64);
    Tables::new(|of_square: &mut SquareEntries, piece, square, offset| {
        let (factor, table) = find_magic(piece, square, &mut random);
        let mask = piece.relevant(square);
        let offset = u32::try_from(offset).expect("ENTRIES fits in 32 bits");
        of_square.0[piece as usize] = Entry { mask, factor, offset, shift: u64::BITS - mask.count_ones() };
        table
    })
});

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

impl Entry {
    #[inline(always)]
    fn index(self, occupied: u64) -> usize {
        let hash = (occupied & self.mask).wrapping_mul(self.factor) >> (self.shift & 63);
        self.offset as usize + hash as usize
    }
}

peer_of_tables! {
    /// Rook and bishop attacks from tables indexed by a multiplicative hash of the occupancy.
    FancyMagic = |entry, occupied| entry.index(occupied);

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
        Some(Self { squares: &TABLES.squares, attacks: &TABLES.attacks })
    }
}
