//! Keys of positions in opening books of the Polyglot format.
//!
//! The [format](http://hardy.uhasselt.be/Toga/book_format.html) (described by Michel Van den Bergh) publishes
//! 781 numbers. They are the first outputs of ISAAC-64 ([Bob Jenkins,
//! 1996](https://www.burtleburtle.net/bob/rand/isaacafa.html), in the public domain) with a seed of zeros, so
//! the compiler can compute them.

use super::Position;
use super::zobrist::ZobristKeys;

/// The state of ISAAC-64.
struct Isaac64 {
    memory: [u64; 256],
    accumulator: u64,
    last: u64,
    counter: u64,
}

/// The first value of the eight words that initialize the memory.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c13;

impl Isaac64 {
    /// Returns the generator with a seed of zeros.
    #[inline]
    const fn new() -> Self {
        let mut words = [GOLDEN_RATIO; 8];
        let mut round = 0;
        while round < 4 {
            words = mixed(words);
            round += 1;
        }
        // The first pass adds the seed, which is zero here, to the words, and the second pass what the first
        // has written.
        let mut memory = [0; 256];
        let mut index = 0;
        while index < 2 * memory.len() {
            let mut word = 0;
            while word < 8 {
                words[word] = words[word].wrapping_add(memory[(index + word) % 256]);
                word += 1;
            }
            words = mixed(words);
            let mut word = 0;
            while word < 8 {
                memory[(index + word) % 256] = words[word];
                word += 1;
            }
            index += 8;
        }
        Self { memory, accumulator: 0, last: 0, counter: 0 }
    }

    /// Returns the next 256 outputs. The generator hands them out from the last one to the first.
    #[inline]
    const fn next(&mut self) -> [u64; 256] {
        self.counter = self.counter.wrapping_add(1);
        self.last = self.last.wrapping_add(self.counter);
        let mut outputs = [0; 256];
        let mut index = 0;
        while index < 256 {
            let accumulator = self.accumulator;
            let shifted = match index % 4 {
                0 => !(accumulator ^ accumulator << 21),
                1 => accumulator ^ accumulator >> 5,
                2 => accumulator ^ accumulator << 12,
                _ => accumulator ^ accumulator >> 33,
            };
            self.accumulator = shifted.wrapping_add(self.memory[(index + 128) % 256]);
            let before = self.memory[index];
            let after = self.memory[(before >> 3) as usize % 256]
                .wrapping_add(self.accumulator)
                .wrapping_add(self.last);
            self.memory[index] = after;
            self.last = self.memory[(after >> 11) as usize % 256].wrapping_add(before);
            outputs[index] = self.last;
            index += 1;
        }
        outputs
    }
}

/// Returns the words after one round of mixing.
#[inline]
const fn mixed(mut words: [u64; 8]) -> [u64; 8] {
    /// The shifts of each step: right in even steps, left in odd ones.
    const SHIFTS: [u32; 8] = [9, 9, 23, 15, 14, 20, 17, 14];
    let mut index = 0;
    while index < 8 {
        let (fourth, fifth, last) = ((index + 4) % 8, (index + 5) % 8, (index + 7) % 8);
        words[index] = words[index].wrapping_sub(words[fourth]);
        words[fifth] ^=
            if index % 2 == 0 { words[last] >> SHIFTS[index] } else { words[last] << SHIFTS[index] };
        words[last] = words[last].wrapping_add(words[index]);
        index += 1;
    }
    words
}

impl ZobristKeys {
    /// The 781 numbers of the Polyglot format for opening books.
    ///
    /// [`Position::polyglot_key`] returns the key of a position. With [`update`](Self::update), the key after
    /// a move is computed from the one before.
    pub const POLYGLOT: Self = {
        let mut generator = Isaac64::new();
        let (mut numbers, mut outputs, mut index) = ([0; 781], [0; 256], 0);
        while index < numbers.len() {
            if index % 256 == 0 {
                outputs = generator.next();
            }
            numbers[index] = outputs[255 - index % 256];
            index += 1;
        }
        Self::from_numbers(numbers)
    };
}

/// Only programs that compute Polyglot's keys contain this table.
pub(crate) static POLYGLOT: ZobristKeys = ZobristKeys::POLYGLOT;

impl Position {
    /// Returns the key of the position in [opening books of the Polyglot
    /// format](https://www.chessprogramming.org/PolyGlot).
    ///
    /// As in the format, the en passant square counts if a pawn of the side to move attacks it, whether or
    /// not the capture is legal.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::{Position, ZobristKeys};
    ///
    /// let start = Position::START;
    /// assert_eq!(start.polyglot_key(), 0x463b_9618_1691_fc9c);
    ///
    /// // Along a game, computing a key from the one before is cheaper.
    /// const KEYS: &ZobristKeys = &ZobristKeys::POLYGLOT;
    /// let next = start.play(start.parse_uci("e2e4")?);
    /// assert_eq!(KEYS.update(start.polyglot_key(), &start, &next), 0x823c_9b50_fd11_4196);
    /// # Ok::<(), quadline_kernels::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        POLYGLOT.key(self)
    }
}
