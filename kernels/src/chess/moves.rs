//! [`Move`], a move in 16 bits, and its UCI notation.

use core::fmt::{self, Write};

use super::castling::ARRIVALS;
use super::{Color, Excerpt, Position, Role};
use crate::{Line, Square};

/// The kind of a [`Move`]. Captures are not distinguished from other moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// A move without any of the following, with or without a capture.
    Normal,
    /// A pawn's double step.
    DoublePush,
    /// A pawn captures a pawn that has just passed it.
    EnPassant,
    /// King and rook move. The `to` square of the move is the rook's square, as in Chess960.
    Castling,
    /// A pawn is promoted to a knight, bishop, rook or queen.
    Promotion(Role),
}

/// A chess move in 16 bits: origin in the lowest six bits, destination in the next six, kind in four.
///
/// `Display` writes UCI notation. Castling is represented as the king moving to its own rook. It is written
/// that way in Chess960; if king and rook are on their squares of standard chess, it is written as the king's
/// move of two squares. `{:#}` always writes the former, for programs with `UCI_Chess960` set.
/// [`to_uci`](Self::to_uci) and [`to_uci_chess960`](Self::to_uci_chess960) return the same texts without
/// formatting.
///
/// The default is a move from a1 to a1 with all bits 0. It is never legal, and serves to initialize arrays.
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

/// The values of the upper four bits.
pub(crate) mod kind {
    pub(crate) const NORMAL: u16 = 0 << 12;
    pub(crate) const DOUBLE_PUSH: u16 = 1 << 12;
    pub(crate) const EN_PASSANT: u16 = 2 << 12;
    pub(crate) const CASTLING: u16 = 3 << 12;
    /// Promotion to a knight; bishop, rook and queen follow.
    pub(crate) const PROMOTION: u16 = 4 << 12;
}

impl Move {
    /// Creates a move. A promotion to a pawn or a king, which does not exist, becomes a promotion to a queen.
    #[inline]
    #[must_use]
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

    /// Creates a move from its bits; see [`to_bits`](Self::to_bits). The highest bit has no meaning and is
    /// cleared.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x7fff)
    }

    /// Creates a move from its bits, of which the highest is 0.
    #[inline(always)]
    pub(crate) const fn of_any_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the bits of the move.
    ///
    /// The origin is in the lowest six bits, the destination in the next six. The bits above are 0 for a
    /// normal move, 1 for a double push, 2 for en passant, 3 for castling, and 4 to 7 for promotions to a
    /// knight, bishop, rook and queen.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// Returns the origin: the king's square if the move is castling.
    #[doc(alias("get_source", "from_square"))]
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new_masked(self.0 as u8)
    }

    /// Returns the destination: the rook's square if the move is castling.
    #[doc(alias("get_dest", "to_square"))]
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new_masked((self.0 >> 6) as u8)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
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

    /// Returns the role that a pawn is promoted to, or `None` if the move is not a promotion.
    #[doc(alias("is_promotion", "get_promotion"))]
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        if self.0 & kind::PROMOTION == 0 { None } else { Some(Role::PROMOTIONS[(self.0 >> 12 & 3) as usize]) }
    }

    /// Returns whether the move is castling.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.0 >> 12 == kind::CASTLING >> 12
    }

    /// Returns whether the move is an en passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == kind::EN_PASSANT >> 12
    }

    /// Returns the squares of king and rook after castling.
    #[inline]
    pub(crate) const fn castled(self) -> (Square, Square) {
        let rank = self.from().index() as u8 & 56;
        let [king, rook] = ARRIVALS[(self.to().index() > self.from().index()) as usize];
        (Square::new_masked(rank + king), Square::new_masked(rank + rook))
    }
}

impl fmt::Display for Move {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if formatter.alternate() { self.to_uci_chess960() } else { self.to_uci() };
        // One call with the whole text, because formatting two squares costs more than everything else here.
        formatter.pad(&text)
    }
}

impl fmt::Debug for Move {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Move({}{} {:?})", self.from(), self.to(), self.kind())
    }
}

/// The error returned when text is not a [`Move`] of a position, in UCI notation or in SAN.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{ParseMoveError, Position, Square};
///
/// let error = Position::START.parse_uci("e1e2").unwrap_err();
/// assert!(matches!(error, ParseMoveError::OwnPiece { square: Square::E2, .. }));
/// assert_eq!(
///     error.to_string(),
///     "invalid move \"e1e2\": e2 has a white pawn, which is not a rook to castle with"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// The text is not two squares, optionally followed by the letter of a promotion.
    Notation(Excerpt),
    /// The side to move has no piece on the origin.
    NoPiece {
        /// The text.
        text: Excerpt,
        /// The origin.
        square: Square,
        /// The side to move.
        side_to_move: Color,
    },
    /// The destination has a piece of the side to move. In UCI notation, a king that moves there could castle
    /// if the piece were a rook with the right to it.
    OwnPiece {
        /// The text.
        text: Excerpt,
        /// The destination.
        square: Square,
        /// The side to move.
        side_to_move: Color,
        /// The role of the piece on the destination.
        role: Role,
        /// Whether the text is the move of a king in UCI notation.
        is_king_in_uci: bool,
    },
    /// A pawn reaches the last rank, but the text does not contain the letter of a promotion.
    NoPromotion {
        /// The text.
        text: Excerpt,
        /// The destination.
        square: Square,
        /// Whether the text is SAN, in which the letter follows a `=`.
        is_san: bool,
    },
    /// A promotion of a piece other than a pawn that reaches the last rank.
    Promotion {
        /// The text.
        text: Excerpt,
        /// The destination.
        square: Square,
        /// Whether the piece is a pawn.
        is_pawn: bool,
    },
    /// The text is a null move, such as `--` or `0000`.
    NullMove(Excerpt),
    /// The text is not standard algebraic notation.
    San(Excerpt),
    /// The text is UCI notation, where standard algebraic notation is expected.
    Uci(Excerpt),
    /// A dash or another character that looks like it is in the place of the hyphen `-`.
    Dash {
        /// The text.
        text: Excerpt,
        /// The character.
        character: char,
    },
    /// The text is the move of a king, in the place of castling, which is legal.
    KingMove {
        /// The text.
        text: Excerpt,
        /// Whether the move is castling on the side of the a-file.
        is_queens_side: bool,
    },
    /// The text contains the sign of a capture, but there is no piece to capture.
    NothingToCapture {
        /// The text.
        text: Excerpt,
        /// The destination.
        square: Square,
    },
    /// The side to move cannot castle on this side.
    Castling {
        /// The text.
        text: Excerpt,
        /// The side to move.
        side_to_move: Color,
        /// The rook with the right to castle on this side, if there is one.
        rook: Option<Square>,
    },
    /// Several pieces can make the move.
    Ambiguous {
        /// The text.
        text: Excerpt,
        /// The role of the pieces.
        role: Role,
        /// The destination.
        square: Square,
        /// The squares of the pieces that the text could mean, as a bitboard.
        candidates: u64,
        /// The squares of all pieces of this role that can legally move there.
        legal: u64,
    },
    /// No piece that the text could mean can make the move.
    Illegal {
        /// The text.
        text: Excerpt,
        /// The side to move.
        side_to_move: Color,
        /// The role of the piece.
        role: Role,
        /// The destination.
        square: Square,
        /// The squares of all pieces of this role and side that reach the destination, as a bitboard, even if
        /// the move would leave their king attacked.
        pieces: u64,
        /// Those of the pieces that can legally move there.
        legal: u64,
    },
}

/// The squares of a bitboard in a sentence: `b1, d2 and e3`.
struct InWords(u64);

impl fmt::Display for InWords {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.count_ones() as usize;
        for (index, square) in crate::square::squares(self.0).enumerate() {
            let separator = match index {
                0 => "",
                _ if index + 1 == count => " and ",
                _ => ", ",
            };
            write!(formatter, "{separator}{square}")?;
        }
        Ok(())
    }
}

/// Moves in SAN from which one can be chosen: `N1d2 or N3d2`.
struct Choices<'a> {
    text: &'a Excerpt,
    role: Role,
    square: Square,
    candidates: u64,
    legal: u64,
}

impl fmt::Display for Choices<'_> {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, role, square, candidates, legal } = *self;
        let count = candidates.count_ones() as usize;
        for (index, from) in crate::square::squares(candidates).enumerate() {
            formatter.write_str(match index {
                0 => "",
                _ if index + 1 == count => " or ",
                _ => ", ",
            })?;
            if role != Role::Pawn {
                formatter.write_char(role.letter().to_ascii_uppercase())?;
            }
            let others = legal & !from.bit();
            let is_file_enough = others & Line::File.through(from) == 0;
            if is_file_enough || others & Line::Rank.through(from) != 0 {
                formatter.write_char(char::from(b'a' + from.file()))?;
            }
            if !is_file_enough {
                formatter.write_char(char::from(b'1' + from.rank()))?;
            }
            formatter.write_str(if text.as_bytes().contains(&b'x') { "x" } else { "" })?;
            write!(formatter, "{square}")?;
            if role == Role::Pawn && matches!(square.rank(), 0 | 7) {
                formatter.write_str("=Q")?;
            }
        }
        Ok(())
    }
}

/// Returns the ending of a noun for the pieces of a bitboard.
const fn plural(pieces: u64) -> &'static str {
    if pieces.count_ones() > 1 { "s" } else { "" }
}

/// Returns the name of a role in a sentence.
const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

impl fmt::Display for ParseMoveError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid move {:?}: ", self.text())?;
        self.write_reason(f)
    }
}

impl ParseMoveError {
    /// Returns the text that is not a move.
    const fn text(&self) -> &Excerpt {
        match self {
            Self::Notation(text) | Self::NullMove(text) | Self::Uci(text) | Self::San(text) => text,
            Self::NoPiece { text, .. }
            | Self::OwnPiece { text, .. }
            | Self::NoPromotion { text, .. }
            | Self::Promotion { text, .. }
            | Self::Dash { text, .. }
            | Self::KingMove { text, .. }
            | Self::NothingToCapture { text, .. }
            | Self::Castling { text, .. }
            | Self::Ambiguous { text, .. }
            | Self::Illegal { text, .. } => text,
        }
    }

    /// Writes why the text is not a move, and what to write instead.
    #[inline]
    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Notation(_) => {
                f.write_str("expected two squares, and n, b, r or q for a promotion, such as e2e4 or a7a8q")
            }
            Self::San(_) => {
                f.write_str("expected standard algebraic notation, such as e4, Nf3, exd5, a8=Q or O-O")
            }
            Self::Uci(_) => f.write_str(
                "this is UCI notation, which parse_uci reads; expected standard algebraic notation, such as \
                 Nf3 or O-O",
            ),
            Self::Dash { character, .. } => {
                let code = u32::from(character);
                write!(f, "{character:?} (U+{code:04X}) is not the hyphen '-' (U+002D); write '-'")
            }
            Self::NullMove(_) => f.write_str("a null move is not legal"),
            Self::NoPiece { square, side_to_move, .. } => {
                write!(f, "there is no {side_to_move} piece on {square}")
            }
            Self::NothingToCapture { square, .. } => write!(f, "there is nothing to capture on {square}"),
            Self::OwnPiece { square, side_to_move, role, is_king_in_uci, .. } => {
                write!(f, "{square} has a {side_to_move} {}, ", name(role))?;
                match (is_king_in_uci, role) {
                    (false, _) => write!(f, "which {side_to_move} cannot capture"),
                    (true, Role::Rook) => write!(f, "with which {side_to_move} has no right to castle"),
                    (true, _) => f.write_str("which is not a rook to castle with"),
                }
            }
            Self::NoPromotion { square, is_san, .. } => {
                write!(f, "a pawn that reaches {square} must be promoted; ")?;
                match is_san {
                    true => write!(f, "write =Q, =R, =B or =N behind {square}"),
                    false => f.write_str("append n, b, r or q"),
                }
            }
            Self::Promotion { square, is_pawn, .. } => {
                f.write_str("only a pawn that reaches the last rank can promote, and ")?;
                match is_pawn {
                    true => write!(f, "{square} is not on it"),
                    false => f.write_str("the piece is not a pawn"),
                }
            }
            Self::KingMove { is_queens_side, .. } => {
                write!(f, "castling is written {}", if is_queens_side { "O-O-O" } else { "O-O" })
            }
            Self::Castling { side_to_move, rook: None, .. } => {
                write!(f, "{side_to_move} has no right to castle on this side")
            }
            Self::Castling { side_to_move, rook: Some(rook), .. } => write!(
                f,
                "{side_to_move} cannot castle with the rook on {rook} now, because a piece is in the way, or the king \
                 is attacked where it is, passes or arrives"
            ),
            Self::Ambiguous { ref text, role, square, candidates, legal } => {
                let (name, on) = (name(role), InWords(candidates));
                let choices = Choices { text, role, square, candidates, legal };
                write!(f, "the {name}s on {on} can move to {square}; write {choices}")
            }
            Self::Illegal { role, square, legal, .. } if legal != 0 => {
                let (name, plural, on) = (name(role), plural(legal), InWords(legal));
                write!(f, "only the {name}{plural} on {on} can move to {square}")
            }
            Self::Illegal { role, square, pieces, .. } if pieces != 0 => {
                let one_of = if pieces.count_ones() > 1 { "one of " } else { "" };
                let (name, plural, on) = (name(role), plural(pieces), InWords(pieces));
                write!(
                    f,
                    "if {one_of}the {name}{plural} on {on} moved to {square}, its own king would be attacked"
                )
            }
            Self::Illegal { side_to_move, role, square, .. } => {
                write!(f, "no {side_to_move} {} can move to {square}", name(role))
            }
        }
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for ParseMoveError {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParseMoveError({self})")
    }
}

impl core::error::Error for ParseMoveError {}

impl Position {
    /// Parses a move in UCI notation.
    ///
    /// Castling may be written as the king's move of two squares (standard chess) or as the king capturing
    /// its own rook (Chess960). The kind of the move is taken from the position, but the function does not
    /// check whether the move is legal.
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
    /// Returns an error if the text is not UCI notation, or if the pieces of this position do not allow the
    /// move.
    #[doc(alias = "from_uci")]
    #[inline]
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseMoveError> {
        let excerpt = || Excerpt::of(text.as_bytes());
        // The null move has no squares, so only wrong texts are compared with it, and moves do not pay for
        // it.
        let notation = || match text {
            "0000" => ParseMoveError::NullMove(excerpt()),
            _ => ParseMoveError::Notation(excerpt()),
        };
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
            return Err(ParseMoveError::NoPiece { text: excerpt(), square: from, side_to_move });
        }
        let is_pawn = self.pawns() & from.bit() != 0;
        let promotes = is_pawn && side_to_move.opponent().back_rank() & to.bit() != 0;
        match promotion {
            Some(role) if promotes => return Ok(Move::new(from, to, MoveKind::Promotion(role))),
            Some(_) => return Err(ParseMoveError::Promotion { text: excerpt(), square: to, is_pawn }),
            None if promotes => {
                return Err(ParseMoveError::NoPromotion { text: excerpt(), square: to, is_san: false });
            }
            None => {}
        }
        let rooks = self.castling_rooks() & side_to_move.back_rank();
        if self.kings() & from.bit() != 0 {
            // The king's move of two squares means the rook in the corner on that side. On another rank there
            // is none.
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
            let role = self.role_at(to).unwrap_or(Role::Pawn);
            let is_king_in_uci = self.kings() & from.bit() != 0;
            return Err(ParseMoveError::OwnPiece {
                text: excerpt(),
                square: to,
                side_to_move,
                role,
                is_king_in_uci,
            });
        }
        Ok(Move::new(from, to, self.kind_of_step(from, to)))
    }

    /// Returns the kind of a move that is neither castling nor a promotion.
    pub(super) fn kind_of_step(&self, from: Square, to: Square) -> MoveKind {
        let is_pawn = self.pawns() & from.bit() != 0;
        if is_pawn && from.rank().abs_diff(to.rank()) == 2 {
            MoveKind::DoublePush
        } else if is_pawn && from.file() != to.file() && self.en_passant() == Some(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        }
    }
}
