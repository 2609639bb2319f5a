//! Training data in binpack files.

use quadline_binpack::{Skip, chunks_from};

use crate::error::{Error, Failure, Outcome, Status, guarded, usable_level};
use crate::memory::{Array, disjoint};
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

/// The entries that are left out; see quadline_binpack_read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BinpackSkip {
    /// The share of entries that is left by a choice at random: 1 for all. The choice depends on the seed and on the place in
    /// the file.
    pub share: f64,
    /// The seed of the choice.
    pub seed: u64,
    /// Entries up to this ply are left out; -1 for none.
    pub until_ply: i32,
    /// Entries with this score are left out; 32768 for none. Some engines write 32002 if they have no score.
    pub score: i32,
    /// Not 0 to leave out moves to a square with an enemy piece.
    pub captures: u8,
    /// Not 0 to leave out positions with a check.
    pub in_check: u8,
}

/// Reads the chunk of a binpack file in memory that begins at `offset`, and moves `offset` to the next chunk. The first one
/// begins at 0. At the end of the file, the count is 0 and `offset` stays `bytes`. Entries that `skip` names are left out; it
/// may be NULL. Threads may read chunks of one file at once: after `BINP`, each has four bytes with the number of those that
/// follow, the lowest first.
///
/// If the file has an error, the status is QUADLINE_STATUS_FILE, and the row of the error is the byte with it. If there is no
/// room for all entries of the chunk, the status is QUADLINE_STATUS_ROOM, and the row is their number. In both cases, count
/// and offset are as before, and the elements of the arrays are unspecified.
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
    let call = || {
        let file = Array::input("file", file, bytes)?;
        let skip = Array::input("skip", skip, usize::from(!skip.is_null()))?;
        let columns = Array::output("columns", columns, 1)?;
        let offset = Array::output("offset", offset, 1)?;
        disjoint(&[columns.region(), offset.region()], &[file.region(), skip.region()])?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let BinpackColumns { positions, moves, scores, plies, results, room, .. } =
            unsafe { columns.read()[0] };
        let length = |is_null: bool| if is_null { 0 } else { room };
        let positions = Array::output("positions", positions, length(positions.is_null()))?;
        let moves = Array::output("moves", moves, length(moves.is_null()))?;
        let scores = Array::output("scores", scores, length(scores.is_null()))?;
        let plies = Array::output("plies", plies, length(plies.is_null()))?;
        let results = Array::output("results", results, length(results.is_null()))?;
        disjoint(
            &[
                positions.region(),
                moves.region(),
                scores.region(),
                plies.region(),
                results.region(),
                columns.region(),
                offset.region(),
            ],
            &[file.region(), skip.region()],
        )?;
        usable_level()?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let (file, skip, columns, offset) =
            unsafe { (file.read(), skip.read().first(), &mut columns.write()[0], &mut offset.write()[0]) };
        // SAFETY: the same.
        let (positions, moves, scores) = unsafe { (positions.write(), moves.write(), scores.write()) };
        // SAFETY: the same.
        let (plies, results) = unsafe { (plies.write(), results.write()) };
        let skip = skip.map_or(Ok(Skip::NONE), skip_of)?;
        if *offset > bytes {
            let message = format!("the offset is {offset}, and the file has {bytes} bytes");
            return Err(Failure::new(Status::Argument, message));
        }
        let of_file = |error: quadline_binpack::Error| {
            Failure::new(Status::File, error.to_string()).of_row(error.offset() as usize)
        };
        let Some(chunk) = chunks_from(file, *offset).next() else {
            columns.count = 0;
            return Ok(());
        };
        let chunk = chunk.map_err(of_file)?;
        let mut count = 0;
        let read = chunk.for_each(&skip, |entry| {
            if count < room {
                write(positions, count, Position { words: *entry.position.words() });
                write(moves, count, entry.chess_move.to_bits());
                write(scores, count, entry.score);
                write(plies, count, entry.ply);
                write(results, count, entry.result);
            }
            count += 1;
        });
        read.map_err(of_file)?;
        if count > room {
            return Err(no_room("columns", room, count));
        }
        columns.count = count;
        *offset = chunk.offset() as usize + chunk.bytes().len();
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Writes an element of an array that may be empty.
fn write<T>(array: &mut [T], index: usize, element: T) {
    if let Some(place) = array.get_mut(index) {
        *place = element;
    }
}

/// Returns the entries that are left out.
fn skip_of(skip: &BinpackSkip) -> Outcome<Skip> {
    let argument = |message: String| Err(Failure::new(Status::Argument, message));
    let &BinpackSkip { share, seed, until_ply, score, captures, in_check } = skip;
    if !(0.0..=1.0).contains(&share) {
        return argument(format!("the share is {share}; it must be from 0 to 1"));
    }
    let mut found = Skip::NONE;
    if share < 1.0 {
        found = found.all_but(share, seed);
    }
    if until_ply != -1 {
        let Ok(ply) = u16::try_from(until_ply) else {
            return argument(format!("until_ply is {until_ply}; it must be from -1 to 65535"));
        };
        found = found.until_ply(ply);
    }
    if score != 32768 {
        let Ok(score) = i16::try_from(score) else {
            return argument(format!("the score is {score}; it must be from -32768 to 32768"));
        };
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
