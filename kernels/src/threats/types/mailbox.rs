//! [`Mailbox`], a board of 64 bytes.

use core::fmt;

use super::board_change::BoardChange;
use crate::Square;
use crate::chess::{InvalidPosition, Piece, Position, Setup};

/// A board of 64 bytes: for each square the [byte of its piece](Piece::to_byte), or 0.
///
/// Engines that keep such a board can compute the [threats that a change adds and
/// removes](Self::threat_changes) from it, without a [`Position`].
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{
///     Piece, Position, Square,
///     threats::{BoardChange, Mailbox, ThreatChanges, ThreatKinds},
/// };
///
/// let mut board = Mailbox::from(&Position::START);
/// assert_eq!(board.piece_at(Square::E2), Piece::from_letter('P'));
///
/// let pawn = Piece::from_letter('P').unwrap();
/// let change = BoardChange::Move { from: Square::E2, to: Square::E4, becomes: pawn };
/// let mut changes = ThreatChanges::new();
/// board.threat_changes(change, ThreatKinds::ALL, &mut changes);
/// assert_eq!(changes.removed().len(), 4); // d1, e1, f1 and g1 protected the pawn
/// board.apply(change);
/// assert_eq!(
///     board,
///     Mailbox::from(
///         &"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".parse()?
///     )
/// );
/// # Ok::<(), quadline_kernels::ParseFenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Mailbox(pub(crate) [u8; 64]);

impl Mailbox {
    /// The empty board.
    pub const EMPTY: Self = Self([0; 64]);

    /// Returns the board with these [bytes of pieces](Piece::to_byte), a1 first, or `None` if one is neither
    /// a piece nor 0.
    ///
    /// A board with other numbers can be converted or borrowed with [`MailboxRef`](super::MailboxRef).
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    /// use quadline::threats::Mailbox;
    ///
    /// let board = Mailbox::from(&Position::START);
    /// assert_eq!(Mailbox::from_bytes(*board.as_bytes()), Some(board));
    /// assert_eq!(Mailbox::from_bytes([7; 64]), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 64]) -> Option<Self> {
        let mut index = 0;
        while index < 64 {
            if bytes[index] != 0 && Piece::from_byte(bytes[index]).is_none() {
                return None;
            }
            index += 1;
        }
        Some(Self(bytes))
    }

    /// Returns the piece on a square.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_byte(self.0[square.index()])
    }

    /// Puts a piece on a square, or empties the square.
    #[inline]
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = match piece {
            Some(piece) => piece.to_byte(),
            None => 0,
        };
    }

    /// Applies a change to the board.
    #[inline]
    pub const fn apply(&mut self, change: BoardChange) {
        match change {
            BoardChange::Put { piece, square } => self.set(square, Some(piece)),
            BoardChange::Remove { square } => self.set(square, None),
            BoardChange::Move { from, to, becomes } => {
                self.set(from, None);
                self.set(to, Some(becomes));
            }
            BoardChange::EnPassant { from, to } => {
                let pawn = self.piece_at(from);
                self.set(from, None);
                self.set(BoardChange::captured_en_passant(from, to), None);
                self.set(to, pawn);
            }
            BoardChange::Castling { king, rook } => {
                let pieces = (self.piece_at(king), self.piece_at(rook));
                let (king_to, rook_to) = BoardChange::castled(king, rook);
                self.set(king, None);
                self.set(rook, None);
                self.set(king_to, pieces.0);
                self.set(rook_to, pieces.1);
            }
        }
    }

    /// Returns the bytes, a1 first.
    #[inline]
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl From<&Position> for Mailbox {
    #[inline]
    fn from(position: &Position) -> Self {
        Self(position.piece_planes().codes())
    }
}

/// Takes the pieces. White is to move, and there are no castling rights and no en passant square.
impl From<&Mailbox> for Setup {
    #[inline]
    fn from(mailbox: &Mailbox) -> Self {
        let (mut colors, mut roles) = ([0; 2], [0; 6]);
        for square in Square::ALL {
            if let Some(piece) = mailbox.piece_at(square) {
                colors[piece.color() as usize] |= square.bit();
                roles[piece.role() as usize] |= square.bit();
            }
        }
        Self::of(colors, roles)
    }
}

/// Takes the pieces and checks the position. White is to move, and there are no castling rights and no en
/// passant square; convert to a [`Setup`] first to set them.
impl TryFrom<&Mailbox> for Position {
    type Error = InvalidPosition;

    #[inline]
    fn try_from(mailbox: &Mailbox) -> Result<Self, InvalidPosition> {
        Self::new(mailbox.into())
    }
}

/// Draws the board, eighth rank on top.
impl fmt::Debug for Mailbox {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Mailbox")?;
        for rank in (0..8).rev() {
            for file in 0..8 {
                let piece = self.piece_at(Square::new_masked(8 * rank + file));
                let letter = piece.map_or('.', Piece::letter);
                write!(formatter, "{}{letter}", if file == 0 { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

/// The bits of the [bytes of the pieces](Piece::to_byte) as four bitboards, lowest bit first.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct PiecePlanes(pub(crate) [u64; 4]);

impl PiecePlanes {
    /// Returns the byte of the piece on a square, or 0.
    #[inline(always)]
    pub(crate) const fn code_at(self, square: Square) -> u8 {
        let [a, b, c, d] = self.0;
        let index = square.index();
        (a >> index & 1 | (b >> index & 1) << 1 | (c >> index & 1) << 2 | (d >> index & 1) << 3) as u8
    }

    /// Returns the bytes of all squares, from a1.
    #[inline(always)]
    pub(crate) fn codes(self) -> [u8; 64] {
        // One comparison for each bit vectorizes well; shifts by different counts do not.
        const FILES: [u8; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        let mut codes = [0; 64];
        let ranks = self.0.map(u64::to_le_bytes);
        for (rank, codes) in codes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [a, b, c, d] = [ranks[0][rank], ranks[1][rank], ranks[2][rank], ranks[3][rank]];
            for (code, file) in codes.iter_mut().zip(FILES) {
                let bit = |byte: u8, bit: u8| if byte & file == 0 { 0 } else { bit };
                *code = bit(a, 1) | bit(b, 2) | bit(c, 4) | bit(d, 8);
            }
        }
        codes
    }
}

impl Position {
    /// Returns the bits of the bytes of the pieces as bitboards.
    #[inline(always)]
    pub(crate) const fn piece_planes(&self) -> PiecePlanes {
        let [white, black, pawns, knights, diagonal, orthogonal, kings, _] = self.words;
        let occupied = white | black;
        PiecePlanes([
            (pawns | diagonal) & occupied,
            (knights | kings | diagonal & !orthogonal) & occupied,
            (orthogonal | kings) & occupied,
            black,
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::super::threat::Threat;
    use super::*;
    use std::format;
    use std::string::ToString;

    #[test]
    fn a_mailbox_is_its_position() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let board = Mailbox::from(&position);
        for square in Square::ALL {
            assert_eq!(board.piece_at(square), position.piece_at(square), "{square}");
            assert_eq!(position.piece_planes().code_at(square), board.as_bytes()[square.index()]);
        }
        assert_eq!(board.as_bytes()[4], 6);
        let drawn = format!("{board:?}");
        assert!(
            drawn.starts_with("Mailbox\nr . . . k . . r\n") && drawn.ends_with("\nR . . . K . . R"),
            "{drawn}"
        );
        let mut emptied = board;
        for square in Square::ALL {
            emptied.apply(BoardChange::Remove { square });
        }
        assert_eq!(emptied, Mailbox::EMPTY);
        assert_eq!(Threat::default().to_string(), "white pawn on a1 attacks white pawn on a1");
        assert_eq!(format!("{:?}", Threat::NONE), "Threat(white pawn on a1 attacks white pawn on a1)");
        const { assert!(size_of::<Threat>() == 4 && align_of::<Threat>() == 4) };
    }
}
