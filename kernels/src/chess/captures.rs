//! [`Position::captured`]: the piece that a move captures.

use super::{Move, Position, Role};

impl Position {
    /// Returns the role of the piece that a legal move captures, or `None` if the move is not a capture.
    ///
    /// This is not the role on the square [`Move::to`] for two kinds of moves: an en passant capture captures
    /// a pawn from another square, and castling, whose destination is the square of its own rook, captures
    /// nothing. If the move is not legal, the result is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Role};
    ///
    /// // r . . . k . . r
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . p P . . .      Black's pawn has just come from d7.
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // . . . . . . . .
    /// // R . . . K . . R
    /// let position: Position = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".parse()?;
    /// assert_eq!(position.captured(position.parse_uci("a1a8")?), Some(Role::Rook));
    /// assert_eq!(position.captured(position.parse_uci("e5d6")?), Some(Role::Pawn));
    /// assert_eq!(position.captured(position.parse_uci("e1g1")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "capture")]
    #[inline]
    #[must_use]
    pub const fn captured(&self, chess_move: Move) -> Option<Role> {
        if chess_move.is_en_passant() {
            Some(Role::Pawn)
        } else if chess_move.is_castling() {
            None
        } else {
            self.role_at(chess_move.to())
        }
    }

    /// Returns whether a legal move captures a piece, en passant included.
    ///
    /// If the move is not legal, the result is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let position: Position = "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let captures =
    ///     position.moves().into_iter().filter(|&each| position.is_capture(each));
    /// assert_eq!(captures.map(|each| each.to_string()).collect::<Vec<_>>(), ["d1d5"]);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_capture(&self, chess_move: Move) -> bool {
        let is_occupied = self.occupied() & chess_move.to().bit() != 0;
        chess_move.is_en_passant() || is_occupied && !chess_move.is_castling()
    }
}
