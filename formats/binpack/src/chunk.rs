//! Chunks: the parts of a file that can be read independently of each other.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use crate::chain::{Cursor, Ready};
use crate::{Entries, Entry, Error, Problem, Skip};

/// The maximum size of a chunk in bytes; those of real files have about 1 MiB.
pub const MAX_CHUNK_BYTES: usize = 100 << 20;

pub(crate) const HEADER_BYTES: usize = 8;
pub(crate) const MAGIC: [u8; 4] = *b"BINP";

/// A part of a file whose entries do not depend on other parts.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    offset: u64,
    bytes: &'a [u8],
}

impl<'a> Chunk<'a> {
    /// Creates a chunk from its bytes without the eight bytes of its header, and their place in the file.
    /// Errors contain places that are counted from there.
    #[must_use]
    pub const fn new(offset: u64, bytes: &'a [u8]) -> Self {
        Self { offset, bytes }
    }

    /// Returns the place of the first entry in the file.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the bytes of the chunk.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns an iterator over the entries.
    #[must_use]
    pub fn entries(&self) -> Entries<'a> {
        Entries::of_chunk(*self)
    }

    /// Calls `sink` with each entry that is not skipped, and returns the number of entries, with those that
    /// are.
    ///
    /// This is the fastest way to read a single chunk; [`for_each_of`](crate::for_each_of) reads several at
    /// once.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_binpack::{Entry, Skip, Writer, chunks};
    /// # use quadline::{MoveKind, Position, Square};
    /// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
    /// # let mut writer = Writer::new(Vec::new());
    /// # writer.write(&entry)?;
    /// # let file = writer.finish()?;
    /// let (mut sum, mut entries) = (0, 0);
    /// for chunk in chunks(&file) {
    ///     entries += chunk?.for_each(&Skip::NONE, |entry| sum += i64::from(entry.score))?;
    /// }
    /// assert_eq!((sum, entries), (30, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error. `sink` was called with the entries before it.
    pub fn for_each(&self, skip: &Skip, mut sink: impl FnMut(&Entry)) -> Result<u64, Error> {
        let (mut cursor, mut ready) = (Cursor::new(), Ready::new());
        loop {
            let filled = cursor.fill(self.offset, self.bytes, skip, &mut ready);
            ready.entries().iter().for_each(&mut sink);
            filled?;
            if !ready.is_full() {
                return Ok(cursor.number);
            }
        }
    }
}

/// Returns the size of a chunk, given the eight bytes before it.
fn size(offset: u64, header: [u8; HEADER_BYTES]) -> Result<usize, Error> {
    let [a, b, c, d, size @ ..] = header;
    if [a, b, c, d] != MAGIC {
        return Err(Error::new(offset, Problem::NotAChunk([a, b, c, d])));
    }
    let size = u32::from_le_bytes(size);
    if size as usize > MAX_CHUNK_BYTES {
        return Err(Error::new(offset, Problem::LargeChunk(size)));
    }
    Ok(size as usize)
}

/// Returns an iterator over the chunks of a file in memory, for example one that is mapped. It ends after an
/// error.
///
/// # Examples
///
/// ```
/// use quadline_binpack::chunks;
///
/// let file = b"BINP\x02\0\0\0abBINP\x01\0\0\0";
/// let mut chunks = chunks(file);
/// assert_eq!(chunks.next().unwrap().unwrap().bytes(), b"ab");
/// let error = chunks.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "byte 10: the file ends 1 bytes before its last chunk does");
/// assert!(chunks.next().is_none());
/// ```
#[must_use]
pub fn chunks(file: &[u8]) -> Chunks<'_> {
    Chunks { file, at: 0 }
}

/// Returns an iterator over the chunks of a file in memory from this place on, at which a chunk begins.
/// Errors contain places from the beginning of the file.
///
/// # Examples
///
/// ```
/// use quadline_binpack::chunks_from;
///
/// let file = b"BINP\x02\0\0\0abBINP\x01\0\0\0c";
/// assert_eq!(chunks_from(file, 10).next().unwrap().unwrap().offset(), 18);
/// assert_eq!(chunks_from(file, 1).next().unwrap().unwrap_err().offset(), 1);
/// assert!(chunks_from(file, 19).next().is_none());
/// ```
#[must_use]
pub fn chunks_from(file: &[u8], offset: usize) -> Chunks<'_> {
    Chunks { file, at: offset }
}

/// An iterator over the chunks of a file in memory; see [`chunks`].
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Chunks<'a> {
    /// Returns the next chunk of a file that has not ended.
    fn read(&mut self) -> Result<Chunk<'a>, Error> {
        let (offset, rest) = (self.at as u64, &self.file[self.at..]);
        let cut =
            |needed: usize| Error::new(offset, Problem::CutFile { missing: (needed - rest.len()) as u64 });
        let header = *rest.first_chunk().ok_or_else(|| cut(HEADER_BYTES))?;
        let end = HEADER_BYTES + size(offset, header)?;
        let bytes = rest.get(HEADER_BYTES..end).ok_or_else(|| cut(end))?;
        self.at += end;
        Ok(Chunk { offset: offset + HEADER_BYTES as u64, bytes })
    }
}

impl<'a> Iterator for Chunks<'a> {
    type Item = Result<Chunk<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.file.len() {
            return None;
        }
        let chunk = self.read();
        if chunk.is_err() {
            self.at = self.file.len();
        }
        Some(chunk)
    }
}

/// Reads the chunks of a file, one at a time, into memory of the caller.
///
/// # Examples
///
/// ```
/// use quadline_binpack::ChunkReader;
///
/// let mut reader = ChunkReader::new(&b"BINP\x02\0\0\0ab"[..]);
/// let mut bytes = Vec::new();
/// assert_eq!(reader.read_into(&mut bytes)?, Some(8)); // the place of the first byte
/// assert_eq!(bytes, b"ab");
/// assert_eq!(reader.read_into(&mut bytes)?, None);
/// # Ok::<(), quadline_binpack::Error>(())
/// ```
#[derive(Debug)]
pub struct ChunkReader<R> {
    file: R,
    offset: u64,
    has_failed: bool,
}

impl<R: Read> ChunkReader<R> {
    /// Creates a reader. It reads whole chunks at once, so `file` needs no buffer.
    pub const fn new(file: R) -> Self {
        Self { file, offset: 0, has_failed: false }
    }

    /// Replaces `bytes` by those of the next chunk and returns its place in the file, or `None` at the end of
    /// the file and after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, ends within a chunk, or has something else in its place.
    /// `bytes` is empty then.
    pub fn read_into(&mut self, bytes: &mut Vec<u8>) -> Result<Option<u64>, Error> {
        bytes.clear();
        if self.has_failed {
            return Ok(None);
        }
        let found = self.read(bytes);
        if found.is_err() {
            bytes.clear();
            self.has_failed = true;
        }
        found
    }

    /// Goes to the next chunk without reading this one, and otherwise does what
    /// [`read_into`](Self::read_into) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use quadline_binpack::ChunkReader;
    ///
    /// let mut reader = ChunkReader::new(Cursor::new(b"BINP\x02\0\0\0abBINP\x01\0\0\0c"));
    /// let mut bytes = Vec::new();
    /// assert_eq!(reader.skip()?, Some(8));
    /// assert_eq!(reader.read_into(&mut bytes)?, Some(18));
    /// assert_eq!(bytes, b"c");
    /// # Ok::<(), quadline_binpack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_into`](Self::read_into), also if the file ends within the chunk.
    pub fn skip(&mut self) -> Result<Option<u64>, Error>
    where
        R: Seek,
    {
        if self.has_failed {
            return Ok(None);
        }
        let found = self.seek();
        self.has_failed = found.is_err();
        found
    }

    /// Goes to the next chunk, and reads the last byte of this one to know that it is there.
    fn seek(&mut self) -> Result<Option<u64>, Error>
    where
        R: Seek,
    {
        let offset = self.offset;
        let Some(size) = self.read_header()? else { return Ok(None) };
        let of_file = |error| Error::new(offset, Problem::Read(error));
        if let Some(before) = size.checked_sub(1) {
            self.file.seek_relative(before as i64).map_err(of_file)?;
            let read = (&mut self.file).take(1).read_to_end(&mut Vec::with_capacity(1)).map_err(of_file)?;
            if read == 0 {
                let end = self.file.seek(SeekFrom::End(0)).map_err(of_file)?;
                let missing = (offset + (HEADER_BYTES + size) as u64).saturating_sub(end);
                return Err(Error::new(offset, Problem::CutFile { missing }));
            }
        }
        self.offset += (HEADER_BYTES + size) as u64;
        Ok(Some(offset + HEADER_BYTES as u64))
    }

    /// Reads nothing from now on.
    pub(crate) const fn end(&mut self) {
        self.has_failed = true;
    }

    /// Reads the header of a chunk and returns its size.
    fn read_header(&mut self) -> Result<Option<usize>, Error> {
        let offset = self.offset;
        let (mut header, mut there) = ([0; HEADER_BYTES], 0);
        while there < HEADER_BYTES {
            match self.file.read(&mut header[there..]) {
                Ok(0) if there == 0 => return Ok(None),
                Ok(0) => {
                    let missing = (HEADER_BYTES - there) as u64;
                    return Err(Error::new(offset, Problem::CutFile { missing }));
                }
                Ok(read) => there += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::new(offset, Problem::Read(error))),
            }
        }
        size(offset, header).map(Some)
    }

    fn read(&mut self, bytes: &mut Vec<u8>) -> Result<Option<u64>, Error> {
        let offset = self.offset;
        let Some(size) = self.read_header()? else { return Ok(None) };
        // This reserves no more than the file has, so a wrong size in a small file costs nothing.
        let read = (&mut self.file).take(size as u64).read_to_end(bytes);
        let read = read.map_err(|error| Error::new(offset, Problem::Read(error)))?;
        if read < size {
            return Err(Error::new(offset, Problem::CutFile { missing: (size - read) as u64 }));
        }
        self.offset += (HEADER_BYTES + size) as u64;
        Ok(Some(offset + HEADER_BYTES as u64))
    }
}
