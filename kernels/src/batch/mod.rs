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

pub use at_run_time::AnyBoards;
pub use io::{
    Attacks, Bishops, Boards, Lengths, OneBoard, Queens, Request, Rooks, RooksAndBishops, Sink, Wanted,
    check_lengths,
};
pub use layouts::{LinesInLanes, OneByOne, SlidersInLanes};

use crate::level::vectors::Vectors;

/// Many sliders at a level: a formula and the way the sliders lie in the lanes, or a [plan](plans) of several.
pub trait BatchFormula<L: Vectors>: 'static {
    /// The name of the formula, as in benches, tests and tables.
    const NAME: &'static str;
    /// How the sliders lie in the lanes: `singles`, `lines`, `sliders`, `bytes` or `matrices`.
    const LAYOUT: &'static str;
    /// The bytes of the tables and buffers it touches.
    const TABLE_BYTES: usize;

    /// The loop itself, for any number of sliders. Call it inside [`Level::vectorize`](crate::level::Level::vectorize), or it does not inline.
    fn run(level: L, request: Request<'_, impl Boards, impl Sink>);

    /// [`run`](BatchFormula::run), compiled for the level.
    #[inline(always)]
    fn compute(level: L, request: Request<'_, impl Boards, impl Sink>) {
        level.compiled(
            #[inline(always)]
            || Self::run(level, request),
        );
    }
}
