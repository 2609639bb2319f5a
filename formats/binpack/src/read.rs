//! [`Reader`]: an iterator over entries.

use std::io::Read;

use crate::chain::{Cursor, Ready};
use crate::parts::Source;
use crate::{Entry, Error, Memory, Parts, Skip};

/// An iterator over the entries of a file, one after the other. [`Blocks`](crate::Blocks) read several chunks
/// at once, which takes less time.
///
/// A chunk with an error does not concern the others: after the entries before the error and the error itself,
/// the next chunk is read, unless [`Error::is_fatal`] returns true.
///
/// # Examples
///
/// ```no_run
/// use quadline_binpack::Reader;
///
/// let file = std::fs::File::open("training.binpack")?;
/// for entry in Reader::new(file) {
///     let entry = entry?;
///     println!("{} {} {}", entry.position, entry.chess_move, entry.score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<S: Source> {
    parts: Parts<S>,
    /// The part that is read, and its place in the file.
    bytes: S::Bytes,
    offset: u64,
    cursor: Cursor,
    /// Whether the part may have more entries than those that are ready.
    has_more: bool,
    /// Entries that are read, the number of those that were returned, and the error after them.
    ready: Ready,
    returned: usize,
    error: Option<Error>,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of the entries of a file. It reads whole chunks at once, so `file` needs no buffer.
    #[must_use]
    pub fn new(file: R) -> Self {
        Self::of_parts(Parts::new(file))
    }
}

impl<'a> Reader<Memory<'a>> {
    /// Creates a reader of the entries of a file in memory, for example one that is mapped. Nothing is copied.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline::{Position, Square};
    /// use quadline_binpack::{Entry, Reader, Writer};
    ///
    /// let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 1 };
    /// let mut writer = Writer::new(Vec::new());
    /// writer.write(&entry)?;
    /// let file = writer.finish()?;
    ///
    /// let entries = Reader::in_memory(&file).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(entries, [entry]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_memory(bytes: &'a [u8]) -> Self {
        Self::of_parts(Parts::in_memory(bytes))
    }

    pub(crate) fn of_part(offset: u64, bytes: &'a [u8]) -> Self {
        Self { offset, bytes, has_more: true, ..Self::in_memory(&[]) }
    }
}

impl<S: Source> Reader<S> {
    fn of_parts(parts: Parts<S>) -> Self {
        Self {
            parts,
            bytes: S::Bytes::default(),
            offset: 0,
            cursor: Cursor::new(),
            has_more: false,
            ready: Ready::new(),
            returned: 0,
            error: None,
        }
    }

    /// Sets the bytes of the longest chunk, like [`Parts::with_limit`].
    #[must_use]
    pub fn with_limit(self, bytes: usize) -> Self {
        Self { parts: self.parts.with_limit(bytes), ..self }
    }

    /// Reads the next entries in place of those that were returned. Returns the error after them, or `None` at
    /// the end of the file.
    #[inline(never)]
    fn refill(&mut self) -> Option<Result<(), Error>> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        if !self.has_more {
            match self.parts.next_bytes()? {
                Ok((offset, bytes)) => {
                    (self.offset, self.bytes, self.cursor) = (offset, bytes, Cursor::new())
                }
                Err(error) => return Some(Err(error)),
            }
        }
        self.returned = 0;
        let filled = self.cursor.fill(self.offset, self.bytes.as_ref(), &Skip::NONE, &mut self.ready);
        self.has_more = filled.is_ok() && self.ready.is_full();
        self.error = filled.err();
        Some(Ok(()))
    }
}

impl<S: Source> Iterator for Reader<S> {
    type Item = Result<Entry, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&entry) = self.ready.entries().get(self.returned) {
                self.returned += 1;
                return Some(Ok(entry));
            }
            if let Err(error) = self.refill()? {
                return Some(Err(error));
            }
        }
    }
}
