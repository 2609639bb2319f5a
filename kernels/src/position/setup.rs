//! A position from bitboards, checked.

use core::fmt;

use super::{Color, Position, Role, state, steps};
use crate::formula::{LineFormula, ObstructionFlip};
use crate::{Line, Square};

/// The bitboards and rules that a [`Position`] is made of, by name.
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
        Self {
            white: 0,
            black: 0,
            pawns: 0,
            knights: 0,
            bishops: 0,
            rooks: 0,
            queens: 0,
            kings: 0,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl core::error::Error for InvalidPosition {}

impl Position {
    /// The position that consists of these bitboards.
    ///
    /// # Errors
    /// What is wrong: a square of both colours, a piece of no colour, of no kind or of two; a side without exactly one
    /// king; pawns on the first or the eighth rank; a side in check that is not to move; a rook that may castle and is not
    /// there, is not on the rank of its king, or is one of two on the same side of it; an en passant square that no pawn
    /// has just passed. The first of these that is found.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, Setup, Square};
    ///
    /// let setup = Setup {
    ///     white: Square::E1.bit(),
    ///     black: Square::E8.bit() | Square::A1.bit(),
    ///     kings: Square::E1.bit() | Square::E8.bit(),
    ///     pawns: Square::A1.bit(),
    ///     ..Setup::default()
    /// };
    /// let error = Position::new(setup).unwrap_err();
    /// assert_eq!(error.to_string(), "piece placement: a pawn on a1; pawns stand on ranks 2 to 7");
    ///
    /// // White is in check by a queen, and to move: that is a position.
    /// let in_check = Setup { pawns: 0, queens: setup.pawns, ..setup };
    /// assert!(Position::new(in_check).is_ok());
    /// ```
    pub fn new(setup: Setup) -> Result<Self, InvalidPosition> {
        check_pieces(&setup)?;
        let position = Self::new_unchecked(setup);
        position.check_kings_and_pawns()?;
        position.check_opponent()?;
        check_castling_rooks(&setup)?;
        position.check_en_passant(setup.en_passant)?;
        Ok(position)
    }

    /// The position that consists of these bitboards, without any check. Rooks that may castle count on ranks 1 and 8
    /// only, an en passant square on ranks 3 and 6.
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

    /// One king each, no pawns where none can be.
    #[inline]
    pub(super) fn check_kings_and_pawns(&self) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            let kings = self.kings() & self.color(color);
            if !kings.is_power_of_two() {
                return Err(InvalidPosition::KingCount { color, kings: kings.count_ones() });
            }
        }
        let outer_ranks = Color::White.back_rank() | Color::Black.back_rank();
        match Square::lowest(self.pawns() & outer_ranks) {
            Some(square) => Err(InvalidPosition::PawnOnOuterRank(square)),
            None => Ok(()),
        }
    }

    /// The side that has just moved is not in check.
    #[inline]
    pub(super) fn check_opponent(&self) -> Result<(), InvalidPosition> {
        let side_to_move = self.side_to_move();
        match self.king(side_to_move.opponent()) {
            Some(king) if self.is_attacked(king, side_to_move) => {
                Err(InvalidPosition::OpponentInCheck { side_to_move, king })
            }
            _ => Ok(()),
        }
    }

    /// Whether a side attacks a square: a single question, asked of the square's own lines.
    fn is_attacked(&self, square: Square, attacker: Color) -> bool {
        let lines = |one, other, sliders: u64| {
            let attacks = |line| ObstructionFlip::line_attacks(square, line, self.occupied());
            // Without sliders the lines are not looked at.
            if sliders == 0 { 0 } else { (attacks(one) | attacks(other)) & sliders }
        };
        let (own, bit) = (self.color(attacker), square.bit());
        let steps = steps::knight_attacks(bit) & self.knights()
            | steps::king_attacks(bit) & self.kings()
            | steps::pawn_attacks(attacker.opponent(), bit) & self.pawns();
        steps & own != 0
            || lines(Line::Rank, Line::File, self.orthogonal_sliders() & own) != 0
            || lines(Line::Diagonal, Line::Antidiagonal, self.diagonal_sliders() & own) != 0
    }

    /// An en passant square is right if a pawn may just have passed it; whether a pawn can take it is for the
    /// generator of moves, and many programs write the square after every double step.
    #[inline]
    pub(super) fn check_en_passant(&self, square: Option<Square>) -> Result<(), InvalidPosition> {
        let Some(square) = square else { return Ok(()) };
        let side_to_move = self.side_to_move();
        if square.bit() & passed_rank(side_to_move) == 0 {
            return Err(InvalidPosition::EnPassantRank { square, side_to_move });
        }
        // One step on from the third or the sixth rank, and one step back.
        let pawn = Square::new_masked(u8::from(square) ^ 8);
        let origin = Square::new_masked(u8::from(square) ^ 24);
        if self.pawns() & self.color(side_to_move.opponent()) & pawn.bit() == 0 {
            return Err(InvalidPosition::EnPassantPawn { square, pawn });
        }
        match [square, origin].into_iter().find(|empty| self.occupied() & empty.bit() != 0) {
            Some(occupied) => Err(InvalidPosition::EnPassantOccupied { square, occupied }),
            None => Ok(()),
        }
    }
}

/// The rank where a pawn is passed by the opponent of the side to move.
const fn passed_rank(side_to_move: Color) -> u64 {
    match side_to_move {
        Color::White => 0xff << 40,
        Color::Black => 0xff << 16,
    }
}

/// Every piece of one colour and one kind.
fn check_pieces(setup: &Setup) -> Result<(), InvalidPosition> {
    let Setup { white, black, pawns, knights, bishops, rooks, queens, kings, .. } = *setup;
    if let Some(square) = Square::lowest(white & black) {
        return Err(InvalidPosition::BothColors(square));
    }
    let mut kinds = 0;
    let squares_of = [pawns, knights, bishops, rooks, queens, kings];
    for (role, squares) in Role::ALL.into_iter().zip(squares_of) {
        if let Some(square) = Square::lowest(squares & kinds) {
            let stands = |&index: &usize| squares_of[index] & square.bit() != 0;
            let first = (0..6).find(stands).map_or(role, |index| Role::ALL[index]);
            return Err(InvalidPosition::TwoRoles { square, roles: [first, role] });
        }
        if let Some(square) = Square::lowest(squares & !(white | black)) {
            return Err(InvalidPosition::NoColor { square, role });
        }
        kinds |= squares;
    }
    for (color, squares) in [(Color::White, white), (Color::Black, black)] {
        if let Some(square) = Square::lowest(squares & !kinds) {
            return Err(InvalidPosition::NoRole { square, color });
        }
    }
    Ok(())
}

/// Every rook that may castle is there, on the rank of its king, and alone on its side of it.
fn check_castling_rooks(setup: &Setup) -> Result<(), InvalidPosition> {
    if let Some(square) = Square::lowest(setup.castling_rooks & !state::CASTLING_ROOKS) {
        return Err(InvalidPosition::CastlingRank(square));
    }
    for (color, own) in [(Color::White, setup.white), (Color::Black, setup.black)] {
        let rights = setup.castling_rooks & color.back_rank();
        let king = setup.kings & own & color.back_rank();
        let allowed = if king == 0 { 0 } else { setup.rooks & own };
        if let Some(square) = Square::lowest(rights & !allowed) {
            return Err(InvalidPosition::CastlingRook { square, color });
        }
        // The king is above the rooks of the one wing and below those of the other.
        for wing in [rights & king.wrapping_sub(1), rights & !king.wrapping_sub(1)] {
            if let Some(second) = Square::lowest(wing & wing.wrapping_sub(1)) {
                return Err(InvalidPosition::CastlingWing(second));
            }
        }
    }
    Ok(())
}
