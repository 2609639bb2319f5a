//! Training data in binpack files.

use quadline_binpack::{Chunk, Entries, Entry, Skip, chunks_from};

use crate::error::{Error, Failure, Outcome, Status, guard, usable_level};
use crate::memory::{Array, Region, disjoint};
use crate::positions::{Position, no_room};

/// Arrays with a column of training data each, for `room` entries. Those that are not wanted may be NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackColumns {
    /// The positions.
    pub positions: *mut Position,
    /// The moves that were played.
    pub moves: *mut u16,
    /// The scores for the side to move.
    pub scores: *mut i16,
    /// The numbers of moves from the beginnings of the games.
    pub plies: *mut u16,
    /// The results for the side to move: 1, 0 or -1.
    pub results: *mut i8,
    /// The number of elements of each array that is not NULL.
    pub room: usize,
    /// The number of entries that were written.
    pub count: usize,
}

/// The entries that are left out; see quadline_binpack_read. If all fields are 0, as after `= {0}`, no entry
/// is left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackSkip {
    /// The share of entries that is left out at random, from 0 for none to 1 for all. The choice depends on
    /// the seed and on the place in the file.
    pub left_out: f64,
    /// The seed of the choice.
    pub seed: u64,
    /// Entries before this ply are left out.
    pub first_ply: u16,
    /// If has_score is not 0, entries with this score are left out. Some engines write 32002 if they have no
    /// score.
    pub score: i16,
    /// Not 0 to leave out entries with the score of the field above.
    pub has_score: u8,
    /// Not 0 to leave out moves to a square with an enemy piece.
    pub captures: u8,
    /// Not 0 to leave out positions with a check.
    pub in_check: u8,
}

/// Reads the chunk of a binpack file in memory that begins at `offset`, and moves `offset` to the next chunk.
/// The first one begins at 0. At the end of the file, the count is 0 and `offset` stays `bytes`. Entries that
/// `skip` names are left out; it may be NULL. Threads may read chunks of one file at once: after `BINP`, each
/// has four bytes with the number of those that follow, the lowest first.
///
/// If the file has an error, the status is QUADLINE_STATUS_FILE, and the row of the error is the byte with
/// it. If there is no room for all entries of the chunk, the status is QUADLINE_STATUS_ROOM, and the row is
/// their number. In both cases, count and offset are as before, and the elements of the arrays are
/// unspecified.
///
/// This function allocates 16 KiB during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_read(
    file: *const u8,
    bytes: usize,
    skip: *const BinpackSkip,
    columns: *mut BinpackColumns,
    offset: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let file = Array::input("file", file, bytes)?;
        let skip = Array::input("skip", skip, usize::from(!skip.is_null()))?;
        let columns = Array::output("columns", columns, 1)?;
        let offset = Array::output("offset", offset, 1)?;
        disjoint(&[columns.region(), offset.region()], &[file.region(), skip.region()])?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let places = unsafe { places_of(&columns, [offset.region(), file.region(), skip.region()]) }?;
        usable_level()?;
        // SAFETY: the same.
        let (file, skip, columns, offset) =
            unsafe { (file.read(), skip.read().first(), &mut columns.write()[0], &mut offset.write()[0]) };
        let skip = skip.map_or(Ok(Skip::NONE), skip_of)?;
        if *offset > bytes {
            let message = format!("the offset is {offset}, and the file has {bytes} bytes");
            return Err(Failure::new(Status::Argument, message));
        }
        let Some(chunk) = chunks_from(file, *offset).next() else {
            columns.count = 0;
            return Ok(());
        };
        let chunk = chunk.map_err(|error| of_file(&error))?;
        let (mut count, mut places) = (0, places);
        let read = chunk.for_each(&skip, |entry| {
            places.write(count, entry);
            count += 1;
        });
        read.map_err(|error| of_file(&error))?;
        if count > columns.room {
            return Err(no_room("columns", columns.room, count));
        }
        columns.count = count;
        *offset = chunk.offset() as usize + chunk.bytes().len();
        Ok(())
    })
}

/// A reader of a binpack file in memory, which quadline_binpack_open makes.
pub struct BinpackReader {
    /// The entries for each thread.
    pub(crate) parts: Vec<Entries<'static>>,
    /// The file, which no output may overlap.
    pub(crate) file: Array<u8>,
    /// The error after all entries that were read.
    pub(crate) error: Option<quadline_binpack::Error>,
}

/// The most threads of a reader.
const MOST_THREADS: usize = 1024;

/// Makes a reader of a binpack file in memory, from its first entry. The file must stay as it is until
/// quadline_binpack_close. Entries that `skip` names are left out; it may be NULL. Unlike
/// quadline_binpack_read, a reader needs no room for a whole chunk: quadline_binpack_next reads some hundred
/// entries, which stay in a cache, or any other number.
///
/// This function allocates 16 KiB. Each thread needs a reader of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open(
    file: *const u8,
    bytes: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { open(("file", file), bytes, 1, skip, reader, error, |file, _| Entries::new(file)) }
}

/// Makes a reader of a binpack file in memory for several threads, from 1 to 1024, as quadline_binpack_open
/// does for one. quadline_binpack_fill reads with them: each reads every chunk of `threads` chunks. Other
/// functions use one thread, and read the chunks in the same order, those of the first thread before those of
/// the second.
///
/// This function allocates 16 KiB for each thread, but does not start any. One thread at a time may use the
/// reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open_threads(
    file: *const u8,
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    let part = |file, part| Entries::new(file).part(part, threads);
    // SAFETY: guaranteed by the caller.
    unsafe { open(("file", file), bytes, threads, skip, reader, error, part) }
}

/// Makes a reader of a chunk of a binpack file, as quadline_binpack_open does of a file. The chunk begins
/// behind the eight bytes of its header, and `offset` is its place in the file: the choice of entries at
/// random depends on it, and errors name the byte from there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open_chunk(
    chunk: *const u8,
    bytes: usize,
    offset: u64,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    let entries = |chunk, _| Chunk::new(offset, chunk).entries();
    // SAFETY: guaranteed by the caller.
    unsafe { open(("chunk", chunk), bytes, 1, skip, reader, error, entries) }
}

/// Makes a reader.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees what the header says.
unsafe fn open(
    (name, file): (&'static str, *const u8),
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
    part: impl Fn(&'static [u8], usize) -> Entries<'static>,
) -> Status {
    guard!(error, {
        let file = Array::input(name, file, bytes)?;
        let skip = Array::input("skip", skip, usize::from(!skip.is_null()))?;
        let reader = Array::output("reader", reader, 1)?;
        disjoint(&[reader.region()], &[file.region(), skip.region()])?;
        usable_level()?;
        // SAFETY: guaranteed by the caller, and checked as far as possible; the file is there as long as the reader.
        let (bytes, skip, reader) = unsafe { (file.read(), skip.read().first(), &mut reader.write()[0]) };
        let skip = skip.map_or(Ok(Skip::NONE), skip_of)?;
        if !(1..=MOST_THREADS).contains(&threads) {
            let message = format!("threads is {threads}; it must be from 1 to {MOST_THREADS}");
            return Err(Failure::new(Status::Argument, message));
        }
        let parts = (0..threads).map(|index| part(bytes, index).skipping(skip)).collect();
        *reader = Box::into_raw(Box::new(BinpackReader { parts, file, error: None }));
        Ok(())
    })
}

/// Reads the next entries of a reader, as many as there is room for. The count is smaller than the room only
/// at the end of the file and before an error, and 0 only at the end.
///
/// If the file has an error, the entries before it are read first. Then the status is QUADLINE_STATUS_FILE
/// for this and every later call, and the row of the error is the byte with it. `room` of 0 has the status
/// QUADLINE_STATUS_ARGUMENT. With any status but QUADLINE_STATUS_OK, nothing is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_next(
    reader: *mut BinpackReader,
    columns: *mut BinpackColumns,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let reader = Array::output("reader", reader, 1)?;
        let columns = Array::output("columns", columns, 1)?;
        disjoint(&[reader.region(), columns.region()], &[])?;
        let region = reader.region();
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let reader = unsafe { &mut reader.write()[0] };
        // SAFETY: the same.
        let mut places = unsafe { places_of(&columns, [region, reader.file.region()]) }?;
        // SAFETY: the same.
        let columns = unsafe { &mut columns.write()[0] };
        if columns.room == 0 {
            return Err(Failure::new(Status::Argument, "room is 0; it must be at least 1".into()));
        }
        let mut count = 0;
        for entries in &mut reader.parts {
            while count < columns.room && reader.error.is_none() {
                match entries.next_block_of(columns.room - count) {
                    Some(Ok(block)) => {
                        for entry in block {
                            places.write(count, entry);
                            count += 1;
                        }
                    }
                    Some(Err(error)) => reader.error = Some(error),
                    None => break,
                }
            }
        }
        match &reader.error {
            Some(error) if count == 0 => return Err(of_file(error)),
            _ => columns.count = count,
        }
        Ok(())
    })
}

/// Frees a reader, which may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_close(reader: *mut BinpackReader) {
    if !reader.is_null() {
        // SAFETY: the caller guarantees that the reader is one of quadline_binpack_open, and not yet closed.
        drop(unsafe { Box::from_raw(reader) });
    }
}

/// Describes an error in a file.
pub(crate) fn of_file(error: &quadline_binpack::Error) -> Box<Failure> {
    Failure::new(Status::File, error.to_string()).of_row(error.offset() as usize)
}

/// The columns of a caller. Those that are not wanted are empty.
struct Places<'a> {
    positions: &'a mut [Position],
    moves: &'a mut [u16],
    scores: &'a mut [i16],
    plies: &'a mut [u16],
    results: &'a mut [i8],
}

/// Returns the columns of a caller, which must not overlap with each other or with these regions.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees what the header says.
unsafe fn places_of<'a, const OTHERS: usize>(
    columns: &Array<BinpackColumns>,
    others: [Region; OTHERS],
) -> Outcome<Places<'a>> {
    let region = columns.region();
    // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
    let BinpackColumns { positions, moves, scores, plies, results, room, .. } = unsafe { columns.read()[0] };
    let length = |is_null: bool| if is_null { 0 } else { room };
    let positions = Array::output("positions", positions, length(positions.is_null()))?;
    let moves = Array::output("moves", moves, length(moves.is_null()))?;
    let scores = Array::output("scores", scores, length(scores.is_null()))?;
    let plies = Array::output("plies", plies, length(plies.is_null()))?;
    let results = Array::output("results", results, length(results.is_null()))?;
    disjoint(
        &[positions.region(), moves.region(), scores.region(), plies.region(), results.region(), region],
        &others,
    )?;
    // SAFETY: the same.
    let (positions, moves, scores) = unsafe { (positions.write(), moves.write(), scores.write()) };
    // SAFETY: the same.
    let (plies, results) = unsafe { (plies.write(), results.write()) };
    Ok(Places { positions, moves, scores, plies, results })
}

impl Places<'_> {
    /// Writes an entry to the columns that have room for it.
    fn write(&mut self, index: usize, entry: &Entry) {
        write(self.positions, index, Position { words: *entry.position.words() });
        write(self.moves, index, entry.chess_move.to_bits());
        write(self.scores, index, entry.score);
        write(self.plies, index, entry.ply);
        write(self.results, index, entry.result);
    }
}

/// Writes an element of an array that may be too short for it.
fn write<T>(array: &mut [T], index: usize, element: T) {
    if let Some(place) = array.get_mut(index) {
        *place = element;
    }
}

/// Returns the entries that are left out.
fn skip_of(skip: &BinpackSkip) -> Outcome<Skip> {
    let &BinpackSkip { left_out, seed, first_ply, score, has_score, captures, in_check } = skip;
    if !(0.0..=1.0).contains(&left_out) {
        let message = format!("left_out is {left_out}; it must be from 0 to 1");
        return Err(Failure::new(Status::Argument, message));
    }
    let mut found = Skip::NONE.before_ply(first_ply).at_random(left_out, seed);
    if has_score != 0 {
        found = found.score(score);
    }
    if captures != 0 {
        found = found.captures();
    }
    if in_check != 0 {
        found = found.in_check();
    }
    Ok(found)
}
