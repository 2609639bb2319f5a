//! [`BoardChange`], a change of a board of bytes.

use crate::Square;
use crate::chess::{Move, MoveKind, Piece};

/// A change of a [`Mailbox`](super::mailbox::Mailbox).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BoardChange {
    /// Puts a piece on a square, replacing any piece there.
    Put {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// Removes the piece on a square.
    Remove {
        /// The square.
        square: Square,
    },
    /// Moves a piece to another square, capturing a piece there.
    ///
    /// If the two squares are on a line, those between them must be empty, as in every legal move.
    Move {
        /// The square that the piece leaves.
        from: Square,
        /// The square that the piece moves to, different from `from`.
        to: Square,
        /// The piece after the move: another one for a promotion.
        becomes: Piece,
    },
    /// Moves a pawn diagonally and removes the pawn beside it, on the file of `to` and the rank of `from`.
    EnPassant {
        /// The square that the pawn leaves.
        from: Square,
        /// The empty square that it moves to.
        to: Square,
    },
    /// Moves a king and a rook to their squares after castling, which follow from the side of the rook.
    Castling {
        /// The square of the king before castling.
        king: Square,
        /// The square of the rook before castling.
        rook: Square,
    },
}

impl BoardChange {
    /// Returns the squares of king and rook after castling.
    #[inline(always)]
    pub(crate) const fn castled(king: Square, rook: Square) -> (Square, Square) {
        Move::new(king, rook, MoveKind::Castling).castled()
    }

    /// Returns the square of the pawn that is captured en passant.
    #[inline(always)]
    pub(crate) const fn captured_en_passant(from: Square, to: Square) -> Square {
        Square::new_masked(from.index() as u8 & 56 | to.index() as u8 & 7)
    }
}
