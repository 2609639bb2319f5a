//! [`Columns`]: entries as arrays, and [`for_each_chunk`], which fills them on many threads.

use std::io::Read;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use quadline::{Move, Position};

use crate::{Chunk, ChunkReader, Entry, Error, Skip};

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

    /// Removes all entries from this one on; the memory is kept.
    pub fn truncate(&mut self, length: usize) {
        self.positions.truncate(length);
        self.moves.truncate(length);
        self.scores.truncate(length);
        self.plies.truncate(length);
        self.results.truncate(length);
    }
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
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        results.reduce(|one, other| match (one, other) {
            (Ok(one), Ok(other)) => Ok(one + other),
            (Err(one), Err(other)) => Err(if one.offset() <= other.offset() { one } else { other }),
            (Err(error), Ok(_)) | (Ok(_), Err(error)) => Err(error),
        })
    })
    .unwrap_or(Ok(0))
}
