//! [`Bitboard`], a wrapper that draws a `u64`, and [`bitboard!`](crate::bitboard!), which reads a drawing.

use core::fmt;

/// A wrapper that prints a bitboard as a drawing, with the eighth rank on top, `1` for set bits and `.` for
/// others.
///
/// It is meant for debugging: the functions of the crate take and return plain `u64`.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Bitboard;
/// assert_eq!(
///     Bitboard(0x0000_0000_0000_00a1).to_string().lines().last(),
///     Some("1 . . . . 1 . 1")
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// Reads a drawing of 64 squares, from a8 to h1.
    ///
    /// A `.` is an empty square, and a letter or a digit from 1 to 9 is a set bit. White space is skipped.
    /// [`bitboard!`](crate::bitboard!) calls this function.
    ///
    /// # Panics
    ///
    /// Panics if there are not exactly 64 squares, or if the drawing contains `0`, which readers could take
    /// for an empty square. In a constant, this is a compile-time error.
    #[inline]
    #[must_use]
    pub const fn from_drawing(drawing: &str) -> Self {
        let (bytes, mut board, mut squares, mut index) = (drawing.as_bytes(), 0u64, 0, 0);
        while index < bytes.len() {
            let byte = bytes[index];
            index += 1;
            if byte.is_ascii_whitespace() {
                continue;
            }
            assert!(
                byte == b'.' || byte.is_ascii_alphanumeric(),
                "a drawn board has `.` for empty squares and letters or digits for the others"
            );
            assert!(byte != b'0', "a drawn board has `.` for empty squares, not `0`");
            assert!(squares < 64, "a drawn board has 64 squares, this one has more");
            if byte != b'.' {
                board |= 1 << ((7 - squares / 8) * 8 + squares % 8);
            }
            squares += 1;
        }
        assert!(squares == 64, "a drawn board has 64 squares, this one has fewer");
        Self(board)
    }
}

/// Reads a drawing of a bitboard as a `u64`, with the eighth rank on top.
///
/// A `.` is an empty square, and a letter or a digit from 1 to 9 is a set bit. The squares must be separated
/// by spaces: otherwise Rust reads letters and digits as one number or name.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::bitboard;
/// let knight_on_b1 = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     1 . 1 . . . . .
///     . . . 1 . . . .
///     . . . . . . . .
/// };
/// assert_eq!(knight_on_b1, 0x0005_0800);
/// ```
///
/// The following drawing does not compile, because it does not have 64 squares:
///
/// ```compile_fail
/// # use quadline_kernels as quadline;
/// let board = quadline::bitboard! { . . 1 . };
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($token:tt)*) => {
        const { $crate::Bitboard::from_drawing(::core::concat!($(::core::stringify!($token), " "),*)).0 }
    };
}

impl From<u64> for Bitboard {
    #[inline]
    fn from(bitboard: u64) -> Self {
        Self(bitboard)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(bitboard: Bitboard) -> Self {
        bitboard.0
    }
}

impl fmt::Display for Bitboard {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let member = self.0 >> (8 * rank + file) & 1 == 1;
                formatter.write_str(if member { "1" } else { "." })?;
                if file < 7 {
                    formatter.write_str(" ")?;
                }
            }
            if rank > 0 {
                formatter.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Bitboard({:#018x})\n{self}", self.0)
    }
}
