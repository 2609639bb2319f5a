//! All sliders of a position by kind, rooks first, so that no line is computed that a slider does not move along.

use core::marker::PhantomData;

use super::{SlidersKernel, SlidersRequest, take_lowest};
use crate::Square;
use crate::formula::Formula;
use crate::lanes::Simd;
/// The index of each slider, in the order of their squares.
struct KindPlaces {
    all: u64,
    /// The index by square, for levels without a popcount instruction.
    by_square: [u8; 64],
}

impl KindPlaces {
    #[inline(always)]
    fn of<L: Simd>(all: u64) -> Self {
        let mut by_square = [0; 64];
        if !L::HAS_POPCNT {
            let mut left = all;
            let mut place = 0;
            while left != 0 {
                by_square[take_lowest(&mut left).index()] = place;
                place += 1;
            }
        }
        Self { all, by_square }
    }

    #[inline(always)]
    fn place<L: Simd>(&self, square: Square) -> usize {
        if L::HAS_POPCNT {
            (self.all & (square.bit() - 1)).count_ones() as usize
        } else {
            usize::from(self.by_square[square.index()])
        }
    }
}

/// All sliders of a position one by one by the formula `F`: rooks, then bishops, then queens.
#[derive(Debug)]
pub struct ByKind<F>(PhantomData<F>);

impl<L: Simd, F: Formula<L>> SlidersKernel<L> for ByKind<F> {
    #[inline(always)]
    fn run(level: L, SlidersRequest { sliders, attacks }: SlidersRequest<'_>) -> u64 {
        let places = KindPlaces::of::<L>(sliders.squares());
        let (like_rooks, like_bishops) = (sliders.rooks | sliders.queens, sliders.bishops | sliders.queens);
        let mut union = 0;
        let mut left = like_rooks & !like_bishops;
        while left != 0 {
            let square = take_lowest(&mut left);
            let attacked = F::rook_attacks(level, square, sliders.occupied);
            union |= attacked;
            attacks[places.place::<L>(square)] = attacked;
        }
        let mut left = like_bishops & !like_rooks;
        while left != 0 {
            let square = take_lowest(&mut left);
            let attacked = F::bishop_attacks(level, square, sliders.occupied);
            union |= attacked;
            attacks[places.place::<L>(square)] = attacked;
        }
        let mut left = like_rooks & like_bishops;
        while left != 0 {
            let square = take_lowest(&mut left);
            let attacked = F::rook_attacks(level, square, sliders.occupied)
                | F::bishop_attacks(level, square, sliders.occupied);
            union |= attacked;
            attacks[places.place::<L>(square)] = attacked;
        }
        union
    }
}
