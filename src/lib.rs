#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

pub mod batch;
pub mod constant;
pub mod guide;
pub mod level;

/// The parts of the errors that reading a FEN returns.
pub mod fen {
    pub use quadline_kernels::{Excerpt, FenProblem};
}

pub use quadline_kernels::positions::lists::{MAX_LEGAL_MOVES, MoveList};
pub use quadline_kernels::{Bitboard, Line, LineAttacks, ParseSquareError, Sliders, Square, bitboard};
pub use quadline_kernels::{
    ChecksAndPins, Color, InvalidPosition, Move, MoveKind, ParseFenError, ParseMoveError, Piece, Position,
    Role, Setup,
};

use level::Level;
use quadline_kernels::formula::{LineFormula, ObstructionFlip};

/// The attacks of a slider along one line.
///
/// The general routine of the source articles, by Infuehr's obstruction difference (2022) on plain words: it inlines,
/// with no dispatch, and reads at most 6 KiB of masks.
///
/// ```
/// use quadline::{Line, Square, bitboard, line_attacks};
///
/// let occupied = Square::B1.bit() | Square::G1.bit();
/// assert_eq!(line_attacks(Square::D1, Line::Rank, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . 1 1 . 1 1 1 .
/// });
/// ```
#[inline]
pub fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    ObstructionFlip::line_attacks(square, line, occupied)
}

/// The attacks of a queen along rank, file, diagonal and antidiagonal, from one pass over four lanes.
///
/// ```
/// use quadline::{Square, bitboard, queen_attacks_x4};
/// assert_eq!(queen_attacks_x4(Square::C2, 0).antidiagonal(), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     1 . . . . . . .
///     . 1 . . . . . .
///     . . . . . . . .
///     . . . 1 . . . .
/// });
/// ```
///
/// The call is dispatched at run time: one load and an indirect call. In a build that fixes the [level] it inlines. In a
/// loop that matters, take a token ([`level::dispatch`]) or a [`batch`]. The result does not depend on the slider's own
/// bit, on edge squares, or on squares off its lines.
///
/// # Panics
///
/// At the first dispatch, if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    level::token().queen_attacks_x4(square, occupied)
}

/// The attacks of a rook, along rank and file.
///
/// ```
/// use quadline::{Square, bitboard, rook_attacks};
/// assert_eq!(rook_attacks(Square::C2, Square::C5.bit() | Square::B2.bit()), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . 1 . . . . .
///     . . 1 . . . . .
///     . . 1 . . . . .
///     . 1 . 1 1 1 1 1
///     . . 1 . . . . .
/// });
/// ```
///
/// The call is dispatched at run time: one load and an indirect call. In a build that fixes the [level] it inlines. In a
/// loop that matters, take a token ([`level::dispatch`]) or a [`batch`]. The result does not depend on the slider's own
/// bit, on edge squares, or on squares off its lines.
///
/// # Panics
///
/// At the first dispatch, if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn rook_attacks(square: Square, occupied: u64) -> u64 {
    level::token().rook_attacks(square, occupied)
}

/// The attacks of a bishop, along both diagonals.
///
/// ```
/// use quadline::{Square, bishop_attacks, bitboard};
/// assert_eq!(bishop_attacks(Square::C2, Square::F5.bit()), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . 1 . .
///     1 . . . 1 . . .
///     . 1 . 1 . . . .
///     . . . . . . . .
///     . 1 . 1 . . . .
/// });
/// ```
///
/// The call is dispatched at run time: one load and an indirect call. In a build that fixes the [level] it inlines. In a
/// loop that matters, take a token ([`level::dispatch`]) or a [`batch`]. The result does not depend on the slider's own
/// bit, on edge squares, or on squares off its lines.
///
/// # Panics
///
/// At the first dispatch, if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    level::token().bishop_attacks(square, occupied)
}

/// The attacks of a queen, along all four lines.
///
/// ```
/// use quadline::{Square, bitboard, queen_attacks};
/// assert_eq!(queen_attacks(Square::H1, Square::H3.bit() | Square::E4.bit()), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . 1 . . .
///     . . . . . 1 . 1
///     . . . . . . 1 1
///     1 1 1 1 1 1 1 .
/// });
/// ```
///
/// The call is dispatched at run time: one load and an indirect call. In a build that fixes the [level] it inlines. In a
/// loop that matters, take a token ([`level::dispatch`]) or a [`batch`]. The result does not depend on the slider's own
/// bit, on edge squares, or on squares off its lines.
///
/// # Panics
///
/// At the first dispatch, if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn queen_attacks(square: Square, occupied: u64) -> u64 {
    level::token().queen_attacks(square, occupied)
}
