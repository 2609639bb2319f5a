//! A position from bitboards, checked.

use core::fmt;

use super::{Color, Position, Role, state};
use crate::Square;

/// The bitboards and rules that a [`Position`] is made of, by name; [`Position::new`] has an example.
///
/// `Default` is an empty board with White to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// White's pieces.
    pub white: u64,
    /// Black's pieces.
    pub black: u64,
    /// The pawns of both colours.
    pub pawns: u64,
    /// The knights of both colours.
    pub knights: u64,
    /// The bishops of both colours.
    pub bishops: u64,
    /// The rooks of both colours.
    pub rooks: u64,
    /// The queens of both colours.
    pub queens: u64,
    /// The kings of both colours.
    pub kings: u64,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// The rooks that may still castle, of both colours, each on its square.
    pub castling_rooks: u64,
    /// The square that a pawn has just passed with two steps.
    pub en_passant: Option<Square>,
}

impl Default for Setup {
    fn default() -> Self {
        Self::of([0; 2], [0; 6])
    }
}

impl Setup {
    /// Returns the setup of eight bitboards, as most engines have them: White's and Black's pieces, and the pieces of both
    /// colors by kind in the order of [`Role::ALL`]. The other fields are those of the default.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Color, Position, Role, Setup};
    ///
    /// let start = Position::START;
    /// let (colors, roles) = (Color::ALL.map(|color| start.color(color)), Role::ALL.map(|role| start.role(role)));
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

/// Why something is no [`Position`]. `Display` says what is wrong and what would be right, in one line.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{InvalidPosition, Position, Setup, Color};
///
/// let error = Position::new(Setup::default()).unwrap_err();
/// assert_eq!(error, InvalidPosition::KingCount { color: Color::White, kings: 0 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// A square belongs to both colours.
    BothColors(Square),
    /// Something stands on a square that belongs to no colour.
    NoColor {
        /// The square.
        square: Square,
        /// What stands there.
        role: Role,
    },
    /// A square of a colour on which no kind of piece stands.
    NoRole {
        /// The square.
        square: Square,
        /// Whose it is.
        color: Color,
    },
    /// A square on which two kinds of pieces stand.
    TwoRoles {
        /// The square.
        square: Square,
        /// The first two of them.
        roles: [Role; 2],
    },
    /// No king, or more than one.
    KingCount {
        /// Whose.
        color: Color,
        /// How many.
        kings: u32,
    },
    /// A pawn where none can be.
    PawnOnOuterRank(Square),
    /// The side that has just moved could lose its king.
    OpponentInCheck {
        /// The side to move.
        side_to_move: Color,
        /// The square of the other side's king.
        king: Square,
    },
    /// A rook that may castle is not on the first or the eighth rank.
    CastlingRank(Square),
    /// No rook that could castle on a square that says so, or its king is not on its rank.
    CastlingRook {
        /// The square.
        square: Square,
        /// Whose rank it is.
        color: Color,
    },
    /// Two rooks on the same side of their king may castle.
    CastlingWing(Square),
    /// Not the rank that the opponent's pawns pass.
    EnPassantRank {
        /// The square.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// No pawn has just passed that square.
    EnPassantPawn {
        /// The square.
        square: Square,
        /// Where a pawn of the opponent has to be.
        pawn: Square,
    },
    /// The square, or the one the pawn came from, is not empty.
    EnPassantOccupied {
        /// The square.
        square: Square,
        /// The square that should be empty.
        occupied: Square,
    },
}

impl InvalidPosition {
    /// The field of a FEN that it is about, from 1.
    pub(super) const fn field(self) -> u8 {
        match self {
            Self::OpponentInCheck { .. } => 2,
            Self::CastlingRank(_) | Self::CastlingRook { .. } | Self::CastlingWing(_) => 3,
            Self::EnPassantRank { .. } | Self::EnPassantPawn { .. } | Self::EnPassantOccupied { .. } => 4,
            _ => 1,
        }
    }

    /// The message without the name of the field.
    pub(super) fn write(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BothColors(square) => {
                write!(formatter, "{square} is both white's and black's; a piece has one colour")
            }
            Self::NoColor { square, role } => {
                write!(
                    formatter,
                    "the {role} on {square} is neither white's nor black's; a piece has one colour"
                )
            }
            Self::NoRole { square, color } => write!(
                formatter,
                "{square} is {color}'s, but no kind of piece stands there; a piece is of one kind"
            ),
            Self::TwoRoles { square, roles: [one, other] } => {
                write!(formatter, "a {one} and a {other} on {square}; a piece is of one kind")
            }
            Self::KingCount { color, kings } => {
                write!(formatter, "number of {color} kings: {kings}; each side has exactly one")
            }
            Self::PawnOnOuterRank(square) => {
                write!(formatter, "a pawn on {square}; pawns stand on ranks 2 to 7")
            }
            Self::OpponentInCheck { side_to_move, king } => {
                let opponent = side_to_move.opponent();
                write!(
                    formatter,
                    "{side_to_move} is to move, but the {opponent} king on {king} is in check; \
                     only the side to move may be"
                )
            }
            Self::CastlingRank(square) => {
                write!(formatter, "{square}; rooks that may castle stand on ranks 1 and 8")
            }
            Self::CastlingRook { square, color } => {
                let rank = square.rank() + 1;
                write!(
                    formatter,
                    "{square} needs the {color} king on rank {rank} and a {color} rook on {square}"
                )
            }
            Self::CastlingWing(square) => {
                write!(formatter, "{square} repeats a right; each side has one per wing")
            }
            Self::EnPassantRank { square, side_to_move } => {
                let rank = passed_rank(side_to_move).trailing_zeros() / 8 + 1;
                write!(formatter, "{square}; with {side_to_move} to move it is on rank {rank}")
            }
            Self::EnPassantPawn { square, pawn } => {
                write!(formatter, "{square}; no pawn on {pawn} has just passed it")
            }
            Self::EnPassantOccupied { square, occupied } => {
                write!(formatter, "{square}; a pawn can only have passed it if {occupied} is empty")
            }
        }
    }
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: ", super::fen::FIELDS[usize::from(self.field() - 1)])?;
        self.write(formatter)
    }
}

/// The text, as `unwrap` prints it.
impl fmt::Debug for InvalidPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "InvalidPosition({self})")
    }
}

impl core::error::Error for InvalidPosition {}

impl Position {
    /// The position that consists of these bitboards, without any check. Rooks that may castle count on ranks 1 and 8
    /// only, an en passant square on ranks 3 and 6. It is `const`:
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

/// The rank where a pawn is passed by the opponent of the side to move.
pub(super) const fn passed_rank(side_to_move: Color) -> u64 {
    match side_to_move {
        Color::White => 0xff << 40,
        Color::Black => 0xff << 16,
    }
}
