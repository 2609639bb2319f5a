//! Kernels for one slider, behind one trait.

mod properties;

use std::marker::PhantomData;

use quadline_kernels::formula::Formula;
use quadline_kernels::level::Level;
use quadline_kernels::{LineAttacks, Square};

pub use properties::{
    prop_attack_is_mutual, prop_blocker_takes_what_is_behind, prop_equals, prop_equals_oracle,
    prop_four_lines_make_the_queen, prop_only_the_line_matters, prop_slider_and_edges_never_matter,
    prop_symmetric,
};

/// A kernel for one slider.
pub trait Single: Send + Sync {
    /// Level, layout and formula: `avx2/single/sbamg`.
    fn name(&self) -> &str;
    /// Returns the bytes of the tables that the kernel reads.
    fn table_bytes(&self) -> usize {
        0
    }
    /// Returns the attacks along all four lines.
    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks;
    /// Returns the attacks of a rook.
    fn rook_attacks(&self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a bishop.
    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a queen.
    fn queen_attacks(&self, square: Square, occupied: u64) -> u64;
}

/// A formula at a level.
pub(crate) struct SingleOfFormula<L, F> {
    name: String,
    level: L,
    formula: PhantomData<fn() -> F>,
}

impl<L: Level, F: Formula<L>> SingleOfFormula<L, F> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/single/{}", L::NAME, F::NAME), level, formula: PhantomData }
    }
}

impl<L: Level, F: Formula<L>> Single for SingleOfFormula<L, F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        F::TABLE_BYTES
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        self.level.vectorize(
            #[inline(always)]
            || F::queen_attacks_x4(self.level, square, occupied),
        )
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::rook_attacks(self.level, square, occupied),
        )
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::bishop_attacks(self.level, square, occupied),
        )
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.vectorize(
            #[inline(always)]
            || F::queen_attacks(self.level, square, occupied),
        )
    }
}

/// The single calls of a level, which use its default formulas.
pub(crate) struct SingleOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> SingleOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/single/default", L::NAME), level }
    }
}

impl<L: Level> Single for SingleOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        L::Single::TABLE_BYTES
    }

    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks {
        self.level.queen_attacks_x4(square, occupied)
    }

    fn rook_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.rook_attacks(square, occupied)
    }

    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.bishop_attacks(square, occupied)
    }

    fn queen_attacks(&self, square: Square, occupied: u64) -> u64 {
        self.level.queen_attacks(square, occupied)
    }
}
