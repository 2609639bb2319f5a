//! [`LineAttacks`], the result of one pass over the four lines.

use core::fmt;

use crate::Line;

/// The attacks of one slider along its four lines, in lane order: rank, file, diagonal, antidiagonal.
///
/// The type has the size and alignment of a 256-bit vector, 32 bytes.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Line, LineAttacks, Square, bitboard};
///
/// let lines = LineAttacks::from_array(
///     Line::ALL.map(|line| line.through(Square::B2) & !Square::B2.bit()),
/// );
/// assert_eq!(lines.line(Line::File), lines.file());
/// assert_eq!(lines.rook(), lines.rank() | lines.file());
/// assert_eq!(lines.queen(), lines.rook() | lines.bishop());
/// assert_eq!(
///     lines.bishop(),
///     bitboard! {
///         . . . . . . . 1
///         . . . . . . 1 .
///         . . . . . 1 . .
///         . . . . 1 . . .
///         . . . 1 . . . .
///         1 . 1 . . . . .
///         . . . . . . . .
///         1 . 1 . . . . .
///     }
/// );
/// assert_eq!(LineAttacks::from_array(lines.to_array()), lines);
/// assert_eq!(LineAttacks::default().queen(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, align(32))]
pub struct LineAttacks {
    lanes: [u64; 4],
}

impl LineAttacks {
    /// Creates a `LineAttacks` from its lanes: rank, file, diagonal, antidiagonal.
    #[inline]
    #[must_use]
    pub const fn from_array(lanes: [u64; 4]) -> Self {
        Self { lanes }
    }

    /// Returns the four lanes: rank, file, diagonal, antidiagonal.
    #[inline]
    #[must_use]
    pub const fn to_array(self) -> [u64; 4] {
        self.lanes
    }

    /// Returns the attacks along one line.
    #[inline]
    #[must_use]
    pub const fn line(self, line: Line) -> u64 {
        self.lanes[line.lane()]
    }

    /// Returns the attacks along the rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u64 {
        self.lanes[0]
    }

    /// Returns the attacks along the file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u64 {
        self.lanes[1]
    }

    /// Returns the attacks along the diagonal (a1-h8 direction).
    #[inline]
    #[must_use]
    pub const fn diagonal(self) -> u64 {
        self.lanes[2]
    }

    /// Returns the attacks along the antidiagonal (h1-a8 direction).
    #[inline]
    #[must_use]
    pub const fn antidiagonal(self) -> u64 {
        self.lanes[3]
    }

    /// Returns the attacks of a rook: rank and file.
    #[inline]
    #[must_use]
    pub const fn rook(self) -> u64 {
        self.lanes[0] | self.lanes[1]
    }

    /// Returns the attacks of a bishop: both diagonals.
    #[inline]
    #[must_use]
    pub const fn bishop(self) -> u64 {
        self.lanes[2] | self.lanes[3]
    }

    /// Returns the attacks of a queen: all four lines.
    #[inline]
    #[must_use]
    pub const fn queen(self) -> u64 {
        self.rook() | self.bishop()
    }
}

impl fmt::Debug for LineAttacks {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in Line::ALL {
            writeln!(formatter, "{line:?}:\n{}", crate::Bitboard(self.line(line)))?;
        }
        Ok(())
    }
}
