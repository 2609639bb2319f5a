//! The functions of quadline that `nnue_pytorch.cpp` compares with nnue-pytorch's, with the interface of C.

use std::slice;

use quadline::threats::{Perspectives, ThreatLayout};
use quadline::{NibbleCodes, Position, batch};
use quadline_binpack::{Columns, Skip, chunks};

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
