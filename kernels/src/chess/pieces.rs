//! [`Color`], [`Role`] and [`Piece`].

use core::fmt;
use core::ops::Not;

/// White or Black.
///
/// The operator `!` returns the other color, as [`opponent`](Self::opponent) does.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Color;
/// assert_eq!(Color::White.opponent(), Color::Black);
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::Black.back_rank(), 0xff << 56);
/// assert_eq!(Color::ALL.map(|color| color.to_string()), ["white", "black"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first. Its pawns move up the board.
    White,
    /// Its pawns move down the board.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the other color.
    #[doc(alias = "other")]
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the rank on which the color's pieces start: the first or the eighth.
    #[inline]
    #[must_use]
    pub const fn back_rank(self) -> u64 {
        match self {
            Self::White => 0xff,
            Self::Black => 0xff << 56,
        }
    }
}

/// Returns the other color.
impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// Writes `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// Pawn, knight, bishop, rook, queen or king.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Role;
/// assert_eq!(Role::from_letter('N'), Some(Role::Knight));
/// assert_eq!(Role::Knight.letter(), 'n');
/// assert_eq!(Role::PROMOTIONS.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// Moves forward, captures diagonally.
    Pawn,
    /// Jumps two squares one way and one the other.
    Knight,
    /// Slides on diagonals and antidiagonals.
    Bishop,
    /// Slides on ranks and files.
    Rook,
    /// Slides on all four lines.
    Queen,
    /// Moves one step, never into an attack.
    King,
}

impl Role {
    /// All roles, from pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The roles that a pawn can be promoted to.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns the letter of the role in lower case, as in UCI: one of `pnbrqk`.
    #[doc(alias = "char")]
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// Returns the role with this letter in upper or lower case, or `None` if there is none.
    #[doc(alias = "from_char")]
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

/// Writes `pawn` to `king`.
impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A color and a role, in one byte.
///
/// The byte is 1 for a white pawn to 6 for a white king, and 9 to 14 for Black's, as in Stockfish and many
/// other engines; 0 is free for an empty square.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Color, Piece, Role};
///
/// let piece = Piece::new(Color::White, Role::Knight);
/// assert_eq!((piece.color(), piece.role()), (Color::White, Role::Knight));
/// assert_eq!(Piece::from_letter('N'), Some(piece));
/// assert_eq!((piece.letter(), piece.to_string()), ('N', "white knight".into()));
/// assert_eq!((piece.to_byte(), Piece::from_byte(14)), (2, Piece::from_letter('k')));
/// assert_eq!(size_of::<Piece>(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(u8);

impl Piece {
    /// Returns the piece of a color and a role.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Self {
        Self((color as u8) << 3 | (role as u8 + 1))
    }

    /// Returns the color.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if self.0 & 8 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the role.
    #[inline]
    #[must_use]
    pub const fn role(self) -> Role {
        match self.0 & 7 {
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            5 => Role::Queen,
            6 => Role::King,
            _ => Role::Pawn,
        }
    }

    /// Returns the byte of the piece: 1 to 6 for White's pawn, knight, bishop, rook, queen and king, 9 to 14
    /// for Black's.
    #[inline]
    #[must_use]
    pub const fn to_byte(self) -> u8 {
        self.0
    }

    /// Returns the piece of a byte, or `None` if no piece has it. See [`to_byte`](Self::to_byte).
    #[inline]
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        if matches!(byte, 1..=6 | 9..=14) { Some(Self(byte)) } else { None }
    }

    /// Returns the piece of a byte that is known to be one. The result for other bytes has no meaning.
    #[inline(always)]
    pub(crate) const fn of_code(byte: u8) -> Self {
        Self(byte)
    }

    /// Returns the letter of the piece in a FEN: upper case for White, lower case for Black.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.role().letter().to_ascii_uppercase(),
            Color::Black => self.role().letter(),
        }
    }

    /// Returns the piece with this letter in a FEN, or `None` if there is none.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self::new(color, role)),
            None => None,
        }
    }
}

impl fmt::Debug for Piece {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Piece({self})")
    }
}

/// Writes a name from `white pawn` to `black king`.
impl fmt::Display for Piece {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.color(), self.role())
    }
}
