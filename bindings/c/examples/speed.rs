//! Measures the overhead of the C interface: the shared library and the crate in one process, in short
//! alternating blocks.
//!
//! usage: cargo run --release --example speed -- LIBRARY FILE.fen

use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

use libloading::{Library, Symbol};
use quadline_rust::{Move, Position, Square, batch};

// SAFETY: these are the types of functions in quadline.h. The calls below state why they are sound.
type Pairs = unsafe extern "C" fn(*const u8, *const u64, usize, *mut u64, *mut c_void) -> u32;
// SAFETY: as above.
type Counts = unsafe extern "C" fn(*const [u64; 8], usize, *mut u16, *mut c_void) -> u32;

// SAFETY: as above.
type Lists = unsafe extern "C" fn(*const [u64; 8], usize, *mut usize, *mut Move, usize, *mut c_void) -> u32;

/// Prints the median of the ratios of Rust's time to C's.
fn ratio(name: &str, elements: usize, mut rust: impl FnMut(), mut c: impl FnMut()) {
    let time = |call: &mut dyn FnMut(), times: u32| {
        let start = Instant::now();
        (0..times).for_each(|_| call());
        start.elapsed()
    };
    let mut times = 1;
    while time(&mut rust, times) < Duration::from_millis(2) {
        times *= 2;
    }
    let mut blocks: Vec<_> = (0..201)
        .map(|_| {
            let (rust, c) = (time(&mut rust, times).as_secs_f64(), time(&mut c, times).as_secs_f64());
            (rust / c, c / f64::from(times) / elements as f64 * 1e9)
        })
        .collect();
    blocks.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, nanoseconds) = blocks[blocks.len() / 2];
    println!("{name:32} {nanoseconds:8.3} ns   {ratio:.3} of Rust");
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, library, file] = &arguments[..] else { panic!("usage: speed LIBRARY FILE.fen") };
    let text = std::fs::read_to_string(file).expect("a file of FENs");
    let positions: Vec<Position> = text.lines().map(|fen| fen.parse().expect(fen)).collect();
    // SAFETY: the library is quadline's, which executes nothing when it is loaded; the types are those of
    // quadline.h.
    let (library, unaligned) =
        unsafe { (Library::new(library).expect("libquadline.so"), vec![[0_u64; 8]; positions.len() + 1]) };
    // SAFETY: as above.
    let (queens, counts, lists): (Symbol<Pairs>, Symbol<Counts>, Symbol<Lists>) = unsafe {
        let queens = library.get(b"quadline_queen_attacks_batch").expect("queens");
        let counts = library.get(b"quadline_legal_move_counts").expect("counts");
        (queens, counts, library.get(b"quadline_legal_moves").expect("lists"))
    };
    for length in [1, 16, 1024, 65_536] {
        let words =
            |seed: u64| (0..length as u64).map(move |i| (i + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let squares: Vec<u8> = words(1).map(|word| (word >> 58) as u8).collect();
        let occupied: Vec<u64> = words(2).zip(words(9)).map(|(a, b)| a & b.rotate_left(17)).collect();
        let (mut one, mut other) = (vec![0; length], vec![0; length]);
        ratio(
            &format!("queen_attacks, {length}"),
            length,
            || {
                let squares = Square::slice_from_bytes(black_box(&squares)).expect("squares");
                batch::queen_attacks(squares, &occupied, &mut one);
            },
            // SAFETY: all arrays have that length.
            || unsafe {
                assert_eq!(
                    queens(
                        black_box(&squares).as_ptr(),
                        occupied.as_ptr(),
                        length,
                        other.as_mut_ptr(),
                        null_mut()
                    ),
                    0
                );
            },
        );
        assert_eq!(one, other);
    }
    let shifted = &mut { unaligned }[..];
    let start = shifted.as_ptr().addr() % 64 == 0;
    // One word after a multiple of 64 bytes, or where the allocation happens to begin.
    let shifted = if start {
        &mut shifted.as_flattened_mut()[1..=8 * positions.len()]
    } else {
        &mut shifted.as_flattened_mut()[..8 * positions.len()]
    };
    for (to, from) in shifted.as_chunks_mut::<8>().0.iter_mut().zip(&positions) {
        *to = *from.words();
    }
    for (name, length, words) in [
        ("legal_move_counts, 16", 16, positions[0].words().as_ptr()),
        ("legal_move_counts", positions.len(), positions[0].words().as_ptr()),
        ("legal_move_counts, not aligned", positions.len(), shifted.as_ptr()),
    ] {
        let (mut one, mut other) = (vec![0; length], vec![0; length]);
        ratio(
            name,
            length,
            || batch::legal_move_counts(black_box(&positions[..length]), &mut one),
            // SAFETY: all arrays have at least that length.
            || unsafe {
                assert_eq!(counts(black_box(words).cast(), length, other.as_mut_ptr(), null_mut()), 0)
            },
        );
        assert_eq!(one, other);
    }
    let mut offsets = [vec![0; positions.len() + 1], vec![0; positions.len() + 1]];
    let room = 64 * positions.len() + quadline_rust::MAX_LEGAL_MOVES;
    let mut moves = [vec![Move::default(); room], vec![Move::default(); room]];
    let ([one, other], [of_one, of_other]) = (&mut offsets, &mut moves);
    ratio(
        "legal_moves",
        positions.len(),
        || {
            batch::legal_moves(black_box(&positions), one, of_one);
        },
        // SAFETY: the arrays have as many elements as stated, and a move has the bits of a `uint16_t`.
        || unsafe {
            let words = black_box(positions[0].words().as_ptr()).cast();
            let (offsets, moves) = (other.as_mut_ptr(), of_other.as_mut_ptr());
            assert_eq!(lists(words, positions.len(), offsets, moves, room, null_mut()), 0);
        },
    );
    assert_eq!((one, of_one), (other, of_other));
}
