//! Parts of a file, for readers with several threads.

use std::io::Read;

use crate::error::Error;
use crate::part::Part;
use crate::read::{Buffered, Memory, Reader};

/// Divides a file into parts that consist of whole games, which can be read independently.
///
/// The thread that reads a file needs a small part of the time that it takes to replay the games. So one
/// thread divides the file, and others replay the games of the parts.
///
/// # Examples
///
/// ```
/// use quadline_pgn::Parts;
///
/// let file = "1. e4 e5 *\n1. d4 d5 *\n1. c4 *\n";
/// let mut plies = 0;
/// for part in Parts::new(file.as_bytes()).with_size(16) {
///     // Another thread could do this.
///     let part = part?;
///     let mut games = part.games();
///     while let Some(game) = games.next_game() {
///         plies += game?.plies().count();
///     }
/// }
/// assert_eq!(plies, 5);
/// # Ok::<(), quadline_pgn::Error>(())
/// ```
#[derive(Debug)]
pub struct Parts<R> {
    reader: Reader<Buffered<R>>,
    size: usize,
    /// The error after the part that was returned last.
    error: Option<Error>,
}

impl<R: Read> Parts<R> {
    /// Creates a reader of parts.
    pub fn new(input: R) -> Self {
        Self { reader: Reader::new(input), size: 1 << 20, error: None }
    }

    /// Sets the least number of bytes of a part, except for the last one. Without this it is 1 MB.
    #[must_use]
    pub fn with_size(mut self, bytes: usize) -> Self {
        self.size = bytes;
        self
    }

    /// Sets the bytes of the longest game, like [`Reader::with_limit`].
    #[must_use]
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.reader = self.reader.with_limit(bytes);
        self
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = Result<Part, Error>;

    /// Returns the next part. An error is that of a game that is too long, which is in no part, or of the
    /// file, which cannot be read any further then.
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let (part, error) = self.reader.take_part(self.size);
        if part.bytes.is_empty() {
            return error.map(Err);
        }
        self.error = error;
        Some(Ok(part))
    }
}

impl Part {
    /// Returns a reader of the games of this part. Their numbers, lines and offsets are those in the file.
    #[must_use]
    pub fn games(&self) -> Reader<Memory<'_>> {
        Reader::part(&self.bytes, self.origin, self.begins_line).with_limit(self.limit)
    }
}
