//! What a level is to a formula: lanes, and a way to be compiled for them.

use super::token::Token;
use crate::lanes::scalar_positions::ScalarLevel;
use crate::lanes::{FourLanes, SliderLanes};

/// The lanes of a level: all that a formula asks of it.
pub trait Vectors: Token + ScalarLevel {
    /// Four lanes that hold the lines of one slider.
    type FourLanes: FourLanes<Token = Self>;
    /// Lanes that hold a slider each.
    type SliderLanes: SliderLanes<Token = Self>;
}
