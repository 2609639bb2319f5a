//! What a formula needs of a level.

use core::fmt;

use super::{FourLanes, SliderLanes};

/// The token of a level, as the formulas and kernels see it: a value of no size that proves CPU features, and the lanes
/// that these features allow.
pub trait Simd: Copy + fmt::Debug + Send + Sync + 'static {
    /// Four lanes that hold the lines of one slider.
    type FourLanes: FourLanes<Token = Self>;
    /// Lanes that hold a slider each.
    type SliderLanes: SliderLanes<Token = Self>;
    /// Whether one instruction counts the ones of a word.
    const HAS_POPCNT: bool;
}
