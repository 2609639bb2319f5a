//! Positions.

use std::ffi::c_char;
use std::slice;

use quadline::{Move, ParseFenError, Setup, batch};
use quadline_rust as quadline;

use crate::error::{Error, Failure, Outcome, Status, guard, guarded, usable_level};
use crate::memory::{Array, disjoint, slices};

/// A chess position of standard chess or Chess960: eight words, 64 bytes. Arrays of positions need an
/// alignment of 8 bytes. With an alignment of 64 bytes they are read in place, otherwise they are copied.
///
/// The words are: white pieces, black pieces, pawns, knights, bishops and queens, rooks and queens, kings,
/// state. The state contains the rooks that may castle on their squares (ranks 1 and 8), the en passant
/// square (ranks 3 and 6), and bit 32 (a5) if Black is to move; other bits are ignored.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Position {
    /// The words, in the order above.
    pub words: [u64; 8],
}

/// Checks, pins and squares that the king cannot enter, for the side to move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChecksAndPins {
    /// The enemy's pieces that give check.
    pub checkers: u64,
    /// The pieces of the side to move that may only move along the line between their king and an enemy's
    /// slider.
    pub pinned: u64,
    /// The squares that a piece other than the king can move to without leaving its king in check; all
    /// squares without a check.
    pub evasions: u64,
    /// The squares that the enemy attacks once the king of the side to move has left its square.
    pub king_danger: u64,
}

/// The maximum number of bytes that quadline_position_to_fen writes, including the NUL.
pub const QUADLINE_FEN_ROOM: usize = 128;

/// The largest number of legal moves of any position that is read from a FEN or passes
/// quadline_positions_check. Other words may have more.
pub const QUADLINE_MAX_LEGAL_MOVES: usize = 271;

const _: () = assert!(QUADLINE_MAX_LEGAL_MOVES == quadline::MAX_LEGAL_MOVES);
const _: () = assert!(size_of::<ChecksAndPins>() == size_of::<quadline::ChecksAndPins>());

/// The number of positions in a block. They fit into the L1 cache if they are copied.
pub(crate) const BLOCK: usize = 256;

/// Reads a position from a FEN of `length` bytes, which need not end with NUL. A FEN has six fields, or only
/// the first four. Castling rights are KQkq, or in Chess960 the files of the rooks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_position_from_fen(
    fen: *const c_char,
    length: usize,
    position: *mut Position,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let fen = fen.cast::<u8>();
        slices!(in fen[length]; out position[1]);
        let read = quadline::Position::from_fen_bytes(fen).map_err(|error| invalid_fen(None, &error))?;
        position[0].words = *read.words();
        Ok(())
    })
}

/// Reads `length` FENs from one text. FEN i is text[offsets[i]] to text[offsets[i + 1]], excluding that last
/// byte, as in a string array of Apache Arrow. There is one offset more than FENs.
///
/// Every row is written. A row that is not a FEN becomes 64 zero bytes, an empty board without attacks,
/// checks and legal moves. The number of such rows is written to `invalid`, unless that is NULL. If there are
/// any, the status is QUADLINE_STATUS_FEN and the error describes the first one. With any other status
/// nothing has been written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_from_fens(
    text: *const c_char,
    offsets: *const i64,
    length: usize,
    positions: *mut Position,
    invalid: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let one_more = length.checked_add(1).unwrap_or(length);
        let offsets = Array::input("offsets", offsets, one_more)?;
        let positions = Array::output("positions", positions, length)?;
        let count = Array::output("invalid", invalid, usize::from(!invalid.is_null()))?;
        disjoint(&[positions.region(), count.region()], &[offsets.region()])?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let offsets = unsafe { offsets.read() };
        let decreases = || offsets.windows(2).position(|pair| pair[1] < pair[0]);
        if let Some(row) = if offsets[0] < 0 { Some(0) } else { decreases() } {
            let found = &offsets[row..offsets.len().min(row + 2)];
            let message = format!(
                "the offsets of row {row} are {found:?}; offsets begin at 0 or above and never decrease"
            );
            return Err(Failure::new(Status::Offsets, message).of_row(row));
        }
        // No memory has more elements than addresses. The other offsets are not above the last.
        let end = usize::try_from(offsets[length]).unwrap_or(usize::MAX);
        let text = Array::input("text", text.cast::<u8>(), end)?;
        disjoint(&[positions.region(), count.region()], &[text.region()])?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let (text, positions, count) = unsafe { (text.read(), positions.write(), count.write()) };
        let (mut invalid, mut first) = (0, None);
        for (row, (position, range)) in positions.iter_mut().zip(offsets.windows(2)).enumerate() {
            match quadline::Position::from_fen_bytes(&text[range[0] as usize..range[1] as usize]) {
                Ok(read) => position.words = *read.words(),
                Err(error) => {
                    position.words = [0; 8];
                    invalid += 1;
                    first.get_or_insert((row, error));
                }
            }
        }
        count.fill(invalid);
        first.map_or(Ok(()), |(row, error)| Err(invalid_fen(Some(row), &error)))
    })
}

/// Writes a position as a FEN with a terminating NUL. `fen` has `room` bytes; QUADLINE_FEN_ROOM bytes are
/// always enough. The counters are written as 0 and 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_position_to_fen(
    position: *const Position,
    fen: *mut c_char,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let fen = fen.cast::<u8>();
        slices!(in position[1]; out fen[room]);
        let position = position[0];
        copy_text(&quadline::Position::from_words(position.words).to_string(), "fen", fen)
    })
}

/// Checks whether all of `length` positions are valid: one king each, no check to the side that is not to
/// move, castling rooks where they must be, and so on. The error describes the first invalid one. Positions
/// read from FENs are valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_check(
    positions: *const Position,
    length: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let positions = Array::input("positions", positions, length)?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        for (row, position) in unsafe { positions.read() }.iter().enumerate() {
            let setup = Setup::from(quadline::Position::from_words(position.words));
            if let Err(error) = quadline::Position::new(setup) {
                let message = format!("position {row}: {error}");
                return Err(Failure::new(Status::Position, message).of_row(row));
            }
        }
        Ok(())
    })
}

/// Writes the squares that each side attacks, including its own protected pieces. All three arrays have
/// `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_attacked_squares(
    positions: *const Position,
    length: usize,
    white: *mut u64,
    black: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out white[length], black[length]);
        usable_level()?;
        in_blocks(positions, |at, positions| {
            let range = at..at + positions.len();
            batch::attacked_squares(positions, &mut white[range.clone()], &mut black[range]);
        });
        Ok(())
    })
}

/// Writes the checks and pins of the sides to move. Both arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_find_checks_and_pins(
    positions: *const Position,
    length: usize,
    checks_and_pins: *mut ChecksAndPins,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out checks_and_pins[length]);
        usable_level()?;
        // SAFETY: both types consist of the same four words.
        let output =
            unsafe { slice::from_raw_parts_mut(checks_and_pins.as_mut_ptr().cast(), checks_and_pins.len()) };
        in_blocks(positions, |at, positions| {
            batch::checks_and_pins(positions, &mut output[at..at + positions.len()]);
        });
        Ok(())
    })
}

/// Writes the numbers of legal moves. Both arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_legal_move_counts(
    positions: *const Position,
    length: usize,
    counts: *mut u16,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out counts[length]);
        usable_level()?;
        in_blocks(positions, |at, positions| {
            batch::legal_move_counts(positions, &mut counts[at..at + positions.len()]);
        });
        Ok(())
    })
}

/// Writes all legal moves of `length` positions. Those of position i are moves[offsets[i]] to
/// moves[offsets[i + 1]], excluding that last one. There is one offset more than positions. `moves` has
/// `room` elements, which must be at least the sum of the numbers that quadline_legal_move_counts writes for
/// the same array; QUADLINE_MAX_LEGAL_MOVES for each valid position are enough. If there are fewer, the
/// status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is the number of moves. For
/// words that are not a valid position, some moves may be missing.
///
/// A move has 16 bits: the origin in the lowest six, the destination in the next six, and above them 0 for a
/// normal move, 1 for a pawn's double step, 2 for en passant, 3 for castling (to the rook's square), and 4 to
/// 7 for promotions to a knight, bishop, rook and queen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_legal_moves(
    positions: *const Position,
    length: usize,
    offsets: *mut usize,
    moves: *mut u16,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out offsets[length.saturating_add(1)], moves[room]);
        usable_level()?;
        let mut few = [0];
        let mut many;
        let totals: &mut [u32] = if positions.len() <= BLOCK {
            &mut few
        } else {
            many = [0; 1024];
            &mut many
        };
        let needed = count_blocks(positions, totals);
        if needed > room {
            return Err(no_room("moves", room, needed));
        }
        offsets[0] = 0;
        // SAFETY: a `Move` is a transparent `u16` that can have any value, and only moves are written.
        let moves = unsafe { slice::from_raw_parts_mut(moves.as_mut_ptr().cast::<Move>(), moves.len()) };
        let mut written = 0;
        in_blocks(positions, |at, positions| {
            let counted = match totals.get(at / BLOCK) {
                Some(&total) => total as usize,
                None => count_block(positions, &mut [0; BLOCK]),
            };
            let offsets = &mut offsets[at..=at + positions.len()];
            let before = written;
            // Exactly the places that were counted for the block: words that are not a valid position can
            // have longer lists than counted, which must not take the places of the next block.
            written += batch::legal_moves(positions, offsets, &mut moves[before..before + counted]);
            offsets.iter_mut().for_each(|offset| *offset += before);
        });
        Ok(())
    })
}

/// Counts the legal moves of all positions. The totals of the first blocks are also written to `totals`.
fn count_blocks(positions: &[Position], totals: &mut [u32]) -> usize {
    let (mut all, mut counts, mut totals) = (0, [0; BLOCK], totals.iter_mut());
    in_blocks(positions, |_, positions| {
        let total = count_block(positions, &mut counts);
        if let Some(place) = totals.next() {
            // At most 256 times 65,535.
            *place = total as u32;
        }
        all += total;
    });
    all
}

/// Writes the numbers of legal moves of the positions of a block to the first elements of `counts`, and
/// returns their sum.
///
/// Words that are not a valid position can have another number for another kernel, and the kernel depends on
/// the length of the block. All functions therefore count the same blocks.
pub(crate) fn count_block(positions: &[quadline::Position], counts: &mut [u16; BLOCK]) -> usize {
    let counts = &mut counts[..positions.len()];
    batch::legal_move_counts(positions, counts);
    counts.iter().map(|&count| usize::from(count)).sum()
}

/// Writes a move in UCI notation with a terminating NUL, such as "e2e4" or "a7a8q". `uci` has 6 bytes.
/// Castling is written as the king's move of two squares if king and rook are on their squares of standard
/// chess, and otherwise, or if `chess960` is not 0, as the king moving to its rook.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_move_to_uci(chess_move: u16, chess960: u8, uci: *mut c_char) -> Status {
    let call = || {
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        let uci = unsafe { Array::output("uci", uci.cast::<u8>(), 6)?.write() };
        let chess_move = Move::from_bits(chess_move);
        let text = if chess960 == 0 { chess_move.to_uci() } else { chess_move.to_uci_chess960() };
        copy_text(&text, "uci", uci)
    };
    // SAFETY: the error is NULL.
    unsafe { guarded(std::ptr::null_mut(), call) }
}

/// Passes positions to `show` in blocks as the library's type, with the index of the first of each block: in
/// place or, if they are not aligned, as copies.
///
/// The blocks are the same for both, so that the results for words that are not a valid position do not
/// depend on the address.
pub(crate) fn in_blocks(positions: &[Position], mut show: impl FnMut(usize, &[quadline::Position])) {
    match aligned(positions) {
        Some(positions) => {
            for (index, block) in positions.chunks(BLOCK).enumerate() {
                show(index * BLOCK, block);
            }
        }
        None => in_copied_blocks(positions, show),
    }
}

/// Returns positions in place as the library's type, if they are aligned.
pub(crate) fn aligned(positions: &[Position]) -> Option<&[quadline::Position]> {
    // SAFETY: a position consists of eight words.
    let words = unsafe { slice::from_raw_parts(positions.as_ptr().cast::<[u64; 8]>(), positions.len()) };
    quadline::Position::slice_from_words(words)
}

#[inline(never)]
fn in_copied_blocks(positions: &[Position], mut show: impl FnMut(usize, &[quadline::Position])) {
    let mut copied = [quadline::Position::START; BLOCK];
    for (index, block) in positions.chunks(BLOCK).enumerate() {
        for (to, from) in copied.iter_mut().zip(block) {
            *to = quadline::Position::from_words(from.words);
        }
        show(index * BLOCK, &copied[..block.len()]);
    }
}

/// Describes an array with `room` elements that is too short for the results.
#[cold]
pub(crate) fn no_room(name: &str, room: usize, needed: usize) -> Box<Failure> {
    let message = format!("{name} has room for {room} elements; {needed} are needed");
    Failure::new(Status::Room, message).of_row(needed)
}

/// Describes an invalid FEN, with its row if it is one of many.
fn invalid_fen(row: Option<usize>, error: &ParseFenError) -> Box<Failure> {
    let place = row.map_or(String::new(), |row| format!("row {row}, "));
    Box::new(Failure {
        status: Status::Fen,
        row: row.unwrap_or(0),
        column: error.column(),
        field: error.field().map_or(0, usize::from),
        message: format!("{place}column {}: {error}", error.column()),
    })
}

/// Copies text and a terminating NUL.
pub(crate) fn copy_text(text: &str, name: &str, to: &mut [u8]) -> Outcome<()> {
    let needed = text.len() + 1;
    let room = to.len();
    let Some((last, characters)) = to.get_mut(..needed).and_then(<[u8]>::split_last_mut) else {
        let message = format!("{name} has {room} bytes; {needed} are needed");
        return Err(Failure::new(Status::Room, message).of_row(needed));
    };
    characters.copy_from_slice(text.as_bytes());
    *last = 0;
    Ok(())
}
