//! Kernels for one slider: the formulas of all levels.

use std::marker::PhantomData;

use quadline_kernels::formula::Formula;
use quadline_kernels::level::Level;
use quadline_kernels::{LineAttacks, Square};
pub use quadline_properties::singles::*;

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
