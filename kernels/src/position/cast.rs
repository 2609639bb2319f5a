//! Positions in memory that others filled: arrays of words as positions, without copying.

use core::fmt;

use super::{Position, state, word};

/// Why words in memory cannot be taken for positions as they stand. `Display` says what would be right, in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidWords {
    /// They do not begin at a multiple of 64 bytes.
    Alignment,
    /// A state word has bits that mean nothing.
    State {
        /// The index of the position.
        index: usize,
    },
}

impl fmt::Display for InvalidWords {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alignment => {
                formatter.write_str("the words do not begin at a multiple of 64 bytes, as positions do")
            }
            Self::State { index } => write!(
                formatter,
                "the state of position {index} has bits that mean nothing; Position::from_words drops them"
            ),
        }
    }
}

impl core::error::Error for InvalidWords {}

impl Position {
    /// Words as positions, where they stand, checked as far as [`from_words`](Self::from_words) would change them: for
    /// files that are mapped into memory and arrays of other languages.
    ///
    /// # Errors
    /// If they are not aligned as positions are, or the state of one has bits that mean nothing: copy those by
    /// `from_words`.
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let positions = [Position::START; 3];
    /// let words = Position::slice_as_words(&positions);
    /// assert_eq!(Position::slice_from_words(words), Ok(&positions[..]));
    /// ```
    pub fn slice_from_words(words: &[[u64; 8]]) -> Result<&[Self], InvalidWords> {
        let positions = words.as_ptr().cast::<Self>();
        if !positions.is_aligned() {
            return Err(InvalidWords::Alignment);
        }
        match words.iter().position(|words| words[word::STATE] & !state::ALL != 0) {
            Some(index) => Err(InvalidWords::State { index }),
            // SAFETY: a `Position` is eight words and nothing else (`repr(C)`), no word of which can be invalid, and
            // its alignment was just seen.
            None => Ok(unsafe { core::slice::from_raw_parts(positions, words.len()) }),
        }
    }

    /// The words that positions consist of, see [`from_words`](Self::from_words).
    pub const fn slice_as_words(positions: &[Self]) -> &[[u64; 8]] {
        // SAFETY: a `Position` is eight words and nothing else, and is aligned to more than they are.
        unsafe { core::slice::from_raw_parts(positions.as_ptr().cast(), positions.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn words_are_positions_where_they_stand_as_positions_do() {
        const { assert!(size_of::<Position>() == 64 && align_of::<Position>() == 64) };
        let positions = [Position::START; 4];
        let words = Position::slice_as_words(&positions);
        assert_eq!(words, [*Position::START.words(); 4]);
        assert_eq!(Position::slice_from_words(words), Ok(&positions[..]));
        assert_eq!(Position::slice_from_words(&words[..0]), Ok(&[][..]));

        let (flat, _) = words.as_flattened()[1..].as_chunks::<8>();
        let error = Position::slice_from_words(flat).unwrap_err();
        assert_eq!(error, InvalidWords::Alignment);
        assert!(error.to_string().ends_with("a multiple of 64 bytes, as positions do"));

        let mut nonsense = positions;
        nonsense[2].words[word::STATE] |= 1 << 33;
        let error = Position::slice_from_words(Position::slice_as_words(&nonsense)).unwrap_err();
        assert_eq!(error, InvalidWords::State { index: 2 });
        assert!(error.to_string().starts_with("the state of position 2 has bits that mean nothing"));
    }
}
