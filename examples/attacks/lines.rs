//! Reads lines with bounded memory.

use core::fmt;
use std::io::{self, BufRead, Read};

/// The maximum length of a line. A FEN has less than a hundred bytes, and 4 KiB are enough for the operations
/// of an EPD.
const LONGEST: usize = 4096;

/// The lines of an input, which share one buffer.
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    /// Whether the last line was at the end of the input's buffer.
    drained: bool,
}

/// A line, including its line break.
pub struct Line<'a> {
    /// The number of the line, from 1.
    pub number: u64,
    /// The contents of the line.
    pub text: Result<&'a [u8], TooLong>,
}

/// The error if a line is too long to be a FEN. The rest of the line is skipped.
#[derive(Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "longer than {LONGEST} bytes; a FEN has less than 100")
    }
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, drained: false }
    }

    /// Returns the next line, or `None` at the end of the input.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        // The length of the buffered input. If the line takes all of it, the next line may not be available
        // immediately.
        let held = self.input.fill_buf()?.len();
        self.input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut self.line)?;
        if self.line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.drained = self.line.len() >= held;
        let text = if self.line.len() > LONGEST {
            if self.line.last() != Some(&b'\n') {
                self.input.skip_until(b'\n')?;
            }
            self.drained = true;
            Err(TooLong)
        } else {
            Ok(self.line.as_slice())
        };
        Ok(Some(Line { number: self.number, text }))
    }

    /// Returns whether the next line may not be available immediately.
    pub fn would_wait(&self) -> bool {
        self.drained
    }
}
