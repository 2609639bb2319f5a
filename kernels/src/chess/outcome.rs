//! [`Position::outcome`]: whether a game has ended.

use core::fmt;

use super::Position;

/// The squares of the color of a1.
const DARK_SQUARES: u64 = 0xaa55_aa55_aa55_aa55;

/// The end of a game that a position alone shows; see [`Position::outcome`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move. The other side has won.
    Checkmate,
    /// The side to move is not in check and has no legal move. The game is drawn.
    Stalemate,
    /// Neither side can ever give checkmate with its pieces. The game is drawn.
    InsufficientMaterial,
}

/// Writes `checkmate`, `stalemate` or `insufficient material`.
impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
        })
    }
}

impl Position {
    /// Returns whether and how the game has ended, as far as the position alone shows it.
    ///
    /// The rule of fifty moves and repetitions are the caller's, because a position contains neither clocks
    /// nor a history: keep the counters beside the position, and the keys of the game's positions
    /// ([`ZobristKeys`]) in a list.
    ///
    /// Material is insufficient if no sequence of legal moves leads to checkmate, whatever the squares of the
    /// pieces: if there are only the kings, the kings and one knight, or the kings and bishops that are all
    /// on squares of one color. Positions in which blocked pawns make checkmate impossible are not detected.
    ///
    /// [`ZobristKeys`]: crate::ZobristKeys
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Outcome, Position};
    ///
    /// let outcome =
    ///     |fen: &str| fen.parse::<Position>().map(|position| position.outcome());
    /// assert_eq!(outcome("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?, Some(Outcome::Checkmate));
    /// assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?, Some(Outcome::Stalemate));
    /// assert_eq!(
    ///     outcome("7k/8/6K1/8/8/8/8/6B1 b - - 0 1")?,
    ///     Some(Outcome::InsufficientMaterial)
    /// );
    /// // No legal move, and not enough material either.
    /// assert_eq!(
    ///     outcome("8/8/8/8/8/1k6/2b5/K7 w - - 0 1")?,
    ///     Some(Outcome::InsufficientMaterial)
    /// );
    /// assert_eq!(Position::START.outcome(), None);
    /// # Ok::<(), quadline_kernels::ParseFenError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    #[doc(alias("status", "is_checkmate", "is_stalemate", "is_game_over", "is_insufficient_material"))]
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.has_insufficient_material() {
            // The side to move may be stalemated too, but it cannot be checkmated.
            Some(Outcome::InsufficientMaterial)
        } else if self.has_legal_moves() {
            None
        } else if self.checkers() != 0 {
            Some(Outcome::Checkmate)
        } else {
            Some(Outcome::Stalemate)
        }
    }

    /// Returns whether neither side can ever give checkmate with its pieces.
    const fn has_insufficient_material(&self) -> bool {
        if self.pawns() | self.orthogonal_sliders() != 0 {
            return false;
        }
        let (knights, bishops) = (self.knights(), self.bishops());
        if knights == 0 {
            bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0
        } else {
            bishops == 0 && knights.is_power_of_two()
        }
    }
}
