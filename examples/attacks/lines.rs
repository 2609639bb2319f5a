//! Lines as they come, none longer than it has to be.

use core::fmt;
use std::io::{self, BufRead, Read};

/// The longest line that is read; a FEN has less than a hundred bytes, and an EPD may have more operations than anybody
/// reads.
const LONGEST: usize = 4096;

/// The lines of an input, one buffer for all of them.
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    /// Whether nothing was left of what was read.
    drained: bool,
}

/// A line, its end included.
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// What is on it.
    pub text: Result<&'a [u8], TooLong>,
}

/// The line is too long to be a FEN; the rest of it was passed over.
#[derive(Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {LONGEST} bytes; a line is a FEN, which has less than 100")
    }
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, drained: false }
    }

    /// The next line, if there is one.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        // What the input holds now; a line that takes all of it leaves nothing that is there at once.
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

    /// Whether the next line may have to be waited for.
    pub fn would_wait(&self) -> bool {
        self.drained
    }
}
