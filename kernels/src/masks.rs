//! Line masks as structure-of-arrays: for every square four masks side by side, one for each line, in lane order.
//!
//! One aligned 32-byte load brings the same mask of all four lines. Every table is built by a `const fn` and holds
//! 2 KiB; a kernel touches only the tables that its formula names.
//!
//! *The a1 sentinel.* SBAMG and obstruction difference subtract the closest blocker of the lower ray, and need one even
//! where the ray is empty. Bit 0 serves: nothing lies below it, so it stands for "beyond the edge" on every line. The
//! tables ending in `_and_a1` keep that bit, a formula sets it once in the occupancy, and no branch is left.

use crate::lanes::{FourLanes, Lanes, OneLane};
use crate::{Line, Square};

/// One mask for each square and line: `[square][line]`, 2 KiB.
#[repr(C, align(64))]
pub struct Table(pub [[u64; 4]; 64]);

/// One word for each square, 512 bytes.
#[repr(C, align(64))]
pub struct SquareTable(pub [u64; 64]);

/// The squares of the line below the slider.
pub static LOWER: Table = table(Part::Lower, 0);
/// The squares of the line below the slider, and the a1 sentinel.
pub static LOWER_AND_A1: Table = table(Part::Lower, 1);
/// The squares of the line above the slider.
pub static UPPER: Table = table(Part::Upper, 0);
/// The squares of the line without the slider's own.
pub static LINE_EX: Table = table(Part::Both, 0);
/// The squares of the line without the slider's own, and the a1 sentinel.
pub static LINE_EX_AND_A1: Table = table(Part::Both, 1);
/// The slider's bit, `r`.
pub static SLIDER: SquareTable = slider(0);
/// `reverse(r)`, all 64 bits reversed.
pub static SLIDER_BIT_REVERSED: SquareTable = slider(63);

/// The bytes of a [`Table`].
pub const TABLE_BYTES: usize = size_of::<Table>();
/// The bytes of a [`SquareTable`].
pub const SQUARE_TABLE_BYTES: usize = size_of::<SquareTable>();

enum Part {
    Lower,
    Upper,
    Both,
}

const fn table(part: Part, sentinel: u64) -> Table {
    let mut table = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let below = square.bit() - 1;
        let mut lane = 0;
        while lane < 4 {
            let line = Line::ALL[lane].through(square);
            let squares = match part {
                Part::Lower => line & below,
                Part::Upper => line & !below & !square.bit(),
                Part::Both => line & !square.bit(),
            };
            table[index][lane] = squares | sentinel;
            lane += 1;
        }
        index += 1;
    }
    Table(table)
}

/// The bits of the squares whose numbers differ by `mirror`.
const fn slider(mirror: usize) -> SquareTable {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = Square::ALL[index ^ mirror].bit();
        index += 1;
    }
    SquareTable(table)
}

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
