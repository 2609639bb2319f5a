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
    /// The number of chunks before the next one that is read, and of those between two that are.
    before: usize,
    between: usize,
    chunk: Chunk<'a>,
    place: Place,
}

impl<'a> Entries<'a> {
    /// Returns an iterator over the entries of a file in memory.
    #[must_use]
    pub fn new(file: &'a [u8]) -> Self {
        Self { chunks: chunks(file), before: 0, between: 0, chunk: Chunk::new(0, &[]), place: Place::new() }
    }

    pub(crate) fn of_chunk(chunk: Chunk<'a>) -> Self {
        Self { chunk, ..Self::new(&[]) }
    }

    /// Reads one of several parts of the file: of every `parts` chunks, the one with the number `part`,
    /// from 0. All parts together are the whole file, so each of several threads can read one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_binpack::{Entries, Entry, Writer};
    /// # use quadline::{Position, Square};
    /// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// # let mut writer = Writer::new(Vec::new()).chunk_bytes(1);
    /// # for score in [30, 31, 32] {
    /// #     writer.write(&Entry { position: Position::START, chess_move, score, ply: 0, result: 1 })?;
    /// # }
    /// # let file = writer.finish()?;
    /// // A file of three chunks, with an entry in each.
    /// let scores = |part| Entries::new(&file).part(part, 2).map(|entry| entry.map(|entry| entry.score));
    /// assert_eq!(scores(0).collect::<Result<Vec<_>, _>>()?, [30, 32]);
    /// assert_eq!(scores(1).collect::<Result<Vec<_>, _>>()?, [31]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there is no such part.
    #[must_use]
    #[track_caller]
    pub fn part(self, part: usize, parts: usize) -> Self {
        assert!(part < parts, "there is no part {part} (from 0) of {parts} parts");
        Self { before: part, between: parts - 1, ..self }
    }

    /// Goes to the next chunk that is read, and returns whether there is one.
    fn next_chunk(&mut self) -> Result<bool, Error> {
        for _ in 0..self.before {
            // The headers of the others must be right as well.
            let Some(_) = self.chunks.next().transpose()? else { return Ok(false) };
        }
        let Some(chunk) = self.chunks.next().transpose()? else { return Ok(false) };
        self.before = self.between;
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
        self.next_block_of(usize::MAX)
    }

    /// Returns at most `most` of the next entries, as [`next_block`](Self::next_block) does. The others are
    /// those of the next call.
    ///
    /// # Errors
    ///
    /// Returns the first error, after the entries before it. Then there are no more entries.
    pub fn next_block_of(&mut self, most: usize) -> Option<Result<&[Entry], Error>> {
        loop {
            match self.place.read(self.chunk) {
                Ok(true) => return Some(Ok(self.place.rest(most))),
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

    /// Calls `sink` with the next entries until it returns true, and returns whether it did: false means that
    /// there are no more. The entries after it are those of the next call.
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_binpack::{Entries, Entry, Writer};
    /// # use quadline::{Position, Square};
    /// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
    /// # let mut writer = Writer::new(Vec::new());
    /// # for score in [30, -20, 40] {
    /// #     writer.write(&Entry { position: Position::START, chess_move, score, ply: 0, result: 1 })?;
    /// # }
    /// # let file = writer.finish()?;
    /// // The scores are 30, -20 and 40.
    /// let mut entries = Entries::new(&file);
    /// assert!(entries.read_until(|entry| entry.score < 0)?);
    /// assert_eq!(entries.next().transpose()?.map(|entry| entry.score), Some(40));
    /// assert!(!entries.read_until(|entry| entry.score < 0)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error, after the entries before it. Then there are no more entries.
    pub fn read_until(&mut self, mut sink: impl FnMut(&Entry) -> bool) -> Result<bool, Error> {
        while let Some(block) = self.next_block() {
            let block = block?;
            let length = block.len();
            if let Some(last) = block.iter().position(&mut sink) {
                self.place.returned -= length - 1 - last;
                return Ok(true);
            }
        }
        Ok(false)
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

    /// Returns at most `most` entries of the chunk that are read but not yet returned.
    #[inline]
    fn rest(&mut self, most: usize) -> &[Entry] {
        let entries = &self.ready.entries()[self.returned..];
        let entries = &entries[..entries.len().min(most)];
        self.returned += entries.len();
        entries
    }
}
