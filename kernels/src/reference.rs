//! Reference implementation: a ray walk, square by square, on files and ranks as signed numbers.
//!
//! This is the definition of a sliding attack and a good file to read first. It shares no code with the
//! masks, formulas or lanes that are tested against it, and it is deliberately slow.

use crate::{Line, LineAttacks, Square};

/// Walks from the square in steps of `(files, ranks)` up to and including the first occupied square.
#[inline]
fn ray(square: Square, occupied: u64, files: i32, ranks: i32) -> u64 {
    let mut attacks = 0;
    let mut file = square.index() as i32 % 8 + files;
    let mut rank = square.index() as i32 / 8 + ranks;
    while (0..8).contains(&file) && (0..8).contains(&rank) {
        let bit = 1u64 << (8 * rank + file);
        attacks |= bit;
        if occupied & bit != 0 {
            break;
        }
        file += files;
        rank += ranks;
    }
    attacks
}

/// Returns the attacks along one line.
#[inline]
#[must_use]
pub fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    let (files, ranks) = match line {
        Line::Rank => (1, 0),
        Line::File => (0, 1),
        Line::Diagonal => (1, 1),
        Line::Antidiagonal => (-1, 1),
    };
    ray(square, occupied, files, ranks) | ray(square, occupied, -files, -ranks)
}

/// Returns the attacks along all four lines.
#[inline]
#[must_use]
pub fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    LineAttacks::from_array(Line::ALL.map(|line| line_attacks(square, line, occupied)))
}

/// Returns the attacks of a rook.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Rank, occupied) | line_attacks(square, Line::File, occupied)
}

/// Returns the attacks of a bishop.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Diagonal, occupied) | line_attacks(square, Line::Antidiagonal, occupied)
}

/// Returns the attacks of a queen.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}
