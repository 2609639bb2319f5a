//! Line states: the six inner squares of a line, gathered into an index of 0..=63.
//!
//! A line's attacks depend only on which of its inner squares are occupied. With these squares in adjacent
//! bits, one lookup finds the attacks. A rank is already a byte and is only shifted down. The other lines are
//! gathered by a multiplication, here for the c-file:
//!
//! ```text
//! the c-file          times its magic       after the shift
//! . . . . . . . .     . A B C D E F .     . . . . . . . .
//! . . A . . . . .     . A B C D E . .     . . . . . . . .
//! . . B . . . . .     . A B C D . . .     . . . . . . . .
//! . . C . . . . .     . A B C . . . .     . . . . . . . .
//! . . D . . . . .     . A B . . . . .     . . . . . . . .
//! . . E . . . . .     . A . . . . . .     . . . . . . . .
//! . . F . . . . .     . . . . . . . .     . . . . . . . .
//! . . . . . . . .     . . . . . . . .     A B C D E F . .
//! ```
//!
//! 1. Mask the line's inner squares.
//! 2. Multiply by a constant for the line. The squares arrive in order on the eighth rank.
//! 3. Shift right by 57, and keep six bits: the state.
//! 4. Look up the attacks. [`LineStates`] has a bitboard for each square and state, 32 KiB for each line.
//!
//! Positions on a line count from the a-file for ranks, from the eighth rank down for files, and from the
//! western end for both diagonals. Diagonals have the numbers 1..=15, and the longest is 8; see
//! [`diagonal_number`] and [`antidiagonal_number`]. A diagonal of one or two squares has no inner square, and
//! its state is always 0.
//!
//! Sources: Stef Luijten, [Winglet, Writing a Chess Program in 99
//! Steps](http://web.archive.org/web/20120621100214/http://www.sluijten.com/winglet/) (2011), after
//! [Kindergarten Bitboards](https://www.chessprogramming.org/Kindergarten_Bitboards), Gerd Isenberg and Urban
//! Koistinen (2006).

use crate::line::{A_FILE, MAIN_DIAGONAL};
use crate::tables::LINE_EX;
use crate::{Line, Square};

use super::LineFormula;
use super::first_rank::FIRST_RANK_ATTACKS;

/// The squares on the edge of the board.
const EDGE: u64 = 0xff81_8181_8181_81ff;

/// The multiplier for the a-file. For other files it is shifted right by the file's number.
const A_FILE_MAGIC: u64 = 0x8040_2010_0804_0200;

/// Returns the number, 1..=15, of the diagonal (a1-h8 direction) through the square: file - rank + 8, with
/// both counted from 1.
#[must_use]
pub const fn diagonal_number(square: Square) -> usize {
    (square.file() + 8 - square.rank()) as usize
}

/// Returns the number, 1..=15, of the antidiagonal (h1-a8 direction) through the square: file + rank - 1,
/// with both counted from 1.
#[must_use]
pub const fn antidiagonal_number(square: Square) -> usize {
    (square.file() + square.rank() + 1) as usize
}

/// Returns the index of the first inner square of the rank.
#[must_use]
pub const fn rank_shift(square: Square) -> u32 {
    8 * square.rank() as u32 + 1
}

/// Returns the squares of the line whose occupancy matters: all except the line's two ends. The slider's own
/// square is included if it is not an end.
#[must_use]
pub const fn inner_squares(square: Square, line: Line) -> u64 {
    let edge = match line {
        Line::Rank => A_FILE | A_FILE << 7,
        Line::File => 0xff00_0000_0000_00ff,
        Line::Diagonal | Line::Antidiagonal => EDGE,
    };
    line.through(square) & !edge
}

/// Returns the multiplier for the inner squares. For a rank it has the effect of the shift.
#[must_use]
pub const fn magic(square: Square, line: Line) -> u64 {
    match line {
        Line::Rank => 1 << (57 - rank_shift(square)),
        Line::File => A_FILE_MAGIC >> square.file(),
        Line::Diagonal => match diagonal_number(square) {
            3..=8 => A_FILE << 8,
            // There are no squares below the southern end, so the lower bytes would only contribute bits that
            // are shifted out.
            number @ 9..=13 => 0x0080_8080_8080_8080 >> (number - 9) << (8 * (number - 8)),
            _ => 0,
        },
        Line::Antidiagonal => match antidiagonal_number(square) {
            3..=8 => A_FILE << 8,
            number @ 9..=13 => 0x0080_8080_8080_8080 >> (number - 9),
            _ => 0,
        },
    }
}

/// Returns the file of the western end of the diagonal or antidiagonal, and 0 for other lines.
const fn west_end(square: Square, line: Line) -> usize {
    match line {
        Line::Rank | Line::File => 0,
        Line::Diagonal => diagonal_number(square).saturating_sub(8),
        Line::Antidiagonal => antidiagonal_number(square).saturating_sub(8),
    }
}

/// Returns the position of the square on its line, 0..=7, in the order of the state's bits.
#[must_use]
pub const fn position(square: Square, line: Line) -> usize {
    match line {
        Line::File => 7 - square.rank() as usize,
        _ => square.file() as usize - west_end(square, line),
    }
}

/// The masks and multipliers of one square, with one line in each lane.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct SquareStates {
    inner: [u64; 4],
    magic: [u64; 4],
    rank_shift: u8,
}

static OF_SQUARES: [SquareStates; 64] = {
    let zero = [0; 4];
    let none = SquareStates { inner: zero, magic: zero, rank_shift: 0 };
    let mut of_squares = [none; 64];
    let mut index = 0;
    while index < 64 {
        let (square, of_square) = (Square::ALL[index], &mut of_squares[index]);
        let mut lane = 0;
        while lane < 4 {
            let line = Line::ALL[lane];
            of_square.inner[lane] = inner_squares(square, line);
            of_square.magic[lane] = magic(square, line);
            lane += 1;
        }
        of_square.rank_shift = rank_shift(square) as u8;
        index += 1;
    }
    of_squares
};

impl SquareStates {
    #[inline(always)]
    const fn state(&self, line: Line, occupied: u64) -> usize {
        let lane = line.lane();
        match line {
            Line::Rank => (occupied >> (self.rank_shift & 63)) as usize & 63,
            _ => ((occupied & self.inner[lane]).wrapping_mul(self.magic[lane]) >> 57) as usize & 63,
        }
    }
}

/// Returns the state of a line, 0..=63, by one mask, one multiplication and one shift (for a rank, one shift
/// and one mask).
///
/// # Examples
///
/// ```
/// use quadline_kernels::{Line, Square, bitboard, formula::line_states::line_state};
/// let occupied = bitboard! {
///     1 . 1 1 . . 1 1
///     1 1 . 1 1 1 1 1
///     . . 1 . 1 . 1 .
///     . . 1 . . . . .
///     . . . . . . . .
///     . 1 . 1 . 1 1 1
///     1 . . 1 . 1 . .
///     . 1 1 . 1 . . 1
/// };
/// // b3, d3, f3 and g3, read from the west.
/// assert_eq!(line_state(Square::D3, Line::Rank, occupied), 0b110101);
/// ```
#[inline]
#[must_use]
pub const fn line_state(square: Square, line: Line, occupied: u64) -> usize {
    OF_SQUARES[square.index()].state(line, occupied)
}

/// Attacks along a line by state, indexed by `[square][state]`, in 32 KiB.
type LineTable = [[u64; 64]; 64];

/// The tables of the four lines: the attacks of the [first rank](super::first_rank), spread along the line by
/// a multiplication and a shift.
///
/// What the states of a line share is computed outside the loop over them, and states that a short line does
/// not have are left out, because each crate that depends on this one waits for the compiler to compute the
/// tables.
static LINE_ATTACKS: [LineTable; 4] = {
    let mut tables = [[[0; 64]; 64]; 4];
    let mut index = 0;
    while index < 4 * 64 {
        let (lane, number) = (index / 64, index % 64);
        let (square, line) = (Square::ALL[number], Line::ALL[lane]);
        let (multiplier, shift) = match line {
            Line::Rank => (1 << (8 * square.rank()), 0),
            // Multiplying by the main diagonal moves each square to its rank on the h-file.
            Line::File => (MAIN_DIAGONAL, 7 - square.file()),
            Line::Diagonal | Line::Antidiagonal => (A_FILE << west_end(square, line), 0),
        };
        let (position, mask) = (position(square, line), LINE_EX.0[number][lane]);
        let attacks = &mut tables[lane][number];
        let states = 1 << inner_squares(square, line).count_ones();
        let mut state = 0;
        while state < states {
            let on_first_rank = FIRST_RANK_ATTACKS.0[8 * state + position] as u64;
            attacks[state] = on_first_rank.wrapping_mul(multiplier) >> shift & mask;
            state += 1;
        }
        index += 1;
    }
    tables
};

/// Bitboards indexed by square and line state, in four tables of 32 KiB.
///
/// This formula is included for study and comparison. Its tables are eight times the size that a level's
/// kernels may use, so no level uses it by default.
#[derive(Clone, Copy, Debug)]
pub struct LineStates;

impl LineStates {
    /// Returns the attacks along one line.
    #[inline(always)]
    #[must_use]
    pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        LINE_ATTACKS[line.lane()][square.index()][line_state(square, line, occupied)]
    }
}

impl LineFormula for LineStates {
    const NAME: &'static str = "line-states";
    const TABLE_BYTES: usize = size_of_val(&LINE_ATTACKS) + size_of_val(&OF_SQUARES);

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        Self::line_attacks(square, line, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deposits the bits of `index` on the squares of `mask`, the lowest first.
    fn subset(mask: u64, index: u32) -> u64 {
        (0..64)
            .filter(|&bit| mask >> bit & 1 == 1)
            .enumerate()
            .fold(0, |subset, (place, bit)| subset | u64::from(index >> place & 1) << bit)
    }

    /// Also holds for ranks, whose states are shifted and not multiplied.
    #[test]
    fn the_magic_of_every_line_brings_its_state() {
        for square in Square::ALL {
            for line in Line::ALL {
                let inner = inner_squares(square, line);
                for index in 0..1 << inner.count_ones() {
                    let occupied = subset(inner, index);
                    let state = (occupied.wrapping_mul(magic(square, line)) >> 57) as usize & 63;
                    assert_eq!(
                        state,
                        line_state(square, line, occupied),
                        "{square} {line:?} {occupied:#018x}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_numbers_of_the_diagonals() {
        assert_eq!([Square::A1, Square::A8, Square::B8, Square::H8].map(antidiagonal_number), [1, 8, 9, 15]);
        assert_eq!([Square::A8, Square::A1, Square::B1, Square::H1].map(diagonal_number), [1, 8, 9, 15]);
        for square in Square::ALL {
            let (file, rank) = (usize::from(square.file()) + 1, usize::from(square.rank()) + 1);
            assert_eq!(antidiagonal_number(square), file + rank - 1);
            assert_eq!(diagonal_number(square), file + 8 - rank);
        }
    }
}
