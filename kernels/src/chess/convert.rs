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
/// assert_eq!(error.to_string(), "invalid piece: expected one letter of PNBRQK or pnbrqk");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use std::string::ToString;

    #[test]
    fn letters_are_pieces() {
        for piece in (0..=255).filter_map(Piece::from_byte) {
            let text = piece.letter().to_string();
            assert_eq!((text.parse(), Piece::try_from(piece.letter())), (Ok(piece), Ok(piece)));
            assert_eq!((text.parse(), Role::try_from(piece.letter())), (Ok(piece.role()), Ok(piece.role())));
        }
        for wrong in ["", "x", "kk", "k ", " k", "1", "é"] {
            assert_eq!(wrong.parse::<Piece>(), Err(ParsePieceError), "{wrong:?}");
            assert_eq!(wrong.parse::<Role>(), Err(ParsePieceError), "{wrong:?}");
        }
        assert!(Role::try_from('x').is_err() && Piece::try_from('♚').is_err());
        assert_eq!(
            std::format!("{ParsePieceError:?}"),
            "ParsePieceError(invalid piece: expected one letter of PNBRQK or pnbrqk)"
        );
    }

    #[test]
    fn positions_are_converted() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "qrbnk3/P7/8/8/8/8/8/4KNBR w - - 0 1",
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(Position::try_from(&crate::threats::Mailbox::from(&position)), Ok(position));
            assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
        }
        let empty = InvalidPosition::KingCount { color: Color::White, kings: 0 };
        assert_eq!(Position::try_from(&crate::threats::Mailbox::EMPTY), Err(empty));
        assert_eq!(Position::try_from(Setup::default()), Err(empty));
    }

    #[test]
    fn kinds_are_written() {
        let promotions = Role::PROMOTIONS.map(MoveKind::Promotion);
        let kinds = [MoveKind::Normal, MoveKind::DoublePush, MoveKind::EnPassant, MoveKind::Castling];
        let texts: std::vec::Vec<_> = kinds.iter().chain(&promotions).map(ToString::to_string).collect();
        assert_eq!(
            texts.join(", "),
            "normal, double push, en passant, castling, promotion to knight, promotion to bishop, \
             promotion to rook, promotion to queen"
        );
        assert_eq!(u16::from(Move::from_bits(0x1234)), 0x1234);
    }
}
