//! Masks of a slider and its lines, as [`LineMasks`].

use crate::lanes::{FourLanes, Lanes, OneLane};
use crate::tables::{
    LINE_EX, LINE_EX_AND_A1, LOWER, LOWER_AND_A1, SLIDER, SLIDER_BIT_REVERSED, Table, UPPER,
};
use crate::{Line, Square};

/// The masks that a formula may read, with one line (or one slider) in each lane.
///
/// All fields are computed and inlined. The compiler drops the loads that a formula does not use.
#[derive(Clone, Copy)]
pub struct LineMasks<V> {
    /// The line's squares below the slider.
    pub lower: V,
    /// `lower` and the sentinel a1.
    pub lower_and_a1: V,
    /// The line's squares above the slider.
    pub upper: V,
    /// The line's squares except the slider's own.
    pub line_ex: V,
    /// `line_ex` and the sentinel a1.
    pub line_ex_and_a1: V,
    /// The slider's bit, `r`.
    pub slider: V,
    /// `reverse(r)`, all 64 bits reversed.
    pub slider_bit_reversed: V,
    /// The sentinel a1 (bit 0) in every lane.
    pub a1: V,
}

impl<V: FourLanes> LineMasks<V> {
    /// Returns the masks of the four lines of one slider: lines in lanes.
    #[inline(always)]
    pub fn of_square(token: V::Token, square: Square) -> Self {
        let index = square.index();
        let row = |table: &'static Table| V::load(token, &table.0[index]);
        let repeated = |table: &'static Table| V::load_repeated(token, &table.0[index]);
        Self {
            lower: row(&LOWER),
            lower_and_a1: row(&LOWER_AND_A1),
            upper: row(&UPPER),
            line_ex: row(&LINE_EX),
            line_ex_and_a1: row(&LINE_EX_AND_A1),
            slider: repeated(&SLIDER),
            slider_bit_reversed: repeated(&SLIDER_BIT_REVERSED),
            a1: V::splat(token, 1),
        }
    }
}

impl LineMasks<OneLane> {
    /// Returns the masks of one line of one slider, with 64-bit integers.
    #[inline(always)]
    #[must_use]
    pub fn of_line(square: Square, line: Line) -> Self {
        let (index, lane) = (square.index(), line.lane());
        let cell = |table: &'static Table| OneLane::splat((), table.0[index][lane]);
        Self {
            lower: cell(&LOWER),
            lower_and_a1: cell(&LOWER_AND_A1),
            upper: cell(&UPPER),
            line_ex: cell(&LINE_EX),
            line_ex_and_a1: cell(&LINE_EX_AND_A1),
            slider: cell(&SLIDER),
            slider_bit_reversed: cell(&SLIDER_BIT_REVERSED),
            a1: OneLane::splat((), 1),
        }
    }
}

impl<V: Lanes> LineMasks<V> {
    /// Returns the masks of one line and slider per lane: sliders in lanes.
    ///
    /// `line` is the whole line including the slider's square, and `slider` is the slider's bit.
    #[inline(always)]
    pub fn of_sliders(token: V::Token, line: V, slider: V) -> Self {
        let a1 = V::splat(token, 1);
        let below = slider - a1;
        let (lower, line_ex) = (line & below, line ^ slider);
        Self {
            lower,
            lower_and_a1: lower | a1,
            upper: line_ex ^ lower,
            line_ex,
            line_ex_and_a1: line_ex | a1,
            slider,
            slider_bit_reversed: slider.reverse_bits(),
            a1,
        }
    }
}
