//! [`ChecksAndPins`] of the side to move.

use core::fmt;

use crate::Bitboard;

/// Checks, pins and squares that the king cannot enter, for the side to move.
///
/// [`Position::checks_and_pins`](crate::Position::checks_and_pins) has an example.
///
/// The default is no checks, no pins and no squares, and it is also the result if the side to move has no
/// king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
#[non_exhaustive]
pub struct ChecksAndPins {
    /// The enemy's pieces that give check.
    pub checkers: u64,
    /// The pieces of the side to move that may only move along the line between their king and an enemy's
    /// slider.
    pub pinned: u64,
    /// The squares that a piece other than the king can move to without leaving its king in check.
    ///
    /// These are all squares without a check, the checker and the squares between it and the king with one
    /// check, and none with two. They do not cover en passant, which can capture a checking pawn that is not
    /// on the destination of the move.
    pub evasions: u64,
    /// The squares that the king cannot enter, because the enemy attacks them once the king has left its
    /// square. They include squares of enemy pieces that are protected.
    pub king_danger: u64,
}

impl fmt::Debug for ChecksAndPins {
    #[inline]
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
