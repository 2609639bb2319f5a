//! Several chunks at once: [`for_each_of`] and what it gives out.

use std::collections::VecDeque;

use quadline::{Move, Position};
use quadline_kernels::internal::positions::numbered::NumberedLanes;

use crate::chain::{Ready, TOGETHER};
use crate::filter::{Facts, Filter, Picker};
use crate::lanes::{self, MOST_CHUNKS, MOST_LANES, Source};
use crate::{Chunk, Entry, Error};

/// The number of entries that are given out together. Their positions have 16 KiB.
const ROWS: usize = 256;
/// The entries that there is room for after a sink wants no more: those that it left, those of a step, and
/// those that are read one after the other together.
const ROOM: usize = ROWS + MOST_CHUNKS + TOGETHER;

/// Some entries of several chunks, as one slice for each field. All have the same length.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The positions.
    pub positions: &'a [Position],
    /// The move that was played in each position.
    pub moves: &'a [Move],
    /// The score of each position for the side to move.
    pub scores: &'a [i16],
    /// The ply of each position.
    pub plies: &'a [u16],
    /// The result for the side to move of each position: 1, 0 or -1.
    pub results: &'a [i8],
    /// The place of the chunk of each entry among the chunks of the call.
    pub chunks: &'a [u32],
}

impl Block<'_> {
    /// Returns the number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns an entry, or `None` if there are not as many.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<Entry> {
        Some(Entry {
            position: *self.positions.get(index)?,
            chess_move: *self.moves.get(index)?,
            score: *self.scores.get(index)?,
            ply: *self.plies.get(index)?,
            result: *self.results.get(index)?,
        })
    }
}

/// Calls `sink` with the entries of several chunks that a filter keeps, and returns the number of all
/// entries.
///
/// At levels with AVX2 or AVX-512 on x86-64, a chunk is in each lane of two vectors, and this is the fastest
/// way to read: sixteen chunks at a time with AVX-512, and eight with AVX2. Give it as many or more, because
/// lanes without a chunk do nothing. The last chunks of a call, fewer than three, and all chunks at other
/// levels are read one after the other, as by [`Chunk::for_each`].
///
/// The entries of a chunk come in their order. Those of different chunks alternate in an order that is
/// unspecified and differs between levels; [`Block::chunks`] tells them apart.
/// [`read_each`](crate::read_each) puts those of each chunk into memory of their own. The entries that are
/// kept are the same at every level.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Filter, Writer, chunks, for_each_of};
/// # use quadline::{MoveKind, Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// let chunks: Vec<_> = chunks(&file).collect::<Result<_, _>>()?;
/// let mut sum = 0;
/// let read = for_each_of(&chunks, &Filter::NONE, |block| {
///     sum += block.scores.iter().map(|&score| i64::from(score)).sum::<i64>();
/// })?;
/// assert_eq!((sum, read), (30, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of the first chunk that has one, which is the one that [`Chunk::for_each`] returns.
/// `sink` was called with entries of that chunk before the error, and with some of other chunks.
/// [`Columns::read_all`](crate::Columns::read_all) and [`read_each`](crate::read_each)
/// give out no entry of a chunk with an
/// error.
pub fn for_each_of(
    chunks: &[Chunk<'_>],
    filter: &Filter,
    mut sink: impl FnMut(Block<'_>),
) -> Result<u64, Error> {
    all(read(chunks, Picker::new(filter, None), &mut sink, true))
}

/// Like [`for_each_of`], but `keep` is asked as well about each entry that the other filters of its ply,
/// score, result and number of pieces keep, before its position is put together.
///
/// # Examples
///
/// ```
/// # use quadline_binpack::{Entry, Filter, Writer, chunks, for_each_of_where};
/// # use quadline::{MoveKind, Position, Square};
/// # let chess_move = Position::START.move_of(Square::E2, Square::E4, None).unwrap();
/// # let entry = Entry { position: Position::START, chess_move, score: 30, ply: 0, result: 0 };
/// # let mut writer = Writer::new(Vec::new());
/// # writer.write(&entry)?;
/// # let file = writer.finish()?;
/// let chunks: Vec<_> = chunks(&file).collect::<Result<_, _>>()?;
/// let mut kept = 0;
/// let is_close = |facts: &quadline_binpack::Facts| facts.score.unsigned_abs() < 100 && facts.pieces > 8;
/// for_each_of_where(&chunks, &Filter::NONE, is_close, |block| kept += block.len())?;
/// assert_eq!(kept, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`for_each_of`].
pub fn for_each_of_where(
    chunks: &[Chunk<'_>],
    filter: &Filter,
    mut keep: impl FnMut(&Facts) -> bool,
    mut sink: impl FnMut(Block<'_>),
) -> Result<u64, Error> {
    all(read(chunks, Picker::new(filter, Some(&mut keep)), &mut sink, true))
}

/// Reads all chunks, also after an error, and returns the result of each.
pub(crate) fn read_each(
    chunks: &[Chunk<'_>],
    filter: &Filter,
    sink: &mut dyn FnMut(Block<'_>),
) -> Vec<Result<u64, Error>> {
    read(chunks, Picker::new(filter, None), sink, false).into_iter().flatten().collect()
}

/// Reads all chunks and returns, for each, the number of its entries or its error. If `stops`, no chunk is
/// begun after an error, and those that were not begun have no result.
fn read(
    chunks: &[Chunk<'_>],
    picker: Picker<'_, '_>,
    sink: &mut dyn FnMut(Block<'_>),
    stops: bool,
) -> Vec<Option<Result<u64, Error>>> {
    let results = chunks.iter().map(|_| None).collect();
    let mut slice = Slice { chunks, next: 0, results, stops };
    let mut all = |block: Block<'_>| {
        sink(block);
        block.len()
    };
    let mut places = Places::new();
    let mut rows = Rows { places: &mut places, has_stopped: false, sink: &mut all };
    lanes::read(&mut slice, &mut VecDeque::new(), &mut Ready::new(), picker, &mut rows, false);
    slice.results
}

/// The chunks of a call, and their results.
struct Slice<'a> {
    chunks: &'a [Chunk<'a>],
    next: usize,
    results: Vec<Option<Result<u64, Error>>>,
    stops: bool,
}

impl<'a> Source<'a> for Slice<'a> {
    fn next(&mut self) -> Option<(usize, Chunk<'a>)> {
        let (index, &chunk) = (self.next, self.chunks.get(self.next)?);
        self.next += 1;
        Some((index, chunk))
    }

    fn end(&mut self, index: usize, _: Chunk<'a>, result: Result<u64, Error>) {
        if self.stops && result.is_err() {
            self.next = self.chunks.len();
        }
        self.results[index] = Some(result);
    }
}

/// Returns the sum of the numbers of entries, or the first error.
fn all(results: Vec<Option<Result<u64, Error>>>) -> Result<u64, Error> {
    // After an error the others have no result, but the error is before them or after those that have one.
    results.into_iter().flatten().sum()
}

/// Entries that are read.
#[derive(Debug)]
pub(crate) struct Places {
    positions: Box<[Position; ROOM]>,
    moves: Box<[Move; ROOM]>,
    scores: Box<[i16; ROOM]>,
    plies: Box<[u16; ROOM]>,
    results: Box<[i8; ROOM]>,
    chunks: Box<[u32; ROOM]>,
    count: usize,
}

/// Returns equal elements on the heap.
fn boxed<T: Clone>(element: T) -> Box<[T; ROOM]> {
    match vec![element; ROOM].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("as many elements as places"),
    }
}

impl Places {
    pub(crate) fn new() -> Self {
        Self {
            positions: boxed(Position::START),
            moves: boxed(Move::from_bits(0)),
            scores: boxed(0),
            plies: boxed(0),
            results: boxed(0),
            chunks: boxed(0),
            count: 0,
        }
    }

    /// Removes the first entries.
    fn remove_first(&mut self, count: usize) {
        let rest = count..self.count;
        self.positions.copy_within(rest.clone(), 0);
        self.moves.copy_within(rest.clone(), 0);
        self.scores.copy_within(rest.clone(), 0);
        self.plies.copy_within(rest.clone(), 0);
        self.results.copy_within(rest.clone(), 0);
        self.chunks.copy_within(rest, 0);
        self.count -= count;
    }
}

/// Entries that are read, and where they go.
pub(crate) struct Rows<'a> {
    pub(crate) places: &'a mut Places,
    /// Whether the sink wanted fewer entries than there were.
    pub(crate) has_stopped: bool,
    /// Returns how many of the entries it wants.
    pub(crate) sink: &'a mut dyn FnMut(Block<'_>) -> usize,
}

impl Rows<'_> {
    /// Returns whether the sink wants no more entries.
    #[inline(always)]
    pub(crate) fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// Gives out the entries.
    pub(crate) fn flush(&mut self) {
        let count = self.places.count;
        if count == 0 || self.has_stopped {
            return;
        }
        let wanted = (self.sink)(Block {
            positions: &self.places.positions[..count],
            moves: &self.places.moves[..count],
            scores: &self.places.scores[..count],
            plies: &self.places.plies[..count],
            results: &self.places.results[..count],
            chunks: &self.places.chunks[..count],
        });
        if wanted >= count {
            self.places.count = 0;
        } else {
            self.places.remove_first(wanted);
            self.has_stopped = true;
        }
    }

    /// Adds an entry of a chunk.
    #[inline(always)]
    pub(crate) fn push(&mut self, chunk: usize, entry: &Entry) {
        if self.places.count >= ROWS {
            self.flush();
        }
        // There is always room. The minimum says so to LLVM, which leaves out the checks of the bounds.
        let at = self.places.count.min(ROOM - 1);
        let places = &mut *self.places;
        places.positions[at] = entry.position;
        places.moves[at] = entry.chess_move;
        places.scores[at] = entry.score;
        places.plies[at] = entry.ply;
        places.results[at] = entry.result;
        places.chunks[at] = chunk as u32;
        places.count = at + 1;
    }

    /// Adds an entry of each lane, given the words of the positions.
    #[inline(always)]
    pub(crate) fn push_all<V: NumberedLanes>(
        &mut self,
        words: [V; 8],
        [moves, scores, plies, results]: [V; 4],
        chunks: &[u32],
    ) {
        if self.places.count + V::COUNT > ROWS {
            self.flush();
        }
        // As above.
        let at = self.places.count.min(ROOM - MOST_LANES);
        let places = at..at + V::COUNT;
        let all = &mut *self.places;
        V::store_positions(words, &mut all.positions[places.clone()]);
        for (place, word) in all.moves[places.clone()].iter_mut().zip(short::<V>(moves)) {
            *place = Move::from_bits(word);
        }
        for (place, word) in all.scores[places.clone()].iter_mut().zip(short::<V>(scores)) {
            *place = word as i16;
        }
        for (place, word) in all.plies[places.clone()].iter_mut().zip(short::<V>(plies)) {
            *place = word;
        }
        for (place, word) in all.results[places.clone()].iter_mut().zip(short::<V>(results)) {
            *place = word as i8;
        }
        all.chunks[places.clone()].copy_from_slice(chunks);
        all.count = places.end;
    }
}

/// Returns the lower 16 bits of each lane, and 0 for those beyond them.
#[inline(always)]
fn short<V: NumberedLanes>(lanes: V) -> [u16; MOST_LANES] {
    let mut words = [0; MOST_LANES];
    for (place, &word) in words.iter_mut().zip(lanes.to_array().as_ref()) {
        *place = word as u16;
    }
    words
}
