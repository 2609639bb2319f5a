//! Conversions between the types around a [`Position`], and [`ParsePieceError`].

use core::fmt;
use core::str::FromStr;

use super::{InvalidPosition, Move, MoveKind, Piece, Position, Role, Setup};

/// The error returned when a letter is not a [`Role`] or a [`Piece`].
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Color, Piece, Role};
///
/// assert_eq!(Role::try_from('n'), Ok(Role::Knight));
/// assert_eq!("K".parse(), Ok(Piece::new(Color::White, Role::King)));
/// let error = "x".parse::<Piece>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid piece: expected one letter of PNBRQK or pnbrqk"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsePieceError;

impl fmt::Display for ParsePieceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("invalid piece: expected one letter of PNBRQK or pnbrqk")
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for ParsePieceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParsePieceError({self})")
    }
}

impl core::error::Error for ParsePieceError {}

/// Converts a letter in upper or lower case; see [`Role::from_letter`].
impl TryFrom<char> for Role {
    type Error = ParsePieceError;

    fn try_from(letter: char) -> Result<Self, ParsePieceError> {
        Self::from_letter(letter).ok_or(ParsePieceError)
    }
}

/// Parses one letter in upper or lower case.
impl FromStr for Role {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        only_letter(text).and_then(Self::from_letter).ok_or(ParsePieceError)
    }
}

/// Converts a letter of a FEN; see [`Piece::from_letter`].
impl TryFrom<char> for Piece {
    type Error = ParsePieceError;

    fn try_from(letter: char) -> Result<Self, ParsePieceError> {
        Self::from_letter(letter).ok_or(ParsePieceError)
    }
}

/// Parses one letter of a FEN.
impl FromStr for Piece {
    type Err = ParsePieceError;

    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        only_letter(text).and_then(Self::from_letter).ok_or(ParsePieceError)
    }
}

/// Returns the character of a text that has exactly one.
fn only_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.as_str().is_empty())
}

/// Checks the position; see [`Position::new`].
impl TryFrom<Setup> for Position {
    type Error = InvalidPosition;

    fn try_from(setup: Setup) -> Result<Self, InvalidPosition> {
        Self::new(setup)
    }
}

/// Returns the bits; see [`Move::to_bits`].
impl From<Move> for u16 {
    #[inline]
    fn from(chess_move: Move) -> Self {
        chess_move.to_bits()
    }
}

/// Writes `normal`, `double push`, `en passant`, `castling` or `promotion to queen`.
impl fmt::Display for MoveKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Normal => "normal",
            Self::DoublePush => "double push",
            Self::EnPassant => "en passant",
            Self::Castling => "castling",
            Self::Promotion(Role::Knight) => "promotion to knight",
            Self::Promotion(Role::Bishop) => "promotion to bishop",
            Self::Promotion(Role::Rook) => "promotion to rook",
            // `Move::new` makes these promotions to a queen.
            Self::Promotion(Role::Queen | Role::Pawn | Role::King) => "promotion to queen",
        })
    }
}
