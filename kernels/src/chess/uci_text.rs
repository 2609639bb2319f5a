//! [`UciText`]: a move as text, without the formatting machinery of `core::fmt`.

use super::Move;
use super::characters::characters;
use super::moves::kind;

/// The letters of promotions to a knight, bishop, rook and queen, lowest byte first.
const PROMOTIONS: u32 = u32::from_le_bytes(*b"nbrq");
/// The names of two squares of the first file and rank.
const A1A1: u32 = u32::from_le_bytes(*b"a1a1");

/// A move in UCI notation: four or five ASCII characters.
///
/// [`Move::to_uci`] and [`Move::to_uci_chess960`] return it. It is a `str` by `Deref`.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Position;
///
/// let mut line = String::from("bestmove ");
/// line.push_str(&Position::START.parse_uci("e2e4")?.to_uci());
/// assert_eq!(line, "bestmove e2e4");
/// # Ok::<(), quadline_kernels::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciText {
    /// The characters, all of them ASCII. The fifth is 0 if there are only four.
    bytes: [u8; 5],
}

impl UciText {
    /// Returns the five bytes of the text. The fifth is 0 unless the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 5] {
        self.bytes
    }

    /// Returns the characters of the text as ASCII.
    #[inline]
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8] {
        let (four, _) = self.bytes.split_at(4);
        if self.bytes[4] == 0 { four } else { &self.bytes }
    }

    /// Returns the text.
    #[inline]
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.as_bytes()) {
            Ok(text) => text,
            // All bytes are ASCII.
            Err(_) => "",
        }
    }
}

characters!(UciText);

impl Move {
    /// Returns the move in UCI notation.
    ///
    /// Castling is written with the king's two steps where king and rook stand as in standard chess, and
    /// otherwise as the king taking its own rook. This is the text that `Display` writes, made with a few
    /// instructions and without an allocation.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Role, Square};
    ///
    /// let promotion = Move::new(Square::A7, Square::B8, MoveKind::Promotion(Role::Queen));
    /// assert_eq!(promotion.to_uci(), "a7b8q");
    /// assert_eq!(promotion.to_uci().len(), 5);
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!(castling.to_uci(), "e1g1");
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_uci(self) -> UciText {
        let (from, to) = (self.from(), self.to());
        let is_standard = from.file() == 4 && matches!(to.file(), 0 | 7);
        text(self, if self.is_castling() && is_standard { self.castled().0.index() } else { to.index() })
    }

    /// Returns the move in the UCI notation of Chess960, where castling is always written as the king taking
    /// its own rook.
    ///
    /// Programs expect it after the option `UCI_Chess960` is set. This is the text that `Display` writes with
    /// `{:#}`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Move, MoveKind, Square};
    ///
    /// let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!(castling.to_uci_chess960(), "e1h1");
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_uci_chess960(self) -> UciText {
        text(self, self.to().index())
    }
}

/// Returns the text of a move to a square.
#[inline]
const fn text(chess_move: Move, to: usize) -> UciText {
    let (from, to) = (chess_move.from().index() as u32, to as u32);
    // File and rank of a square in a byte each.
    let squares = from & 7 | from >> 3 << 8 | (to & 7) << 16 | to >> 3 << 24;
    let [a, b, c, d] = (squares + A1A1).to_le_bytes();
    let bits = chess_move.to_bits();
    let letter = PROMOTIONS >> (8 * (bits >> 12 & 3));
    UciText { bytes: [a, b, c, d, if bits & kind::PROMOTION == 0 { 0 } else { letter as u8 }] }
}
