//! The traits of level tokens that formulas and kernels use.

use core::fmt;

use super::{FourLanes, SliderLanes};
use crate::Square;

/// A level's token, which proves its CPU features and has no size, and the lanes that these features allow.
pub trait Simd: Copy + fmt::Debug + Send + Sync + 'static {
    /// Four lanes for the lines of one slider.
    type FourLanes: FourLanes<Token = Self>;
    /// Lanes for one slider each.
    type SliderLanes: SliderLanes<Token = Self>;
    /// Whether one instruction counts the set bits of a word.
    const HAS_POPCNT: bool;
}

/// A level that can run a function out of line.
pub trait Outlined: Simd {
    /// Runs `function` with the level's features; see
    /// [`Level::vectorize_outlined`](crate::level::Level::vectorize_outlined).
    fn outlined<R>(self, function: impl FnOnce() -> R) -> R;
}

/// A level's attacks of single sliders.
pub trait SliderAttacks: Simd {
    /// Returns the attacks of a rook.
    fn of_rook(self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a bishop.
    fn of_bishop(self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a queen.
    fn of_queen(self, square: Square, occupied: u64) -> u64;
}
