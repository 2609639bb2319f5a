//! Several chunks at once: [`for_each_of`] and what it gives out.

use std::collections::VecDeque;

use crate::chain::Ready;
use crate::filter::{Facts, Filter, Picker};
use crate::lanes::{self, Source};
use crate::rows::{Block, Places, Rows};
use crate::{Chunk, Error};

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
    // Chunks that were not begun have no result. They come after all that were, so the first error found here is
    // the first of the file.
    results.into_iter().flatten().sum()
}
