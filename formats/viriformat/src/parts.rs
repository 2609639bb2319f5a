//! Parts of a file, for readers with several threads.

use std::io::Read;

use crate::{Error, Reader};

/// Divides a file into parts that consist of whole games, which can be read independently.
///
/// Only the ends of the games are searched, which takes a small part of the time that it takes to read them. So
/// one thread at a time divides the file, and all of them read the games of their parts.
///
/// # Examples
///
/// ```
/// use quadline::Position;
/// use quadline_viriformat::{Game, Parts, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// for _ in 0..5 {
///     writer.write(&Game::new(Position::START))?;
/// }
/// let file = writer.finish()?;
/// let mut games = Vec::new();
/// for part in Parts::new(&file[..]).with_size(100) {
///     // Another thread could do this.
///     games.push(part?.games().count());
/// }
/// assert_eq!(games, [3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Parts<R> {
    reader: Reader<R>,
    size: usize,
    /// The error after the part that was returned last.
    error: Option<Error>,
}

impl<R: Read> Parts<R> {
    /// Creates a reader of parts.
    pub const fn new(file: R) -> Self {
        Self { reader: Reader::new(file), size: 1 << 20, error: None }
    }

    /// Sets the least number of bytes of a part, except for the last one. Without this it is 1 MiB.
    #[must_use]
    pub fn with_size(self, bytes: usize) -> Self {
        Self { size: bytes, ..self }
    }

    /// Sets the bytes of the longest game, like [`Reader::with_limit`].
    #[must_use]
    pub fn with_limit(self, bytes: usize) -> Self {
        Self { reader: self.reader.with_limit(bytes), ..self }
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = Result<Part, Error>;

    /// Returns the next part. After an error no more follows; those of games whose ends are known are found
    /// where the games are read.
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let Reader { number, limit, .. } = self.reader;
        let mut part = Part { bytes: Vec::new(), number, offset: self.reader.offset(), limit };
        loop {
            match self.reader.find() {
                Some(Ok(())) => {
                    part.bytes.extend_from_slice(self.reader.bytes());
                    if part.bytes.len() >= self.size {
                        return Some(Ok(part));
                    }
                }
                end if part.bytes.is_empty() => return end.map(|end| end.map(|()| part)),
                end => {
                    self.error = end.and_then(Result::err);
                    return Some(Ok(part));
                }
            }
        }
    }
}

/// A part of a file that consists of whole games.
#[derive(Clone, Debug)]
pub struct Part {
    bytes: Vec<u8>,
    /// The number of games before.
    number: u64,
    offset: u64,
    limit: usize,
}

impl Part {
    /// Returns the bytes of the games.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the offset of the first byte in the file.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns a reader of the games of this part. Their numbers and offsets are those in the file.
    #[must_use]
    pub fn games(&self) -> Reader<&[u8]> {
        Reader::from_place(&self.bytes[..], self.number, self.offset).with_limit(self.limit)
    }
}
