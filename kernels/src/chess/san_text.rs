//! [`SanText`]: a move in standard algebraic notation, without an allocation.

use super::characters::characters;

/// A move in standard algebraic notation (SAN): two to seven ASCII characters.
///
/// [`Position::to_san`](super::Position::to_san) returns it. It is a `str` by `Deref`.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Position;
///
/// let position = Position::START;
/// let san = position.to_san(position.parse_uci("g1f3")?);
/// assert_eq!(san, "Nf3");
/// assert_eq!(format!("1. {san}"), "1. Nf3");
/// # Ok::<(), quadline_kernels::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SanText {
    /// The characters, all of them ASCII, and zeros after them.
    bytes: [u8; Self::LENGTH],
    length: u8,
}

impl SanText {
    /// The length of `Qa1xb2#` and `axb8=Q#`.
    const LENGTH: usize = 7;
    pub(crate) const EMPTY: Self = Self { bytes: [0; Self::LENGTH], length: 0 };

    /// Appends ASCII characters, as far as there is room. There is room for any legal move.
    #[inline]
    pub(crate) fn push(&mut self, characters: &[u8]) {
        for &character in characters {
            if let Some(place) = self.bytes.get_mut(usize::from(self.length)) {
                *place = character;
                self.length += 1;
            }
        }
    }

    /// Returns the characters of the text as ASCII.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.length)).unwrap_or_default()
    }

    /// Returns the text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        // All bytes are ASCII.
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

characters!(SanText);
