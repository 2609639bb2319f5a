//! The kernels of a level.

use crate::batch::{BatchKernel, sliders::SlidersKernel};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd, SliderAttacks};
use crate::positions::packed::PackedKernel;
use crate::positions::successor_counts::SuccessorCountsKernel;
use crate::positions::successors::SuccessorsKernel;
use crate::positions::threats::{Seen, ThreatsKernel};
use crate::positions::{PositionKernel, PositionsKernel, lists::MoveLists};

/// The kernels that measure fastest at a level: its row of the [list](super::list) as a trait.
#[doc(hidden)]
pub trait Kernels: Simd + Outlined + SliderAttacks + Sealed {
    /// For one slider.
    type Single: Formula<Self>;
    /// For one bishop, which has two lines only.
    type Bishop: Formula<Self>;
    /// For many sliders.
    type Batch: BatchKernel<Self>;
    /// For all sliders of a position.
    type Sliders: SlidersKernel<Self>;
    /// For many positions.
    type Positions: PositionsKernel<Self>;
    /// For one position.
    type OnePosition: PositionKernel<Self>;
    /// For lists of legal moves.
    type Lists: MoveLists<Self>;
    /// For the positions after each legal move of a position.
    type Successors: SuccessorsKernel<Self>;
    /// For the number of legal moves of each successor.
    type SuccessorCounts: SuccessorCountsKernel<Self>;
    /// For all threats of a position.
    type Threats: ThreatsKernel<Self>;
    /// For packed boards.
    type Packed: PackedKernel<Self>;
    /// For the threats that a change of the board adds and removes.
    type ThreatChanges: Seen<Self>;
}

/// Keeps other crates from implementing [`Level`](super::Level).
pub trait Sealed {}
