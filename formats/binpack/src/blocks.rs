//! [`Blocks`]: a reader of several chunks at once.

use std::collections::VecDeque;
use std::io::Read;
use std::{fmt, mem};

use crate::chain::Ready;
use crate::filter::Filter;
use crate::lanes::{self, Lane, Source};
use crate::rows::{Block, Places, Rows};
use crate::{Error, Memory, Part, Parts};

/// The source of the parts of [`Blocks`]: an iterator over them such as [`Parts`], or memory that is used again.
pub trait PartSource<'a> {
    /// Returns the next part, or `None` if there are no more. It is not called after that, or after an error.
    fn next_part(&mut self) -> Option<Result<Part<'a>, Error>>;

    /// Takes back a part, which is not used any more.
    fn take_back(&mut self, part: Part<'a>) {
        drop(part);
    }
}

impl<'a, I: Iterator<Item = Result<Part<'a>, Error>>> PartSource<'a> for I {
    fn next_part(&mut self) -> Option<Result<Part<'a>, Error>> {
        self.next()
    }
}

/// A reader of several chunks at once, which gives out the entries that a filter keeps in blocks: the fastest
/// way through a file. It can stop after any entry and go on later.
///
/// At levels with AVX2 or AVX-512 on x86-64, a chunk is in each lane of two vectors. A lane whose chunk ends
/// goes on with the next one, so at most sixteen chunks are read at the same time (eight with AVX2). The last
/// ones, fewer than six (or fewer than three of a short file), and all chunks at other levels are read one after
/// the other.
///
/// The entries of a chunk come in their order. Those of different chunks alternate in an order that is
/// unspecified and differs between levels; [`Block::parts`] has the numbers of their chunks, in the order of
/// the file. The same entries are kept at every level and however often the reader stops.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Writer};
/// # use quadline::{Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let mut writer = Writer::new(Vec::new());
/// # for score in [30, -20, 40] {
/// #     writer.write(&Entry { position: Position::START, chess_move, score, ply: 0, result: 1 })?;
/// # }
/// # let file = writer.finish()?;
/// use quadline_binpack::{Blocks, Skip};
///
/// let mut sum = 0;
/// let mut blocks = Blocks::in_memory(&file).with_filter(Skip::NONE.score(40));
/// let read = blocks.for_each(|block| sum += block.scores.iter().map(|&score| i64::from(score)).sum::<i64>())?;
/// assert_eq!((sum, read), (10, 3));
///
/// // A file of three entries, of which two are read first.
/// let mut blocks = Blocks::in_memory(&file);
/// let mut scores = Vec::new();
/// let has_stopped = blocks.read_until(|block| {
///     let wanted = block.len().min(2 - scores.len());
///     scores.extend_from_slice(&block.scores[..wanted]);
///     wanted
/// })?;
/// assert!(has_stopped);
/// assert_eq!(scores, [30, -20]);
/// assert!(!blocks.read_until(|block| block.len())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Blocks<'a, S = Parts<Memory<'a>>> {
    source: S,
    filter: Filter,
    in_order: bool,
    waiting: VecDeque<Lane<'a>>,
    ready: Ready,
    places: Places,
    state: State,
}

/// The progress in the parts.
#[derive(Debug)]
struct State {
    /// The number of parts that were begun.
    begun: usize,
    /// The number of entries of parts that have ended without an error.
    entries: u64,
    /// The errors that were not returned yet, with the numbers of their parts. No part is begun meanwhile.
    errors: Vec<(usize, Error)>,
    /// No part is begun after this place.
    end: u64,
    has_ended: bool,
}

impl<R: Read> Blocks<'static, Parts<R>> {
    /// Creates a reader of the chunks of a file. It reads whole chunks at once, so `file` needs no buffer.
    #[must_use]
    pub fn new(file: R) -> Self {
        Self::of_parts(Parts::new(file))
    }
}

impl<'a> Blocks<'a> {
    /// Creates a reader of the chunks of a file in memory, for example one that is mapped. Nothing is copied.
    #[must_use]
    pub fn in_memory(bytes: &'a [u8]) -> Self {
        Self::of_parts(Parts::in_memory(bytes))
    }
}

impl<'a, S: PartSource<'a>> Blocks<'a, S> {
    /// Creates a reader of parts: some of those of a file, those that several threads share, or those of
    /// several files.
    #[must_use]
    pub fn of_parts(source: S) -> Self {
        let state = State { begun: 0, entries: 0, errors: Vec::new(), end: u64::MAX, has_ended: false };
        let (waiting, ready, places) = (VecDeque::new(), Ready::new(), Places::new());
        Self { source, filter: Filter::NONE, in_order: false, waiting, ready, places, state }
    }

    /// Gives out only the entries that a filter keeps, which may be a [`Skip`](crate::Skip).
    #[must_use]
    pub fn with_filter(self, filter: impl Into<Filter>) -> Self {
        Self { filter: filter.into(), ..self }
    }

    /// Reads one chunk after the other, so that the entries come in the order of the file. This takes more
    /// time.
    #[must_use]
    pub fn in_order(self) -> Self {
        Self { in_order: true, ..self }
    }

    /// Returns the source of the parts.
    #[must_use]
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns the number of entries of all parts that have ended without an error, with those that are left out.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.state.entries
    }

    /// Begins no part after this place in the file, and reads no further entries of one that has begun: for
    /// example if another thread has found an error there. The entries that were read before may still be
    /// given out.
    pub fn end_at(&mut self, offset: u64) {
        let end = offset.min(self.state.end);
        self.state.end = end;
        for lane in mem::take(&mut self.waiting) {
            if lane.part.offset() <= end {
                self.waiting.push_back(lane);
            } else {
                self.source.take_back(lane.part);
            }
        }
    }

    /// Calls `sink` with blocks of entries until it returns a number smaller than that of the entries of its
    /// block, and returns whether it did: false means that there are no more. The entries of the block from
    /// that number on are the first ones of the next call.
    ///
    /// # Errors
    ///
    /// Returns the error of the first part that has one, in the order of the file. Before that, `sink` was
    /// called with all entries of earlier parts, with those of that part before the error, and with those of
    /// later parts that have begun: they are read to their ends, and no other part is begun before the error is
    /// returned. The next call goes on with the parts after them, unless [`Error::is_fatal`] is true; then
    /// there are no more.
    pub fn read_until(&mut self, mut sink: impl FnMut(Block<'_>) -> usize) -> Result<bool, Error> {
        let Self { source, filter, in_order, waiting, ready, places, state } = self;
        let mut rows = Rows { places, has_stopped: false, sink: &mut sink };
        rows.flush();
        if !rows.has_stopped() {
            let mut parts = Counted { source, state };
            lanes::read(&mut parts, waiting, ready, filter, &mut rows, *in_order);
        }
        let has_stopped = rows.has_stopped();
        let first = state.errors.iter().enumerate().min_by_key(|(_, (part, _))| *part);
        match first.filter(|_| !has_stopped) {
            Some((first, _)) => Err(state.errors.swap_remove(first).1),
            None => Ok(has_stopped),
        }
    }

    /// Calls `sink` with all entries in blocks, and returns the number of entries, with those that are left
    /// out.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`read_until`](Self::read_until).
    pub fn for_each(&mut self, mut sink: impl FnMut(Block<'_>)) -> Result<u64, Error> {
        let all = |block: Block<'_>| {
            let length = block.len();
            sink(block);
            length
        };
        self.read_until(all).map(|_| self.entries())
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

/// The parts of a source, with their numbers.
struct Counted<'s, S> {
    source: &'s mut S,
    state: &'s mut State,
}

impl<'a, S: PartSource<'a>> Source<'a> for Counted<'_, S> {
    fn next(&mut self) -> Option<(usize, Part<'a>)> {
        if self.state.has_ended || !self.state.errors.is_empty() {
            return None;
        }
        let index = self.state.begun;
        self.state.begun += 1;
        match self.source.next_part() {
            Some(Ok(part)) if part.offset() <= self.state.end => return Some((index, part)),
            Some(Ok(part)) => self.source.take_back(part),
            Some(Err(error)) => self.state.errors.push((index, error)),
            None => {}
        }
        self.state.has_ended = true;
        None
    }

    fn end(&mut self, index: usize, part: Part<'a>, result: Result<u64, Error>) {
        self.source.take_back(part);
        match result {
            Ok(entries) => self.state.entries += entries,
            Err(error) => self.state.errors.push((index, error)),
        }
    }
}
