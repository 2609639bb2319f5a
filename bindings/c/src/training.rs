//! Inputs of neural networks: threats, their changes, numbers of inputs, and packed boards of training data.

use std::cell::Cell;
use std::slice;

use quadline::threats::{LikeThreats, MAX_THREATS, MirroredKing, Perspectives, ThreatChanges, ThreatKinds};
use quadline::{Color, Move, NibbleCodes, Piece, Role, Square, batch};
use quadline_rust as quadline;

use crate::error::{Error, Failure, Outcome, Status, guard, usable_level};
use crate::memory::{Array, check_squares, disjoint, slices};
use crate::positions::{BLOCK, Position, aligned, in_blocks, no_room};

/// A piece that attacks another one, of either color. White's pawn, knight, bishop, rook, queen and king are
/// 1 to 6, and Black's 9 to 14.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Threat {
    /// The attacking piece.
    pub attacker: u8,
    /// The square of the attacking piece.
    pub from: u8,
    /// The attacked piece.
    pub attacked: u8,
    /// The square of the attacked piece.
    pub to: u8,
}

const _: () = assert!(size_of::<Threat>() == 4);

/// All kinds of threats: bit 6 a + b is set if the role a attacks the role b, with 0 for a pawn to 5 for a
/// king.
pub const QUADLINE_THREATS_ALL: u64 = 0xfffffffff;
/// Added to kinds of threats, this bit leaves out those to pieces of the attacker's own color, which protect
/// them.
pub const QUADLINE_THREATS_WITHOUT_DEFENSES: u64 = 0x1000000000;
/// The threats of Stockfish and others in mid-2026; see quadline_threat_inputs.
pub const QUADLINE_THREATS_59808: u64 = 0x01f3cf7ca;
/// The threats of SFNNv12.
pub const QUADLINE_THREATS_60144: u64 = 0x01f3cf7cb;
/// The threats of SFNNv11 and of Reckless.
pub const QUADLINE_THREATS_66864: u64 = 0x3df3cf7cb;
/// The threats of SFNNv10.
pub const QUADLINE_THREATS_79856: u64 = 0x3ffbeffcb;

/// Of two like threats, the one from the higher square is an input, as in Stockfish, nnue-pytorch and
/// Reckless.
pub const QUADLINE_LIKE_FROM_HIGHER_SQUARE: u8 = 0;
/// Of two like threats, the one from the lower square is an input.
pub const QUADLINE_LIKE_FROM_LOWER_SQUARE: u8 = 1;
/// Both of two like threats are inputs.
pub const QUADLINE_LIKE_BOTH: u8 = 2;

/// A king on the files e to h mirrors the files, as in Stockfish, nnue-pytorch and Reckless.
pub const QUADLINE_MIRRORED_ON_KINGS_WING: u8 = 0;
/// A king on the files a to d mirrors the files.
pub const QUADLINE_MIRRORED_ON_QUEENS_WING: u8 = 1;
/// No king mirrors the files.
pub const QUADLINE_MIRRORED_NOWHERE: u8 = 2;

/// The number of elements of `bases` in quadline_threat_layout, 12 attackers times 12 attacked pieces.
pub const QUADLINE_THREAT_BASES: usize = 144;

/// The numbers of a neural network's inputs. An input is a threat from the view of one side: the colors are
/// exchanged and the ranks reversed for Black, and a king of that side may mirror the files.
///
/// {QUADLINE_THREATS_59808, 59808, 0, 0, NULL} is the layout of Stockfish and nnue-pytorch in mid-2026.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ThreatLayout {
    /// The threats that are inputs: QUADLINE_THREATS_59808, another constant, or any set of the bits of
    /// QUADLINE_THREATS_ALL and QUADLINE_THREATS_WITHOUT_DEFENSES.
    pub kinds: u64,
    /// The number of the first input of the 4,560 pairs of pawns on the same or on neighboring files, below
    /// 2^30; negative if pairs of pawns are no inputs.
    pub pawn_pairs: i32,
    /// QUADLINE_LIKE_FROM_HIGHER_SQUARE, or another of these constants: which threat is an input if two like
    /// pieces attack each other. Pawns of one color are not like pieces.
    pub like_threats: u8,
    /// QUADLINE_MIRRORED_ON_KINGS_WING, or another of these constants: where the own king mirrors the files.
    pub mirrored_king: u8,
    /// NULL, or QUADLINE_THREAT_BASES elements: the number of the first input of each pair of pieces, below
    /// 2^30. The one of attacker a and attacked piece b is element 12 a + b, with 0 for the own pawn to 5 for
    /// the own king, and 6 to 11 for the enemy's. -1 keeps the usual number, in the order of these elements.
    /// A pair has 84 inputs for pawns, 336 for knights, 560 for bishops, 896 for rooks, 1,456 for queens and
    /// 420 for kings: the pairs of squares of the attacker and of a square that it attacks on an empty board,
    /// in the order of the first and then of the second. A thread builds a layout with bases once, as long as
    /// it uses no other one.
    pub bases: *const i32,
}

/// The inputs from White's view.
pub const QUADLINE_WHITE: u8 = 0;
/// The inputs from Black's view.
pub const QUADLINE_BLACK: u8 = 1;
/// The inputs from White's view, then those from Black's.
pub const QUADLINE_BOTH: u8 = 2;
/// The inputs from the view of the side to move.
pub const QUADLINE_SIDE_TO_MOVE: u8 = 3;
/// The inputs from the view of the side to move, then those of its opponent.
pub const QUADLINE_SIDE_TO_MOVE_FIRST: u8 = 4;

/// The boards of binpack's chains; see quadline_positions_from_nibbles.
pub const QUADLINE_BINPACK: u8 = 0;
/// The boards of bulletformat, which have the side to move in the place of White.
pub const QUADLINE_BULLETFORMAT: u8 = 1;
/// The boards of viriformat. Their side to move and en passant square are in another byte of that format.
pub const QUADLINE_VIRIFORMAT: u8 = 2;

/// The largest number of threats that a move adds or removes.
pub const QUADLINE_THREAT_CHANGES_ROOM: usize = 80;

/// The largest number of inputs from one view that a move adds or removes, in positions of at most 32 pieces
/// and 16 pawns.
pub const QUADLINE_THREAT_CHANGE_INPUTS_ROOM: usize = 376;

/// Writes the threats of `length` positions. Those of position i are threats[offsets[i]] to
/// threats[offsets[i + 1]], excluding that last one, in unspecified order. There is one offset more than
/// positions. `kinds` is QUADLINE_THREATS_ALL, another constant, or any set of its bits.
///
/// If `threats`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
/// written, and the row of the error is the number of threats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threats(
    positions: *const Position,
    length: usize,
    kinds: u64,
    offsets: *mut usize,
    threats: *mut Threat,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length]; out offsets[length.saturating_add(1)], threats[room]);
        usable_level()?;
        let kinds = kinds_of(kinds);
        let (mut needed, mut ends) = (0, [0; BLOCK + 1]);
        in_blocks(positions, |_, positions| {
            needed += batch::threats(positions, kinds, &mut ends[..=positions.len()], &mut []);
        });
        if needed > room {
            return Err(no_room("threats", room, needed));
        }
        offsets[0] = 0;
        let (mut written, mut found) = (0, [quadline::threats::Threat::NONE; MAX_THREATS]);
        in_blocks(positions, |at, positions| {
            let ends = &mut ends[..=positions.len()];
            let _ = batch::threats(positions, kinds, ends, &mut []);
            for (row, (position, ends)) in (at..).zip(positions.iter().zip(ends.windows(2))) {
                // Words that are not a position may have another number of threats by themselves. Each row
                // has the places that were counted for it, so that the threats of the others are where the
                // offsets say.
                let places = &mut threats[written..][..ends[1] - ends[0]];
                let number = position.threats(kinds, &mut found).min(found.len());
                copy_threats(&found[..number], places);
                written += places.len();
                offsets[row + 1] = written;
            }
        });
        Ok(())
    })
}

/// Writes the threats that a legal move adds and those that it removes; none is in both. `added` and
/// `removed` have `room` elements each; QUADLINE_THREAT_CHANGES_ROOM elements are always enough. `counts` has
/// two elements: the number of threats that are added, and of those that are removed. For other moves than
/// legal ones, the threats are unspecified.
///
/// If an array is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error
/// is the larger number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_changes(
    position: *const Position,
    chess_move: u16,
    kinds: u64,
    added: *mut Threat,
    removed: *mut Threat,
    room: usize,
    counts: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in position[1]; out added[room], removed[room], counts[2]);
        let words = position[0].words;
        usable_level()?;
        let mut changes = ThreatChanges::new();
        let position = quadline::Position::from_words(words);
        position.threat_changes(Move::from_bits(chess_move), kinds_of(kinds), &mut changes);
        let needed = changes.added().len().max(changes.removed().len());
        if needed > room {
            return Err(no_room("added or removed", room, needed));
        }
        counts.copy_from_slice(&[changes.added().len(), changes.removed().len()]);
        copy_threats(changes.added(), &mut added[..counts[0]]);
        copy_threats(changes.removed(), &mut removed[..counts[1]]);
        Ok(())
    })
}

/// Writes the inputs of a neural network for each position to a row of `stride` elements, and -1 behind them.
/// `inputs` is a matrix of perspectives, positions and `stride`, and `counts` one of perspectives and
/// positions. If a row is too short, the inputs that do not fit are not written, but they are counted.
///
/// `perspectives` is one of QUADLINE_WHITE to QUADLINE_SIDE_TO_MOVE_FIRST. Another number, and numbers that
/// quadline_threat_layout does not have, have the status QUADLINE_STATUS_ARGUMENT.
///
/// Positions that do not begin at a multiple of 64 bytes take much longer here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_inputs(
    positions: *const Position,
    length: usize,
    layout: *const ThreatLayout,
    perspectives: u8,
    inputs: *mut i32,
    stride: usize,
    counts: *mut u16,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let perspectives = perspectives_of(perspectives)?;
        // SAFETY: guaranteed by the caller.
        let (bases, number) = unsafe { bases_of(layout) }?;
        let all_rows = length.saturating_mul(perspectives.count());
        slices!(in positions[length], layout[1], bases[number]; out inputs[all_rows.saturating_mul(stride)], counts[all_rows]);
        let layout = layout_of(&layout[0], bases)?;
        usable_level()?;
        if let Some(positions) = aligned(positions) {
            batch::threat_inputs(positions, &layout, perspectives, inputs, stride, counts);
            return Ok(());
        }
        // One position and perspective at a time, because the rows of the perspectives are far apart.
        for (row, words) in positions.iter().enumerate() {
            let position = quadline::Position::from_words(words.words);
            for (side, view) in views(perspectives, &position).into_iter().flatten().enumerate() {
                let view = if view == Color::White { Perspectives::White } else { Perspectives::Black };
                let (index, one) = (side * length + row, slice::from_ref(&position));
                let place = &mut inputs[index * stride..][..stride];
                batch::threat_inputs(one, &layout, view, place, stride, &mut counts[index..=index]);
            }
        }
        Ok(())
    })
}

/// Writes the inputs of quadline_threat_inputs one row after the other, as in a sparse matrix in CSR form.
/// With two perspectives, each position has two rows, one after the other. The inputs of row i are
/// inputs[offsets[i]] to inputs[offsets[i + 1]], excluding that last one. There is one offset more than rows.
///
/// If `inputs`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is
/// written, and the row of the error is the number of inputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_inputs_csr(
    positions: *const Position,
    length: usize,
    layout: *const ThreatLayout,
    perspectives: u8,
    offsets: *mut usize,
    inputs: *mut u32,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let perspectives = perspectives_of(perspectives)?;
        // SAFETY: guaranteed by the caller.
        let (bases, number) = unsafe { bases_of(layout) }?;
        let rows = length.checked_mul(perspectives.count()).and_then(|rows| rows.checked_add(1));
        slices!(
            in positions[length], layout[1], bases[number];
            out offsets[rows.unwrap_or(usize::MAX)], inputs[room]
        );
        let layout = layout_of(&layout[0], bases)?;
        usable_level()?;
        let (mut needed, mut ends) = (0, [0; 2 * BLOCK + 1]);
        in_blocks(positions, |_, positions| {
            let ends = &mut ends[..=perspectives.count() * positions.len()];
            needed += batch::threat_inputs_csr(positions, &layout, perspectives, ends, &mut []);
        });
        if needed > room {
            return Err(no_room("inputs", room, needed));
        }
        offsets[0] = 0;
        let mut written = 0;
        in_blocks(positions, |at, positions| {
            let (first, rows) = (perspectives.count() * at, perspectives.count() * positions.len());
            let (before, offsets) = (written, &mut offsets[first..=first + rows]);
            written +=
                batch::threat_inputs_csr(positions, &layout, perspectives, offsets, &mut inputs[before..]);
            offsets.iter_mut().for_each(|offset| *offset += before);
        });
        Ok(())
    })
}

/// Writes the number of inputs of a layout, which is one more than the highest input.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_layout_inputs(
    layout: *const ThreatLayout,
    inputs: *mut u32,
    error: *mut Error,
) -> Status {
    guard!(error, {
        // SAFETY: guaranteed by the caller.
        let (bases, number) = unsafe { bases_of(layout) }?;
        slices!(in layout[1], bases[number]; out inputs[1]);
        inputs[0] = layout_of(&layout[0], bases)?.inputs();
        Ok(())
    })
}

/// Writes the inputs that a legal move adds and those that it removes, which turn the inputs before the move
/// into those after it. `added` and `removed` are matrices of perspectives and `room`, and `counts` is one of
/// perspectives and two: the number of inputs that are added, and of those that are removed. The side to move
/// is that before the move. Elements behind the inputs are unspecified. For other moves than legal ones, the
/// inputs are unspecified.
///
/// If a king moves to the other half of the board, so that the files are mirrored or no longer mirrored from
/// its side's view, all inputs from that view are removed and added. Otherwise none is in both.
/// QUADLINE_THREAT_CHANGE_INPUTS_ROOM elements are always enough for positions with at most 32 pieces and 16
/// pawns.
///
/// If a row is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is
/// the largest number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_change_inputs(
    position: *const Position,
    chess_move: u16,
    layout: *const ThreatLayout,
    perspectives: u8,
    added: *mut u32,
    removed: *mut u32,
    room: usize,
    counts: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let perspectives = perspectives_of(perspectives)?;
        // SAFETY: guaranteed by the caller.
        let (bases, number) = unsafe { bases_of(layout) }?;
        let (sides, all) = (perspectives.count(), room.saturating_mul(perspectives.count()));
        slices!(in position[1], layout[1], bases[number]; out added[all], removed[all], counts[2 * sides]);
        let layout = layout_of(&layout[0], bases)?;
        usable_level()?;
        let before = quadline::Position::from_words(position[0].words);
        let chess_move = Move::from_bits(chess_move);
        let after = before.play(chess_move);
        let mut changes = ThreatChanges::new();
        before.threat_changes(chess_move, layout.kinds(), &mut changes);
        let inputs = |view, added: &mut [u32], removed: &mut [u32]| {
            layout.input_changes(&before, &after, &changes, view, added, removed)
        };
        let views = views(perspectives, &before);
        let mut needed = 0;
        for view in views.into_iter().flatten() {
            let [added, removed] = inputs(view, &mut [], &mut []);
            needed = needed.max(added).max(removed);
        }
        if needed > room {
            return Err(no_room("added or removed", room, needed));
        }
        for (side, view) in views.into_iter().flatten().enumerate() {
            let row = side * room..(side + 1) * room;
            let numbers = inputs(view, &mut added[row.clone()], &mut removed[row]);
            counts[2 * side..][..2].copy_from_slice(&numbers);
        }
        Ok(())
    })
}

/// Writes the inputs of pairs of pawns that a move adds and those that it removes, from White's and from
/// Black's view, for engines with bitboards of their own. `pawns` has four sets: White's and Black's pawns
/// before the move, and those after it. `kings` has the squares of the white and of the black king. `added`
/// and `removed` are matrices of two views and `room`, and `counts` is one of two views and two: the number of
/// inputs that are added, and of those that are removed. Elements behind the inputs are unspecified. Without
/// pairs in the layout, all numbers are 0.
///
/// If a king moves to the other half of the board, so that the files are mirrored or no longer mirrored from
/// its side's view, all inputs from that view change; quadline_threat_change_inputs has them. A move changes
/// at most 30 pairs of 16 pawns. If a row is too short, the status is QUADLINE_STATUS_ROOM, nothing is
/// written, and the row of the error is the largest number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_pawn_pair_changes(
    pawns: *const u64,
    kings: *const u8,
    layout: *const ThreatLayout,
    added: *mut u32,
    removed: *mut u32,
    room: usize,
    counts: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        // SAFETY: guaranteed by the caller.
        let (bases, number) = unsafe { bases_of(layout) }?;
        let all = room.saturating_mul(2);
        slices!(in pawns[4], kings[2], layout[1], bases[number]; out added[all], removed[all], counts[4]);
        check_squares(kings)?;
        let layout = layout_of(&layout[0], bases)?;
        usable_level()?;
        let kings = [kings[0], kings[1]].map(Square::new_masked);
        let pawns = [[pawns[0], pawns[1]], [pawns[2], pawns[3]]];
        let numbers = layout.pawn_pair_changes(pawns, kings, [[&mut [], &mut []], [&mut [], &mut []]]);
        let needed = numbers.into_iter().flatten().max().unwrap_or(0);
        if needed > room {
            return Err(no_room("added or removed", room, needed));
        }
        let places = [added, removed].map(|inputs| <[_; 2]>::from(inputs.split_at_mut(room)));
        let [adds, removes] = layout.pawn_pair_changes(pawns, kings, places);
        counts.copy_from_slice(&[adds[0], removes[0], adds[1], removes[1]]);
        Ok(())
    })
}

/// Reads `length` packed boards: words of the occupied squares, and 16 bytes for each board with a number of
/// four bits for each piece in the order of the squares, the lower half of each byte first. `format` is
/// QUADLINE_BINPACK, QUADLINE_BULLETFORMAT or QUADLINE_VIRIFORMAT; another number has the status
/// QUADLINE_STATUS_ARGUMENT.
///
/// Every position is written. A board that is not a valid position becomes 64 zero bytes. The number of such
/// boards is written to `invalid`, unless that is NULL. If there are any, the status is
/// QUADLINE_STATUS_POSITION and the error describes the first one. With any other status nothing has been
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_from_nibbles(
    occupied: *const u64,
    nibbles: *const u8,
    length: usize,
    format: u8,
    positions: *mut Position,
    invalid: *mut usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let count = Array::output("invalid", invalid, usize::from(!invalid.is_null()))?;
        let (mut invalid, mut first_error) = (0, None);
        let read = |at: usize, occupied: &[u64], nibbles: &[[u8; 16]], codes: &_, to: &mut [_]| {
            let mut first = 0;
            while let Err((index, error)) =
                batch::from_nibbles(&occupied[first..], &nibbles[first..], codes, &mut to[first..])
            {
                let row = first + index;
                to[row] = quadline::Position::from_words([0; 8]);
                invalid += 1;
                first_error.get_or_insert((at + row, error));
                first = row + 1;
            }
        };
        // SAFETY: guaranteed by the caller.
        unsafe { read_nibbles(occupied, nibbles, length, format, positions, &count, read) }?;
        // SAFETY: guaranteed by the caller, and checked as far as possible.
        unsafe { count.write() }.fill(invalid);
        match first_error {
            Some((row, error)) => {
                let message = format!("board {row}: {error}");
                Err(Failure::new(Status::Position, message).of_row(row))
            }
            None => Ok(()),
        }
    })
}

/// Reads packed boards as quadline_positions_from_nibbles does, but does not check them: a board that is not
/// valid gives words that are not a position, which quadline_positions_check finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_from_nibbles_unchecked(
    occupied: *const u64,
    nibbles: *const u8,
    length: usize,
    format: u8,
    positions: *mut Position,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let none = Array::output("invalid", std::ptr::null_mut(), 0)?;
        let read = |_, occupied: &[u64], nibbles: &[[u8; 16]], codes: &_, to: &mut [_]| {
            batch::from_nibbles_unchecked(occupied, nibbles, codes, to);
        };
        // SAFETY: guaranteed by the caller.
        unsafe { read_nibbles(occupied, nibbles, length, format, positions, &none, read) }
    })
}

/// Writes the packed boards of `length` positions: words of the occupied squares, and 16 bytes for each
/// board, as quadline_positions_from_nibbles reads them. Castling rights, the en passant square and the side
/// to move are only in the numbers of formats that have some for them: binpack has all three, viriformat the
/// castling rights, and bulletformat none. For bulletformat, a board with Black to move is written as Black
/// sees it, because the side to move has the place of White.
///
/// A position with more than 32 pieces has no packed board: the status is QUADLINE_STATUS_POSITION, and the
/// row of the error is the first such position. The boards before it are written, and the others are not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_to_nibbles(
    positions: *const Position,
    length: usize,
    format: u8,
    occupied: *mut u64,
    nibbles: *mut u8,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let codes = codes_of(format)?;
        slices!(in positions[length]; out occupied[length], nibbles[length.saturating_mul(16)]);
        usable_level()?;
        let boards = nibbles.as_chunks_mut().0;
        let mut own = [quadline::Position::START; BLOCK];
        let mut missing = None;
        in_blocks(positions, |at, positions| {
            let positions = if format == QUADLINE_BULLETFORMAT {
                for (own, position) in own.iter_mut().zip(positions) {
                    let is_black = position.side_to_move() == Color::Black;
                    *own = if is_black { position.mirrored() } else { *position };
                }
                &own[..positions.len()]
            } else {
                positions
            };
            if missing.is_none() {
                let part = at..at + positions.len();
                let found =
                    batch::to_nibbles(positions, &codes, &mut occupied[part.clone()], &mut boards[part]);
                missing = found.err().map(|index| at + index);
            }
        });
        match missing {
            Some(row) => {
                let message = format!("position {row} has more than 32 pieces, so it has no packed board");
                Err(Failure::new(Status::Position, message).of_row(row))
            }
            None => Ok(()),
        }
    })
}

/// Returns the numbers of a format.
fn codes_of(format: u8) -> Outcome<NibbleCodes> {
    match format {
        QUADLINE_BINPACK => Ok(NibbleCodes::BINPACK),
        QUADLINE_BULLETFORMAT => Ok(NibbleCodes::BULLETFORMAT),
        QUADLINE_VIRIFORMAT => Ok(NibbleCodes::VIRIFORMAT),
        _ => {
            let message = format!("format is {format}; it must be from 0 (QUADLINE_BINPACK) to 2");
            Err(Failure::new(Status::Argument, message))
        }
    }
}

/// Passes packed boards to `read` in blocks, with the index of the first of each, and writes the positions.
///
/// # Safety
///
/// The pointers must be those of the caller of a C function, which guarantees the requirements of the header.
unsafe fn read_nibbles(
    occupied: *const u64,
    nibbles: *const u8,
    length: usize,
    format: u8,
    positions: *mut Position,
    count: &Array<usize>,
    mut read: impl FnMut(usize, &[u64], &[[u8; 16]], &NibbleCodes, &mut [quadline::Position]),
) -> Outcome<()> {
    let codes = codes_of(format)?;
    let occupied = Array::input("occupied", occupied, length)?;
    let nibbles = Array::input("nibbles", nibbles, length.saturating_mul(16))?;
    let positions = Array::output("positions", positions, length)?;
    disjoint(&[positions.region(), count.region()], &[occupied.region(), nibbles.region()])?;
    usable_level()?;
    // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
    let (occupied, nibbles, positions) = unsafe { (occupied.read(), nibbles.read(), positions.write()) };
    let mut found = [quadline::Position::START; BLOCK];
    let boards = occupied.chunks(BLOCK).zip(nibbles.as_chunks().0.chunks(BLOCK));
    for (block, ((occupied, nibbles), to)) in boards.zip(positions.chunks_mut(BLOCK)).enumerate() {
        let found = &mut found[..to.len()];
        read(block * BLOCK, occupied, nibbles, &codes, found);
        for (to, from) in to.iter_mut().zip(&*found) {
            to.words = *from.words();
        }
    }
    Ok(())
}

/// Writes the threats that fit, and zeros behind them.
fn copy_threats(threats: &[quadline::threats::Threat], to: &mut [Threat]) {
    let threats = quadline::threats::Threat::slice_as_bytes(threats);
    let zeros = std::iter::repeat(&[0; 4]);
    for (to, &[attacker, from, attacked, square]) in to.iter_mut().zip(threats.iter().chain(zeros)) {
        *to = Threat { attacker, from, attacked, to: square };
    }
}

/// Returns the kinds of threats of a set of bits.
fn kinds_of(bits: u64) -> ThreatKinds {
    match bits {
        QUADLINE_THREATS_ALL => return ThreatKinds::ALL,
        QUADLINE_THREATS_59808 => return ThreatKinds::INPUTS_59808,
        QUADLINE_THREATS_60144 => return ThreatKinds::INPUTS_60144,
        QUADLINE_THREATS_66864 => return ThreatKinds::INPUTS_66864,
        QUADLINE_THREATS_79856 => return ThreatKinds::INPUTS_79856,
        _ => {}
    }
    let mut kinds = ThreatKinds::NONE;
    for (row, &attacker) in Role::ALL.iter().enumerate() {
        let (mut attacked, mut count) = ([Role::Pawn; 6], 0);
        for (column, &role) in Role::ALL.iter().enumerate() {
            if bits >> (6 * row + column) & 1 != 0 {
                attacked[count] = role;
                count += 1;
            }
        }
        kinds = kinds.with(attacker, &attacked[..count]);
    }
    if bits & QUADLINE_THREATS_WITHOUT_DEFENSES == 0 { kinds } else { kinds.without_defenses() }
}

/// The bits of the constants are those of the kinds.
const _: () = {
    let named = [
        (QUADLINE_THREATS_ALL, ThreatKinds::ALL),
        (QUADLINE_THREATS_59808, ThreatKinds::INPUTS_59808),
        (QUADLINE_THREATS_60144, ThreatKinds::INPUTS_60144),
        (QUADLINE_THREATS_66864, ThreatKinds::INPUTS_66864),
        (QUADLINE_THREATS_79856, ThreatKinds::INPUTS_79856),
    ];
    let mut index = 0;
    while index < 5 * 36 {
        let (bits, kinds) = named[index / 36];
        let has = kinds.contains(Role::ALL[index % 36 / 6], Role::ALL[index % 6]);
        assert!((bits >> (index % 36) & 1 != 0) == has);
        index += 1;
    }
};

/// Returns the bases of a layout, and their number.
///
/// # Safety
///
/// The pointer must be that of the caller of a C function, which guarantees the requirements of the header.
pub(crate) unsafe fn bases_of(layout: *const ThreatLayout) -> Outcome<(*const i32, usize)> {
    let layout = Array::input("layout", layout, 1)?;
    // SAFETY: guaranteed by the caller of the C function, and checked as far as possible.
    let bases = unsafe { layout.read()[0].bases };
    Ok((bases, if bases.is_null() { 0 } else { QUADLINE_THREAT_BASES }))
}

/// Returns the layout that a caller describes. There are no bases or QUADLINE_THREAT_BASES.
pub(crate) fn layout_of(given: &ThreatLayout, bases: &[i32]) -> Outcome<quadline::threats::ThreatLayout> {
    type Layout = quadline::threats::ThreatLayout;
    type Key = (u64, i32, u8, u8, [i32; QUADLINE_THREAT_BASES]);
    let argument = |message: String| Err(Failure::new(Status::Argument, message));
    let &ThreatLayout { kinds, pawn_pairs, like_threats, mirrored_king, .. } = given;
    if kinds & !(QUADLINE_THREATS_ALL | QUADLINE_THREATS_WITHOUT_DEFENSES) != 0 {
        let must = "QUADLINE_THREATS_ALL and the bit QUADLINE_THREATS_WITHOUT_DEFENSES";
        return argument(format!("kinds is {kinds:#x}; it must be a set of the 36 bits of {must}"));
    }
    if pawn_pairs >= 1 << 30 {
        return argument(format!("pawn_pairs is {pawn_pairs}; it must be below 2^30, or negative for none"));
    }
    let like = match like_threats {
        QUADLINE_LIKE_FROM_HIGHER_SQUARE => LikeThreats::FromHigherSquare,
        QUADLINE_LIKE_FROM_LOWER_SQUARE => LikeThreats::FromLowerSquare,
        QUADLINE_LIKE_BOTH => LikeThreats::Both,
        _ => {
            let must = "it must be from 0 (QUADLINE_LIKE_FROM_HIGHER_SQUARE) to 2";
            return argument(format!("like_threats is {like_threats}; {must}"));
        }
    };
    let mirrored = match mirrored_king {
        QUADLINE_MIRRORED_ON_KINGS_WING => MirroredKing::OnKingsWing,
        QUADLINE_MIRRORED_ON_QUEENS_WING => MirroredKing::OnQueensWing,
        QUADLINE_MIRRORED_NOWHERE => MirroredKing::Nowhere,
        _ => {
            let must = "it must be from 0 (QUADLINE_MIRRORED_ON_KINGS_WING) to 2";
            return argument(format!("mirrored_king is {mirrored_king}; {must}"));
        }
    };
    let build = || {
        let mut layout = match kinds {
            QUADLINE_THREATS_59808 => Layout::INPUTS_59808,
            QUADLINE_THREATS_60144 => Layout::INPUTS_60144,
            QUADLINE_THREATS_66864 => Layout::INPUTS_66864,
            QUADLINE_THREATS_79856 => Layout::INPUTS_79856,
            _ => Layout::new(kinds_of(kinds)),
        };
        if like_threats != QUADLINE_LIKE_FROM_HIGHER_SQUARE {
            layout = layout.with_like_threats(like);
        }
        layout = layout.with_mirrored_king(mirrored);
        if let Ok(base) = u32::try_from(pawn_pairs) {
            layout = layout.with_pawn_pairs(base);
        }
        layout
    };
    let Ok(bases) = <&[i32; QUADLINE_THREAT_BASES]>::try_from(bases) else { return Ok(build()) };
    let key: Key = (kinds, pawn_pairs.max(-1), like_threats, mirrored_king, *bases);
    thread_local! {
        // Each base takes time to set, more than a few positions do.
        static LAST: Cell<Option<(Key, Layout)>> = const { Cell::new(None) };
    }
    if let Some((_, layout)) = LAST.get().filter(|(last, _)| *last == key) {
        return Ok(layout);
    }
    let mut layout = build();
    for (index, &base) in bases.iter().enumerate() {
        let (attacker, attacked) = (index / 12, index % 12);
        if base == -1 {
            continue;
        }
        let Some(base) = u32::try_from(base).ok().filter(|&base| base < 1 << 30) else {
            return argument(format!(
                "base {index} is {base}; it must be below 2^30, or -1 for the usual number"
            ));
        };
        let piece = |number: usize| Piece::new(Color::ALL[number / 6], Role::ALL[number % 6]);
        if !layout.kinds().contains_pair(piece(attacker), piece(attacked)) {
            let must = "it must be -1, because kinds does not have the pair";
            return argument(format!("base {index} is {base}; {must}"));
        }
        layout = layout.with_base(piece(attacker), piece(attacked), base);
    }
    LAST.set(Some((key, layout)));
    Ok(layout)
}

/// Returns the perspectives of a constant.
pub(crate) fn perspectives_of(number: u8) -> Outcome<Perspectives> {
    Ok(match number {
        QUADLINE_WHITE => Perspectives::White,
        QUADLINE_BLACK => Perspectives::Black,
        QUADLINE_BOTH => Perspectives::Both,
        QUADLINE_SIDE_TO_MOVE => Perspectives::SideToMove,
        QUADLINE_SIDE_TO_MOVE_FIRST => Perspectives::SideToMoveFirst,
        _ => {
            let message = format!("perspectives is {number}; it must be from 0 (QUADLINE_WHITE) to 4");
            return Err(Failure::new(Status::Argument, message));
        }
    })
}

/// Returns the perspectives of a position one by one.
fn views(perspectives: Perspectives, position: &quadline::Position) -> [Option<Color>; 2] {
    let own = position.side_to_move();
    match perspectives {
        Perspectives::White => [Some(Color::White), None],
        Perspectives::Black => [Some(Color::Black), None],
        Perspectives::SideToMove => [Some(own), None],
        Perspectives::SideToMoveFirst => [Some(own), Some(own.opponent())],
        _ => [Some(Color::White), Some(Color::Black)],
    }
}
