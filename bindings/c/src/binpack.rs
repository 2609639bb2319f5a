//! Training data in binpack files.

use std::ffi::{c_int, c_void};
use std::iter::{Skip as SkipFirst, StepBy};

use quadline_binpack::{Block, Blocks, Chunk, ChunkSource, Chunks, Filter, Skip, chunks, chunks_from};

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

/// A chunk of a binpack file in memory, without the eight bytes of its header.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackChunk {
    /// The first byte; NULL if there is no chunk.
    pub bytes: *const u8,
    /// The number of bytes.
    pub length: usize,
    /// A number from which the choice of entries at random and the bytes of errors are counted, such as the
    /// place in a file.
    pub offset: u64,
}

/// A function of the caller that gives the next chunk; see quadline_binpack_open_source.
pub type BinpackNextChunk =
    Option<unsafe extern "C" fn(context: *mut c_void, chunk: *mut BinpackChunk) -> c_int>;

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
/// This function allocates 48 KiB during the call.
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
        let filter = skip.map_or(Ok(Filter::NONE), filter_of)?;
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
        let mut blocks = Blocks::new([Ok(chunk)].into_iter(), filter).in_order();
        let read = blocks.read_until(|block| {
            for index in 0..block.len() {
                places.write(count + index, &block, index);
            }
            count += block.len();
            block.len()
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
    /// The chunks for each thread.
    pub(crate) parts: Vec<Blocks<'static, Part>>,
    /// The file, which no output may overlap.
    pub(crate) file: Array<u8>,
    /// The error after all entries that were read.
    pub(crate) error: Option<quadline_binpack::Error>,
}

impl BinpackReader {
    /// Notes an error of a part. All parts are read up to it, so that the first one in the file is found.
    pub(crate) fn fail(&mut self, error: quadline_binpack::Error) {
        let first = self.error.take().filter(|first| first.offset() <= error.offset()).unwrap_or(error);
        self.parts.iter_mut().for_each(|part| part.end_at(first.offset()));
        self.error = Some(first);
    }

    /// Returns the error after all entries that were read.
    pub(crate) fn failure(&self) -> Option<Box<Failure>> {
        let of_source = self.parts.iter().find_map(|part| match part.source() {
            Part::Given(given) => given.failure.clone(),
            _ => None,
        });
        of_source.or_else(|| self.error.as_ref().map(of_file))
    }
}

/// The chunks of a thread.
pub(crate) enum Part {
    /// Some of those of a file.
    File(StepBy<SkipFirst<Chunks<'static>>>),
    One(Option<Chunk<'static>>),
    Given(Given),
}

impl ChunkSource<'static> for Part {
    fn next_chunk(&mut self) -> Option<Result<Chunk<'static>, quadline_binpack::Error>> {
        match self {
            Self::File(chunks) => chunks.next(),
            Self::One(chunk) => chunk.take().map(Ok),
            Self::Given(given) => given.next().map(Ok),
        }
    }

    fn take_back(&mut self, chunk: Chunk<'static>) {
        if let Self::Given(given) = self {
            given.unused.push(chunk);
        }
    }
}

/// Chunks that a function of the caller gives.
pub(crate) struct Given {
    function: unsafe extern "C" fn(*mut c_void, *mut BinpackChunk) -> c_int,
    context: *mut c_void,
    /// Chunks that are read, and of which the caller was not yet told.
    unused: Vec<Chunk<'static>>,
    /// The error in a chunk.
    failure: Option<Box<Failure>>,
}

// SAFETY: such a reader has one part, which is read on the thread of the caller.
unsafe impl Send for Given {}

impl Given {
    fn next(&mut self) -> Option<Chunk<'static>> {
        let mut given = BinpackChunk { bytes: std::ptr::null(), length: 0, offset: 0 };
        if let Some(unused) = self.unused.pop() {
            let bytes = unused.bytes();
            given = BinpackChunk { bytes: bytes.as_ptr(), length: bytes.len(), offset: unused.offset() };
        }
        // SAFETY: the caller guarantees that the function is one of this type.
        if unsafe { (self.function)(self.context, &mut given) } == 0 {
            return None;
        }
        match Array::input("chunk.bytes", given.bytes, given.length) {
            // SAFETY: guaranteed by the caller, and checked as far as possible. The caller keeps the chunk until
            // it is passed to the function again.
            Ok(bytes) => Some(Chunk::new(given.offset, unsafe { bytes.read() })),
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
/// quadline_binpack_close. Entries that `skip` names are left out; it may be NULL. Unlike
/// quadline_binpack_read, a reader needs no room for a whole chunk: quadline_binpack_next reads some hundred
/// entries, which stay in a cache, or any other number.
///
/// The entries come in the order of the file. If that does not matter, quadline_binpack_open_threads reads
/// the same entries in less time, also with one thread.
///
/// This function allocates 48 KiB. Each thread needs a reader of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open(
    file: *const u8,
    bytes: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    // SAFETY: guaranteed by the caller.
    unsafe { open(("file", file), bytes, 1, skip, reader, error, true, |file, _| part_of(file, 0, 1)) }
}

/// Makes a reader of a binpack file in memory for several threads, from 1 to 1024, as quadline_binpack_open
/// does for one. quadline_binpack_fill reads with them: each reads every chunk of `threads` chunks. Other
/// functions use one thread, and read the chunks of the first thread before those of the second.
///
/// Each thread reads up to 16 chunks at once, with one in each lane of vectors, which takes less than half of
/// the time on CPUs with AVX2 or AVX-512. The entries therefore come in another order than that of the file,
/// which differs between levels. Those of one chunk keep their order. The entries that are left out are the
/// same.
///
/// If the file has an error, all entries before it are read first, and perhaps some of later chunks. The
/// error is the first one in the file, for any number of threads.
///
/// This function allocates 48 KiB for each thread, but does not start any. One thread at a time may use the
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
    let part = |file, part| part_of(file, part, threads);
    // SAFETY: guaranteed by the caller.
    unsafe { open(("file", file), bytes, threads, skip, reader, error, false, part) }
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
    let part = |chunk, _| Part::One(Some(Chunk::new(offset, chunk)));
    // SAFETY: guaranteed by the caller.
    unsafe { open(("chunk", chunk), bytes, 1, skip, reader, error, true, part) }
}

/// Makes a reader of chunks that a function gives one by one, for example as they are read from several
/// files. It reads up to 16 of them at once, in the order of quadline_binpack_open_threads, with one thread.
///
/// `next_chunk` is called with `context` during quadline_binpack_next and quadline_binpack_fill, as often as
/// another chunk is needed. It writes the chunk and returns 1, or returns 0 if there are no more; then it is
/// not called again. Before the call, the chunk is one that was read to its end and is not used any more, so
/// its memory may be used again, or `bytes` is NULL. All other chunks must stay as they are until
/// quadline_binpack_close. So does the function, which must not throw.
///
/// Errors in chunks are those of quadline_binpack_open_threads. The first one is that of the chunk that was
/// given first.
///
/// This function allocates 48 KiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_binpack_open_source(
    next_chunk: BinpackNextChunk,
    context: *mut c_void,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let Some(function) = next_chunk else {
            return Err(Failure::new(
                Status::NullPointer,
                "next_chunk is NULL; it must be a function".into(),
            ));
        };
        let part = |_, _| Part::Given(Given { function, context, unused: Vec::new(), failure: None });
        // SAFETY: guaranteed by the caller.
        unsafe { made(("file", std::ptr::null()), 0, 1, skip, reader, false, part) }
    })
}

/// Returns some of the chunks of a file: of every `parts`, the one with this number.
fn part_of(file: &'static [u8], part: usize, parts: usize) -> Part {
    Part::File(chunks(file).skip(part).step_by(parts.max(1)))
}

/// Makes a reader, and returns the status.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees what the header says.
#[allow(clippy::too_many_arguments)] // Those of the caller, and two.
unsafe fn open(
    file: (&'static str, *const u8),
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    error: *mut Error,
    in_order: bool,
    part: impl Fn(&'static [u8], usize) -> Part,
) -> Status {
    // SAFETY: guaranteed by the caller.
    guard!(error, { unsafe { made(file, bytes, threads, skip, reader, in_order, part) } })
}

/// Makes a reader.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees what the header says.
unsafe fn made(
    (name, file): (&'static str, *const u8),
    bytes: usize,
    threads: usize,
    skip: *const BinpackSkip,
    reader: *mut *mut BinpackReader,
    in_order: bool,
    part: impl Fn(&'static [u8], usize) -> Part,
) -> Outcome<()> {
    let file = Array::input(name, file, bytes)?;
    let skip = Array::input("skip", skip, usize::from(!skip.is_null()))?;
    let reader = Array::output("reader", reader, 1)?;
    disjoint(&[reader.region()], &[file.region(), skip.region()])?;
    usable_level()?;
    // SAFETY: guaranteed by the caller, and checked as far as possible; the file is there as long as the reader.
    let (bytes, skip, reader) = unsafe { (file.read(), skip.read().first(), &mut reader.write()[0]) };
    let filter = skip.map_or(Ok(Filter::NONE), filter_of)?;
    if !(1..=MOST_THREADS).contains(&threads) {
        let message = format!("threads is {threads}; it must be from 1 to {MOST_THREADS}");
        return Err(Failure::new(Status::Argument, message));
    }
    let blocks = |index| {
        let blocks = Blocks::new(part(bytes, index), filter.clone());
        if in_order { blocks.in_order() } else { blocks }
    };
    let parts = (0..threads).map(blocks).collect();
    *reader = Box::into_raw(Box::new(BinpackReader { parts, file, error: None }));
    Ok(())
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
        for part in 0..reader.parts.len() {
            let found = reader.parts[part].read_until(|block| {
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
pub(crate) fn of_file(error: &quadline_binpack::Error) -> Box<Failure> {
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
