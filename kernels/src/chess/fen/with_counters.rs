//! [`Fen`]: a position with the two counters of its FEN.

use core::fmt;
use core::str::FromStr;

use super::ParseFenError;
use super::read::Reader;
use super::write::four_fields;
use crate::chess::{Move, Position};

/// A position with the two counters of its FEN, which the rule of fifty moves and scoresheets need.
///
/// A [`Position`] contains what determines the legal moves. The counters do not, so they are kept beside it.
///
/// # Examples
///
/// ```
/// # mod quadline { pub mod fen { pub use quadline_kernels::Fen; } }
/// use quadline::fen::Fen;
///
/// let fen: Fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 48 99".parse()?;
/// assert_eq!((fen.halfmove_clock, fen.fullmove_number), (48, 99));
/// assert_eq!(fen.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 48 99");
///
/// let next = fen.play(fen.position.parse_uci("e1d1")?);
/// assert_eq!(next.to_string(), "4k3/8/8/8/8/8/4P3/3K4 b - - 49 99");
/// // A pawn moves, which resets the clock, or Black does, which counts the move.
/// assert_eq!(fen.play(fen.position.parse_uci("e2e4")?).halfmove_clock, 0);
/// assert_eq!(next.play(next.position.parse_uci("e8d8")?).fullmove_number, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The number of moves of both sides since the last capture or move of a pawn. After 100, either side may
    /// claim a draw.
    #[doc(alias = "halfmoves")]
    pub halfmove_clock: u16,
    /// The number of the move, which begins at 1 and increases after a move of Black. A 0 in a FEN is read
    /// as 1.
    #[doc(alias = "fullmoves")]
    pub fullmove_number: u16,
}

impl Fen {
    /// The starting position of standard chess.
    pub const START: Self = Self::new(Position::START);

    /// Returns a position with the counters of the beginning of a game, 0 and 1.
    #[inline]
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self { position, halfmove_clock: 0, fullmove_number: 1 }
    }

    /// Parses a FEN from bytes, as [`Position::from_fen_bytes`] does, and keeps its counters.
    ///
    /// A text of four fields has the counters 0 and 1.
    ///
    /// # Errors
    ///
    /// Returns an error with the problem, its field and its column.
    pub fn from_bytes(fen: &[u8]) -> Result<Self, ParseFenError> {
        let mut position = Position::from_words([0; 8]);
        let [halfmove_clock, fullmove_number] = Reader::read(fen, &mut position)?;
        Ok(Self { position, halfmove_clock, fullmove_number })
    }

    /// Returns the position and the counters after a legal move of the side to move.
    ///
    /// The counters do not exceed 65,535. If the move is not legal, the result is unspecified.
    #[inline]
    #[must_use]
    pub fn play(&self, chess_move: Move) -> Self {
        let position = &self.position;
        let resets = position.pawns() & chess_move.from().bit() != 0 || position.is_capture(chess_move);
        let moved = u16::from(position.side_to_move() == crate::Color::Black);
        Self {
            position: position.play(chess_move),
            halfmove_clock: if resets { 0 } else { self.halfmove_clock.saturating_add(1) },
            fullmove_number: self.fullmove_number.saturating_add(moved),
        }
    }
}

impl From<Position> for Fen {
    fn from(position: Position) -> Self {
        Self::new(position)
    }
}

/// Returns the starting position of standard chess.
impl Default for Fen {
    fn default() -> Self {
        Self::START
    }
}

/// Parses a FEN; see [`Fen::from_bytes`].
impl FromStr for Fen {
    type Err = ParseFenError;

    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        Self::from_bytes(fen.as_bytes())
    }
}

/// Writes a FEN of six fields, as a [`Position`] does, with these counters.
impl fmt::Display for Fen {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = four_fields(&self.position);
        text.put_number(self.halfmove_clock);
        text.put_number(self.fullmove_number);
        formatter.write_str(text.as_str())
    }
}
