//! The functions of quadline that are compared with those of trainers, with the interface of C. Those of
//! quadline's own C library are in the same library.

use std::slice;
use std::sync::Mutex;

use quadline::threats::{Perspectives, ThreatLayout};
use quadline::{Color, NibbleCodes, Position, batch};
use quadline_binpack::{Columns, Filter, Skip, chunks, for_each_of};
// Exports the functions of the C library.
use quadline_c as _;

/// Reads the entries of a file to arrays that have room for them, and returns their number.
///
/// # Safety
///
/// The addresses are those of arrays with these lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_read(
    file: *const u8,
    bytes: usize,
    room: usize,
    positions: *mut Position,
    moves: *mut u16,
    scores: *mut i16,
    plies: *mut u16,
    results: *mut i8,
) -> usize {
    // SAFETY: see above.
    let file = unsafe { slice::from_raw_parts(file, bytes) };
    let mut columns = Columns::default();
    for chunk in chunks(file) {
        columns.read(&chunk.expect("a chunk"), &Skip::NONE).expect("entries");
    }
    assert!(columns.len() <= room);
    for index in 0..columns.len() {
        // SAFETY: see above.
        unsafe {
            positions.add(index).write(columns.positions[index]);
            moves.add(index).write(columns.moves[index].to_bits());
            scores.add(index).write(columns.scores[index]);
            plies.add(index).write(columns.plies[index]);
            results.add(index).write(columns.results[index]);
        }
    }
    columns.len()
}

/// Reads the entries of a file and returns a sum over them.
///
/// # Safety
///
/// The address is that of an array with this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_next(file: *const u8, bytes: usize) -> u64 {
    // SAFETY: see above.
    let file = unsafe { slice::from_raw_parts(file, bytes) };
    let mut sum = 0_u64;
    for chunk in chunks(file) {
        let read = chunk.expect("a chunk").for_each(&Skip::NONE, |entry| {
            let move_bits = u64::from(entry.chess_move.to_bits() & 0xfff);
            sum = sum.wrapping_add(entry.position.white() ^ move_bits ^ entry.score as u64);
        });
        read.expect("entries");
    }
    sum
}

/// Like [`ours_next`], with several chunks at once.
///
/// # Safety
///
/// The address is that of an array with this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_next_at_once(file: *const u8, bytes: usize) -> u64 {
    // SAFETY: see above.
    let file = unsafe { slice::from_raw_parts(file, bytes) };
    let chunks: Vec<_> = chunks(file).map(|chunk| chunk.expect("a chunk")).collect();
    let mut sum = 0_u64;
    let read = for_each_of(&chunks, &Filter::NONE, |block| {
        for ((position, chess_move), &score) in block.positions.iter().zip(block.moves).zip(block.scores) {
            let move_bits = u64::from(chess_move.to_bits() & 0xfff);
            sum = sum.wrapping_add(position.white() ^ move_bits ^ score as u64);
        }
    });
    read.expect("entries");
    sum
}

/// Writes the inputs of positions for White and then for Black. Bit 0 of `pairs` adds the pairs of pawns.
///
/// # Safety
///
/// The addresses are those of arrays with these lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_inputs(
    positions: *const Position,
    count: usize,
    pairs: i32,
    rows: *mut i32,
    stride: usize,
    counts: *mut u16,
) {
    const THREATS: ThreatLayout = ThreatLayout::INPUTS_59808;
    const WITH_PAIRS: ThreatLayout = THREATS.with_pawn_pairs(THREATS.inputs());
    // SAFETY: see above.
    let (positions, rows, counts) = unsafe {
        (
            slice::from_raw_parts(positions, count),
            slice::from_raw_parts_mut(rows, 2 * count * stride),
            slice::from_raw_parts_mut(counts, 2 * count),
        )
    };
    let layout = if pairs == 0 { &THREATS } else { &WITH_PAIRS };
    batch::threat_inputs(positions, layout, Perspectives::Both, rows, stride, counts);
}

/// Writes the inputs of positions for White and then for Black, of the layout with this number of inputs.
///
/// # Safety
///
/// The addresses are those of arrays with these lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_inputs_of(
    positions: *const Position,
    count: usize,
    inputs: u32,
    rows: *mut i32,
    stride: usize,
    counts: *mut u16,
) {
    const LAYOUTS: [ThreatLayout; 4] = [
        ThreatLayout::INPUTS_79856,
        ThreatLayout::INPUTS_66864,
        ThreatLayout::INPUTS_60144,
        ThreatLayout::INPUTS_59808,
    ];
    let layout = LAYOUTS.iter().find(|layout| layout.inputs() == inputs).expect("a layout");
    // SAFETY: see above.
    let (positions, rows, counts) = unsafe {
        (
            slice::from_raw_parts(positions, count),
            slice::from_raw_parts_mut(rows, 2 * count * stride),
            slice::from_raw_parts_mut(counts, 2 * count),
        )
    };
    batch::threat_inputs(positions, layout, Perspectives::Both, rows, stride, counts);
}

/// Reads the entries of a file that are not skipped, and writes a batch of them: the inputs for White and
/// then for Black with pairs of pawns, and the side to move, the result, the score and the number of pieces.
/// Returns their number.
///
/// # Safety
///
/// The addresses are those of arrays with room for `room` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_load(
    file: *const u8,
    bytes: usize,
    room: usize,
    rows: *mut i32,
    stride: usize,
    counts: *mut u16,
    numbers: *mut f32,
    pieces: *mut i32,
) -> usize {
    // As nnue-pytorch by default, with its chance of random skips. Its further filters are random as well.
    const SEED: u64 = 42;
    let skip = Skip::NONE.score(32002).before_ply(17).captures().in_check().at_random(10.0 / 11.0, SEED);
    let mut columns = COLUMNS.lock().expect("one thread");
    columns.truncate(0);
    // SAFETY: see above.
    for chunk in chunks(unsafe { slice::from_raw_parts(file, bytes) }) {
        columns.read(&chunk.expect("a chunk"), &skip).expect("entries");
    }
    let count = columns.len();
    assert!(count <= room);
    // SAFETY: see above.
    unsafe {
        ours_batch(
            columns.positions.as_ptr(),
            columns.scores.as_ptr(),
            columns.results.as_ptr(),
            count,
            rows,
            stride,
            counts,
            numbers,
            pieces,
        )
    };
    count
}

static COLUMNS: Mutex<Columns> = Mutex::new(Columns {
    positions: Vec::new(),
    moves: Vec::new(),
    scores: Vec::new(),
    plies: Vec::new(),
    results: Vec::new(),
});

/// Writes a batch of entries; see [`ours_load`].
///
/// # Safety
///
/// The addresses are those of arrays with these lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_batch(
    positions: *const Position,
    scores: *const i16,
    results: *const i8,
    count: usize,
    rows: *mut i32,
    stride: usize,
    counts: *mut u16,
    numbers: *mut f32,
    pieces: *mut i32,
) {
    // SAFETY: see above.
    let (entries, scores, results, numbers, pieces) = unsafe {
        ours_inputs(positions, count, 1, rows, stride, counts);
        (
            slice::from_raw_parts(positions, count),
            slice::from_raw_parts(scores, count),
            slice::from_raw_parts(results, count),
            slice::from_raw_parts_mut(numbers, 3 * count),
            slice::from_raw_parts_mut(pieces, count),
        )
    };
    let (is_white, numbers) = numbers.split_at_mut(count);
    let (outcome, score) = numbers.split_at_mut(count);
    for (index, position) in entries.iter().enumerate() {
        is_white[index] = f32::from(u8::from(position.side_to_move() == Color::White));
        outcome[index] = (f32::from(results[index]) + 1.0) / 2.0;
        score[index] = f32::from(scores[index]);
        pieces[index] = position.occupied().count_ones() as i32;
    }
}

/// Makes positions of packed boards, and checks them if `checked` is not 0.
///
/// # Safety
///
/// The addresses are those of arrays with this length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ours_boards(
    occupied: *const u64,
    nibbles: *const [u8; 16],
    count: usize,
    checked: i32,
    positions: *mut Position,
) {
    // SAFETY: see above.
    let (occupied, nibbles, positions) = unsafe {
        (
            slice::from_raw_parts(occupied, count),
            slice::from_raw_parts(nibbles, count),
            slice::from_raw_parts_mut(positions, count),
        )
    };
    if checked == 0 {
        batch::from_nibbles_unchecked(occupied, nibbles, &NibbleCodes::BINPACK, positions);
    } else {
        batch::from_nibbles(occupied, nibbles, &NibbleCodes::BINPACK, positions).expect("valid positions");
    }
}
