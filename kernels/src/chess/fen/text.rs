//! [`Text`], a FEN while it is written.

/// More than the longest text: 71 characters of placement, castling with all of 16 squares, and 22 other
/// characters.
const SIZE: usize = 128;

/// A FEN in memory. Writing to a formatter has a cost for every call, so there is one call for the whole
/// text.
pub(super) struct Text {
    bytes: [u8; SIZE],
    length: usize,
}

impl Text {
    /// Returns an empty text.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { bytes: [0; SIZE], length: 0 }
    }

    /// Stores a space and a number.
    pub(super) fn put_number(&mut self, number: u16) {
        self.put(b' ', 1);
        for power in [10_000, 1000, 100, 10, 1] {
            if number >= power || power == 1 {
                self.put(b'0' + (number / power % 10) as u8, 1);
            }
        }
    }

    /// Stores a character, and counts it if `count` is 1. If `count` is 0, the next character overwrites it.
    #[inline(always)]
    pub(super) fn put(&mut self, character: u8, count: usize) {
        // Masked instead of checked; no text is so long.
        self.bytes[self.length % SIZE] = character;
        self.length += count;
    }

    /// Stores characters.
    #[inline(always)]
    pub(super) fn put_all(&mut self, characters: &[u8]) {
        for &character in characters {
            self.put(character, 1);
        }
    }

    /// Returns the text.
    pub(super) fn as_str(&self) -> &str {
        // All characters are ASCII.
        self.bytes.get(..self.length).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}
