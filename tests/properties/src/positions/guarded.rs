//! Outputs with canaries around them.

use std::fmt::Debug;
use std::ops::Range;

/// Memory for an output, with canaries around it, `offset` elements after a cache line.
pub(super) struct Guarded<T> {
    memory: Vec<T>,
    canary: T,
    range: Range<usize>,
}

impl<T: Copy + PartialEq + Debug> Guarded<T> {
    pub(super) fn new(canary: T, length: usize, offset: usize) -> Self {
        let memory = vec![canary; length + 64];
        let start = memory.as_ptr().align_offset(64).min(32) + 16 + offset % 8;
        Self { memory, canary, range: start..start + length }
    }

    pub(super) fn slice(&mut self) -> &mut [T] {
        &mut self.memory[self.range.clone()]
    }

    /// Returns the output, and panics if anything was written around it.
    pub(super) fn written(&self, kernel: &str, what: &str) -> &[T] {
        for (index, found) in self.memory.iter().enumerate().filter(|(index, _)| !self.range.contains(index))
        {
            let index = index as isize - self.range.start as isize;
            assert!(
                *found == self.canary,
                "{kernel}: {what} written outside of the output, at index {index}: {found:?}"
            );
        }
        &self.memory[self.range.clone()]
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn what_is_written_around_an_output_is_seen() {
        for index in [0, 15, 15 + 8, 16 + 8 + 3] {
            let mut output = Guarded { memory: vec![0x55; 64], canary: 0x55, range: 16..24 };
            output.slice().fill(1);
            assert_eq!(output.written("kernel", "words"), [1; 8]);
            output.memory[index] = 1;
            let is_seen = catch_unwind(|| output.written("kernel", "words").len()).is_err();
            assert_eq!(is_seen, !(16..24).contains(&index), "{index}");
        }
    }
}
