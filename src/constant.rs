//! The single calls as `const fn`, for constants, tables and interfaces that are `const` themselves.
//!
//! In a build that fixes no [level](crate::level) with vectors, they compute what the free functions of the
//! [crate] compute: [Kindergarten bitboards](quadline_kernels::formula::kindergarten) in 12 KiB of tables. A
//! `const fn` cannot call the intrinsics that the free functions inline in other builds, so the two are
//! separate: call the free functions unless the interface has to be `const`.
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

use quadline_kernels::formula::KindergartenOnWords;

use crate::{Line, LineAttacks, Square};

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
    KindergartenOnWords::line_attacks(square, line, occupied)
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
