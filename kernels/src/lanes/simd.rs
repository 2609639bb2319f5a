//! The trait of level tokens that formulas use.

use core::fmt;

use super::{FourLanes, SliderLanes};

/// A level's token, which proves its CPU features and has no size, and the lanes that these features allow.
pub trait Simd: Copy + fmt::Debug + Send + Sync + 'static {
    /// Four lanes for the lines of one slider.
    type FourLanes: FourLanes<Token = Self>;
    /// Lanes for one slider each.
    type SliderLanes: SliderLanes<Token = Self>;
    /// Whether one instruction counts the set bits of a word.
    const HAS_POPCNT: bool;
}
