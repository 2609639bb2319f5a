//! What a level computes with.

use super::vectors::Vectors;
use crate::batch::BatchFormula;
use crate::formula::Formula;
use crate::positions::{PositionKernel, PositionsKernel};
use crate::sliders::PositionFormula;

/// The machinery of a [`Level`](super::Level): the row of the list as a trait.
pub trait Kernels: Vectors {
    /// The formula that measures fastest here for one slider.
    type Single: Formula<Self>;
    /// The formula that measures fastest here for one bishop, which has two lines only.
    type Bishop: Formula<Self>;
    /// The formula that measures fastest here for many sliders.
    type Batch: BatchFormula<Self>;
    /// What measures fastest here for all sliders of a position.
    type Position: PositionFormula<Self>;
    /// What measures fastest here for many positions.
    type Positions: PositionsKernel<Self>;
    /// What measures fastest here for one position.
    type OnePosition: PositionKernel<Self>;
}
