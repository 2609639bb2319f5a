//! Conversions between slices of words and slices of positions, without copying.

use super::Position;

impl Position {
    /// Returns a slice of words as positions, without copying, or `None` if it is not aligned to 64 bytes.
    ///
    /// This is meant for memory-mapped files and arrays of other languages. Use
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
    pub fn slice_from_words(words: &[[u64; 8]]) -> Option<&[Self]> {
        let positions = words.as_ptr().cast::<Self>();
        // SAFETY: a `Position` consists of eight words (`repr(C)`), any value of which is valid, and the
        // alignment is checked first.
        positions.is_aligned().then(|| unsafe { core::slice::from_raw_parts(positions, words.len()) })
    }

    /// Returns the words of positions, without copying; see [`from_words`](Self::from_words).
    pub const fn slice_as_words(positions: &[Self]) -> &[[u64; 8]] {
        // SAFETY: a `Position` consists of eight words, and its alignment is higher than theirs.
        unsafe { core::slice::from_raw_parts(positions.as_ptr().cast(), positions.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{self, Level, WithLevel};
    use crate::position::{ChecksAndPins, Move, state, word};
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn words_are_positions_where_they_are_aligned() {
        const { assert!(size_of::<Position>() == 64 && align_of::<Position>() == 64) };
        let positions = [Position::START; 4];
        let words = Position::slice_as_words(&positions);
        assert_eq!(words, [*Position::START.words(); 4]);
        assert_eq!(Position::slice_from_words(words), Some(&positions[..]));
        assert_eq!(Position::slice_from_words(&words[..0]), Some(&[][..]));
        for offset in 1..8 {
            let (words, _) = words.as_flattened()[offset..].as_chunks::<8>();
            assert_eq!(Position::slice_from_words(words), None);
        }
    }

    /// Calls each batch function of positions.
    struct Answers<'a>(&'a [Position]);

    impl WithLevel for Answers<'_> {
        type Output = (Vec<[u64; 2]>, Vec<ChecksAndPins>, Vec<u16>, Vec<usize>, Vec<Move>, u16);

        fn with_level<L: Level>(self, level: L) -> Self::Output {
            let length = self.0.len();
            let (mut white, mut black, mut counts) = (vec![0; length], vec![0; length], vec![0; length]);
            let (mut offsets, mut moves) = (vec![0; length + 1], vec![Move::from_bits(0); 48 * length]);
            let mut checks = vec![ChecksAndPins::default(); length];
            level.batch_attacked_squares(self.0, &mut white, &mut black);
            level.batch_checks_and_pins(self.0, &mut checks);
            level.batch_legal_move_counts(self.0, &mut counts);
            level.batch_legal_moves(self.0, &mut offsets, &mut moves);
            let attacked = white.into_iter().zip(black).map(<[u64; 2]>::from).collect();
            (attacked, checks, counts, offsets, moves, self.0[0].legal_move_count())
        }
    }

    #[test]
    fn what_means_nothing_in_a_state_is_not_looked_at() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
            "4k3/8/8/2KpP2r/8/8/8/8 w - d6 0 1",
        ];
        let clean: Vec<Position> = (0..77).map(|i| fens[i % 4].parse().expect("a FEN")).collect();
        let noise = (1_u64..).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let noisy = |(position, noise): (&Position, u64)| {
            let mut position = *position;
            position.words[word::STATE] |= noise & !state::ALL;
            position
        };
        let noisy: Vec<Position> = clean.iter().zip(noise).map(noisy).collect();
        assert_ne!(clean, noisy);
        for level in level::available() {
            assert_eq!(level.run(Answers(&clean)), level.run(Answers(&noisy)), "{}", level.name());
        }
        for (clean, noisy) in clean.iter().zip(&noisy) {
            assert_eq!(
                (clean.side_to_move(), clean.en_passant()),
                (noisy.side_to_move(), noisy.en_passant())
            );
            assert_eq!(clean.castling_rooks(), noisy.castling_rooks());
        }
    }
}
