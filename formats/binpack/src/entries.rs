//! [`Entries`] and [`Reader`]: iterators over entries.

use std::io::Read;

use crate::chain::{Cursor, Ready};
use crate::{Chunk, ChunkReader, Chunks, Entry, Error, Skip, chunks};

/// An iterator over the entries of a file in memory or of a chunk. It ends after an error.
///
/// # Examples
///
/// ```
/// use quadline::{Position, Square};
/// use quadline_binpack::{Entries, Entry, Writer};
///
/// let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 1 };
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&entry)?;
/// let file = writer.finish()?;
///
/// let entries = Entries::new(&file).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(entries, [entry]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Entries<'a> {
    chunks: Chunks<'a>,
    chunk: Chunk<'a>,
    place: Place,
}

impl<'a> Entries<'a> {
    /// Returns an iterator over the entries of a file in memory.
    #[must_use]
    pub fn new(file: &'a [u8]) -> Self {
        Self { chunks: chunks(file), chunk: Chunk::new(0, &[]), place: Place::new() }
    }

    pub(crate) fn of_chunk(chunk: Chunk<'a>) -> Self {
        Self { chunk, ..Self::new(&[]) }
    }

    /// Goes to the next chunk, and returns whether there is one.
    fn next_chunk(&mut self) -> Result<bool, Error> {
        let Some(chunk) = self.chunks.next().transpose()? else { return Ok(false) };
        self.chunk = chunk;
        self.place.begin();
        Ok(true)
    }

    /// Leaves out these entries.
    #[must_use]
    pub fn skipping(mut self, skip: Skip) -> Self {
        self.place.skip = skip;
        self
    }

    /// Returns the next entries, as many as are decoded at once, or `None` at the end. There are at most a
    /// few hundred, which stay in a cache of 32 KiB. Loops over them take less time than over the iterator,
    /// which copies each entry.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_binpack::{Entries, Entry, Writer};
    /// # use quadline::{Position, Square};
    /// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 1 };
    /// # let mut writer = Writer::new(Vec::new());
    /// # writer.write(&entry)?;
    /// # let file = writer.finish()?;
    /// let mut entries = Entries::new(&file);
    /// let mut sum = 0;
    /// while let Some(block) = entries.next_block() {
    ///     sum += block?.iter().map(|entry| i64::from(entry.score)).sum::<i64>();
    /// }
    /// assert_eq!(sum, 30);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error, after the entries before it. Then there are no more entries.
    pub fn next_block(&mut self) -> Option<Result<&[Entry], Error>> {
        loop {
            match self.place.read(self.chunk) {
                Ok(true) => return Some(Ok(self.place.rest())),
                Ok(false) => match self.next_chunk() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => return Some(Err(error)),
                },
                Err(error) => {
                    *self = Self::new(&[]);
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.place.next(self.chunk) {
                None => match self.next_chunk() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => return Some(Err(error)),
                },
                Some(Err(error)) => {
                    *self = Self::new(&[]);
                    return Some(Err(error));
                }
                entry => return entry,
            }
        }
    }
}

/// An iterator over the entries of a file that is read. It ends after an error.
///
/// # Examples
///
/// ```no_run
/// use quadline_binpack::{Reader, Skip};
///
/// let file = std::fs::File::open("training.binpack")?;
/// for entry in Reader::new(file).skipping(Skip::NONE.captures().in_check()) {
///     let entry = entry?;
///     println!("{} {} {}", entry.position, entry.chess_move, entry.score);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    file: ChunkReader<R>,
    offset: u64,
    bytes: Vec<u8>,
    place: Place,
}

impl<R: Read> Reader<R> {
    /// Returns an iterator over the entries of a file. It reads whole chunks at once, so `file` needs no
    /// buffer.
    #[must_use]
    pub fn new(file: R) -> Self {
        Self { file: ChunkReader::new(file), offset: 0, bytes: Vec::new(), place: Place::new() }
    }

    /// Leaves out these entries.
    #[must_use]
    pub fn skipping(mut self, skip: Skip) -> Self {
        self.place.skip = skip;
        self
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Entry, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.place.next(Chunk::new(self.offset, &self.bytes)) {
                None => match self.file.read_into(&mut self.bytes) {
                    Ok(Some(offset)) => {
                        self.offset = offset;
                        self.place.begin();
                    }
                    Ok(None) => return None,
                    Err(error) => return Some(Err(error)),
                },
                Some(Err(error)) => {
                    self.file.end();
                    self.bytes.clear();
                    self.place.begin();
                    return Some(Err(error));
                }
                entry => return entry,
            }
        }
    }
}

/// A place in a chunk, and the entries before it that are read but not yet returned.
#[derive(Debug)]
struct Place {
    cursor: Cursor,
    skip: Skip,
    ready: Ready,
    returned: usize,
    /// The error after these entries.
    error: Option<Error>,
}

impl Place {
    fn new() -> Self {
        Self { cursor: Cursor::new(), skip: Skip::NONE, ready: Ready::new(), returned: 0, error: None }
    }

    /// Goes to the beginning of a chunk.
    fn begin(&mut self) {
        self.cursor = Cursor::new();
    }

    /// Reads entries of the chunk if none is left, and returns whether there are any.
    #[inline]
    fn read(&mut self, chunk: Chunk<'_>) -> Result<bool, Error> {
        if self.returned == self.ready.entries().len() {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            self.returned = 0;
            let filled = self.cursor.fill(chunk.offset(), chunk.bytes(), &self.skip, &mut self.ready);
            self.error = filled.err();
        }
        if self.returned < self.ready.entries().len() {
            return Ok(true);
        }
        self.error.take().map_or(Ok(false), Err)
    }

    /// Returns the next entry of the chunk.
    #[inline]
    fn next(&mut self, chunk: Chunk<'_>) -> Option<Result<Entry, Error>> {
        match self.read(chunk) {
            Ok(true) => {
                self.returned += 1;
                Some(Ok(self.ready.entries()[self.returned - 1]))
            }
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// Returns the entries of the chunk that are read but not yet returned.
    #[inline]
    fn rest(&mut self) -> &[Entry] {
        let entries = &self.ready.entries()[self.returned..];
        self.returned += entries.len();
        entries
    }
}
