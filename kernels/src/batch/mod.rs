//! Batches: kernels that compute many sliders per call.
//!
//! | module | contents |
//! |---|---|
//! | [`io`](self) | [`Request`]: squares, boards, and the kinds of attacks to compute |
//! | [`layouts`](OneByOne) | the loops for every formula: [`OneByOne`], [`LinesInLanes`], [`SlidersInLanes`] |
//! | [`matrices`] | hyperbola quintessence on bytes: the fastest kernel, for levels that multiply bit matrices |
//! | [`plans`] | the kernels that each level uses, by length of the batch |

mod io;
mod layouts;
#[cfg(target_feature = "sse2")]
pub mod matrices;
pub mod plans;

#[doc(hidden)] // The tests implement the traits for values that are chosen at run time.
pub use io::sealed;
pub use io::{
    Attacks, Bishops, Boards, Lengths, OneBoard, Queens, Request, Rooks, RooksAndBishops, Sink, check_lengths,
};
pub use layouts::{LinesInLanes, OneByOne, SlidersInLanes};

use crate::lanes::{Outlined, Simd};

/// A kernel for many sliders at a level: a formula with a layout, or a [plan](plans) of several kernels.
#[doc(hidden)]
pub trait BatchKernel<L: Simd>: 'static {
    /// The formula's name in benchmarks, tests and tables.
    const NAME: &'static str;
    /// The layout of the sliders in the lanes: `singles`, `lines`, `sliders` or `matrices`.
    const LAYOUT: &'static str;
    /// The size in bytes of the tables and buffers that the kernel uses.
    const TABLE_BYTES: usize;
    /// The length from which a batch is no longer inlined into its caller by
    /// [`run_short`](BatchKernel::run_short).
    const SHORT: usize = 0;

    /// Computes a batch of any length. Call it inside [`Level::vectorize`](crate::level::Level::vectorize);
    /// otherwise it does not inline.
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>);

    /// Computes a batch shorter than [`SHORT`](BatchKernel::SHORT).
    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        Self::run(level, request);
    }
}

/// Computes a batch with the kernel `B`. The code for short batches inlines into the caller. That for long
/// ones is a function of its own, so that short batches do not pay for its stack frame.
#[inline(always)]
pub(crate) fn compute<L: Outlined, B: BatchKernel<L>>(
    level: L,
    request: Request<'_, impl Boards, impl Sink>,
) {
    if request.count() < B::SHORT {
        B::run_short(level, request);
    } else {
        level.outlined(
            #[inline(always)]
            || B::run(level, request),
        );
    }
}
