//! Training data in binpack files.

use std::ffi::{c_int, c_void};
use std::iter::{Skip as SkipFirst, StepBy};

use quadline_binpack::{self as binpack, Block, Blocks, Filter, Memory, PartSource, Parts, Skip};

use crate::error::{Error, Failure, Outcome, Status, guard, usable_level};
use crate::memory::{Array, Region, disjoint};
use crate::positions::Position;

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

/// The entries that are left out; see quadline_binpack_open. If all fields are 0, as after `= {0}`, no entry
/// is left out. An entry is left out if any of the filters leaves it out.
///
/// These are all filters of nnue-pytorch's loader, DataloaderSkipConfig. As there, a filter that depends on
/// earlier entries depends on those of the same chunk only.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackSkip {
    /// The share of entries that is left out at random, from 0 for none to 1 for all. The choice depends on
    /// the seed and on the place in the file.
    pub left_out: f64,
    /// The seed of this choice and of all others at random.
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
    /// Not 0 to leave out entries whose score of 0 is likely a placeholder: the game was decided, and the
    /// last score before in the same game was beyond 100 for either side.
    pub placeholder_zeros: u8,
    /// Not 0 to leave out, at random, entries whose result is unlikely for their score and ply, by the model
    /// of wins, draws and losses of games on fishtest.
    pub unlikely_results: u8,
    /// Not 0 to leave out entries at random, so that the numbers of pieces of the others approach the shares
    /// of piece_weights.
    pub has_piece_weights: u8,
    /// Entries before this ply are left out with a chance that depends on the ply: soft_chances are the
    /// chances to be kept at soft_plies, with a line between two of them and after the last one to 1 at this
    /// ply. 0 keeps all.
    pub soft_end: u16,
    /// Entries in which the material of the sides differs by less than this number are left out, with 208 for
    /// a pawn, 781 for a knight, 825 for a bishop, 1276 for a rook and 2538 for a queen. 0 or less leaves out
    /// none.
    pub material_below: i32,
    /// Four plies, the smallest first.
    pub soft_plies: [f64; 4],
    /// The chances at these plies, from 0 to 1.
    pub soft_chances: [f64; 4],
    /// The weights of 0, 8, 16, 24 and 32 pieces, with a spline between them.
    pub piece_weights: [f64; 5],
}

/// A part of a binpack file in memory: a chunk without the eight bytes of its header.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackPart {
    /// The first byte; NULL if there is no part.
    pub bytes: *const u8,
    /// The number of bytes.
    pub length: usize,
    /// A number from which the choice of entries at random and the bytes of errors are counted, such as the
    /// place in a file.
    pub offset: u64,
}

/// A function of the caller that gives the next part; see quadline_binpack_open_parts.
pub type BinpackNextPart =
    Option<unsafe extern "C" fn(context: *mut c_void, part: *mut BinpackPart) -> c_int>;

/// A reader of a binpack file in memory, which quadline_binpack_open makes.
pub struct BinpackReader {
    /// The parts of the file for each thread.
    pub(crate) threads: Vec<Blocks<'static, Source>>,
    /// The file, which no output may overlap.
    pub(crate) file: Array<u8>,
    /// The error after all entries that were read.
    pub(crate) error: Option<binpack::Error>,
}

impl BinpackReader {
    /// Notes an error of a thread. All threads read up to it, so that the first one in the file is found.
    pub(crate) fn fail(&mut self, error: binpack::Error) {
        let first = self.error.take().filter(|first| first.offset() <= error.offset()).unwrap_or(error);
        self.threads.iter_mut().for_each(|thread| thread.end_at(first.offset()));
        self.error = Some(first);
    }

    /// Returns whether the first error of the file is known, so that nothing else is read.
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some() && self.threads.len() == 1
    }

    /// Returns the error after all entries that were read.
    pub(crate) fn failure(&self) -> Option<Box<Failure>> {
        let of_source = self.threads.iter().find_map(|thread| match thread.source() {
            Source::Given(given) => given.failure.clone(),
            Source::File(_) => None,
        });
        of_source.or_else(|| self.error.as_ref().map(of_file))
    }
}

/// The parts of a file for a thread.
pub(crate) enum Source {
    /// Some of those of a file in memory.
    File(StepBy<SkipFirst<Parts<Memory<'static>>>>),
    Given(Given),
}

impl PartSource<'static> for Source {
    fn next_part(&mut self) -> Option<Result<binpack::Part<'static>, binpack::Error>> {
        match self {
            Self::File(parts) => parts.next(),
            Self::Given(given) => given.next().map(Ok),
        }
    }

    fn take_back(&mut self, part: binpack::Part<'static>) {
        if let Self::Given(given) = self {
            given.unused.push(part);
        }
    }
}

/// Parts that a function of the caller gives.
pub(crate) struct Given {
    function: unsafe extern "C" fn(*mut c_void, *mut BinpackPart) -> c_int,
    context: *mut c_void,
    /// Parts that are read, and of which the caller was not yet told.
    unused: Vec<binpack::Part<'static>>,
    /// The error in a part.
    failure: Option<Box<Failure>>,
}

// SAFETY: such a reader has one thread, that of the caller.
unsafe impl Send for Given {}

impl Given {
    fn next(&mut self) -> Option<binpack::Part<'static>> {
        let mut given = BinpackPart { bytes: std::ptr::null(), length: 0, offset: 0 };
        if let Some(unused) = self.unused.pop() {
            let bytes = unused.bytes();
            given = BinpackPart { bytes: bytes.as_ptr(), length: bytes.len(), offset: unused.offset() };
        }
        // SAFETY: the caller guarantees that the function is one of this type.
        if unsafe { (self.function)(self.context, &mut given) } == 0 {
            return None;
        }
        match Array::input("part.bytes", given.bytes, given.length) {
            // SAFETY: guaranteed by the caller, and checked as far as possible. The caller keeps the part until
            // it is passed to the function again.
            Ok(bytes) => Some(binpack::Part::new(given.offset, unsafe { bytes.read() })),
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }
}

/// The most threads of a reader.
const MOST_THREADS: usize = 1024;

/// Makes a reader of a binpack file in memory, from its first entry. The file must stay as it is until
/// quadline_binpack_close. Entries that `skip` names are left out; it may be NULL.
///
/// With 0 `threads`, the entries come in the order of the file. With 1 to 1024, quadline_binpack_fill reads with
/// so many threads: each reads every part of `threads` parts, up to 16 of them at once, with one in each lane
/// of vectors. On CPUs with AVX2 or AVX-512, this takes less than half of the time, also with one thread. Their
/// entries come in another order, which differs between levels. Those of one part keep their order. The entries
/// that are left out are the same. Other functions use one thread, and read the parts of the first thread
/// before those of the second.
///
/// An error in the file is fatal: no more follows. All entries before it are read first, and with threads
/// perhaps some of later parts. The error is the first one in the file, for any number of threads.
///
/// This function allocates 48 KiB for each thread, but does not start any. One thread at a time may use the
/// reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open(
    file: *const u8,
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let of_thread =
            |file, thread| Source::File(Parts::in_memory(file).skip(thread).step_by(threads.max(1)));
        // SAFETY: guaranteed by the caller.
        unsafe { made(file, bytes, threads, skip, reader, of_thread) }
    })
}

/// Makes a reader of parts that a function gives one by one, for example as they are read from several files.
/// It reads as a reader of quadline_binpack_open with one thread.
///
/// `next_part` is called with `context` during quadline_binpack_next and quadline_binpack_fill, as often as
/// another part is needed. It writes the part and returns 1, or returns 0 if there are no more; then it is
/// not called again. Before the call, the part is one that was read to its end and is not used any more, so
/// its memory may be used again, or `bytes` is NULL. All other parts must stay as they are until
/// quadline_binpack_close. So does the function, which must not throw.
///
/// The error of the reader is that of the part that was given first.
///
/// This function allocates 48 KiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open_parts(
    next_part: BinpackNextPart,
    context: *mut c_void,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let Some(function) = next_part else {
            return Err(Failure::new(Status::NullPointer, "next_part is NULL; it must be a function".into()));
        };
        let given = |_, _| Source::Given(Given { function, context, unused: Vec::new(), failure: None });
        // SAFETY: guaranteed by the caller.
        unsafe { made(std::ptr::null(), 0, 1, skip, reader, given) }
    })
}

/// Makes a reader.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees the requirements of the header.
unsafe fn made(
    file: *const u8,
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    source: impl Fn(&'static [u8], usize) -> Source,
) -> Outcome<()> {
    let file = Array::input("file", file, bytes)?;
    let skip = Array::input("skip", skip, usize::from(!skip.is_null()))?;
    let reader = Array::output("reader", reader, 1)?;
    disjoint(&[reader.region()], &[file.region(), skip.region()])?;
    usable_level()?;
    // SAFETY: guaranteed by the caller, and checked as far as possible; the file is there as long as the reader.
    let (bytes, skip, reader) = unsafe { (file.read(), skip.read().first(), &mut reader.write()[0]) };
    let filter = skip.map_or(Ok(Filter::NONE), filter_of)?;
    if threads > MOST_THREADS {
        let message = format!("threads is {threads}; it must be from 0 to {MOST_THREADS}");
        return Err(Failure::new(Status::Argument, message));
    }
    let blocks = |thread| {
        let blocks = Blocks::of_parts(source(bytes, thread)).with_filter(filter.clone());
        if threads == 0 { blocks.in_order() } else { blocks }
    };
    let threads = (0..threads.max(1)).map(blocks).collect();
    *reader = Box::into_raw(Box::new(BinpackReader { threads, file, error: None }));
    Ok(())
}

/// Reads the next entries of a reader, as many as there is room for. The count is smaller than the room only
/// at the end of the file and before an error, and 0 only at the end.
///
/// If the file has an error, the entries before it are read first. Then the status is QUADLINE_STATUS_FILE for
/// this and every later call, and the row of the error is the byte with it. `room` of 0 has the status
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
        for thread in 0..if reader.has_failed() { 0 } else { reader.threads.len() } {
            let found = reader.threads[thread].read_until(|block| {
                let wanted = block.len().min(columns.room - count);
                for index in 0..wanted {
                    places.write(count + index, &block, index);
                }
                count += wanted;
                wanted
            });
            if let Err(error) = found {
                reader.fail(error);
            }
            if count == columns.room {
                break;
            }
        }
        match reader.failure() {
            Some(failure) if count == 0 => return Err(failure),
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
fn of_file(error: &binpack::Error) -> Box<Failure> {
    // The message has the whole number where addresses are shorter than places in files.
    let row = usize::try_from(error.offset()).unwrap_or(usize::MAX);
    Failure::new(Status::File, error.to_string()).of_row(row)
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
/// The pointers must be those of the caller of a C function, which guarantees the requirements of the header.
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
    /// Writes an entry of a block to the columns that have room for it.
    #[inline]
    fn write(&mut self, row: usize, block: &Block<'_>, index: usize) {
        write(self.positions, row, Position { words: *block.positions[index].words() });
        write(self.moves, row, block.moves[index].to_bits());
        write(self.scores, row, block.scores[index]);
        write(self.plies, row, block.plies[index]);
        write(self.results, row, block.results[index]);
    }
}

/// Writes an element of an array that may be too short for it.
fn write<T>(array: &mut [T], index: usize, element: T) {
    if let Some(place) = array.get_mut(index) {
        *place = element;
    }
}

/// Returns the filter that leaves out these entries.
fn filter_of(skip: &BinpackSkip) -> Outcome<Filter> {
    let &BinpackSkip { left_out, seed, first_ply, score, has_score, captures, in_check, .. } = skip;
    let &BinpackSkip { placeholder_zeros, unlikely_results, has_piece_weights, soft_end, .. } = skip;
    let &BinpackSkip { material_below, soft_plies, soft_chances, piece_weights, .. } = skip;
    let argument = |message: String| Err(Failure::new(Status::Argument, message));
    if !(0.0..=1.0).contains(&left_out) {
        return argument(format!("left_out is {left_out}; it must be from 0 to 1"));
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
    let mut found = Filter::from(found).seed(seed).material_below(material_below);
    if placeholder_zeros != 0 {
        found = found.placeholder_zeros();
    }
    if unlikely_results != 0 {
        found = found.unlikely_results();
    }
    if soft_end != 0 {
        if !soft_plies.is_sorted() || !soft_plies.iter().all(|ply| ply.is_finite()) {
            return argument(format!("soft_plies are {soft_plies:?}; the smallest must be first"));
        }
        if let Some(chance) = soft_chances.iter().find(|chance| !(0.0..=1.0).contains(*chance)) {
            return argument(format!("a number of soft_chances is {chance}; it must be from 0 to 1"));
        }
        found =
            found.soft_plies(std::array::from_fn(|index| (soft_plies[index], soft_chances[index])), soft_end);
    }
    if has_piece_weights != 0 {
        if let Some(weight) = piece_weights.iter().find(|weight| !weight.is_finite()) {
            return argument(format!("a number of piece_weights is {weight}; it must be finite"));
        }
        found = found.piece_counts(piece_weights);
    }
    Ok(found)
}
