//! The cache load: other memory that a program reads between its calls, as an engine reads its own tables.

use core::hint::black_box;

/// 512 KiB: larger than any L1 cache, smaller than an L2 cache.
const WORDS: usize = 64 * 1024;
/// The number of words between visited lines: 171 lines, which is coprime to their number, so all are
/// visited, and too irregular for prefetchers.
const STRIDE: usize = 171 * 8;

/// A walk over a few hundred kilobytes, some lines at a time.
pub struct Walk {
    words: Box<[u64; WORDS]>,
    lines: usize,
}

impl Walk {
    /// Creates a walk with so many lines per step.
    pub fn new(lines: usize) -> Self {
        let words = black_box(vec![0; WORDS]).into_boxed_slice();
        Self { words: words.try_into().expect("made with this length"), lines }
    }

    /// Reads the lines of step `step`. The result is 0, which the compiler cannot derive.
    ///
    /// In the loop of a level, the compiler would turn the walk into gathers.
    #[inline(never)]
    pub fn step(&self, step: usize) -> u64 {
        let mut place = step.wrapping_mul(self.lines * STRIDE);
        let mut sum = 0;
        for _ in 0..self.lines {
            sum |= self.words[place % WORDS];
            place = place.wrapping_add(STRIDE);
        }
        sum
    }
}

/// Prevents the work before it and the work after it from overlapping.
#[inline(always)]
pub fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 has SSE2.
    unsafe {
        core::arch::x86_64::_mm_lfence();
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: the instruction barrier only affects ordering.
    unsafe {
        core::arch::asm!("isb", options(nomem, nostack, preserves_flags));
    }
}
