//! What a position is asked without a token: calls of the run-time dispatch.

use super::Level;
use super::dispatch::agreed_token;
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

    /// Writes all legal moves, as far as there is room, and tells how many there are. There are at most
    /// [`MOST_MOVES`](crate::positions::moves::MOST_MOVES) in a position that can be reached in a game.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Position, Square};
    ///
    /// let position: Position = "8/8/8/8/8/6k1/8/7K w - - 0 1".parse()?;
    /// let mut moves = [Move::from_bits(0); 8];
    /// let count = position.legal_moves(&mut moves);
    /// assert_eq!(moves[..count], [Move::new(Square::H1, Square::G1, MoveKind::Normal)]);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    #[inline]
    pub fn legal_moves(&self, moves: &mut [Move]) -> usize {
        agreed_token().legal_moves(self, moves)
    }

    /// Writes the positions after all legal moves, in the order of [`legal_moves`](Position::legal_moves), as far as there
    /// is room, and tells how many there are.
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
