//! Attacks of sets of pawns, knights and kings, computed by shifts without tables.
//!
//! See [knight pattern](https://www.chessprogramming.org/Knight_Pattern) in the Chess Programming Wiki.

use crate::Color;
use crate::line::{A_FILE, H_FILE};

/// The leaps of a knight, as files and ranks. Opposite leaps are four apart.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the squares that knights attack.
#[must_use]
pub const fn knight_attacks(knights: u64) -> u64 {
    let one_file = (knights & !H_FILE) << 1 | (knights & !A_FILE) >> 1;
    let two_files = (knights & !(H_FILE | H_FILE >> 1)) << 2 | (knights & !(A_FILE | A_FILE << 1)) >> 2;
    one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8
}

/// Returns the squares that kings attack.
#[must_use]
pub const fn king_attacks(kings: u64) -> u64 {
    let beside = (kings & !H_FILE) << 1 | (kings & !A_FILE) >> 1;
    let three_files = beside | kings;
    beside | three_files << 8 | three_files >> 8
}

/// Returns the squares that pawns of one color attack.
#[must_use]
pub const fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    let beside = (pawns & !H_FILE) << 1 | (pawns & !A_FILE) >> 1;
    match color {
        Color::White => beside << 8,
        Color::Black => beside >> 8,
    }
}
