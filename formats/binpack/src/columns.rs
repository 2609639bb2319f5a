//! [`Columns`]: entries as arrays, and [`for_each_chunk`], which fills them on many threads.

use std::io::Read;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use quadline::{Move, Position};

use crate::many::{self, for_each_of};
use crate::rows::Block;
use crate::{Chunk, ChunkReader, Entry, Error, Filter, Skip};

/// Entries as one array for each field, which batches of positions need.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Columns, Entry, Skip, Writer, chunks};
/// # use quadline::{MoveKind, Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// use quadline::batch;
/// use quadline::threats::{Perspectives, ThreatLayout};
///
/// let mut columns = Columns::default();
/// for chunk in chunks(&file) {
///     columns.read(&chunk?, &Skip::NONE)?;
/// }
/// assert_eq!(columns.scores, [30]);
///
/// // A row of 96 inputs for each position and perspective.
/// let mut rows = vec![0; 2 * 96 * columns.len()];
/// let mut counts = vec![0; 2 * columns.len()];
/// let layout = ThreatLayout::INPUTS_59808;
/// batch::threat_inputs(&columns.positions, &layout, Perspectives::Both, &mut rows, 96, &mut counts);
/// assert_eq!(counts, [28, 28]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Columns {
    /// The positions.
    pub positions: Vec<Position>,
    /// The move that was played in each position.
    pub moves: Vec<Move>,
    /// The score of each position for the side to move.
    pub scores: Vec<i16>,
    /// The ply of each position.
    pub plies: Vec<u16>,
    /// The result for the side to move of each position: 1, 0 or -1.
    pub results: Vec<i8>,
}

impl Columns {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns an entry, or `None` if there are not as many.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Entry> {
        Some(Entry {
            position: *self.positions.get(index)?,
            chess_move: *self.moves.get(index)?,
            score: *self.scores.get(index)?,
            ply: *self.plies.get(index)?,
            result: *self.results.get(index)?,
        })
    }

    /// Adds an entry.
    #[inline]
    pub fn push(&mut self, entry: &Entry) {
        self.positions.push(entry.position);
        self.moves.push(entry.chess_move);
        self.scores.push(entry.score);
        self.plies.push(entry.ply);
        self.results.push(entry.result);
    }

    /// Adds the entries of a chunk that are not skipped, and returns the number of all that it has.
    ///
    /// # Errors
    ///
    /// Returns the first error in the chunk. No entry is added then.
    pub fn read(&mut self, chunk: &Chunk<'_>, skip: &Skip) -> Result<u64, Error> {
        let before = self.len();
        let read = chunk.for_each(skip, |entry| self.push(entry));
        if read.is_err() {
            self.truncate(before);
        }
        read
    }

    /// Adds entries.
    pub fn extend(&mut self, block: &Block<'_>) {
        self.positions.extend_from_slice(block.positions);
        self.moves.extend_from_slice(block.moves);
        self.scores.extend_from_slice(block.scores);
        self.plies.extend_from_slice(block.plies);
        self.results.extend_from_slice(block.results);
    }

    /// Adds the entries of several chunks that a filter keeps, in the order of
    /// [`for_each_of`](crate::for_each_of), and returns the number of all that they have.
    ///
    /// # Errors
    ///
    /// Returns the error of the first chunk that has one. No entry of any chunk is added then.
    pub fn read_all(&mut self, chunks: &[Chunk<'_>], filter: &Filter) -> Result<u64, Error> {
        let before = self.len();
        let read = for_each_of(chunks, filter, |block| self.extend(&block));
        if read.is_err() {
            self.truncate(before);
        }
        read
    }

    /// Removes all entries from this one on; the memory is kept.
    pub fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.moves.truncate(length);
        self.scores.truncate(length);
        self.plies.truncate(length);
        self.results.truncate(length);
    }
}

/// Adds the entries of each chunk that a filter keeps to columns of its own, in their order, and returns the
/// result of each chunk: the number of all its entries, or its error.
///
/// It reads as [`for_each_of`] does, but then distributes the entries, which takes more time.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Columns, Entry, Filter, Writer, chunks, read_each};
/// # use quadline::{MoveKind, Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// let chunks: Vec<_> = chunks(&file).collect::<Result<_, _>>()?;
/// let mut columns = vec![Columns::default(); chunks.len()];
/// for (result, columns) in read_each(&chunks, &Filter::NONE, &mut columns).into_iter().zip(&columns) {
///     assert_eq!((result?, &columns.scores[..]), (1, &[30][..]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// No entry of a chunk with an error is added. All chunks are read.
///
/// # Panics
///
/// Panics if there are not as many columns as chunks. Nothing is read then.
#[track_caller]
pub fn read_each(chunks: &[Chunk<'_>], filter: &Filter, columns: &mut [Columns]) -> Vec<Result<u64, Error>> {
    assert_eq!(chunks.len(), columns.len(), "there are not as many columns as chunks");
    let before: Vec<usize> = columns.iter().map(Columns::len).collect();
    let results = many::read_each(chunks, filter, &mut |block| {
        for index in 0..block.len() {
            let place = &mut columns[block.chunks[index] as usize];
            place.positions.push(block.positions[index]);
            place.moves.push(block.moves[index]);
            place.scores.push(block.scores[index]);
            place.plies.push(block.plies[index]);
            place.results.push(block.results[index]);
        }
    });
    for ((result, columns), before) in results.iter().zip(columns).zip(before) {
        if result.is_err() {
            columns.truncate(before);
        }
    }
    results
}

/// Calls `sink` with the entries of each chunk of a file that are not skipped, on several threads, and
/// returns the number of all entries.
///
/// One thread at a time reads a chunk; all of them decode. `sink` is called on the threads, in any order,
/// with the place of the chunk in the file, which also shows the progress.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Skip, Writer, for_each_chunk};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// use std::num::NonZero;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let kept = AtomicUsize::new(0);
/// let threads = NonZero::new(2).unwrap();
/// let read = for_each_chunk(&file[..], threads, &Skip::NONE.in_check(), |_offset, columns| {
///     kept.fetch_add(columns.len(), Ordering::Relaxed);
/// })?;
/// assert_eq!((read, kept.into_inner()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error with the smallest offset among those that were found before the threads ended. After an
/// error, no thread begins another chunk.
///
/// # Panics
///
/// Panics if `sink` panics.
pub fn for_each_chunk<R: Read + Send>(
    file: R,
    threads: NonZero<usize>,
    skip: &Skip,
    sink: impl Fn(u64, &Columns) + Sync,
) -> Result<u64, Error> {
    let reader = Mutex::new(ChunkReader::new(file));
    let lock = || reader.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let (mut bytes, mut columns, mut read) = (Vec::new(), Columns::default(), 0);
        loop {
            // The lock is released at the end of this statement.
            let next = lock().read_into(&mut bytes)?;
            let Some(offset) = next else { return Ok(read) };
            columns.truncate(0);
            match columns.read(&Chunk::new(offset, &bytes), skip) {
                Ok(entries) => read += entries,
                Err(error) => {
                    lock().end();
                    return Err(error);
                }
            }
            sink(offset, &columns);
        }
    };
    on_threads(threads, work)
}

/// The number of chunks that a thread of [`for_each_block`] reads at once.
const TOGETHER: usize = 16;

/// Calls `sink` with blocks of the entries of a file that a filter keeps, on several threads, and returns the
/// number of all entries.
///
/// One thread at a time reads sixteen chunks, which take 16 MiB in most files; all of them decode, each as
/// [`for_each_of`] does, with the same order of entries. `sink` is called on the threads.
/// [`for_each_chunk`] takes the memory of one chunk and gives out the entries of each chunk together.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Filter, Writer, for_each_block};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// use std::num::NonZero;
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let kept = AtomicUsize::new(0);
/// let threads = NonZero::new(2).unwrap();
/// let read = for_each_block(&file[..], threads, &Filter::NONE, |block| {
///     kept.fetch_add(block.len(), Ordering::Relaxed);
/// })?;
/// assert_eq!((read, kept.into_inner()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error with the smallest offset among those that were found before the threads ended. After an
/// error, no thread reads further chunks.
///
/// # Panics
///
/// Panics if `sink` panics.
pub fn for_each_block<R: Read + Send>(
    file: R,
    threads: NonZero<usize>,
    filter: &Filter,
    sink: impl Fn(Block<'_>) + Sync,
) -> Result<u64, Error> {
    let reader = Mutex::new(ChunkReader::new(file));
    let lock = || reader.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let (mut places, mut read) = (vec![(0, Vec::new()); TOGETHER], 0);
        loop {
            let (mut count, mut end) = (0, None);
            let mut reader = lock();
            while count < TOGETHER && end.is_none() {
                match reader.read_into(&mut places[count].1) {
                    Ok(Some(offset)) => {
                        places[count].0 = offset;
                        count += 1;
                    }
                    Ok(None) => end = Some(Ok(())),
                    Err(error) => end = Some(Err(error)),
                }
            }
            drop(reader);
            let chunks: Vec<_> =
                places[..count].iter().map(|(offset, bytes)| Chunk::new(*offset, bytes)).collect();
            match for_each_of(&chunks, filter, &sink) {
                Ok(entries) => read += entries,
                Err(error) => {
                    lock().end();
                    return Err(error);
                }
            }
            if let Some(end) = end {
                return end.map(|()| read);
            }
        }
    };
    on_threads(threads, work)
}

/// Runs work on threads, and returns the sum of the results or the error with the smallest offset.
fn on_threads(threads: NonZero<usize>, work: impl Fn() -> Result<u64, Error> + Sync) -> Result<u64, Error> {
    let results = quadline_threads::run(vec![(); threads.get()], |()| work()).into_iter();
    let both = results.reduce(|one, other| match (one, other) {
        (Ok(one), Ok(other)) => Ok(one + other),
        (Err(one), Err(other)) => Err(if one.offset() <= other.offset() { one } else { other }),
        (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
    });
    both.unwrap_or(Ok(0))
}
