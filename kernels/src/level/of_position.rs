//! What a position is asked without a token: calls of the run-time dispatch.

use super::Level;
use super::dispatch::agreed_token;
use crate::positions::lists::MoveList;
use crate::{ChecksAndPins, Move, Position};

/// Each is dispatched at run time, a load and an indirect call, to the same method of a [`Level`]: a loop over positions is
/// better a [batch](crate::batch), or compiled as a whole for a level. They panic if `QUADLINE_LEVEL` names a level that
/// cannot be used.
impl Position {
    /// All squares that White attacks, and all that Black attacks; the pieces that they cover are among them.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, bitboard};
    ///
    /// let [white, _] = Position::START.attacked_squares();
    /// assert_eq!(white, bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     1 1 1 1 1 1 1 1
    ///     1 1 1 1 1 1 1 1
    ///     . 1 1 1 1 1 1 .
    /// });
    /// ```
    #[inline]
    #[must_use]
    pub fn attacked_squares(&self) -> [u64; 2] {
        agreed_token().attacked_squares(self)
    }

    /// Checks, pins and where the king cannot go, for the side to move.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let found = position.checks_and_pins();
    /// assert_eq!(found.checkers, Square::E4.bit());
    /// assert_eq!(found.evasions, Square::E2.bit() | Square::E3.bit() | Square::E4.bit());
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn checks_and_pins(&self) -> ChecksAndPins {
        agreed_token().checks_and_pins(self)
    }

    /// The number of legal moves.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// assert_eq!(quadline::Position::START.legal_move_count(), 20);
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_move_count(&self) -> u16 {
        agreed_token().legal_move_count(self)
    }

    /// Returns all legal moves.
    ///
    /// Their order is unspecified and differs between levels.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// assert_eq!(position.moves()[..], [Move::new(Square::H1, Square::G1, MoveKind::Normal)]);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn moves(&self) -> MoveList {
        agreed_token().moves(self)
    }

    /// Writes all legal moves to `moves` and returns their number.
    ///
    /// The order of the moves is unspecified and differs between levels. If `moves` is too short, the moves that do not fit are
    /// not written, but they are counted: the returned number is then larger than `moves.len()`. Moves are stored in whole
    /// vectors, so what the places behind the last move hold afterwards is unspecified.
    /// [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are enough for every position.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// let mut moves = [Move::default(); 8];
    /// let number = position.legal_moves(&mut moves);
    /// assert_eq!(moves[..number], [Move::new(Square::H1, Square::G1, MoveKind::Normal)]);
    ///
    /// // Too little room: the first eight moves are written, and the number is that of all moves.
    /// assert_eq!(Position::START.legal_moves(&mut moves), 20);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self, moves: &mut [Move]) -> usize {
        agreed_token().legal_moves(self, moves)
    }

    /// Writes the positions after all legal moves to `successors`, in the order of
    /// [`legal_moves`](Position::legal_moves), and returns their number.
    ///
    /// If `successors` is too short, the positions that do not fit are not written, but they are counted: the returned number
    /// is then larger than `successors.len()`. [`MAX_LEGAL_MOVES`](crate::positions::lists::MAX_LEGAL_MOVES) places are enough
    /// for every position.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let mut successors = [Position::START; 20];
    /// assert_eq!(Position::START.successors(&mut successors), 20);
    /// assert_eq!(successors.iter().map(|position| position.legal_move_count()).sum::<u16>(), 400);
    /// ```
    #[inline]
    pub fn successors(&self, successors: &mut [Position]) -> usize {
        agreed_token().successors(self, successors)
    }
}
