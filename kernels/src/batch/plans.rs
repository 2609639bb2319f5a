//! Plans: the kernels that compute a batch, by its length, with the measurements behind every threshold.
//!
//! A [`Plan`] is a pure function of the length. It contains the number of sliders for each kernel. A level's
//! batch reads its plan and calls the kernels in order, the widest first.
//!
//! The figures are nanoseconds per call for queens on random boards, each kernel in a function of its own, on
//! a Zen 5. That CPU has every feature and selects `avx512-vbmi`: the figures for `avx512` and `avx2-gfni`
//! are of their kernels on it. No CPU that selects these two levels has been measured.

use core::marker::PhantomData;

#[cfg(target_feature = "sse2")]
use super::SlidersInLanes;
#[cfg(target_feature = "sse2")]
use super::matrices::{Matrices, MatrixLanes};
use super::{BatchKernel, Boards, LinesInLanes, OneByOne, Request, Sink};
use crate::formula::Formula;
#[cfg(target_feature = "sse2")]
use crate::formula::{HyperbolaQuintessence, ObstructionSum, Sbamg};
use crate::lanes::Simd;

/// The number of sliders for each kernel, in the order of the fields. The fields add up to the length of the
/// batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Sliders in [bit matrices](super::matrices).
    pub matrices: usize,
    /// Sliders for [`SlidersInLanes`].
    pub sliders_in_lanes: usize,
    /// Sliders for [`LinesInLanes`].
    pub lines_in_lanes: usize,
    /// Sliders for [`OneByOne`].
    pub one_by_one: usize,
}

impl Plan {
    /// A plan without sliders.
    const NONE: Self = Self { matrices: 0, sliders_in_lanes: 0, lines_in_lanes: 0, one_by_one: 0 };

    const fn one_by_one(length: usize) -> Self {
        Self { one_by_one: length, ..Self::NONE }
    }
}

/// Returns the plan for levels whose lanes hold the lines of one slider.
///
/// | `avx2`, hyperbola quintessence | 4 | 8 | 11 | 12 | 16 | 32 |
/// |---|--:|--:|--:|--:|--:|--:|
/// | one by one | 11 | 19 | 24 | 26 | 34 | 64 |
/// | lines in lanes | 12 | 18 | 23 | 25 | 27 | 55 |
///
/// Up to eleven sliders the difference is at most a nanosecond, and the shorter code is inlined into the
/// caller.
pub const fn lines_or_one_by_one(length: usize) -> Plan {
    match length {
        0..12 => Plan::one_by_one(length),
        _ => Plan { lines_in_lanes: length / 4 * 4, one_by_one: length % 4, ..Plan::NONE },
    }
}

/// Returns the plan for `avx2-gfni`: bit matrices for groups of eight.
///
/// | | 3 | 4 | 5 | 7 | 8 | 16 | 64 |
/// |---|--:|--:|--:|--:|--:|--:|--:|
/// | one by one | 9 | 11 | 12 | 15 | 18 | 29 | 105 |
/// | bit matrices | 31 | 29 | 36 | 36 | 12 | 17 | 54 |
///
/// The kernel for part of a group first copies it into a whole group. Each further whole group takes 5 ns.
pub const fn avx2_gfni(length: usize) -> Plan {
    match (length, length % 8) {
        (0..8, _) => Plan::one_by_one(length),
        // For up to four leftover sliders, single calls are faster than a group that overlaps the one before.
        (_, left @ 0..5) => Plan { matrices: length - left, one_by_one: left, ..Plan::NONE },
        (_, 5..) => Plan { matrices: length, ..Plan::NONE },
    }
}

/// Returns the plan for `avx512`: lines in lanes, which need 256 bits only, and from 128 sliders on sliders in
/// lanes.
///
/// | | 4 | 7 | 8 | 12 | 64 |
/// |---|--:|--:|--:|--:|--:|
/// | one by one | 9 | 13 | 15 | 19 | 88 |
/// | lines in lanes | 10 | 12 | 12 | 16 | 62 |
/// | sliders in lanes | 16 | 16 | 8 | 19 | 37 |
///
/// Shorter batches do not use 512 bits, which lower the clock of the CPUs that select this level (see its
/// row). On a Cascade Lake (family 6, model 85), lines in lanes took 1.84, 1.82 and 1.76 ns a queen for 8, 16
/// and 64 queens at a clock of 3.1 GHz, and this plan 2.53, 1.66 and 1.27 ns at 2.7 GHz when it had sliders
/// in lanes for all of them.
pub const fn avx512(length: usize) -> Plan {
    match (length, length % 8) {
        (0..8, _) => Plan::one_by_one(length),
        (8..128, _) => Plan { lines_in_lanes: length / 4 * 4, one_by_one: length % 4, ..Plan::NONE },
        (_, left @ 0..4) => Plan { sliders_in_lanes: length - left, one_by_one: left, ..Plan::NONE },
        (_, left @ 4..) => {
            Plan { sliders_in_lanes: length - left, lines_in_lanes: 4, one_by_one: left - 4, ..Plan::NONE }
        }
    }
}

/// Returns the plan for `avx512-vbmi`: bit matrices for groups of sixteen.
///
/// | | 3 | 5 | 7 | 8 | 9 | 12 | 16 | 24 | 64 |
/// |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
/// | one by one | 8 | 9 | 13 | 14 | 15 | 18 | 22 | 33 | 77 |
/// | lines in lanes | 9 | 11 | 13 | 14 | 13 | 17 | 20 | 29 | 64 |
/// | sliders in lanes | 16 | 16 | 16 | 9 | 19 | 19 | 11 | 15 | 36 |
/// | bit matrices | 10 | 10 | 11 | 10 | 10 | 10 | 10 | 14 | 22 |
///
/// For exactly eight sliders, sliders in lanes take two thirds of the time of a group if calls follow one
/// another without a pause. Up to seven single calls take as long as a group and need no function call. After
/// whole groups, a further group takes 4 ns, as do lines in lanes for four sliders.
pub const fn avx512_vbmi(length: usize) -> Plan {
    match (length, length % 16) {
        (0..8, _) => Plan::one_by_one(length),
        (8, _) => Plan { sliders_in_lanes: 8, ..Plan::NONE },
        (9..16, _) => Plan { matrices: length, ..Plan::NONE },
        (_, left @ 0..4) => Plan { matrices: length - left, one_by_one: left, ..Plan::NONE },
        (_, left @ 4..6) => {
            Plan { matrices: length - left, lines_in_lanes: 4, one_by_one: left - 4, ..Plan::NONE }
        }
        (_, 6..) => Plan { matrices: length, ..Plan::NONE },
    }
}

/// Computes a batch according to [`lines_or_one_by_one`].
#[derive(Debug)]
pub struct LinesOrOneByOne<F>(PhantomData<F>);

impl<L: Simd, F: Formula<L>> BatchKernel<L> for LinesOrOneByOne<F> {
    const NAME: &'static str = F::NAME;
    const LAYOUT: &'static str = "lines";
    const TABLE_BYTES: usize = F::TABLE_BYTES;
    const SHORT: usize = 12;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let (request, plan) = planned(request, lines_or_one_by_one);
        let (now, rest) = request.split_at(plan.lines_in_lanes);
        LinesInLanes::<F>::run_fours(level, now);
        OneByOne::<F>::run(level, rest);
    }

    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        OneByOne::<F>::run(level, request);
    }
}

/// Computes a batch according to [`avx2_gfni`].
#[cfg(target_feature = "sse2")]
#[derive(Debug)]
pub struct ForAvx2Gfni;

#[cfg(target_feature = "sse2")]
impl<L: Simd<SliderLanes: MatrixLanes>> BatchKernel<L> for ForAvx2Gfni {
    const NAME: &'static str = <Matrices as BatchKernel<L>>::NAME;
    const LAYOUT: &'static str = <Matrices as BatchKernel<L>>::LAYOUT;
    const TABLE_BYTES: usize = <Matrices as BatchKernel<L>>::TABLE_BYTES
        + <OneByOne<HyperbolaQuintessence> as BatchKernel<L>>::TABLE_BYTES;
    const SHORT: usize = 8;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let (request, plan) = planned(request, avx2_gfni);
        let (now, rest) = request.split_at(plan.matrices);
        Matrices::run(level, now);
        OneByOne::<HyperbolaQuintessence>::run(level, rest);
    }

    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        OneByOne::<HyperbolaQuintessence>::run(level, request);
    }
}

/// Computes a batch according to [`avx512`].
#[cfg(target_feature = "sse2")]
#[derive(Debug)]
pub struct ForAvx512;

#[cfg(target_feature = "sse2")]
impl<L: Simd> BatchKernel<L> for ForAvx512 {
    const NAME: &'static str = <SlidersInLanes<Sbamg> as BatchKernel<L>>::NAME;
    const LAYOUT: &'static str = <SlidersInLanes<Sbamg> as BatchKernel<L>>::LAYOUT;
    const TABLE_BYTES: usize = <LinesInLanes<ObstructionSum> as BatchKernel<L>>::TABLE_BYTES;
    const SHORT: usize = 8;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let (request, plan) = planned(request, avx512);
        rest_in_lanes(level, &plan, request);
    }

    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        OneByOne::<ObstructionSum>::run(level, request);
    }
}

/// Computes a batch according to [`avx512_vbmi`].
#[cfg(target_feature = "sse2")]
#[derive(Debug)]
pub struct ForAvx512Vbmi;

#[cfg(target_feature = "sse2")]
impl<L: Simd<SliderLanes: MatrixLanes>> BatchKernel<L> for ForAvx512Vbmi {
    const NAME: &'static str = <Matrices as BatchKernel<L>>::NAME;
    const LAYOUT: &'static str = <Matrices as BatchKernel<L>>::LAYOUT;
    const TABLE_BYTES: usize = <Matrices as BatchKernel<L>>::TABLE_BYTES
        + <LinesInLanes<ObstructionSum> as BatchKernel<L>>::TABLE_BYTES;
    const SHORT: usize = 8;

    #[inline(always)]
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>) {
        let (request, plan) = planned(request, avx512_vbmi);
        let (now, rest) = request.split_at(plan.matrices);
        Matrices::run(level, now);
        if rest.count() != 0 {
            rest_in_lanes(level, &plan, rest);
        }
    }

    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        OneByOne::<ObstructionSum>::run(level, request);
    }
}

/// Returns the batch in a form from which the compiler infers that its lengths are equal, and its plan.
#[inline(always)]
fn planned<'a, B: Boards, S: Sink>(
    request: Request<'a, B, S>,
    plan: impl FnOnce(usize) -> Plan,
) -> (Request<'a, B, S>, Plan) {
    let request = request.seen_to_be_equal();
    let plan = plan(request.count());
    (request, plan)
}

/// Computes the rest of a batch at the AVX-512 levels: sliders in lanes, then lines in lanes, then one by
/// one.
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn rest_in_lanes<L: Simd>(level: L, plan: &Plan, request: Request<'_, impl Boards, impl Sink>) {
    let (now, rest) = request.split_at(plan.sliders_in_lanes);
    SlidersInLanes::<Sbamg>::run_groups(level, now);
    if rest.count() == 0 {
        return;
    }
    let (now, rest) = rest.split_at(plan.lines_in_lanes);
    LinesInLanes::<ObstructionSum>::run_fours(level, now);
    OneByOne::<ObstructionSum>::run(level, rest);
}
