//! [`Position::move_of`]: the legal move between two squares.

use super::castling::ARRIVALS;
use super::{Move, MoveKind, Position, Role};
use crate::Square;

impl Position {
    /// Returns the legal move from one square to another, or `None` if there is none.
    ///
    /// This is for moves from elsewhere, as a user interface, a file or another library describes them: two
    /// squares, and the role that a pawn is promoted to. A promotion without a role, or with one for another
    /// move, is not a move. Castling is found by the square of the rook, and also by the square that the king
    /// goes to if that is at least two squares away; a nearer one is a step of the king.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{MoveKind, Position, Role, Square};
    ///
    /// let position: Position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling =
    ///     position.move_of(Square::E1, Square::G1, None).expect("White may castle");
    /// assert_eq!((castling.to(), castling.kind()), (Square::H1, MoveKind::Castling));
    /// assert_eq!(position.move_of(Square::E1, Square::H1, None), Some(castling));
    /// let promotion = position.move_of(Square::A7, Square::A8, Some(Role::Queen));
    /// assert_eq!(promotion.map(|each| each.to_string()), Some("a7a8q".into()));
    /// assert_eq!(position.move_of(Square::A7, Square::A8, None), None);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    #[inline]
    #[must_use]
    pub fn move_of(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let is_pawn = self.pawns() & from.bit() != 0;
        let promotes = is_pawn && self.side_to_move().opponent().back_rank() & to.bit() != 0;
        let chess_move = match promotion {
            Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) if promotes => {
                Move::new(from, to, MoveKind::Promotion(role))
            }
            None if !promotes => self.move_without_promotion(from, to),
            _ => return None,
        };
        self.is_legal(chess_move).then_some(chess_move)
    }

    /// Returns the move between two squares with the kind that it would have.
    fn move_without_promotion(&self, from: Square, to: Square) -> Move {
        if self.kings() & from.bit() != 0
            && let Some(rook) = self.castling_rook(from, to)
        {
            return Move::new(from, rook, MoveKind::Castling);
        }
        Move::new(from, to, self.kind_of_step(from, to))
    }

    /// Returns the rook that a king castles with if it goes to a square that is the rook's or its own after
    /// castling.
    fn castling_rook(&self, king: Square, to: Square) -> Option<Square> {
        let rooks = self.castling_rooks() & self.side_to_move().back_rank();
        if rooks & to.bit() != 0 {
            return Some(to);
        }
        if king.rank() != to.rank() || king.file().abs_diff(to.file()) < 2 {
            return None;
        }
        let left = king.bit() - 1;
        let [[west, _], [east, _]] = ARRIVALS;
        if to.file() == east {
            Square::lowest(rooks & !left)
        } else if to.file() == west {
            Square::lowest(rooks & left)
        } else {
            None
        }
    }
}
