//! What the king of the side to move has to fear.

use core::fmt;

use crate::Bitboard;

/// Checks, pins and dangers of the side to move: what a generator has to know before the first move.
///
/// [`Position::checks_and_pins`](crate::Position::checks_and_pins) has an example.
///
/// `Default` is the answer where nothing can be said: no checks, no pins, no squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct ChecksAndPins {
    /// The enemy's pieces that give check.
    pub checkers: u64,
    /// The pieces of the side to move that may not leave the line between their king and an enemy's slider.
    pub pinned: u64,
    /// Where a piece other than the king may go as far as checks are concerned: all squares without a check, the checker
    /// and the squares between it and the king with one, none with two. En passant is not told by it: the capture may
    /// end the check of the pawn that it takes.
    pub evasions: u64,
    /// The squares that the enemy attacks with the king of the side to move taken off the board, those of its own pieces
    /// that it covers included: where that king may not go.
    pub king_danger: u64,
}

impl fmt::Debug for ChecksAndPins {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ChecksAndPins")
            .field("checkers", &Bitboard(self.checkers))
            .field("pinned", &Bitboard(self.pinned))
            .field("evasions", &Bitboard(self.evasions))
            .field("king_danger", &Bitboard(self.king_danger))
            .finish()
    }
}
