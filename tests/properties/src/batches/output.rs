//! Memory for the output of a batch, between canaries.

use std::ops::Range;

/// The contents of the memory around the output. It is not a set of attacks: no slider attacks all squares of
/// one color.
pub(crate) const CANARY: u64 = 0xaa55_aa55_aa55_aa55;

/// Memory for the output of a batch, with canaries around it. It starts at a cache line, so an offset in
/// words determines the alignment.
pub struct Output {
    words: Vec<u64>,
    start: usize,
}

impl Output {
    /// Allocates space for this many words at offsets up to 7.
    pub fn new(length: usize) -> Self {
        let words = vec![CANARY; length + 48];
        let start = words.as_ptr().align_offset(64) + 8;
        Self { words, start }
    }

    /// Returns the range of an output with this length and offset.
    pub fn range(&self, offset: usize, length: usize) -> Range<usize> {
        self.start + offset..self.start + offset + length
    }

    /// Returns the words to write.
    pub fn slice(&mut self, range: Range<usize>) -> &mut [u64] {
        &mut self.words[range]
    }

    /// Compares the output, checks the canaries around it, and then overwrites it with canaries.
    pub fn compare(&mut self, range: Range<usize>, expected: &[u64], wrong: Wrong<'_>) {
        let found = &self.words[range.clone()];
        if found != expected {
            let index =
                (0..expected.len()).find(|&index| found[index] != expected[index]).expect("they differ");
            wrong("wrong attacks", index as isize, found[index], expected[index]);
        }
        // A kernel that writes too much writes a vector or a few more.
        for index in (range.start - 8..range.start).chain(range.end..range.end + 16) {
            if self.words[index] != CANARY {
                let index_in_output = index as isize - range.start as isize;
                wrong("written outside of the output", index_in_output, self.words[index], CANARY);
            }
        }
        self.words[range].fill(CANARY);
    }
}

/// Reports an error: its description, the index in the output, the value found and the one expected.
pub type Wrong<'a> = &'a dyn Fn(&str, isize, u64, u64);
