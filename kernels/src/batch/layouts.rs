//! The three batch layouts for every formula: single calls, lines in lanes, and sliders in lanes.

use core::marker::PhantomData;
use core::num::Wrapping;

use super::{Attacks, BatchKernel, Boards, Request, Sink};
use crate::Square;
use crate::formula::masks::LineMasks;
use crate::formula::{Formula, SimdFormula};
use crate::lanes::Simd;
use crate::lanes::{FourLanes, Lanes, OneLane, SliderLanes};

/// One slider after the other, by the single calls of a formula.
#[derive(Debug)]
pub struct OneByOne<F>(PhantomData<F>);

impl<L: Simd, F: Formula<L>> BatchKernel<L> for OneByOne<F> {
    const NAME: &'static str = F::NAME;
    const LAYOUT: &'static str = "singles";
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let Request { squares, boards, mut sink } = request.seen_to_be_equal();
        for (index, &square) in squares.iter().enumerate() {
            sink.store(index, &OneSlider::<L, F>(level, square, boards.board(index), PhantomData));
        }
    }
}

/// A slider whose attacks come from the single calls of a formula.
struct OneSlider<L, F>(L, Square, u64, PhantomData<F>);

impl<L: Simd, F: Formula<L>> Attacks<OneLane> for OneSlider<L, F> {
    #[inline(always)]
    fn rook(&self) -> OneLane {
        Wrapping(F::rook_attacks(self.0, self.1, self.2))
    }

    #[inline(always)]
    fn bishop(&self) -> OneLane {
        Wrapping(F::bishop_attacks(self.0, self.1, self.2))
    }

    #[inline(always)]
    fn rook_and_bishop(&self) -> (OneLane, OneLane) {
        let attacks = F::queen_attacks_x4(self.0, self.1, self.2);
        (Wrapping(attacks.rook()), Wrapping(attacks.bishop()))
    }

    #[inline(always)]
    fn queen(&self) -> OneLane {
        Wrapping(F::queen_attacks(self.0, self.1, self.2))
    }
}

/// Lines in lanes: one slider after the other, with its four lines in the lanes.
///
/// Four sliders share the last step, which combines the lines of each into rook and bishop attacks, with one
/// slider in each lane. Up to three leftover sliders are computed one by one.
#[derive(Debug)]
pub struct LinesInLanes<F>(PhantomData<F>);

impl<L: Simd, F: Formula<L>> BatchKernel<L> for LinesInLanes<F> {
    const NAME: &'static str = F::NAME;
    const LAYOUT: &'static str = "lines";
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let whole = request.count() / 4 * 4;
        let (fours, rest) = request.split_at(whole);
        Self::run_fours(level, fours);
        OneByOne::<F>::run(level, rest);
    }
}

impl<F> LinesInLanes<F> {
    /// Computes a batch whose length is a multiple of four. [Plans](super::plans) call this, because without
    /// optimization, unused code for a rest takes time to compile.
    #[inline(always)]
    pub(super) fn run_fours<L: Simd>(level: L, request: Request<'_, impl Boards, impl Sink>)
    where
        F: Formula<L>,
    {
        let Request { squares, boards, mut sink } = request.seen_to_be_equal();
        for (four, squares) in squares.as_chunks::<4>().0.iter().enumerate() {
            let start = 4 * four;
            // With exactly four boards, the compiler sees that the indexes below are in bounds.
            let boards = boards.part(start, 4);
            // Not a closure for `array::from_fn` or `map`, because they do not inline across target features.
            macro_rules! lines_of {
                ($index:literal) => {
                    F::lines_in_batch(
                        level,
                        squares[$index],
                        boards.board($index),
                        #[inline(always)]
                        || boards.rank($index, squares[$index].rank()),
                    )
                };
            }
            let lines = [lines_of!(0), lines_of!(1), lines_of!(2), lines_of!(3)];
            sink.store(start, &L::FourLanes::rooks_and_bishops(level, lines));
        }
    }
}

/// Sliders in lanes: one slider in each lane, and one line after the other. The masks are computed in
/// registers.
#[derive(Debug)]
pub struct SlidersInLanes<F>(PhantomData<F>);

impl<F: SimdFormula> SlidersInLanes<F> {
    /// Returns the rook and bishop attacks of the sliders in the lanes.
    #[inline(always)]
    fn rooks_and_bishops<V: SliderLanes>(token: V::Token, squares: V, occupied: V) -> (V, V) {
        let slider = V::splat(token, 1).shift_left(squares);
        let [rank, file, diagonal, antidiagonal] = V::lines_through(token, squares);
        let rank = F::attacks(&LineMasks::of_sliders(token, rank, slider), occupied);
        let file = F::attacks(&LineMasks::of_sliders(token, file, slider), occupied);
        let diagonal = F::attacks(&LineMasks::of_sliders(token, diagonal, slider), occupied);
        let antidiagonal = F::attacks(&LineMasks::of_sliders(token, antidiagonal, slider), occupied);
        (rank | file, diagonal | antidiagonal)
    }

    /// Computes a batch whose length is a multiple of the number of lanes. [Plans](super::plans) call this;
    /// see [`LinesInLanes::run_fours`].
    #[inline(always)]
    pub(super) fn run_groups<L: Simd>(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let lanes = L::SliderLanes::COUNT;
        let Request { squares, boards, mut sink } = request.seen_to_be_equal();
        let whole = squares.len() / lanes * lanes;
        let mut start = 0;
        while start < whole {
            let lane_squares = L::SliderLanes::load_squares(level, &squares[start..start + lanes]);
            let occupied = boards.load::<L::SliderLanes>(level, start);
            sink.store(start, &Self::rooks_and_bishops(level, lane_squares, occupied));
            start += lanes;
        }
    }
}

impl<L: Simd, F: SimdFormula> BatchKernel<L> for SlidersInLanes<F> {
    const NAME: &'static str = <F as SimdFormula>::NAME;
    const LAYOUT: &'static str = "sliders";
    const TABLE_BYTES: usize = 0;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let lanes = L::SliderLanes::COUNT;
        let whole = request.count() / lanes * lanes;
        let (groups, rest) = request.split_at(whole);
        Self::run_groups(level, groups);
        let Request { squares, boards, mut sink } = rest.seen_to_be_equal();
        if !squares.is_empty() {
            // The unused lanes compute a slider on a1.
            let lane_squares = L::SliderLanes::load_some_squares(level, squares);
            let occupied = boards.load_some::<L::SliderLanes>(level, 0, squares.len());
            let attacks = Self::rooks_and_bishops(level, lane_squares, occupied);
            sink.store_some(0, squares.len(), &attacks);
        }
    }
}
