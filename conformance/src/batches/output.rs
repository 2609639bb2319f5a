//! Memory for the output of a batch, between canaries.

use std::ops::Range;

/// What lies around the output and must stay there. It is no set of attacks: no slider attacks a checkered board.
pub(crate) const CANARY: u64 = 0xaa55_aa55_aa55_aa55;

/// Memory for the output of a batch, between canaries. It starts on a cache line, so that an offset in words is an
/// alignment.
pub struct Output {
    words: Vec<u64>,
    start: usize,
}

impl Output {
    /// Room for this many words at offsets up to 7.
    pub fn new(length: usize) -> Self {
        let words = vec![CANARY; length + 48];
        let start = words.as_ptr().align_offset(64) + 8;
        Self { words, start }
    }

    /// Where so many words at an offset lie.
    pub fn range(&self, offset: usize, length: usize) -> Range<usize> {
        self.start + offset..self.start + offset + length
    }

    /// The words to write.
    pub fn slice(&mut self, range: Range<usize>) -> &mut [u64] {
        &mut self.words[range]
    }

    /// Compares what was written, looks after the canaries around it, and puts canaries there too.
    pub fn compare(&mut self, range: Range<usize>, expected: &[u64], wrong: Wrong<'_>) {
        let found = &self.words[range.clone()];
        if found != expected {
            let index =
                (0..expected.len()).find(|&index| found[index] != expected[index]).expect("they differ");
            wrong("wrong attacks", index as isize, found[index], expected[index]);
        }
        // A kernel that writes too much writes a vector or a few too much.
        for index in (range.start - 8..range.start).chain(range.end..range.end + 16) {
            if self.words[index] != CANARY {
                let index_in_output = index as isize - range.start as isize;
                wrong("written outside of the output", index_in_output, self.words[index], CANARY);
            }
        }
        self.words[range].fill(CANARY);
    }
}

/// Says what is wrong at which index of the output: found and expected.
pub type Wrong<'a> = &'a dyn Fn(&str, isize, u64, u64);
