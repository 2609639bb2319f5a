//! Moves in 16 bits, and their UCI notation.

use core::fmt;

use super::{Color, Excerpt, Position, Role};
use crate::Square;

/// What a [`Move`] does besides taking a piece from one square to another. Captures are not told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// Nothing else, a capture at most.
    Normal,
    /// A pawn's first two steps at once.
    DoublePush,
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// King and rook move; the move's `to` is the rook's square, as in Chess960.
    Castling,
    /// A pawn becomes a knight, bishop, rook or queen.
    Promotion(Role),
}

/// A move in 16 bits: six for the square it starts from (the lowest), six for the square it goes to, four for its kind.
///
/// `Display` writes it in UCI notation. If the king castles, the move goes from the king to its own rook. It is written
/// so in Chess960; where king and rook stand as in standard chess it is written with the king's two steps. `{:#}`
/// writes the former always, which is what programs expect that have been told `UCI_Chess960`.
///
/// `Default` is the move of the bits 0, from a1 to a1, which is never legal: it fills places for moves.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Move, MoveKind, Role, Square};
///
/// let promotion = Move::new(Square::A7, Square::B8, MoveKind::Promotion(Role::Queen));
/// assert_eq!(promotion.to_string(), "a7b8q");
/// assert_eq!((promotion.from(), promotion.to()), (Square::A7, Square::B8));
/// assert_eq!(promotion.promotion(), Some(Role::Queen));
/// assert_eq!(Move::from_bits(promotion.to_bits()), promotion);
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
/// assert_eq!(format!("{castling} {castling:#}"), "e1g1 e1h1");
/// assert_eq!(size_of::<Move>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Move(u16);

/// The kinds as numbers, in the upper four bits.
pub(crate) mod kind {
    pub(crate) const NORMAL: u16 = 0 << 12;
    pub(crate) const DOUBLE_PUSH: u16 = 1 << 12;
    pub(crate) const EN_PASSANT: u16 = 2 << 12;
    pub(crate) const CASTLING: u16 = 3 << 12;
    /// To a knight; bishop, rook and queen follow.
    pub(crate) const PROMOTION: u16 = 4 << 12;
}

impl Move {
    /// The move from a square to a square. A promotion to a pawn or a king, which there is not, is one to a queen.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let kind = match kind {
            MoveKind::Normal => kind::NORMAL,
            MoveKind::DoublePush => kind::DOUBLE_PUSH,
            MoveKind::EnPassant => kind::EN_PASSANT,
            MoveKind::Castling => kind::CASTLING,
            MoveKind::Promotion(Role::Knight) => kind::PROMOTION,
            MoveKind::Promotion(Role::Bishop) => kind::PROMOTION + (1 << 12),
            MoveKind::Promotion(Role::Rook) => kind::PROMOTION + (2 << 12),
            MoveKind::Promotion(_) => kind::PROMOTION + (3 << 12),
        };
        Self(from.index() as u16 | (to.index() as u16) << 6 | kind)
    }

    /// The move of these bits, see [`to_bits`](Self::to_bits). The highest bit means nothing and is dropped.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7fff)
    }

    /// The move of these bits, of which the highest is not set.
    #[inline(always)]
    pub(crate) const fn of_any_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits of the move: `from` in the lowest six, `to` in the next six, above them 0 for a normal move, 1 for a double
    /// push, 2 for en passant, 3 for castling, 4 to 7 for promotions to a knight, bishop, rook and queen.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Where it starts from; the king's square, if the king castles.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new_masked(self.0 as u8)
    }

    /// Where it goes; the rook's square, if the king castles.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new_masked((self.0 >> 6) as u8)
    }

    /// What else happens.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.promotion() {
            Some(role) => MoveKind::Promotion(role),
            None => match self.0 >> 12 & 3 {
                0 => MoveKind::Normal,
                1 => MoveKind::DoublePush,
                2 => MoveKind::EnPassant,
                _ => MoveKind::Castling,
            },
        }
    }

    /// What a pawn becomes, if it is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.0 & kind::PROMOTION == 0 { None } else { Some(Role::PROMOTIONS[(self.0 >> 12 & 3) as usize]) }
    }

    /// Whether the king castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 >> 12 == kind::CASTLING >> 12
    }

    /// Whether a pawn is captured in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == kind::EN_PASSANT >> 12
    }

    /// Where king and rook stand after castling: the g- and f-file of their rank, or the c- and d-file.
    #[inline]
    pub(crate) const fn castled(self) -> (Square, Square) {
        let rank = self.from().index() as u8 & 56;
        let (king, rook) = if self.to().index() > self.from().index() { (6, 5) } else { (2, 3) };
        (Square::new_masked(rank + king), Square::new_masked(rank + rook))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, mut to) = (self.from(), self.to());
        let standard = from.file() == 4 && matches!(to.file(), 0 | 7);
        if self.is_castling() && standard && !formatter.alternate() {
            to = self.castled().0;
        }
        // One call with the whole text: a formatted square costs more than everything else.
        let name = |square: Square| [b'a' + square.file(), b'1' + square.rank()];
        let ([a, b], [c, d]) = (name(from), name(to));
        let promotion = self.promotion().map(Role::letter);
        let text = [a, b, c, d, promotion.unwrap_or(' ') as u8];
        let length = if promotion.is_some() { 5 } else { 4 };
        formatter.write_str(core::str::from_utf8(&text[..length]).expect("ASCII"))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Move({}{} {:?})", self.from(), self.to(), self.kind())
    }
}

/// Why a text is no [`Move`] of a position.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{ParseMoveError, Position, Square};
///
/// let error = Position::START.parse_uci("e1e2").unwrap_err();
/// assert!(matches!(error, ParseMoveError::OwnPiece { square: Square::E2, .. }));
/// assert_eq!(error.to_string(), "no move: a white piece stands on e2, and no rook to castle with");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Neither two squares nor two squares and the letter of a promotion.
    Notation(Excerpt),
    /// The side to move has no piece there.
    NoPiece {
        /// The square.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// One of its own pieces stands there, and it is no rook to castle with.
    OwnPiece {
        /// The square.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// A pawn reaches the last rank, and it is not said what it becomes.
    NoPromotion(Square),
    /// A promotion of something else than a pawn that reaches the last rank.
    Promotion(Square),
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(text) => write!(
                formatter,
                "no move: {text:?}; it is two squares, and for a promotion the letter n, b, r or q, such as e2e4 or a7a8q"
            ),
            Self::NoPiece { square, side_to_move } => {
                write!(formatter, "no move: there is no {side_to_move} piece on {square}")
            }
            Self::OwnPiece { square, side_to_move } => {
                write!(
                    formatter,
                    "no move: a {side_to_move} piece stands on {square}, and no rook to castle with"
                )
            }
            Self::NoPromotion(square) => {
                write!(formatter, "no move: a pawn becomes something on {square}; add n, b, r or q")
            }
            Self::Promotion(square) => {
                write!(formatter, "no move: nothing is promoted on {square}; only a pawn on the last rank is")
            }
        }
    }
}

/// The text, as `unwrap` prints it.
impl fmt::Debug for ParseMoveError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParseMoveError({self})")
    }
}

impl core::error::Error for ParseMoveError {}

impl Position {
    /// Reads a move in UCI notation. Castling may be written with the king's two steps (standard chess) or as the king
    /// taking its own rook (Chess960).
    ///
    /// The text is read in the light of the position, but whether the move is legal is not asked.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{MoveKind, Position, Square};
    ///
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!((castling.to(), castling.kind()), (Square::H1, MoveKind::Castling));
    /// assert_eq!(position.parse_uci("e1h1")?, castling);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or that it cannot be a move of this position.
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseMoveError> {
        let notation = || ParseMoveError::Notation(Excerpt::of(text.as_bytes()));
        let square = |range: core::ops::Range<usize>| {
            text.get(range).and_then(|name| name.parse::<Square>().ok()).ok_or_else(notation)
        };
        let (from, to) = (square(0..2)?, square(2..4)?);
        let promotion = match text.as_bytes() {
            [_, _, _, _] => None,
            [_, _, _, _, b'n'] => Some(Role::Knight),
            [_, _, _, _, b'b'] => Some(Role::Bishop),
            [_, _, _, _, b'r'] => Some(Role::Rook),
            [_, _, _, _, b'q'] => Some(Role::Queen),
            _ => return Err(notation()),
        };

        let side_to_move = self.side_to_move();
        let own = self.color(side_to_move);
        if own & from.bit() == 0 {
            return Err(ParseMoveError::NoPiece { square: from, side_to_move });
        }
        let is_pawn = self.pawns() & from.bit() != 0;
        let promotes = is_pawn && side_to_move.opponent().back_rank() & to.bit() != 0;
        match promotion {
            Some(role) if promotes => return Ok(Move::new(from, to, MoveKind::Promotion(role))),
            Some(_) => return Err(ParseMoveError::Promotion(to)),
            None if promotes => return Err(ParseMoveError::NoPromotion(to)),
            None => {}
        }
        let rooks = self.castling_rooks() & side_to_move.back_rank();
        if self.kings() & from.bit() != 0 {
            // The king's two steps stand for the rook in the corner on their side; on another rank there is none.
            let rook = match (from.file(), to.file()) {
                (4, 6) => Square::new_masked(to.index() as u8 + 1),
                (4, 2) => Square::new_masked(to.index() as u8 - 2),
                _ => to,
            };
            for rook in [to, rook] {
                if rooks & rook.bit() != 0 {
                    return Ok(Move::new(from, rook, MoveKind::Castling));
                }
            }
        }
        if own & to.bit() != 0 {
            return Err(ParseMoveError::OwnPiece { square: to, side_to_move });
        }
        let kind = if is_pawn && from.rank().abs_diff(to.rank()) == 2 {
            MoveKind::DoublePush
        } else if is_pawn && from.file() != to.file() && self.en_passant() == Some(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        };
        Ok(Move::new(from, to, kind))
    }
}
