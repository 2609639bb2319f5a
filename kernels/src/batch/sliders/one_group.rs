//! All sliders of a position as one group of bit matrices.

use core::marker::PhantomData;

use super::{Sliders, SlidersKernel, SlidersRequest};
use crate::batch::Attacks;
use crate::batch::matrices::avx512;
use crate::batch::matrices::{MatrixLanes, Solved, solve};
use crate::lanes::Lanes;
use crate::lanes::Simd;
use crate::lanes::avx512::Avx512X8;
use crate::lanes::avx512::VbmiLevel;

/// All sliders of a position as one group. A position with more sliders than a group is passed to `Many`, and so are several
/// positions at once.
#[derive(Debug)]
pub struct OneGroup<Many>(PhantomData<Many>);

impl<L: Simd<SliderLanes = Avx512X8<L>> + VbmiLevel, Many: SlidersKernel<L>> SlidersKernel<L>
    for OneGroup<Many>
{
    #[inline(always)]
    fn run(level: L, request: SlidersRequest<'_>) -> u64 {
        let (count, half) = (request.attacks.len(), L::SliderLanes::COUNT);
        if count > 2 * half {
            return Many::run(level, request);
        }
        let SlidersRequest { sliders, attacks } = request;
        let byte_masks = L::SliderLanes::byte_masks(level);
        let (group, bits) = avx512::group_of_bitboard(level, byte_masks, sliders.squares());
        let occupied = L::SliderLanes::splat(level, sliders.occupied);
        let (rooks, bishops) = (sliders.rooks | sliders.queens, sliders.bishops | sliders.queens);
        let attacked = solve(L::SliderLanes::gather(level, &group, [occupied; 2]), bits);
        let attacked = avx512::keep_lines(&group, attacked, rooks, bishops);
        let solved = Solved::<L::SliderLanes> { token: level, byte_masks, group: &group, attacks: attacked };
        let (first, second) = (solved.half(0).queen(), solved.half(1).queen());
        let (first_words, second_words) = attacks.split_at_mut(count.min(half));
        first.store_some(first_words);
        second.store_some(second_words);
        avx512::joined(first | second)
    }

    #[inline(always)]
    fn run_many(level: L, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        Many::run_many(level, positions, attacks, unions);
    }
}
