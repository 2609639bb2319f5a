//! [`Position::play`], which plays a move.

use super::{Move, MoveKind, Position, Role, state, word};
use crate::line::{A_FILE, H_FILE};

impl Position {
    /// Returns the position after a legal move of the side to move.
    ///
    /// After a double push, the en passant square is set only if an enemy pawn attacks it, whether or not
    /// that side's king is then in check. Transpositions therefore lead to equal positions with equal FENs.
    /// If the move is not legal, the result is unspecified, but the function does not panic.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut position = Position::START;
    /// for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
    ///     position = position.play(position.parse_uci(text)?);
    /// }
    /// assert_eq!(position.to_string(), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1");
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn play(&self, chess_move: Move) -> Self {
        let (from, to) = (chess_move.from(), chess_move.to());
        let changed = from.bit() | to.bit();
        let own = self.side_to_move() as usize;

        // In every word, the piece on `from` moves to `to`, and a captured piece is removed.
        let mut words = self.words;
        for squares in &mut words[..word::STATE] {
            let moves = *squares >> from.index() & 1;
            *squares = *squares & !changed | moves << to.index();
        }
        // A rook that moves or is captured loses its right to castle, and so do both rooks if the king moves.
        let king_moves = self.kings() & from.bit() != 0;
        let lost = changed | if king_moves { self.side_to_move().back_rank() } else { 0 };
        words[word::STATE] = self.words[word::STATE] & !(state::EN_PASSANT | lost & state::CASTLING_ROOKS)
            ^ state::BLACK_TO_MOVE;

        match chess_move.kind() {
            MoveKind::Normal => {}
            MoveKind::DoublePush => {
                let beside = (to.bit() & !H_FILE) << 1 | (to.bit() & !A_FILE) >> 1;
                if beside & words[word::PAWNS] & words[1 - own] != 0 {
                    // Between ranks 2 and 4, or 7 and 5.
                    words[word::STATE] |= 1 << (to.index() ^ 8) & state::EN_PASSANT;
                }
            }
            MoveKind::EnPassant => {
                let captured = 1 << (to.index() ^ 8);
                words[1 - own] &= !captured;
                words[word::PAWNS] &= !captured;
            }
            MoveKind::Castling => {
                // The code above has moved the king to the rook's square and removed the rook.
                let (king, rook) = chess_move.castled();
                words[own] = words[own] & !to.bit() | king.bit() | rook.bit();
                words[word::KINGS] = words[word::KINGS] & !to.bit() | king.bit();
                words[word::ORTHOGONAL] |= rook.bit();
            }
            MoveKind::Promotion(role) => {
                words[word::PAWNS] &= !to.bit();
                if role == Role::Knight {
                    words[word::KNIGHTS] |= to.bit();
                }
                if matches!(role, Role::Bishop | Role::Queen) {
                    words[word::DIAGONAL] |= to.bit();
                }
                if matches!(role, Role::Rook | Role::Queen) {
                    words[word::ORTHOGONAL] |= to.bit();
                }
            }
        }
        Self { words }
    }
}
