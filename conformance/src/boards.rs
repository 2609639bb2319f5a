//! Boards of every density, the same in every run.

use quadline_kernels::Square;

/// Joins one word to six by AND or OR, as `choice` says: a plain random word is nearly always half full.
pub fn joined(choice: u8, mut word: impl FnMut() -> u64) -> u64 {
    let words = (0..choice / 2 % 6).map(|_| word()).collect::<Vec<_>>();
    let first = word();
    match choice % 2 {
        0 => words.into_iter().fold(first, |board, word| board & word),
        _ => words.into_iter().fold(first, |board, word| board | word),
    }
}

/// The same words in every run, for the cases that are no quickcheck's: a xorshift generator.
pub struct Words(pub u64);

impl Words {
    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Any square.
    pub fn square(&mut self) -> Square {
        Square::new_masked((self.word() >> 32) as u8)
    }

    /// A board of any density.
    pub fn board(&mut self) -> u64 {
        joined((self.word() >> 32) as u8, || self.word())
    }
}
