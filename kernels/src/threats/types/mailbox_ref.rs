//! [`MailboxRef`], the board of another program, and [`PieceCodes`], the numbers of its pieces.

use core::fmt;

use super::mailbox::Mailbox;
use crate::chess::{Color, Piece, Role};
use crate::square::{Square, squares};

/// The pieces of the sixteen numbers that a program uses on its board of bytes.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::threats::PieceCodes;
/// use quadline::{Color, Piece, Role};
///
/// /// 0 to 11 are White's and Black's pawn, knight, bishop, rook, queen and king in turn; 12 is no piece.
/// const CODES: PieceCodes = {
///     let mut pieces = [None; 16];
///     let mut index = 0;
///     while index < 12 {
///         pieces[index] = Some(Piece::new(Color::ALL[index % 2], Role::ALL[index / 2]));
///         index += 1;
///     }
///     PieceCodes::new(pieces)
/// };
/// assert_eq!(CODES.piece(3), Piece::from_letter('n'));
/// assert_eq!(CODES.piece(12), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(16))]
pub struct PieceCodes(pub(crate) [u8; 16]);

impl PieceCodes {
    /// The [bytes of the pieces](Piece::to_byte) themselves.
    pub const BYTES: Self = Self([0, 1, 2, 3, 4, 5, 6, 0, 0, 9, 10, 11, 12, 13, 14, 0]);

    /// Returns the codes, given the piece of each number, or `None` for an empty square.
    #[inline]
    #[must_use]
    pub const fn new(pieces: [Option<Piece>; 16]) -> Self {
        let (mut bytes, mut index) = ([0; 16], 0);
        while index < 16 {
            if let Some(piece) = pieces[index] {
                bytes[index] = piece.to_byte();
            }
            index += 1;
        }
        Self(bytes)
    }

    /// Returns the codes of a program whose bytes are roles, given the numbers of the roles in the order of
    /// [`Role::ALL`]: for [`MailboxRef::of_roles`], which takes the colors apart.
    ///
    /// Each number is the white piece of its role, and the number plus 8 the black one.
    ///
    /// # Panics
    ///
    /// Panics if a number is above 7, or if two are equal.
    #[inline]
    #[must_use]
    pub const fn of_roles(numbers: [u8; 6]) -> Self {
        let (mut pieces, mut index) = ([None; 16], 0);
        while index < 6 {
            let number = numbers[index] as usize;
            assert!(number < 8, "the number of a role is above 7");
            assert!(pieces[number].is_none(), "two roles have the same number");
            pieces[number] = Some(Piece::new(Color::White, Role::ALL[index]));
            pieces[number + 8] = Some(Piece::new(Color::Black, Role::ALL[index]));
            index += 1;
        }
        Self::new(pieces)
    }

    /// Returns the piece of a number. Only its lowest four bits count.
    #[inline]
    #[must_use]
    pub const fn piece(&self, number: u8) -> Option<Piece> {
        match self.0[(number & 15) as usize] {
            0 => None,
            byte => Some(Piece::of_code(byte)),
        }
    }
}

/// Writes the letters of the pieces: `PieceCodes(PpNnBbRrQqKk....)`.
impl fmt::Debug for PieceCodes {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PieceCodes(")?;
        for number in 0..16 {
            write!(formatter, "{}", self.piece(number).map_or('.', Piece::letter))?;
        }
        formatter.write_str(")")
    }
}

/// A program's own board of 64 bytes, borrowed, with its [codes of the pieces](PieceCodes).
///
/// It computes what a [`Mailbox`] does, without a second board. The bytes may also be roles, with the colors
/// in a bitboard ([`of_roles`](Self::of_roles)). At levels with AVX2 or AVX-512 the codes take
/// one shuffle for each vector; at the others, each byte is looked up.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds};
/// use quadline::{Color, Piece, Role, Square};
///
/// // In this program, 1 is a white pawn, 8 a black rook and 12 an empty square.
/// let mut pieces = [None; 16];
/// pieces[1] = Piece::from_letter('P');
/// pieces[8] = Piece::from_letter('r');
/// let codes = PieceCodes::new(pieces);
///
/// let mut bytes = [12; 64];
/// bytes[Square::E2.index()] = 1;
/// bytes[Square::D5.index()] = 8;
/// let board = MailboxRef::new(&bytes, &codes);
/// assert_eq!(board.piece_at(Square::D5), Piece::from_letter('r'));
///
/// let pawn = Piece::new(Color::White, Role::Pawn);
/// let change = BoardChange::Move { from: Square::E2, to: Square::E4, becomes: pawn };
/// let (mut added, mut removed) = ([Threat::NONE; 64], [Threat::NONE; 64]);
/// assert_eq!(
///     board.threat_changes_into(change, ThreatKinds::ALL, &mut added, &mut removed),
///     [1, 0]
/// );
/// assert_eq!(added[0].to_string(), "white pawn on e4 attacks black rook on d5");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MailboxRef<'a> {
    pub(crate) bytes: &'a [u8; 64],
    pub(crate) codes: &'a PieceCodes,
    /// The bits of each byte that count.
    pub(crate) bits: u8,
    /// The squares whose numbers are 8 higher.
    pub(crate) black: u64,
}

impl<'a> MailboxRef<'a> {
    /// Returns a view of bytes, a1 first. Only the lowest four bits of each byte count.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8; 64], codes: &'a PieceCodes) -> Self {
        Self { bytes, codes, bits: 15, black: 0 }
    }

    /// Returns a view of bytes of roles, a1 first, with the set of Black's pieces.
    ///
    /// Only the lowest three bits of each byte count. `codes` is usually [`PieceCodes::of_roles`]: on the
    /// squares of `black`, a byte means its number plus 8. Empty squares have a number that is no role.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::threats::{MailboxRef, PieceCodes};
    /// use quadline::{Piece, Square};
    ///
    /// /// In this engine, roles are 0 to 5, and 6 is an empty square.
    /// static CODES: PieceCodes = PieceCodes::of_roles([0, 1, 2, 3, 4, 5]);
    ///
    /// let mut bytes = [6; 64];
    /// bytes[Square::E2.index()] = 0;
    /// bytes[Square::D5.index()] = 3;
    /// let board = MailboxRef::of_roles(&bytes, &CODES, Square::D5.bit());
    /// assert_eq!(board.piece_at(Square::E2), Piece::from_letter('P'));
    /// assert_eq!(board.piece_at(Square::D5), Piece::from_letter('r'));
    /// assert_eq!(board.piece_at(Square::A1), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of_roles(bytes: &'a [u8; 64], codes: &'a PieceCodes, black: u64) -> Self {
        Self { bytes, codes, bits: 7, black }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let number = self.bytes[square.index()] & self.bits;
        let eight = (self.black >> square.index() & 1) as u8 * 8;
        self.codes.piece(number | eight)
    }

    /// Returns the board with quadline's own bytes.
    #[inline]
    #[must_use]
    pub fn to_mailbox(&self) -> Mailbox {
        // A board without bytes of roles takes the first loop alone.
        let mut codes = self.bytes.map(|byte| self.codes.0[usize::from(byte & self.bits)]);
        for square in squares(self.black) {
            codes[square.index()] = self.codes.0[usize::from(self.bytes[square.index()] & self.bits | 8)];
        }
        Mailbox(codes)
    }
}

impl<'a> From<&'a Mailbox> for MailboxRef<'a> {
    #[inline]
    fn from(mailbox: &'a Mailbox) -> Self {
        Self::new(&mailbox.0, &PieceCodes::BYTES)
    }
}

impl From<MailboxRef<'_>> for Mailbox {
    fn from(board: MailboxRef<'_>) -> Self {
        board.to_mailbox()
    }
}
