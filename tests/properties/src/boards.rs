//! Pseudorandom boards of every density, the same in every run.

use quadline_kernels::Square;

/// Joins six words by AND or OR, depending on `choice`. A single random word nearly always has about half of
/// its bits set.
pub fn joined(choice: u8, mut word: impl FnMut() -> u64) -> u64 {
    let words = (0..choice / 2 % 6).map(|_| word()).collect::<Vec<_>>();
    let first = word();
    match choice % 2 {
        0 => words.into_iter().fold(first, |board, word| board & word),
        _ => words.into_iter().fold(first, |board, word| board | word),
    }
}

/// A xorshift generator for tests that do not use quickcheck. It produces the same words in every run.
pub struct Words(pub u64);

impl Words {
    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a random square.
    pub fn square(&mut self) -> Square {
        Square::new_masked((self.word() >> 32) as u8)
    }

    /// Returns a random board of any density.
    pub fn board(&mut self) -> u64 {
        joined((self.word() >> 32) as u8, || self.word())
    }
}
