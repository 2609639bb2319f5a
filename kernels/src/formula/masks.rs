//! [`LineMasks`]: what a formula knows about a slider and its lines.

use crate::lanes::{FourLanes, Lanes, OneLane};
use crate::tables::{
    LINE_EX, LINE_EX_AND_A1, LOWER, LOWER_AND_A1, SLIDER, SLIDER_BIT_REVERSED, SquareTable, Table, UPPER,
};
use crate::{Line, Square};

/// What the formulas may ask about a slider and its line, a lane for each line (or for each slider).
///
/// It is made whole and inlined; the compiler drops the loads of what a formula does not use.
#[derive(Clone, Copy)]
pub struct LineMasks<V> {
    /// Squares of the line below the slider.
    pub lower: V,
    /// Squares below the slider, and the a1 sentinel.
    pub lower_and_a1: V,
    /// Squares of the line above the slider.
    pub upper: V,
    /// Squares of the line without the slider's own.
    pub line_ex: V,
    /// The same, and the a1 sentinel.
    pub line_ex_and_a1: V,
    /// The slider's bit, `r`.
    pub slider: V,
    /// `reverse(r)`, all 64 bits reversed.
    pub slider_bit_reversed: V,
    /// The sentinel itself, bit 0, in every lane.
    pub a1: V,
}

impl<V: FourLanes> LineMasks<V> {
    /// The four lines of one slider: lines in lanes.
    #[inline(always)]
    pub fn of_square(token: V::Token, square: Square) -> Self {
        let index = square.index();
        let row = |table: &'static Table| V::load(token, &table.0[index]);
        let word = |table: &'static SquareTable| V::splat(token, table.0[index]);
        Self {
            lower: row(&LOWER),
            lower_and_a1: row(&LOWER_AND_A1),
            upper: row(&UPPER),
            line_ex: row(&LINE_EX),
            line_ex_and_a1: row(&LINE_EX_AND_A1),
            slider: word(&SLIDER),
            slider_bit_reversed: word(&SLIDER_BIT_REVERSED),
            a1: V::splat(token, 1),
        }
    }
}

impl LineMasks<OneLane> {
    /// One line of one slider, as plain words.
    #[inline(always)]
    #[must_use]
    pub fn of_line(square: Square, line: Line) -> Self {
        let (index, lane) = (square.index(), line.lane());
        let cell = |table: &'static Table| OneLane::splat((), table.0[index][lane]);
        let word = |table: &'static SquareTable| OneLane::splat((), table.0[index]);
        Self {
            lower: cell(&LOWER),
            lower_and_a1: cell(&LOWER_AND_A1),
            upper: cell(&UPPER),
            line_ex: cell(&LINE_EX),
            line_ex_and_a1: cell(&LINE_EX_AND_A1),
            slider: word(&SLIDER),
            slider_bit_reversed: word(&SLIDER_BIT_REVERSED),
            a1: OneLane::splat((), 1),
        }
    }
}

impl<V: Lanes> LineMasks<V> {
    /// A line given by its squares and a slider on it, for each lane: sliders in lanes.
    ///
    /// `line` is the whole line with the slider's square, `slider` its bit.
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
