//! What neural networks see: threats, their changes, numbers of inputs, and packed boards of training data.

use std::slice;

use quadline::threats::{MAX_THREATS, Perspectives, ThreatChanges, ThreatKinds, ThreatLayout};
use quadline::{Color, Move, NibbleCodes, Role, batch};
use quadline_rust as quadline;

use crate::error::{Error, Failure, Outcome, Status, guarded, usable_level};
use crate::memory::{Array, disjoint, slices};
use crate::positions::{BLOCK, Position, aligned, in_blocks, no_room};

/// A piece that attacks another one, of either color. White's pawn, knight, bishop, rook, queen and king are 1 to 6, and
/// Black's 9 to 14.
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

/// All kinds of threats: bit 6 a + b is set if the role a attacks the role b, with 0 for a pawn to 5 for a king.
pub const QUADLINE_THREATS_ALL: u64 = 0xfffffffff;
/// The threats of Stockfish and others in mid-2026; see quadline_threat_inputs.
pub const QUADLINE_THREATS_59808: u64 = 0x01f3cf7ca;
/// The threats of SFNNv12.
pub const QUADLINE_THREATS_60144: u64 = 0x01f3cf7cb;
/// The threats of SFNNv11 and of Reckless.
pub const QUADLINE_THREATS_66864: u64 = 0x3df3cf7cb;
/// The threats of SFNNv10.
pub const QUADLINE_THREATS_79856: u64 = 0x3ffbeffcb;

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

/// Writes the threats of `length` positions. Those of position i are threats[offsets[i]] to threats[offsets[i + 1]],
/// excluding that last one, in unspecified order. There is one offset more than positions. `kinds` is
/// QUADLINE_THREATS_ALL, another constant, or any set of its bits.
///
/// If `threats`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the
/// row of the error is the number of threats.
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
    let call = || {
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
                // Words that are not a position may have another number of threats by themselves. Each row has the places
                // that were counted for it, so that the threats of the others are where the offsets say.
                let places = &mut threats[written..][..ends[1] - ends[0]];
                let number = position.threats(kinds, &mut found).min(found.len());
                copy_threats(&found[..number], places);
                written += places.len();
                offsets[row + 1] = written;
            }
        });
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Writes the threats that a legal move adds and those that it removes; none is in both. `added` and `removed` have `room`
/// elements each; QUADLINE_THREAT_CHANGES_ROOM elements are always enough. `counts` has two elements: the number of
/// threats that are added, and of those that are removed. For other moves than legal ones, the threats are unspecified.
///
/// If an array is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the row of the error is the
/// larger number.
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
    let call = || {
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
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Writes the inputs of a neural network for each position to a row of `stride` elements, and -1 behind them. `inputs` is a
/// matrix of perspectives, positions and `stride`, and `counts` one of perspectives and positions. If a row is too short,
/// the inputs that do not fit are not written, but they are counted.
///
/// An input is a threat from the view of one side: the colors are exchanged and the ranks reversed for Black, and a king of
/// that side on the files e to h mirrors the files. Threats are numbered as in Stockfish, nnue-pytorch and Reckless. If two
/// like pieces attack each other, only the threat from the higher square is an input. If `pawn_pairs` is not negative, the
/// 4,560 pairs of pawns on the same or on neighboring files are inputs, too, numbered from there: 59808 with
/// QUADLINE_THREATS_59808. `perspectives` is one of QUADLINE_WHITE to QUADLINE_SIDE_TO_MOVE_FIRST; another number, or
/// `pawn_pairs` of 2^30 or more, has the status QUADLINE_STATUS_ARGUMENT.
///
/// Positions that do not begin at a multiple of 64 bytes take much longer here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_inputs(
    positions: *const Position,
    length: usize,
    kinds: u64,
    pawn_pairs: i32,
    perspectives: u8,
    inputs: *mut i32,
    stride: usize,
    counts: *mut u16,
    error: *mut Error,
) -> Status {
    let call = || {
        let perspectives = perspectives_of(perspectives)?;
        let layout = layout_of(kinds, pawn_pairs)?;
        let all_rows = length.saturating_mul(perspectives.count());
        slices!(in positions[length]; out inputs[all_rows.saturating_mul(stride)], counts[all_rows]);
        usable_level()?;
        if let Some(positions) = aligned(positions) {
            batch::threat_inputs(positions, &layout, perspectives, inputs, stride, counts);
            return Ok(());
        }
        // One position and perspective at a time, because the rows of the perspectives are far apart.
        for (row, words) in positions.iter().enumerate() {
            let position = quadline::Position::from_words(words.words);
            for (side, view) in views(perspectives, &position).into_iter().flatten().enumerate() {
                let (index, one) = (side * length + row, slice::from_ref(&position));
                let place = &mut inputs[index * stride..][..stride];
                batch::threat_inputs(one, &layout, view, place, stride, &mut counts[index..=index]);
            }
        }
        Ok(())
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Writes the inputs of quadline_threat_inputs one row after the other, as in a sparse matrix in CSR form. With two
/// perspectives, each position has two rows, one after the other. The inputs of row i are inputs[offsets[i]] to
/// inputs[offsets[i + 1]], excluding that last one. There is one offset more than rows.
///
/// If `inputs`, which has `room` elements, is too short, the status is QUADLINE_STATUS_ROOM, nothing is written, and the
/// row of the error is the number of inputs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_threat_inputs_csr(
    positions: *const Position,
    length: usize,
    kinds: u64,
    pawn_pairs: i32,
    perspectives: u8,
    offsets: *mut usize,
    inputs: *mut u32,
    room: usize,
    error: *mut Error,
) -> Status {
    let call = || {
        let perspectives = perspectives_of(perspectives)?;
        let layout = layout_of(kinds, pawn_pairs)?;
        let rows = length.checked_mul(perspectives.count()).and_then(|rows| rows.checked_add(1));
        slices!(in positions[length]; out offsets[rows.unwrap_or(usize::MAX)], inputs[room]);
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
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Reads `length` packed boards: words of the occupied squares, and 16 bytes for each board with a number of four bits for
/// each piece in the order of the squares, the lower half of each byte first. `format` is QUADLINE_BINPACK,
/// QUADLINE_BULLETFORMAT or QUADLINE_VIRIFORMAT; another number has the status QUADLINE_STATUS_ARGUMENT.
///
/// Every position is written. A board that is not a valid position becomes 64 zero bytes. The number of such boards is
/// written to `invalid`, unless that is NULL. If there are any, the status is QUADLINE_STATUS_POSITION and the error
/// describes the first one. With any other status nothing has been written.
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
    let call = || {
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
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Reads packed boards as quadline_positions_from_nibbles does, but does not check them: a board that is not valid gives
/// words that are not a position, which quadline_positions_check finds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_from_nibbles_unchecked(
    occupied: *const u64,
    nibbles: *const u8,
    length: usize,
    format: u8,
    positions: *mut Position,
    error: *mut Error,
) -> Status {
    let call = || {
        let none = Array::output("invalid", std::ptr::null_mut(), 0)?;
        let read = |_, occupied: &[u64], nibbles: &[[u8; 16]], codes: &_, to: &mut [_]| {
            batch::from_nibbles_unchecked(occupied, nibbles, codes, to);
        };
        // SAFETY: guaranteed by the caller.
        unsafe { read_nibbles(occupied, nibbles, length, format, positions, &none, read) }
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
}

/// Writes the packed boards of `length` positions: words of the occupied squares, and 16 bytes for each board, as
/// quadline_positions_from_nibbles reads them. Castling rights, the en passant square and the side to move are only in the
/// numbers of formats that have some for them: binpack has all three, viriformat the castling rights, and bulletformat none.
/// For bulletformat, a board with Black to move is written as Black sees it, because the side to move has the place of White.
///
/// A position with more than 32 pieces has no packed board: the status is QUADLINE_STATUS_POSITION, and the row of the error
/// is the first such position. The boards before it are written, and the others are not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_positions_to_nibbles(
    positions: *const Position,
    length: usize,
    format: u8,
    occupied: *mut u64,
    nibbles: *mut u8,
    error: *mut Error,
) -> Status {
    let call = || {
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
    };
    // SAFETY: guaranteed by the caller.
    unsafe { guarded(error, call) }
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
/// The pointers must be those of the caller of a C function, which guarantees what the header says.
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
    kinds
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

/// Returns the layout of these kinds of threats, and of pawn pairs unless their base is negative.
fn layout_of(kinds: u64, pawn_pairs: i32) -> Outcome<ThreatLayout> {
    let layout = match kinds {
        QUADLINE_THREATS_59808 => ThreatLayout::INPUTS_59808,
        QUADLINE_THREATS_60144 => ThreatLayout::INPUTS_60144,
        QUADLINE_THREATS_66864 => ThreatLayout::INPUTS_66864,
        QUADLINE_THREATS_79856 => ThreatLayout::INPUTS_79856,
        _ => ThreatLayout::new(kinds_of(kinds)),
    };
    match pawn_pairs {
        ..0 => Ok(layout),
        0..0x4000_0000 => Ok(layout.with_pawn_pairs(pawn_pairs.unsigned_abs())),
        _ => {
            let message = format!("pawn_pairs is {pawn_pairs}; it must be below 2^30, or negative for none");
            Err(Failure::new(Status::Argument, message))
        }
    }
}

/// Returns the perspectives of a constant.
fn perspectives_of(number: u8) -> Outcome<Perspectives> {
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
fn views(perspectives: Perspectives, position: &quadline::Position) -> [Option<Perspectives>; 2] {
    let (white, black) = (Some(Perspectives::White), Some(Perspectives::Black));
    let is_black = position.side_to_move() == Color::Black;
    match perspectives {
        Perspectives::Both => [white, black],
        Perspectives::SideToMoveFirst if is_black => [black, white],
        Perspectives::SideToMoveFirst => [white, black],
        other => [Some(other), None],
    }
}
