//! [`MailboxRef`], the board of another program, and [`PieceCodes`], the numbers of its pieces.

use core::fmt;

use super::mailbox::Mailbox;
use crate::Square;
use crate::chess::Piece;

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
/// It computes what a [`Mailbox`] does, without a second board. At levels with AVX2 or AVX-512 the codes take
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
/// assert_eq!(board.threat_changes_into(change, ThreatKinds::ALL, &mut added, &mut removed), [1, 0]);
/// assert_eq!(added[0].to_string(), "white pawn on e4 attacks black rook on d5");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MailboxRef<'a> {
    pub(crate) bytes: &'a [u8; 64],
    pub(crate) codes: &'a PieceCodes,
}

impl<'a> MailboxRef<'a> {
    /// Returns a view of bytes, a1 first. Only the lowest four bits of each byte count.
    #[inline]
    #[must_use]
    pub const fn new(bytes: &'a [u8; 64], codes: &'a PieceCodes) -> Self {
        Self { bytes, codes }
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.codes.piece(self.bytes[square.index()])
    }

    /// Returns the board with quadline's own bytes.
    #[inline]
    #[must_use]
    pub fn to_mailbox(&self) -> Mailbox {
        Mailbox(self.bytes.map(|byte| self.codes.0[usize::from(byte & 15)]))
    }
}

impl<'a> From<&'a Mailbox> for MailboxRef<'a> {
    #[inline]
    fn from(mailbox: &'a Mailbox) -> Self {
        Self { bytes: &mailbox.0, codes: &PieceCodes::BYTES }
    }
}

impl From<MailboxRef<'_>> for Mailbox {
    fn from(board: MailboxRef<'_>) -> Self {
        board.to_mailbox()
    }
}
