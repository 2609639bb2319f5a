//! [`Parts`]: the chunks of a file, which can be read independently of each other.

use std::borrow::Cow;
use std::io::{Read, Seek, SeekFrom};

use crate::{Error, Problem, Reader};

/// The bytes of the longest chunk, if nothing else is set: 100 MiB. Those of real files have about 1 MiB.
pub const DEFAULT_LIMIT: usize = 100 << 20;

pub(crate) const HEADER_BYTES: usize = 8;
pub(crate) const MAGIC: [u8; 4] = *b"BINP";

/// A part of a file that can be read independently: a chunk.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    offset: u64,
    bytes: Cow<'a, [u8]>,
}

impl<'a> Part<'a> {
    /// Creates a part from the bytes of a chunk without the eight bytes of its header, and their place in the
    /// file. Errors contain places that are counted from there.
    #[must_use]
    pub const fn new(offset: u64, bytes: &'a [u8]) -> Self {
        Self { offset, bytes: Cow::Borrowed(bytes) }
    }

    /// Returns the place of the first entry in the file.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the bytes of the chunk without its header.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns a reader of the entries of this part. The places of its errors are those in the file.
    #[must_use]
    pub fn entries(&self) -> Reader<Memory<'_>> {
        Reader::of_part(self.offset, &self.bytes)
    }
}

/// Where parts come from: a file that is read, or bytes in memory.
pub trait Source: sealed::Source {}

impl<S: sealed::Source> Source for S {}

pub(crate) mod sealed {
    use std::io;

    /// A file.
    pub trait Source {
        type Bytes: AsRef<[u8]> + Default;

        /// Returns the next bytes, as many as are wanted, or fewer at the end of the file.
        fn next_bytes(&mut self, count: usize) -> io::Result<Self::Bytes>;
    }
}

/// Bytes in memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a>(&'a [u8]);

impl<'a> sealed::Source for Memory<'a> {
    type Bytes = &'a [u8];

    fn next_bytes(&mut self, count: usize) -> std::io::Result<&'a [u8]> {
        let (bytes, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        Ok(bytes)
    }
}

/// The bytes that are reserved before a chunk is read, if it has as many.
const RESERVED: usize = 1 << 21;

impl<R: Read> sealed::Source for R {
    type Bytes = Vec<u8>;

    fn next_bytes(&mut self, count: usize) -> std::io::Result<Vec<u8>> {
        // A wrong size in a small file costs nothing.
        let mut bytes = Vec::with_capacity(count.min(RESERVED));
        self.take(count as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Divides a file into its chunks, which can be read independently. It is an iterator, which ends after an
/// error.
///
/// The thread that reads a file needs a small part of the time that it takes to decode the chunks. So one
/// thread at a time takes a part, and all of them decode. Each has [`Blocks`](crate::Blocks) of its own, which
/// read several parts at once, or a reader of one part after the other ([`Part::entries`]).
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Writer};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new()).chunk_bytes(1);
/// # for _ in 0..9 {
/// #     writer.write(&entry)?;
/// # }
/// # let file = writer.finish()?;
/// use std::iter;
/// use std::sync::Mutex;
/// use std::thread;
///
/// use quadline_binpack::{Blocks, Error, Parts};
///
/// let parts = Mutex::new(Parts::new(&file[..]));
/// let work = || -> Result<u64, Error> {
///     let mut blocks = Blocks::of_parts(iter::from_fn(|| parts.lock().unwrap().next()));
///     blocks.for_each(|block| assert_eq!(block.scores[0], 30))
/// };
/// let entries = thread::scope(|scope| -> Result<u64, Error> {
///     let other = scope.spawn(work);
///     Ok(work()? + other.join().unwrap()?)
/// })?;
/// assert_eq!(entries, 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parts<S> {
    source: S,
    offset: u64,
    limit: usize,
    has_ended: bool,
}

impl<R: Read> Parts<R> {
    /// Creates a reader of the parts of a file. It reads whole chunks at once, so `file` needs no buffer.
    pub const fn new(file: R) -> Self {
        Self::of_source(file)
    }
}

impl<'a> Parts<Memory<'a>> {
    /// Creates a reader of the parts of a file in memory, for example one that is mapped. Nothing is copied.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_binpack::Parts;
    ///
    /// let mut parts = Parts::in_memory(b"BINP\x02\0\0\0abBINP\x01\0\0\0");
    /// assert_eq!(parts.next().unwrap()?.bytes(), b"ab");
    /// let error = parts.next().unwrap().unwrap_err();
    /// assert_eq!(error.to_string(), "byte 10: the file ends 1 bytes before its last chunk does");
    /// assert!(error.is_fatal() && parts.next().is_none());
    /// # Ok::<(), quadline_binpack::Error>(())
    /// ```
    #[must_use]
    pub const fn in_memory(bytes: &'a [u8]) -> Self {
        Self::of_source(Memory(bytes))
    }
}

impl<S> Parts<S> {
    const fn of_source(source: S) -> Self {
        Self { source, offset: 0, limit: DEFAULT_LIMIT, has_ended: false }
    }

    /// Sets the bytes of the longest chunk. A longer chunk is an error, after which no more follows. Without
    /// this, it is [`DEFAULT_LIMIT`].
    #[must_use]
    pub fn with_limit(self, bytes: usize) -> Self {
        Self { limit: bytes, ..self }
    }

    /// Calls a function for the next part, and ends after an error and without a part.
    fn step<T>(
        &mut self,
        next: impl FnOnce(&mut Self) -> Result<Option<T>, Problem>,
    ) -> Option<Result<T, Error>> {
        if self.has_ended {
            return None;
        }
        let offset = self.offset;
        let found = next(self).map_err(|problem| Error::new(offset, problem)).transpose();
        self.has_ended = !matches!(found, Some(Ok(_)));
        found
    }
}

impl<S: Source> Parts<S> {
    /// Returns the place and the bytes of the next part.
    pub(crate) fn next_bytes(&mut self) -> Option<Result<(u64, S::Bytes), Error>> {
        self.step(|parts| {
            let Some(size) = parts.read_header()? else { return Ok(None) };
            let bytes = parts.source.next_bytes(size).map_err(Problem::Read)?;
            let read = bytes.as_ref().len();
            if read < size {
                return Err(Problem::CutFile { missing: (size - read) as u64 });
            }
            let begin = parts.offset + HEADER_BYTES as u64;
            parts.offset = begin + size as u64;
            Ok(Some((begin, bytes)))
        })
    }

    /// Reads the header of a chunk and returns its size.
    fn read_header(&mut self) -> Result<Option<usize>, Problem> {
        let header = self.source.next_bytes(HEADER_BYTES).map_err(Problem::Read)?;
        let header = header.as_ref();
        let Some(&[a, b, c, d, ref size @ ..]) = header.first_chunk::<HEADER_BYTES>() else {
            let missing = (HEADER_BYTES - header.len()) as u64;
            return if header.is_empty() { Ok(None) } else { Err(Problem::CutFile { missing }) };
        };
        if [a, b, c, d] != MAGIC {
            return Err(Problem::NotAChunk([a, b, c, d]));
        }
        let bytes = u32::from_le_bytes(*size);
        if bytes as usize > self.limit {
            return Err(Problem::TooLong { bytes, limit: self.limit });
        }
        Ok(Some(bytes as usize))
    }
}

impl<R: Read + Seek> Parts<R> {
    /// Goes to the next part without reading this one, or returns `None` at the end of the file. Only the last
    /// byte of the part is read, to know that it is there.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use quadline_binpack::Parts;
    ///
    /// let mut parts = Parts::new(Cursor::new(b"BINP\x02\0\0\0abBINP\x01\0\0\0c"));
    /// parts.skip_part().unwrap()?;
    /// assert_eq!(parts.next().unwrap()?.bytes(), b"c");
    /// # Ok::<(), quadline_binpack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error with which the iterator would end.
    pub fn skip_part(&mut self) -> Option<Result<(), Error>> {
        self.step(|parts| {
            let Some(size) = parts.read_header()? else { return Ok(None) };
            let end = parts.offset + (HEADER_BYTES + size) as u64;
            if let Some(before) = size.checked_sub(1) {
                parts.source.seek_relative(before as i64).map_err(Problem::Read)?;
                if sealed::Source::next_bytes(&mut parts.source, 1).map_err(Problem::Read)?.is_empty() {
                    let there = parts.source.seek(SeekFrom::End(0)).map_err(Problem::Read)?;
                    return Err(Problem::CutFile { missing: end.saturating_sub(there) });
                }
            }
            parts.offset = end;
            Ok(Some(()))
        })
    }
}

impl<R: Read> Iterator for Parts<R> {
    type Item = Result<Part<'static>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.next_bytes()?;
        Some(found.map(|(offset, bytes)| Part { offset, bytes: Cow::Owned(bytes) }))
    }
}

impl<'a> Iterator for Parts<Memory<'a>> {
    type Item = Result<Part<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_bytes()?.map(|(offset, bytes)| Part::new(offset, bytes)))
    }
}
