//! The lines of two kings, by the formula of one slider.

use super::Formula;
use crate::Square;
use crate::lanes::kings::{Pair, TwoKings};
use crate::lanes::{FourLanes, Simd};
#[cfg(target_feature = "sse2")]
use {
    super::{ObstructionSum, SimdFormula, masks::LineMasks},
    crate::lanes::Lanes,
    crate::lanes::of_levels::{Avx512Level, Avx512X8},
    crate::tables::{LOWER, UPPER},
};

/// Lanes whose lines a formula computes.
pub trait KingLines: TwoKings {
    /// Returns the squares that queens on two squares would attack along each line, with these squares
    /// occupied.
    fn lines_on<F: Formula<Self::Token>>(token: Self::Token, squares: [Square; 2], occupied: Self) -> Self;
}

impl<T: Simd<FourLanes = V>, V: FourLanes<Token = T>> KingLines for Pair<V> {
    #[inline(always)]
    fn lines_on<F: Formula<T>>(token: T, [a, b]: [Square; 2], Self([c, d]): Self) -> Self {
        Self([F::lines_on(token, a, c), F::lines_on(token, b, d)])
    }
}

/// Always by [`ObstructionSum`], which is the formula of one slider at these levels. Of the masks, it reads
/// three.
#[cfg(target_feature = "sse2")]
impl<T: Avx512Level> KingLines for Avx512X8<T> {
    #[inline(always)]
    fn lines_on<F: Formula<T>>(token: T, squares: [Square; 2], occupied: Self) -> Self {
        let lower = Self::rows(token, &LOWER, squares);
        let upper = Self::rows(token, &UPPER, squares);
        let a1 = <Self as Lanes>::splat(token, 1);
        let masks = LineMasks {
            lower,
            lower_and_a1: a1,
            upper,
            line_ex: lower | upper,
            line_ex_and_a1: a1,
            slider: a1,
            slider_bit_reversed: a1,
            a1,
        };
        ObstructionSum::attacks(&masks, occupied)
    }
}
