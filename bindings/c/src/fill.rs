//! Entries of binpack files to rows of a batch, in one pass and with threads.

use std::ffi::{c_int, c_void};
use std::mem::take;

use quadline::threats::{Perspectives, ThreatLayout as OwnLayout};
use quadline::{Color, Position as OwnPosition, batch};
use quadline_binpack::{Block, Blocks};
use quadline_rust as quadline;

use crate::binpack::{BinpackReader, Source};
use crate::error::{Error, Failure, Outcome, Status, guard, usable_level};
use crate::memory::{Array, Region, disjoint};
use crate::positions::Position;
use crate::training::{ThreatLayout, bases_of, layout_of, perspectives_of};

/// An entry of training data, for a function of the caller.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackEntry {
    /// The position, which is there until the function returns. It begins at a multiple of 64 bytes.
    pub position: *const Position,
    /// The move that was played.
    pub chess_move: u16,
    /// The score for the side to move.
    pub score: i16,
    /// The number of moves from the beginning of the game.
    pub ply: u16,
    /// The result for the side to move: 1, 0 or -1.
    pub result: i8,
}

/// A batch in memory of the caller, with `room` rows. Arrays that are not wanted may be NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackBatch {
    /// The inputs, as quadline_threat_inputs writes them: `room` rows of `stride` places, and `room` more for
    /// a second perspective. If this is NULL, no inputs are computed.
    pub inputs: *mut i32,
    /// The number of inputs of each row; `room`, or twice as many. NULL only if `inputs` is.
    pub counts: *mut u16,
    /// The number of places of a row. Inputs that do not fit are counted, but not written.
    pub stride: usize,
    /// 1 if White is to move, and otherwise 0.
    pub white_to_move: *mut f32,
    /// The results for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub outcomes: *mut f32,
    /// The scores for the side to move.
    pub scores: *mut f32,
    /// The numbers of pieces.
    pub piece_counts: *mut i32,
    /// The positions.
    pub positions: *mut Position,
    /// The moves that were played.
    pub moves: *mut u16,
    /// The numbers of moves from the beginnings of the games.
    pub plies: *mut u16,
    /// The number of rows of each array that is not NULL.
    pub room: usize,
    /// The number of rows that were written.
    pub count: usize,
}

/// A function of the caller that decides whether an entry is kept, which it is if the result is not 0.
pub type BinpackKeep =
    Option<unsafe extern "C" fn(context: *mut c_void, entry: *const BinpackEntry) -> c_int>;

/// The entries whose inputs are computed together. Their rows stay in a cache of 48 KiB.
const TOGETHER: usize = 16;

/// Reads the next entries of a reader to the rows of a batch, as many as there is room for: inputs, numbers
/// of inputs, and what a network learns. Each entry goes from the file to its rows in one pass, so a loader
/// needs no other copy of it. The arrays may be used again for the next batch.
///
/// `keep` is called with each entry that the reader does not leave out, and `context`; the entries for which
/// it returns 0 are left out as well. It may be NULL, and must not throw. `layout` and `perspectives` are
/// those of quadline_threat_inputs; if `inputs` is NULL, they are not used.
///
/// A reader of quadline_binpack_open with threads divides the rows among them; they live until the call
/// returns. If the system refuses a thread, the others do its work. They call `keep` at the same time. The rows of the whole file are the same for each number of
/// threads and each room, but not their order, which is the same in each run with the same numbers at the
/// same level.
///
/// The count is smaller than the room only at the end of the file and before an error, and 0 only at the end.
/// The elements behind the count are unspecified. If the file has an error, the entries before it are read
/// first, with perhaps some of later parts. Then the status is QUADLINE_STATUS_FILE for this and every later
/// call, and the row of the error is the byte with it. It is the first one in the file, also if several
/// threads find errors. `room` of 0 has the status QUADLINE_STATUS_ARGUMENT.
///
/// An array that overlaps with another one, with the reader, its file, the batch, the layout or its bases has the
/// status QUADLINE_STATUS_OVERLAP. The parts of quadline_binpack_open_parts are not checked.
///
/// This function allocates the rows of 16 entries for each thread during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_fill(
    reader: *mut BinpackReader,
    layout: *const ThreatLayout,
    perspectives: u8,
    keep: BinpackKeep,
    context: *mut c_void,
    batch: *mut BinpackBatch,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let reader = Array::output("reader", reader, 1)?;
        let batch = Array::output("batch", batch, 1)?;
        disjoint(&[reader.region(), batch.region()], &[])?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let given = unsafe { batch.read()[0] };
        if given.room == 0 {
            return Err(Failure::new(Status::Argument, "room is 0; it must be at least 1".into()));
        }
        let (mut inputs, mut others) = (None, vec![reader.region(), batch.region()]);
        if !given.inputs.is_null() {
            let perspectives = perspectives_of(perspectives)?;
            // SAFETY: guaranteed by the caller.
            let (bases, number) = unsafe { bases_of(layout) }?;
            let bases = Array::input("layout.bases", bases, number)?;
            let layout = Array::input("layout", layout, 1)?;
            disjoint(&[reader.region(), batch.region()], &[layout.region(), bases.region()])?;
            others.extend([layout.region(), bases.region()]);
            // SAFETY: guaranteed by the caller, and checked as far as possible.
            inputs = Some((perspectives, unsafe { layout_of(&layout.read()[0], bases.read()) }?));
        }
        let sides = inputs.as_ref().map_or(0, |(perspectives, _)| perspectives.count());
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let (reader, batch) = unsafe { (&mut reader.write()[0], &mut batch.write()[0]) };
        others.push(reader.file.region());
        // SAFETY: the same.
        let mut rows = unsafe { rows_of(&given, sides, &others) }?;
        usable_level()?;
        let keep = Keep { function: keep, context };
        let filled = fill(reader, inputs.as_ref(), keep, &mut rows);
        match reader.failure() {
            Some(failure) if filled == 0 => return Err(failure),
            _ => batch.count = filled,
        }
        Ok(())
    })
}

/// The function of the caller.
#[derive(Clone, Copy)]
struct Keep {
    function: BinpackKeep,
    context: *mut c_void,
}

// SAFETY: the documentation says that the threads call the function at the same time.
unsafe impl Send for Keep {}
// SAFETY: the same.
unsafe impl Sync for Keep {}

impl Keep {
    /// Returns whether an entry of a block is kept.
    #[inline]
    fn keeps(self, block: &Block<'_>, index: usize) -> bool {
        let Some(function) = self.function else { return true };
        // A position of the library has the layout of one in C: eight words.
        let position = std::ptr::from_ref(block.positions[index].words()).cast();
        let (chess_move, score) = (block.moves[index].to_bits(), block.scores[index]);
        let shown = BinpackEntry {
            position,
            chess_move,
            score,
            ply: block.plies[index],
            result: block.results[index],
        };
        // SAFETY: the caller guarantees that the function is one of this type; the entry is there meanwhile.
        unsafe { function(self.context, &shown) != 0 }
    }
}

/// The rows of a batch, or some of them. Arrays that are not wanted are empty.
#[derive(Default)]
struct Rows<'a> {
    length: usize,
    stride: usize,
    /// The inputs and counts of each perspective.
    inputs: [&'a mut [i32]; 2],
    counts: [&'a mut [u16]; 2],
    white_to_move: &'a mut [f32],
    outcomes: &'a mut [f32],
    scores: &'a mut [f32],
    piece_counts: &'a mut [i32],
    positions: &'a mut [Position],
    moves: &'a mut [u16],
    plies: &'a mut [u16],
}

/// Returns the rows of a batch of the caller, which must not overlap with each other or with these regions.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees the requirements of the header.
unsafe fn rows_of<'a>(given: &BinpackBatch, sides: usize, others: &[Region]) -> Outcome<Rows<'a>> {
    let &BinpackBatch { room, stride, .. } = given;
    let length = |is_null: bool| if is_null { 0 } else { room };
    let rows = room.saturating_mul(sides);
    let inputs = Array::output("inputs", given.inputs, rows.saturating_mul(stride))?;
    let counts = Array::output("counts", given.counts, rows)?;
    let white_to_move =
        Array::output("white_to_move", given.white_to_move, length(given.white_to_move.is_null()))?;
    let outcomes = Array::output("outcomes", given.outcomes, length(given.outcomes.is_null()))?;
    let scores = Array::output("scores", given.scores, length(given.scores.is_null()))?;
    let piece_counts =
        Array::output("piece_counts", given.piece_counts, length(given.piece_counts.is_null()))?;
    let positions = Array::output("positions", given.positions, length(given.positions.is_null()))?;
    let moves = Array::output("moves", given.moves, length(given.moves.is_null()))?;
    let plies = Array::output("plies", given.plies, length(given.plies.is_null()))?;
    disjoint(
        &[
            inputs.region(),
            counts.region(),
            white_to_move.region(),
            outcomes.region(),
            scores.region(),
            piece_counts.region(),
            positions.region(),
            moves.region(),
            plies.region(),
        ],
        others,
    )?;
    let side = room * usize::from(sides > 0);
    // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
    unsafe {
        let (first, second) = inputs.write().split_at_mut(side * stride);
        let (first_counts, second_counts) = counts.write().split_at_mut(side);
        Ok(Rows {
            length: room,
            stride,
            inputs: [first, second],
            counts: [first_counts, second_counts],
            white_to_move: white_to_move.write(),
            outcomes: outcomes.write(),
            scores: scores.write(),
            piece_counts: piece_counts.write(),
            positions: positions.write(),
            moves: moves.write(),
            plies: plies.write(),
        })
    }
}

impl<'a> Rows<'a> {
    /// Returns the same rows for a shorter time.
    fn reborrow(&mut self) -> Rows<'_> {
        Rows {
            length: self.length,
            stride: self.stride,
            inputs: self.inputs.each_mut().map(|inputs| &mut **inputs),
            counts: self.counts.each_mut().map(|counts| &mut **counts),
            white_to_move: self.white_to_move,
            outcomes: self.outcomes,
            scores: self.scores,
            piece_counts: self.piece_counts,
            positions: self.positions,
            moves: self.moves,
            plies: self.plies,
        }
    }

    /// Removes the first rows and returns them.
    fn remove_first(&mut self, count: usize) -> Self {
        let stride = self.stride;
        self.length -= count;
        Self {
            length: count,
            stride,
            inputs: self.inputs.each_mut().map(|inputs| first(inputs, count * stride)),
            counts: self.counts.each_mut().map(|counts| first(counts, count)),
            white_to_move: first(&mut self.white_to_move, count),
            outcomes: first(&mut self.outcomes, count),
            scores: first(&mut self.scores, count),
            piece_counts: first(&mut self.piece_counts, count),
            positions: first(&mut self.positions, count),
            moves: first(&mut self.moves, count),
            plies: first(&mut self.plies, count),
        }
    }

    /// Moves rows to the place of earlier ones.
    fn shift(&mut self, from: usize, count: usize, to: usize) {
        if from == to {
            return;
        }
        let stride = self.stride;
        self.inputs.iter_mut().for_each(|inputs| shift(inputs, from * stride, count * stride, to * stride));
        self.counts.iter_mut().for_each(|counts| shift(counts, from, count, to));
        shift(self.white_to_move, from, count, to);
        shift(self.outcomes, from, count, to);
        shift(self.scores, from, count, to);
        shift(self.piece_counts, from, count, to);
        shift(self.positions, from, count, to);
        shift(self.moves, from, count, to);
        shift(self.plies, from, count, to);
    }

    /// Writes everything of an entry of a block but its inputs.
    #[inline]
    fn write(&mut self, row: usize, block: &Block<'_>, index: usize) {
        let position = &block.positions[index];
        let is_white = position.side_to_move() == Color::White;
        write(self.white_to_move, row, f32::from(u8::from(is_white)));
        write(self.outcomes, row, (f32::from(block.results[index]) + 1.0) / 2.0);
        write(self.scores, row, f32::from(block.scores[index]));
        write(self.piece_counts, row, position.occupied().count_ones() as i32);
        write(self.positions, row, Position { words: *position.words() });
        write(self.moves, row, block.moves[index].to_bits());
        write(self.plies, row, block.plies[index]);
    }
}

/// Removes the first elements of an array and returns them. An array that is not wanted has none.
fn first<'a, T>(array: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let all = take(array);
    let (first, rest) = all.split_at_mut(count.min(all.len()));
    *array = rest;
    first
}

/// Moves elements of an array, unless it is not wanted.
fn shift<T: Copy>(array: &mut [T], from: usize, count: usize, to: usize) {
    if !array.is_empty() {
        array.copy_within(from..from + count, to);
    }
}

/// Writes an element of an array, unless it is not wanted.
fn write<T>(array: &mut [T], row: usize, element: T) {
    if let Some(place) = array.get_mut(row) {
        *place = element;
    }
}

/// The inputs that are wanted.
type Inputs<'a> = Option<&'a (Perspectives, OwnLayout)>;

/// The number of rows that were written, and the error after them.
type Filled = (usize, Option<quadline_binpack::Error>);

/// Fills rows with the next entries of each thread, and returns the number of rows.
fn fill(reader: &mut BinpackReader, inputs: Inputs<'_>, keep: Keep, rows: &mut Rows<'_>) -> usize {
    let (mut filled, mut has_ended) = (0, vec![reader.has_failed(); reader.threads.len()]);
    while filled < rows.length && has_ended.contains(&false) {
        let left = has_ended.iter().filter(|has_ended| !**has_ended).count();
        let share = (rows.length - filled).div_ceil(left);
        let mut rest = rows.reborrow();
        rest.remove_first(filled);
        let mut jobs = Vec::with_capacity(left);
        for (thread, _) in reader.threads.iter_mut().zip(&has_ended).filter(|(_, has_ended)| !**has_ended) {
            let share = share.min(rest.length);
            jobs.push((thread, rest.remove_first(share)));
        }
        let shares: Vec<usize> = jobs.iter().map(|(_, rows)| rows.length).collect();
        let found = quadline_threads::run(jobs, |(thread, rows)| fill_by_thread(thread, inputs, keep, rows));
        let mut from = filled;
        let ended = has_ended.iter_mut().filter(|has_ended| !**has_ended);
        for ((share, has_ended), (count, problem)) in shares.into_iter().zip(ended).zip(found) {
            rows.shift(from, count, filled);
            filled += count;
            from += share;
            *has_ended = count < share;
            if let Some(problem) = problem {
                reader.fail(problem);
            }
        }
    }
    filled
}

/// Fills rows with the next entries of a thread.
fn fill_by_thread(
    blocks: &mut Blocks<'static, Source>,
    inputs: Inputs<'_>,
    keep: Keep,
    mut rows: Rows<'_>,
) -> Filled {
    let mut group = Group::new(inputs, rows.stride);
    let mut row = 0;
    if rows.length == 0 {
        return (0, None);
    }
    let read = blocks.read_until(|block| {
        for index in 0..block.len() {
            if row == rows.length {
                return index;
            }
            if keep.keeps(&block, index) {
                rows.write(row, &block, index);
                row += 1;
                group.push(&block.positions[index], row, &mut rows);
            }
        }
        block.len()
    });
    group.flush(row, &mut rows);
    (row, read.err())
}

/// Positions whose inputs are computed together. Their rows stay in a cache until they are copied.
struct Group<'a> {
    inputs: Inputs<'a>,
    positions: [OwnPosition; TOGETHER],
    length: usize,
    written: Vec<i32>,
}

impl<'a> Group<'a> {
    fn new(inputs: Inputs<'a>, stride: usize) -> Self {
        let sides = inputs.map_or(0, |(perspectives, _)| perspectives.count());
        let written = vec![0; sides * TOGETHER * stride];
        Self { inputs, positions: [OwnPosition::START; TOGETHER], length: 0, written }
    }

    /// Adds the position of the row before this one.
    #[inline]
    fn push(&mut self, position: &OwnPosition, end: usize, rows: &mut Rows<'_>) {
        if self.inputs.is_none() {
            return;
        }
        self.positions[self.length] = *position;
        self.length += 1;
        if self.length == TOGETHER {
            self.flush(end, rows);
        }
    }

    /// Writes the inputs of the positions, whose rows end before this one.
    fn flush(&mut self, end: usize, rows: &mut Rows<'_>) {
        let (stride, length) = (rows.stride, take(&mut self.length));
        let begin = end - length;
        let Some((perspectives, layout)) = self.inputs else { return };
        let sides = perspectives.count();
        let written = &mut self.written[..sides * length * stride];
        let mut counts = [0; 2 * TOGETHER];
        let counts = &mut counts[..sides * length];
        batch::threat_inputs(&self.positions[..length], layout, *perspectives, written, stride, counts);
        for side in 0..sides {
            let part = side * length..(side + 1) * length;
            rows.counts[side][begin..end].copy_from_slice(&counts[part.clone()]);
            let inputs = &mut rows.inputs[side][begin * stride..end * stride];
            inputs.copy_from_slice(&written[part.start * stride..part.end * stride]);
        }
    }
}
