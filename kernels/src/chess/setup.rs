//! [`Setup`], the bitboards of a position, and [`InvalidPosition`], the error if they do not make one.

use core::fmt;

use super::{Color, Position, Role, state};
use crate::Square;

/// Bitboards, castling rights and en passant square from which a [`Position`] is created; see
/// [`Position::new`].
///
/// The default is an empty board with White to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The white pieces.
    pub white: u64,
    /// The black pieces.
    pub black: u64,
    /// The pawns of both colors.
    pub pawns: u64,
    /// The knights of both colors.
    pub knights: u64,
    /// The bishops of both colors.
    pub bishops: u64,
    /// The rooks of both colors.
    pub rooks: u64,
    /// The queens of both colors.
    pub queens: u64,
    /// The kings of both colors.
    pub kings: u64,
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks of both colors that may still castle, each on its square.
    pub castling_rooks: u64,
    /// The square that a pawn has just passed with a double push.
    pub en_passant: Option<Square>,
}

impl Default for Setup {
    fn default() -> Self {
        Self::of([0; 2], [0; 6])
    }
}

impl Setup {
    /// Creates a setup from eight bitboards, as most engines have them: white and black pieces, and the
    /// pieces of both colors by role, in the order of [`Role::ALL`]. The other fields have their default
    /// values.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, Setup};
    ///
    /// let start = Position::START;
    /// let (colors, roles) = (
    ///     Color::ALL.map(|color| start.color(color)),
    ///     Role::ALL.map(|role| start.role(role)),
    /// );
    /// let setup = Setup { castling_rooks: start.rooks(), ..Setup::of(colors, roles) };
    /// assert_eq!(Position::new(setup), Ok(start));
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(colors: [u64; 2], roles: [u64; 6]) -> Self {
        let ([white, black], [pawns, knights, bishops, rooks, queens, kings]) = (colors, roles);
        Self {
            white,
            black,
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            side_to_move: Color::White,
            castling_rooks: 0,
            en_passant: None,
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            white: position.white(),
            black: position.black(),
            pawns: position.pawns(),
            knights: position.knights(),
            bishops: position.bishops(),
            rooks: position.rooks(),
            queens: position.queens(),
            kings: position.kings(),
            side_to_move: position.side_to_move(),
            castling_rooks: position.castling_rooks(),
            en_passant: position.en_passant(),
        }
    }
}

/// The error returned when a [`Setup`] or a FEN does not describe a valid [`Position`].
///
/// `Display` writes one line with the error and with what would be valid.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Color, InvalidPosition, Position, Setup};
///
/// let error = Position::new(Setup::default()).unwrap_err();
/// assert_eq!(error, InvalidPosition::KingCount { color: Color::White, kings: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// A square belongs to both colors.
    BothColors(Square),
    /// A square has a piece, but belongs to no color.
    NoColor {
        /// The square.
        square: Square,
        /// The piece on it.
        role: Role,
    },
    /// A square belongs to a color, but has no piece.
    NoRole {
        /// The square.
        square: Square,
        /// The color.
        color: Color,
    },
    /// A square has pieces of two roles.
    TwoRoles {
        /// The square.
        square: Square,
        /// The first two of them.
        roles: [Role; 2],
    },
    /// A side has no king, or more than one.
    KingCount {
        /// The side.
        color: Color,
        /// The number of its kings.
        kings: u32,
    },
    /// A pawn is on the first or the eighth rank.
    PawnOnOuterRank(Square),
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The side to move.
        side_to_move: Color,
        /// The square of the other side's king.
        king: Square,
    },
    /// A rook that may castle is not on the first or the eighth rank.
    CastlingRank(Square),
    /// There is no rook on the square of a castling right, or its king is on another rank.
    CastlingRook {
        /// The square.
        square: Square,
        /// The color whose rank it is.
        color: Color,
    },
    /// Two rooks on the same side of their king may castle.
    CastlingWing(Square),
    /// The en passant square is not on the rank that the opponent's pawns pass.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// No pawn has just passed the en passant square.
    EnPassantPawn {
        /// The square.
        square: Square,
        /// The square on which the opponent's pawn would have to be.
        pawn: Square,
    },
    /// The en passant square, or the square that the pawn came from, is not empty.
    EnPassantOccupied {
        /// The square.
        square: Square,
        /// The square that should be empty.
        occupied: Square,
    },
    /// A packed board has more pieces than its 32 nibbles.
    TooManyPieces {
        /// The number of occupied squares.
        pieces: u32,
    },
    /// A square of a packed board has a number that the format does not use.
    UnusedNibble {
        /// The square.
        square: Square,
        /// The number, at most 15.
        nibble: u8,
    },
    /// A pawn of a packed board is marked as having just made a double push, but is on another rank than 4
    /// and 5, or is the second such pawn.
    PassedPawn(Square),
}

impl InvalidPosition {
    /// Returns the field of a FEN that the error is about, from 1.
    pub(super) const fn field(self) -> u8 {
        match self {
            Self::OpponentInCheck { .. } => 2,
            Self::CastlingRank(_) | Self::CastlingRook { .. } | Self::CastlingWing(_) => 3,
            Self::EnPassantRank { .. } | Self::EnPassantPawn { .. } | Self::EnPassantOccupied { .. } => 4,
            _ => 1,
        }
    }

    /// Writes the message without the name of the field.
    pub(super) fn write(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BothColors(square) => {
                write!(formatter, "{square} belongs to both white and black; each piece has one color")
            }
            Self::NoColor { square, role } => {
                write!(
                    formatter,
                    "the {role} on {square} belongs to neither white nor black; each piece has one color"
                )
            }
            Self::NoRole { square, color } => write!(
                formatter,
                "{square} belongs to {color}, but there is no piece on it; each piece has one role"
            ),
            Self::TwoRoles { square, roles: [one, other] } => {
                write!(formatter, "{square} has both a {one} and a {other}; each piece has one role")
            }
            Self::KingCount { color, kings } => {
                write!(formatter, "number of {color} kings: {kings}; each side must have exactly one")
            }
            Self::PawnOnOuterRank(square) => {
                write!(formatter, "there is a pawn on {square}; pawns can only be on ranks 2 to 7")
            }
            Self::OpponentInCheck { side_to_move, king } => {
                let opponent = side_to_move.opponent();
                write!(
                    formatter,
                    "{side_to_move} is to move, but the {opponent} king on {king} is in check; \
                     only the side to move may be in check"
                )
            }
            Self::CastlingRank(square) => {
                write!(formatter, "{square} is on the wrong rank; rooks that may castle are on ranks 1 and 8")
            }
            Self::CastlingRook { square, color } => {
                let rank = square.rank() + 1;
                write!(
                    formatter,
                    "{square} requires the {color} king on rank {rank} and a {color} rook on {square}"
                )
            }
            Self::CastlingWing(square) => {
                write!(
                    formatter,
                    "{square} repeats a castling right; each side has at most one on each side of its king"
                )
            }
            Self::EnPassantRank { square, side_to_move } => {
                let rank = passed_rank(side_to_move).trailing_zeros() / 8 + 1;
                write!(
                    formatter,
                    "{square} is on the wrong rank; with {side_to_move} to move, it must be on rank {rank}"
                )
            }
            Self::EnPassantPawn { square, pawn } => {
                write!(formatter, "no pawn on {pawn} has just passed {square}")
            }
            Self::EnPassantOccupied { square, occupied } => {
                write!(formatter, "a pawn can only have passed {square} if {occupied} is empty")
            }
            Self::TooManyPieces { pieces } => {
                write!(formatter, "{pieces} squares are occupied; a packed board has at most 32 pieces")
            }
            Self::UnusedNibble { square, nibble } => {
                write!(formatter, "{square} has the number {nibble}, which is no piece of this format")
            }
            Self::PassedPawn(square) => write!(
                formatter,
                "{square} is marked as a pawn that has just made a double push; there is at most one, on rank 4 or 5"
            ),
        }
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", super::fen::FIELDS[usize::from(self.field() - 1)])?;
        self.write(formatter)
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for InvalidPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "InvalidPosition({self})")
    }
}

impl core::error::Error for InvalidPosition {}

impl Position {
    /// Creates a position from bitboards, without any check, also in constants.
    ///
    /// Rooks that may castle are ignored except on ranks 1 and 8, and an en passant square except on ranks 3
    /// and 6.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Setup, Square};
    ///
    /// const ENDGAME: Position = Position::new_unchecked(Setup {
    ///     white: Square::A1.bit() | Square::A7.bit(),
    ///     black: Square::H8.bit(),
    ///     kings: Square::A1.bit() | Square::H8.bit(),
    ///     pawns: Square::A7.bit(),
    ///     knights: 0,
    ///     bishops: 0,
    ///     rooks: 0,
    ///     queens: 0,
    ///     side_to_move: Color::White,
    ///     castling_rooks: 0,
    ///     en_passant: None,
    /// });
    /// assert_eq!(ENDGAME.to_string(), "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    /// ```
    #[inline]
    #[must_use]
    pub const fn new_unchecked(setup: Setup) -> Self {
        let Setup { white, black, pawns, knights, bishops, rooks, queens, kings, .. } = setup;
        let en_passant = match setup.en_passant {
            Some(square) => square.bit() & state::EN_PASSANT,
            None => 0,
        };
        let turn = match setup.side_to_move {
            Color::White => 0,
            Color::Black => state::BLACK_TO_MOVE,
        };
        let state = setup.castling_rooks & state::CASTLING_ROOKS | en_passant | turn;
        Self { words: [white, black, pawns, knights, bishops | queens, rooks | queens, kings, state] }
    }
}

/// Returns the rank of the square that a pawn of the opponent has passed if `side_to_move` is to move.
pub(super) const fn passed_rank(side_to_move: Color) -> u64 {
    match side_to_move {
        Color::White => 0xff << 40,
        Color::Black => 0xff << 16,
    }
}
