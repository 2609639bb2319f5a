//! Several chunks at once: [`for_each_of`] and what it gives out.

use quadline::{Move, Position};
use quadline_kernels::internal::positions::numbered::NumberedLanes;

use crate::filter::{Facts, Filter, Picker};
use crate::lanes::{self, MOST_LANES};
use crate::{Chunk, Entry, Error};

/// The number of entries that are given out together. Their positions have 16 KiB.
const ROWS: usize = 256;

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
    all(lanes::read(chunks, Picker::new(filter, None), &mut Rows::new(&mut sink), true))
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
    all(lanes::read(chunks, Picker::new(filter, Some(&mut keep)), &mut Rows::new(&mut sink), true))
}

/// Reads all chunks, also after an error, and returns the result of each.
pub(crate) fn read_each(
    chunks: &[Chunk<'_>],
    filter: &Filter,
    sink: &mut dyn FnMut(Block<'_>),
) -> Vec<Result<u64, Error>> {
    lanes::read(chunks, Picker::new(filter, None), &mut Rows::new(sink), false)
        .into_iter()
        .flatten()
        .collect()
}

/// Returns the sum of the numbers of entries, or the first error.
fn all(results: Vec<Option<Result<u64, Error>>>) -> Result<u64, Error> {
    // After an error the others have no result, but the error is before them or after those that have one.
    results.into_iter().flatten().sum()
}

/// Entries that are read, and where they go.
pub(crate) struct Rows<'a> {
    positions: Box<[Position]>,
    moves: Box<[Move]>,
    scores: Box<[i16]>,
    plies: Box<[u16]>,
    results: Box<[i8]>,
    chunks: Box<[u32]>,
    count: usize,
    sink: &'a mut dyn FnMut(Block<'_>),
}

impl<'a> Rows<'a> {
    pub(crate) fn new(sink: &'a mut dyn FnMut(Block<'_>)) -> Self {
        Self {
            positions: vec![Position::START; ROWS].into(),
            moves: vec![Move::from_bits(0); ROWS].into(),
            scores: vec![0; ROWS].into(),
            plies: vec![0; ROWS].into(),
            results: vec![0; ROWS].into(),
            chunks: vec![0; ROWS].into(),
            count: 0,
            sink,
        }
    }

    /// Gives out the entries.
    pub(crate) fn flush(&mut self) {
        let count = std::mem::take(&mut self.count);
        if count > 0 {
            (self.sink)(Block {
                positions: &self.positions[..count],
                moves: &self.moves[..count],
                scores: &self.scores[..count],
                plies: &self.plies[..count],
                results: &self.results[..count],
                chunks: &self.chunks[..count],
            });
        }
    }

    /// Adds an entry of a chunk.
    #[inline(always)]
    pub(crate) fn push(&mut self, chunk: usize, entry: &Entry) {
        if self.count == ROWS {
            self.flush();
        }
        let at = self.count;
        self.positions[at] = entry.position;
        self.moves[at] = entry.chess_move;
        self.scores[at] = entry.score;
        self.plies[at] = entry.ply;
        self.results[at] = entry.result;
        self.chunks[at] = chunk as u32;
        self.count = at + 1;
    }

    /// Adds an entry of each lane, given the words of the positions.
    #[inline(always)]
    pub(crate) fn push_all<V: NumberedLanes>(
        &mut self,
        words: [V; 8],
        [moves, scores, plies, results]: [V; 4],
        chunks: &[u32],
    ) {
        if self.count + V::COUNT > ROWS {
            self.flush();
        }
        let places = self.count..self.count + V::COUNT;
        V::store_positions(words, &mut self.positions[places.clone()]);
        for (place, word) in self.moves[places.clone()].iter_mut().zip(short::<V>(moves)) {
            *place = Move::from_bits(word);
        }
        for (place, word) in self.scores[places.clone()].iter_mut().zip(short::<V>(scores)) {
            *place = word as i16;
        }
        for (place, word) in self.plies[places.clone()].iter_mut().zip(short::<V>(plies)) {
            *place = word;
        }
        for (place, word) in self.results[places.clone()].iter_mut().zip(short::<V>(results)) {
            *place = word as i8;
        }
        self.chunks[places.clone()].copy_from_slice(chunks);
        self.count = places.end;
    }
}

/// Returns the lower 16 bits of each lane, and 0 for those beyond them.
#[inline(always)]
fn short<V: NumberedLanes>(lanes: V) -> [u16; MOST_LANES] {
    let mut words = [0; MOST_LANES];
    lanes.store_u16(&mut words[..V::COUNT]);
    words
}
