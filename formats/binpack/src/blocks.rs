//! [`Blocks`]: a reader of several chunks at once that can stop and go on.

use std::collections::VecDeque;
use std::{fmt, mem};

use crate::chain::Ready;
use crate::filter::{Filter, Picker};
use crate::lanes::{self, Lane, Source};
use crate::rows::{Block, Places, Rows};
use crate::{Chunk, Chunks, Error};

/// Where [`Blocks`] takes chunks from: an iterator over them, or memory that is used again.
pub trait ChunkSource<'a> {
    /// Returns the next chunk, or `None` if there are no more. It is not called after that, or after an
    /// error.
    fn next_chunk(&mut self) -> Option<Result<Chunk<'a>, Error>>;

    /// Takes back a chunk, which is not used any more.
    fn take_back(&mut self, chunk: Chunk<'a>) {
        let _ = chunk;
    }
}

impl<'a, I: Iterator<Item = Result<Chunk<'a>, Error>>> ChunkSource<'a> for I {
    fn next_chunk(&mut self) -> Option<Result<Chunk<'a>, Error>> {
        self.next()
    }
}

/// A reader of several chunks at once, which gives out entries in blocks as
/// [`for_each_of`](crate::for_each_of) does, and which can stop after any entry and go on later.
///
/// At levels with AVX2 or AVX-512 on x86-64, a chunk is in each lane of two vectors. A lane whose chunk ends
/// goes on with the next one, so at most sixteen chunks are read at the same time. The last ones, fewer than
/// six (or fewer than three of a short source), and all chunks at other levels are read one after the other.
///
/// The entries of a chunk come in their order. Those of different chunks alternate in an order that is
/// unspecified and differs between levels; [`Block::chunks`] has the numbers of their chunks, in the order of
/// the source. The same entries are kept at every level and however often the reader stops.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Blocks, Entry, Filter, Writer, chunks};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let mut writer = Writer::new(Vec::new());
/// # for score in [30, -20, 40] {
/// #     writer.write(&Entry { position: Position::START, chess_move, score, ply: 0, result: 1 })?;
/// # }
/// # let file = writer.finish()?;
/// // A file of three entries, of which two are read first.
/// let mut blocks = Blocks::new(chunks(&file), Filter::NONE);
/// let mut scores = Vec::new();
/// let has_stopped = blocks.read_until(|block| {
///     let wanted = block.len().min(2 - scores.len());
///     scores.extend_from_slice(&block.scores[..wanted]);
///     wanted
/// })?;
/// assert!(has_stopped);
/// assert_eq!(scores, [30, -20]);
/// assert!(!blocks.read_until(|block| block.len())?);
/// assert_eq!(blocks.entries(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Blocks<'a, S = Chunks<'a>> {
    source: S,
    filter: Filter,
    in_order: bool,
    waiting: VecDeque<Lane<'a>>,
    ready: Ready,
    places: Places,
    state: State,
}

/// The progress in the chunks.
#[derive(Debug)]
struct State {
    /// The number of chunks that were begun.
    begun: usize,
    /// The number of entries of chunks that have ended.
    entries: u64,
    /// The error of the first chunk that has one, and the number of the chunk.
    error: Option<(usize, Error)>,
    /// No chunk is begun after this place.
    end: u64,
    has_ended: bool,
}

impl<'a, S: ChunkSource<'a>> Blocks<'a, S> {
    /// Creates a reader of chunks, which gives out the entries that a filter keeps.
    #[must_use]
    pub fn new(source: S, filter: Filter) -> Self {
        let state = State { begun: 0, entries: 0, error: None, end: u64::MAX, has_ended: false };
        let (waiting, ready, places) = (VecDeque::new(), Ready::new(), Places::new());
        Self { source, filter, in_order: false, waiting, ready, places, state }
    }

    /// Reads one chunk after the other, so that the entries come in the order of the source. This takes more
    /// time.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { in_order: true, ..self }
    }

    /// Returns the source of the chunks.
    #[must_use]
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns the number of entries of all chunks that have ended, with those that are left out.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.state.entries
    }

    /// Begins no chunk after this place in the file, and reads no further entries of one that has begun: for
    /// example if another thread has found an error there. The entries that were read before may still be
    /// given out.
    pub fn end_at(&mut self, offset: u64) {
        let end = offset.min(self.state.end);
        self.state.end = end;
        for lane in mem::take(&mut self.waiting) {
            if lane.chunk.offset() <= end {
                self.waiting.push_back(lane);
            } else {
                self.source.take_back(lane.chunk);
            }
        }
    }

    /// Calls `sink` with blocks of entries until it returns a number smaller than that of the entries of its
    /// block, and returns whether it did: false means that there are no more. The entries of the block from
    /// that number on are the first ones of the next call.
    ///
    /// # Errors
    ///
    /// Returns the error of the first chunk that has one, in the order of the source, which is the one that
    /// [`Chunk::for_each`] returns. Before that, `sink` was called with all entries of earlier chunks, with
    /// those of that chunk before the error, and perhaps with some of later chunks, because no chunk is begun
    /// after an error, but those that have begun are read to their end. After an error there are no more
    /// entries.
    pub fn read_until(&mut self, mut sink: impl FnMut(Block<'_>) -> usize) -> Result<bool, Error> {
        let Self { source, filter, in_order, waiting, ready, places, state } = self;
        let mut rows = Rows { places, has_stopped: false, sink: &mut sink };
        rows.flush();
        if !rows.has_stopped() {
            let mut chunks = Counted { source, state };
            lanes::read(&mut chunks, waiting, ready, Picker::new(filter, None), &mut rows, *in_order);
        }
        let has_stopped = rows.has_stopped();
        match state.error.take_if(|_| !has_stopped) {
            Some((_, error)) => Err(error),
            None => Ok(has_stopped),
        }
    }
}

impl<S: fmt::Debug> fmt::Debug for Blocks<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, filter, in_order, waiting, state, .. } = self;
        f.debug_struct("Blocks")
            .field("source", source)
            .field("filter", filter)
            .field("in_order", in_order)
            .field("waiting", waiting)
            .field("state", state)
            .finish_non_exhaustive()
    }
}

/// The chunks of a source, with their numbers.
struct Counted<'s, S> {
    source: &'s mut S,
    state: &'s mut State,
}

impl<S> Counted<'_, S> {
    /// Notes an error, and begins no further chunk.
    fn fail(&mut self, index: usize, error: Error) {
        self.state.has_ended = true;
        if self.state.error.as_ref().is_none_or(|&(first, _)| index < first) {
            self.state.error = Some((index, error));
        }
    }
}

impl<'a, S: ChunkSource<'a>> Source<'a> for Counted<'_, S> {
    fn next(&mut self) -> Option<(usize, Chunk<'a>)> {
        if self.state.has_ended {
            return None;
        }
        let index = self.state.begun;
        self.state.begun += 1;
        match self.source.next_chunk() {
            Some(Ok(chunk)) if chunk.offset() <= self.state.end => return Some((index, chunk)),
            Some(Ok(chunk)) => {
                self.source.take_back(chunk);
                self.state.has_ended = true;
            }
            Some(Err(error)) => self.fail(index, error),
            None => self.state.has_ended = true,
        }
        None
    }

    fn end(&mut self, index: usize, chunk: Chunk<'a>, result: Result<u64, Error>) {
        self.source.take_back(chunk);
        match result {
            Ok(entries) => self.state.entries += entries,
            Err(error) => self.fail(index, error),
        }
    }
}
