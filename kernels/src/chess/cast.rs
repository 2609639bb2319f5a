//! Conversions between slices of words and slices of positions, without copying.

use super::Position;

impl Position {
    /// Returns a slice of words as positions, without copying, or `None` if it is not aligned to 64 bytes.
    ///
    /// This is meant for memory-mapped files and arrays of other languages. It is the cast of
    /// [`bytemuck`](https://docs.rs/bytemuck), for callers that do not depend on it. Use
    /// [`from_words`](Self::from_words) for words with another alignment.
    ///
    /// Unused bits of a state are not cleared here. They do not affect any function, except `==` and hashing.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let positions = [Position::START; 3];
    /// let words = Position::slice_as_words(&positions);
    /// assert_eq!(Position::slice_from_words(words), Some(&positions[..]));
    /// ```
    #[must_use]
    pub fn slice_from_words(words: &[[u64; 8]]) -> Option<&[Self]> {
        bytemuck::try_cast_slice(words).ok()
    }

    /// Returns the words of positions, without copying; see [`from_words`](Self::from_words).
    #[must_use]
    pub const fn slice_as_words(positions: &[Self]) -> &[[u64; 8]] {
        bytemuck::must_cast_slice(positions)
    }
}
