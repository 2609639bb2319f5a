//! The single calls as `const fn`, for constants, tables and interfaces that are `const` themselves.
//!
//! The functions are the same on every CPU. They compute [hyperbola
//! quintessence](https://www.chessprogramming.org/Hyperbola_Quintessence) (Isenberg and Peshkov, 2007) with
//! plain integer instructions, and look up the attacks along the
//! [rank](quadline_kernels::formula::first_rank); their tables take 2.5 KiB. They inline and do not dispatch.
//!
//! At run time they are slower than the functions of the [crate], a token or a [`batch`](crate::batch): use
//! those unless the interface has to be `const`. The [guide](crate::guide::porting) compares both in perft.
//!
//! # Examples
//!
//! ```
//! use quadline::{Square, bitboard, constant};
//!
//! const ROOK_ON_B2: u64 = constant::rook_attacks(
//!     Square::B2,
//!     bitboard! {
//!         . . . . . . . .
//!         . 1 . . . . . .
//!         . . . . . . . .
//!         . 1 . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . . . 1 1 .
//!         . 1 . . . . . .
//!     },
//! );
//! assert_eq!(
//!     ROOK_ON_B2,
//!     bitboard! {
//!         . . . . . . . .
//!         . . . . . . . .
//!         . . . . . . . .
//!         . 1 . . . . . .
//!         . 1 . . . . . .
//!         . 1 . . . . . .
//!         1 . 1 1 1 1 . .
//!         . 1 . . . . . .
//!     }
//! );
//! ```

use quadline_kernels::formula::first_rank::rank_attacks;
use quadline_kernels::internal::tables::LINE_EX;

use crate::{Line, LineAttacks, Square};

/// Returns the attacks along a line with one square on each rank, by hyperbola quintessence. `line_ex` is the
/// line without the slider's square.
///
/// This repeats the formula of the kernels, because a `const fn` cannot be generic over the lanes.
#[inline(always)]
const fn across_ranks(square: Square, line_ex: u64, occupied: u64) -> u64 {
    let (slider, slider_reversed) = (square.bit(), 1_u64 << (square.index() ^ 56));
    let o = occupied & line_ex;
    let upwards = o.wrapping_sub(slider);
    let downwards = o.swap_bytes().wrapping_sub(slider_reversed).swap_bytes();
    (upwards ^ downwards) & line_ex
}

/// Returns the attacks of a slider along one line.
///
/// # Examples
///
/// ```
/// use quadline::{Line, Square, constant};
///
/// const FILE_OF_A1: u64 =
///     constant::line_attacks(Square::A1, Line::File, Square::A3.bit());
/// assert_eq!(FILE_OF_A1, Square::A2.bit() | Square::A3.bit());
/// ```
#[inline]
#[must_use]
pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    match line {
        Line::Rank => rank_attacks(square, occupied),
        _ => across_ranks(square, LINE_EX.0[square.index()][line.lane()], occupied),
    }
}

/// Returns the attacks of a queen along rank, file, diagonal and antidiagonal as four bitboards.
///
/// # Examples
///
/// ```
/// use quadline::{LineAttacks, Square, constant};
///
/// const QUEEN_ON_A1: LineAttacks =
///     constant::queen_attacks_x4(Square::A1, Square::A3.bit());
/// assert_eq!(QUEEN_ON_A1.file(), Square::A2.bit() | Square::A3.bit());
/// ```
#[inline]
#[must_use]
pub const fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    LineAttacks::from_array([
        line_attacks(square, Line::Rank, occupied),
        line_attacks(square, Line::File, occupied),
        line_attacks(square, Line::Diagonal, occupied),
        line_attacks(square, Line::Antidiagonal, occupied),
    ])
}

/// Returns the attacks of a rook.
///
/// # Examples
///
/// ```
/// use quadline::{Square, constant};
///
/// const ROOK_ON_A1: u64 =
///     constant::rook_attacks(Square::A1, Square::A2.bit() | Square::B1.bit());
/// assert_eq!(ROOK_ON_A1, Square::A2.bit() | Square::B1.bit());
/// ```
#[inline]
#[must_use]
pub const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Rank, occupied) | line_attacks(square, Line::File, occupied)
}

/// Returns the attacks of a bishop.
///
/// # Examples
///
/// ```
/// use quadline::{Square, constant};
///
/// const BISHOP_ON_A1: u64 = constant::bishop_attacks(Square::A1, Square::C3.bit());
/// assert_eq!(BISHOP_ON_A1, Square::B2.bit() | Square::C3.bit());
/// ```
#[inline]
#[must_use]
pub const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Diagonal, occupied) | line_attacks(square, Line::Antidiagonal, occupied)
}

/// Returns the attacks of a queen.
///
/// # Examples
///
/// ```
/// use quadline::{Square, constant};
///
/// const QUEEN_ON_A1: u64 = constant::queen_attacks(Square::A1, 0);
/// assert_eq!(QUEEN_ON_A1.count_ones(), 21);
/// ```
#[inline]
#[must_use]
pub const fn queen_attacks(square: Square, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}
