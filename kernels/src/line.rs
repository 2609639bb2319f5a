//! [`Line`], one of the four lines through a square, in the order of the vector lanes.

use core::fmt;

use crate::Square;

/// A line through a square. The variants are in the order of the lanes.
///
/// The rank comes first because it differs from the other three. The squares of a rank share one byte of the
/// bitboard, while each byte holds at most one square of the other lines. Reversing the bytes of a bitboard
/// therefore reverses the other three lines, but the rank needs its bits reversed.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Line;
/// assert_eq!(Line::ALL.map(Line::lane), [0, 1, 2, 3]);
/// assert_eq!(Line::ALL[2], Line::Diagonal);
/// assert_eq!(
///     Line::ALL.map(|line| line.to_string()),
///     ["rank", "file", "diagonal", "antidiagonal"]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    /// West to east, a1-h1 direction.
    Rank = 0,
    /// South to north, a1-a8 direction.
    File = 1,
    /// South-west to north-east, a1-h8 direction.
    Diagonal = 2,
    /// South-east to north-west, h1-a8 direction.
    Antidiagonal = 3,
}

/// Writes `rank`, `file`, `diagonal` or `antidiagonal`.
impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Rank => "rank",
            Self::File => "file",
            Self::Diagonal => "diagonal",
            Self::Antidiagonal => "antidiagonal",
        })
    }
}

impl Line {
    /// The four lines in lane order.
    pub const ALL: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::Antidiagonal];

    /// Returns the lane of this line, 0..=3.
    #[inline]
    #[must_use]
    pub const fn lane(self) -> usize {
        self as usize
    }

    /// Returns the whole line through a square, including the square.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Line, Square, bitboard};
    /// assert_eq!(
    ///     Line::Diagonal.through(Square::D3),
    ///     bitboard! {
    ///         . . . . . . . .
    ///         . . . . . . . 1
    ///         . . . . . . 1 .
    ///         . . . . . 1 . .
    ///         . . . . 1 . . .
    ///         . . . 1 . . . .
    ///         . . 1 . . . . .
    ///         . 1 . . . . . .
    ///     }
    /// );
    /// ```
    #[must_use]
    pub const fn through(self, square: Square) -> u64 {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match self {
            Self::Rank => FIRST_RANK << (8 * rank),
            Self::File => A_FILE << file,
            Self::Diagonal => shift_by_ranks(MAIN_DIAGONAL, rank - file),
            Self::Antidiagonal => shift_by_ranks(MAIN_ANTIDIAGONAL, rank + file - 7),
        }
    }
}

/// The squares of each file, from a to h.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{FILES, Position, RANKS, Square};
///
/// assert_eq!(FILES[4] & RANKS[3], Square::E4.bit());
/// // The pawns on the file of a square.
/// let square = Square::C3;
/// assert_eq!(
///     Position::START.pawns() & FILES[usize::from(square.file())],
///     Square::C2.bit() | Square::C7.bit()
/// );
/// ```
#[doc(alias = "BB_FILES")]
pub const FILES: [u64; 8] = {
    let (mut files, mut index) = ([A_FILE; 8], 0);
    while index < 8 {
        files[index] <<= index;
        index += 1;
    }
    files
};

/// The squares of each rank, from the first to the eighth.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{FILES, RANKS, Square};
///
/// assert_eq!(RANKS[7] & FILES[0], Square::A8.bit());
/// assert_eq!(RANKS.iter().fold(0, |all, rank| all | rank), u64::MAX);
/// ```
#[doc(alias = "BB_RANKS")]
pub const RANKS: [u64; 8] = {
    let (mut ranks, mut index) = ([FIRST_RANK; 8], 0);
    while index < 8 {
        ranks[index] <<= 8 * index;
        index += 1;
    }
    ranks
};

/// The first rank, a1 to h1.
pub const FIRST_RANK: u64 = 0xff;
/// The eighth rank, a8 to h8.
pub const EIGHTH_RANK: u64 = FIRST_RANK << 56;
/// The a-file, a1 to a8.
pub const A_FILE: u64 = 0x0101_0101_0101_0101;
/// The h-file, h1 to h8.
pub const H_FILE: u64 = A_FILE << 7;
/// The diagonal a1 to h8.
pub const MAIN_DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// The antidiagonal h1 to a8.
pub const MAIN_ANTIDIAGONAL: u64 = 0x0102_0408_1020_4080;

/// Shifts a board up by this many ranks, or down if negative; -7..=7.
const fn shift_by_ranks(board: u64, ranks: i32) -> u64 {
    if ranks >= 0 { board << (8 * ranks) } else { board >> (-8 * ranks) }
}
