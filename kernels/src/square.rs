//! [`Square`], a number from 0 to 63 that kernels need not check.

use core::fmt;
use core::str::FromStr;

/// A square of the board, a1 = 0, b1 = 1, …, h8 = 63 (little-endian rank-file mapping).
///
/// A `Square` cannot hold any other number than 0..=63, so kernels need no bounds check. It is a transparent
/// `u8`: [`Square::slice_from_bytes`] checks a `&[u8]` and returns it as `&[Square]` without a copy.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Square;
/// assert_eq!(Square::new(28), Some(Square::E4));
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::E4.to_string(), "e4");
/// assert_eq!(Square::new(64), None);
/// assert_eq!(Square::new_masked(64), Square::A1);
///
/// // Files and ranks count from 0; a bitboard is a `u64`, its bit 0 is a1.
/// assert_eq!((Square::E4.file(), Square::E4.rank(), Square::E4.index()), (4, 3, 28));
/// assert_eq!(Square::E4.bit(), 1 << 28);
/// assert_eq!(Square::lowest(Square::E4.bit() | Square::H8.bit()), Some(Square::E4));
/// assert_eq!(Square::lowest(0), None);
/// assert_eq!(Square::slice_as_bytes(&Square::ALL)[28], 28);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(Number);

macro_rules! name_squares {
    ($($name:ident)*) => {
        /// The numbers 0..=63, as an enum to give the type a niche and the compiler the range.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        enum Number { $($name),* }

        impl Square {
            $(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Self = Self(Number::$name);
            )*

            /// All squares, a1 first, h8 last.
            pub const ALL: [Self; 64] = [$(Self::$name),*];
        }
    };
}

#[rustfmt::skip]
name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// Returns the square with this number, or `None` if it is above 63.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Square;
    ///
    /// assert_eq!(Square::new(28), Some(Square::E4));
    /// assert_eq!(Square::new(64), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self::new_masked(index)) } else { None }
    }

    /// Returns the square on a file and a rank, each from 0 to 7, or `None` if one of them is above 7.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Square;
    ///
    /// assert_eq!(Square::at(4, 3), Some(Square::E4));
    /// assert_eq!(Square::at(Square::E4.file(), Square::E4.rank()), Some(Square::E4));
    /// assert_eq!((Square::at(8, 0), Square::at(0, 8)), (None, None));
    /// ```
    #[doc(alias("from_coords", "from_file_rank", "make_square"))]
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self::new_masked(8 * rank + file)) } else { None }
    }

    /// Returns the square with the number `index % 64`, for callers whose numbers are valid.
    #[inline]
    #[must_use]
    pub const fn new_masked(index: u8) -> Self {
        // SAFETY: `Number` is a `u8` with a variant for each of 0..=63, and the mask leaves no other number.
        Self(unsafe { core::mem::transmute::<u8, Number>(index & 63) })
    }

    /// Returns the number of the square, 0..=63, as an index.
    #[doc(alias("to_index", "to_int"))]
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for the a-file to 7 for the h-file.
    #[doc(alias("get_file", "square_file"))]
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 as u8 & 7
    }

    /// Returns the rank, 0 for the first to 7 for the eighth.
    #[doc(alias("get_rank", "square_rank"))]
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 as u8 >> 3
    }

    /// Returns the bitboard that contains only this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// Returns the lowest square of a bitboard, or `None` if it is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Square;
    ///
    /// assert_eq!(Square::lowest(Square::E4.bit() | Square::H8.bit()), Some(Square::E4));
    /// assert_eq!(Square::lowest(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub const fn lowest(bitboard: u64) -> Option<Self> {
        Self::new(bitboard.trailing_zeros() as u8)
    }

    /// Returns a slice of numbers as squares, without a copy.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Square;
    /// assert_eq!(Square::slice_from_bytes(&[0, 63]), Ok(&[Square::A1, Square::H8][..]));
    /// let error = Square::slice_from_bytes(&[0, 99]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid square: 99 at index 1 (squares are 0..=63, a1 = 0, h8 = 63)"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the first number above 63 and its index.
    pub fn slice_from_bytes(bytes: &[u8]) -> Result<&[Self], ParseSquareError> {
        // The OR of all bytes needs no branch for each; wrong bytes are rare.
        if bytes.iter().fold(0, |union, byte| union | byte) > 63 {
            let index = bytes.iter().take_while(|&&byte| byte <= 63).count();
            return Err(ParseSquareError::Number { number: bytes[index], index: Some(index) });
        }
        // SAFETY: `Square` is a transparent `u8`, and the check above has shown that every byte is at most
        // 63.
        Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) })
    }

    /// Returns a slice of squares as their numbers, without a copy.
    #[inline]
    #[must_use]
    pub const fn slice_as_bytes(squares: &[Self]) -> &[u8] {
        bytemuck::must_cast_slice(squares)
    }
}

/// Returns an iterator over the squares of a bitboard, lowest first.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, Square, squares};
///
/// let mut rooks = squares(Position::START.rooks());
/// assert_eq!(rooks.len(), 4);
/// assert_eq!((rooks.next(), rooks.next_back()), (Some(Square::A1), Some(Square::H8)));
/// assert!(rooks.eq([Square::H1, Square::A8]));
/// ```
#[inline]
#[must_use]
pub const fn squares(bitboard: u64) -> Squares {
    Squares(bitboard)
}

/// An iterator over the squares of a bitboard, created by [`squares`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Square::lowest(self.0);
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.checked_ilog2().map(|highest| Square::new_masked(highest as u8))?;
        self.0 ^= square.bit();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl core::iter::FusedIterator for Squares {}

/// The error returned when a number or text is not a [`Square`].
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{ParseSquareError, Square};
///
/// let error = Square::try_from(64).unwrap_err();
/// assert_eq!(error, ParseSquareError::Number { number: 64, index: None });
/// println!("{error}, {}", "i9".parse::<Square>().unwrap_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseSquareError {
    /// A number above 63, with its index if it came from a slice.
    Number {
        /// The number.
        number: u8,
        /// Its index in the slice.
        index: Option<usize>,
    },
    /// Text that is not a file letter a to h followed by a rank digit 1 to 8.
    Name,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { number, index } => {
                write!(formatter, "invalid square: {number}")?;
                if let Some(index) = index {
                    write!(formatter, " at index {index}")?;
                }
                formatter.write_str(" (squares are 0..=63, a1 = 0, h8 = 63)")
            }
            Self::Name => {
                formatter.write_str("invalid square: expected a file a to h and a rank 1 to 8, such as e4")
            }
        }
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for ParseSquareError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParseSquareError({self})")
    }
}

impl core::error::Error for ParseSquareError {}

impl TryFrom<u8> for Square {
    type Error = ParseSquareError;

    fn try_from(number: u8) -> Result<Self, ParseSquareError> {
        Self::new(number).ok_or(ParseSquareError::Number { number, index: None })
    }
}

impl From<Square> for u8 {
    #[inline]
    fn from(square: Square) -> Self {
        square.0 as u8
    }
}

/// Returns the number of the square as an index, like [`Square::index`].
impl From<Square> for usize {
    #[inline]
    fn from(square: Square) -> Self {
        square.index()
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(name: &str) -> Result<Self, ParseSquareError> {
        match name.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self::new_masked((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(ParseSquareError::Name),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file(), b'1' + self.rank()];
        formatter.pad(core::str::from_utf8(&name).expect("two ASCII letters"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
