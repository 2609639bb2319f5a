//! The single calls for constants: `const fn`, the same on every CPU.
//!
//! ```
//! use quadline::{Square, bitboard, constant};
//!
//! const ROOK_ON_B2: u64 = constant::rook_attacks(Square::B2, bitboard! {
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . 1 1 .
//!     . 1 . . . . . .
//! });
//! assert_eq!(ROOK_ON_B2, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     1 . 1 1 1 1 . .
//!     . 1 . . . . . .
//! });
//! ```

use crate::{Line, LineAttacks, Square};

/// The attacks along one line, in a constant.
///
/// Infuehr's obstruction difference (2022). A `const fn` cannot be generic over the lanes, so that the formula stands
/// here once more, on plain words and without a table.
pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    let line_ex = line.through(square) & !square.bit();
    let below = square.bit() - 1;
    let upper = occupied & line_ex & !below;
    let lower = occupied & line_ex & below | 1;
    let ms1b = 1 << (63 - lower.leading_zeros());
    (upper ^ upper.wrapping_sub(ms1b)) & line_ex
}

/// The attacks along the four lines, in a constant.
pub const fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    LineAttacks::from_array([
        line_attacks(square, Line::Rank, occupied),
        line_attacks(square, Line::File, occupied),
        line_attacks(square, Line::Diagonal, occupied),
        line_attacks(square, Line::Antidiagonal, occupied),
    ])
}

/// The attacks of a rook, in a constant.
pub const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    queen_attacks_x4(square, occupied).rook()
}

/// The attacks of a bishop, in a constant.
pub const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    queen_attacks_x4(square, occupied).bishop()
}

/// The attacks of a queen, in a constant.
pub const fn queen_attacks(square: Square, occupied: u64) -> u64 {
    queen_attacks_x4(square, occupied).queen()
}
