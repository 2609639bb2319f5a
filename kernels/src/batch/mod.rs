//! Many sliders per call: the loops around the formulas.
//!
//! | module | what it is |
//! |---|---|
//! | [`io`](self) | [`Request`]: squares, boards, and the attacks that are asked for |
//! | [`layouts`](OneByOne) | the loops for any formula: [`OneByOne`], [`LinesInLanes`], [`SlidersInLanes`] |
//! | [`matrices`], [`bytes`] | hyperbola quintessence in bytes: the fastest kernels, for levels that multiply bit matrices or test bytes |
//! | [`plans`] | which of them computes a batch of which length |

mod at_run_time;
#[cfg(target_feature = "sse2")]
pub mod bytes;
mod io;
mod layouts;
#[cfg(target_feature = "sse2")]
pub mod matrices;
pub mod plans;
pub mod sliders;

pub use at_run_time::AnyBoards;
pub use io::{
    Attacks, Bishops, Boards, Lengths, OneBoard, Queens, Request, Rooks, RooksAndBishops, Sink, Wanted,
    check_lengths,
};
pub use layouts::{LinesInLanes, OneByOne, SlidersInLanes};

use crate::lanes::Simd;

/// A kernel for many sliders at a level: a formula and the way the sliders lie in the lanes, or a [plan](plans) of several.
#[doc(hidden)]
pub trait BatchKernel<L: Simd>: 'static {
    /// The name of the formula, as in benches, tests and tables.
    const NAME: &'static str;
    /// How the sliders lie in the lanes: `singles`, `lines`, `sliders`, `bytes` or `matrices`.
    const LAYOUT: &'static str;
    /// The bytes of the tables and buffers it touches.
    const TABLE_BYTES: usize;
    /// Batches that are shorter inline where they are called, by [`run_short`](BatchKernel::run_short).
    const SHORT: usize = 0;

    /// Computes a batch of any length. Callers run it inside [`Level::vectorize`](crate::level::Level::vectorize), or it
    /// does not inline.
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>);

    /// Computes a batch that is shorter than [`SHORT`](BatchKernel::SHORT).
    #[inline(always)]
    fn run_short(level: L, request: Request<'_, impl Boards, impl Sink>) {
        Self::run(level, request);
    }
}
