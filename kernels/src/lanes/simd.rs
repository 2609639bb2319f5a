//! The traits of level tokens that formulas and kernels use.

use core::fmt;
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::scalar::ScalarX4;
use super::{FourLanes, SliderLanes};
use crate::Square;
use crate::levels::cpu::has_popcnt;

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

/// The token of code that is compiled once and not for each level, such as the reasons of errors.
///
/// It has no CPU features. Kernels for it compute with 64-bit integers.
#[derive(Clone, Copy, Debug)]
pub struct AllLevels;

impl Simd for AllLevels {
    type FourLanes = ScalarX4<Self>;
    type SliderLanes = ScalarX4<Self>;
    const HAS_POPCNT: bool = has_popcnt(&[]);
}

impl Outlined for AllLevels {
    #[inline(always)]
    fn outlined<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

/// Aligns the stack frame of the function that this inlines into, if the level has vectors of more than 16
/// bytes.
///
/// LLVM aligns a frame for its variables, but not for the registers that it stores there later. Without a
/// variable of this alignment, stored vectors cross cache lines: those of 64 bytes nearly always, and those
/// of 32 bytes if the stack of the process happens to begin at such an address. Counts of successors took 1.3
/// times as long (Intel, family 6, model 207, AVX-512), and lists of moves, in some processes, 1.45 times
/// with AVX2 and 1.3 times with AVX-512 VBMI (Zen 4).
///
/// Only functions that store vectors call this. An aligned frame takes a register, and successors took 1.25
/// times as long with one at `avx512` (Zen 4).
#[inline(always)]
pub fn align_frame<T: Simd>() {
    #[repr(align(64))]
    struct Line {
        _bytes: [u8; 64],
    }
    if const { align_of::<T::SliderLanes>() > 16 } {
        black_box(&MaybeUninit::<Line>::uninit());
    }
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
