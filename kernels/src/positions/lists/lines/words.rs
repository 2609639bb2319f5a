//! Lists of moves by lines with 64-bit integers: four moves in a word.
//!
//! The moves of pawns, knights and kings are computed like those of a line. The numbers of four target
//! squares are packed into a word, and one multiplication and one addition turn them into moves. Lists took
//! 1.1 times as long (Zen 4, `lzcnt` and `scalar`) when each move was computed alone, because LLVM then
//! inserts move after move into vectors, and when the first moves of lines were computed instead of looked
//! up.

use core::mem::MaybeUninit;

use super::{Leaper, LineStores, apart, first};
use crate::chess::{Move, word as index};
use crate::lanes::Simd;
use crate::positions::lists::Places;
use crate::{Line, Square};

/// Stores four moves from each of two words.
#[derive(Clone, Copy, Debug)]
pub struct InWords;

/// The numbers of the set bits of each byte, lowest first, four in each of two words, in 4 KiB.
#[repr(align(64))]
struct Lists([[u64; 2]; 256]);

static LISTS: Lists = Lists({
    let mut lists = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut place) = (0, 0);
        while number < 8 {
            if byte >> number & 1 != 0 {
                lists[byte][place / 4] |= number << (16 * (place % 4));
                place += 1;
            }
            number += 1;
        }
        byte += 1;
    }
    lists
});

/// The number of set bits of each byte, for CPUs that cannot count them, in 256 bytes.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u32).count_ones() as u8;
        byte += 1;
    }
    counts
};

/// The bits of the first move along each line of each square, in each of four moves, in 2 KiB.
#[repr(align(64))]
struct First([[u64; 4]; 64]);

static FIRST: First = First({
    let mut table = [[0; 4]; 64];
    let mut entry = 0;
    while entry < 256 {
        let (square, line) = (Square::ALL[entry / 4], Line::ALL[entry % 4]);
        table[entry / 4][entry % 4] = all_four(first(square, line));
        entry += 1;
    }
    table
});

/// Returns the sum of these bits in each of four moves.
///
/// The bits may be negative. The sum with four moves is exact nevertheless, because no resulting move is.
#[inline(always)]
const fn all_four(bits: i32) -> u64 {
    (bits as i64 as u64).wrapping_mul(0x0001_0001_0001_0001)
}

/// Returns four moves, the bits of each `first + step * n` for the number `n` in its place.
#[inline(always)]
fn moves(numbers: u64, step: i32, all_first: u64) -> [MaybeUninit<Move>; 4] {
    // The numbers are small, so no carry leaves a move of the list. Carries between the unused places after
    // it do no harm.
    let word = numbers.wrapping_mul(i64::from(step) as u64).wrapping_add(all_first);
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
        .map(|bits| MaybeUninit::new(Move::of_any_bits(bits)))
}

/// Writes the moves to each square number in `squares`.
#[inline(always)]
fn put_line<T: Simd>(squares: u8, step: i32, all_first: u64, places: &mut Places<'_>) {
    let index = usize::from(squares);
    let [low, high] = LISTS.0[index];
    places.put(
        if T::HAS_POPCNT { squares.count_ones() as usize } else { usize::from(COUNTS[index]) },
        #[inline(always)]
        |chunk: &mut [MaybeUninit<Move>; 8]| {
            let [a, b, c, d] = moves(low, step, all_first);
            let [e, f, g, h] = moves(high, step, all_first);
            *chunk = [a, b, c, d, e, f, g, h];
        },
    );
}

impl<T: Simd> LineStores<T> for InWords {
    const RESERVED: usize = 0;

    #[inline(always)]
    fn line<const STEP: i32>(_: T, squares: u8, first: i32, places: &mut Places<'_>) {
        put_line::<T>(squares, STEP, all_four(first), places);
    }

    #[inline(always)]
    fn along<const STEP: i32>(_: T, squares: u8, from: Square, line: Line, places: &mut Places<'_>) {
        put_line::<T>(squares, STEP, FIRST.0[from.index()][line.lane()], places);
    }

    #[inline(always)]
    fn leaps<L: Leaper>(_: T, from: Square, targets: u64, places: &mut Places<'_>) {
        let (set, from) = (targets & L::attacks(from), from.index() as i32);
        if L::WORD == index::KNIGHTS {
            up_to_eight(set, apart(1), from, places);
        } else {
            each(set, apart(1), from, places);
        }
    }

    #[inline(always)]
    fn pawns(_: T, _: u64, targets: u64, from_target: u32, places: &mut Places<'_>) {
        each(targets, apart(1) + 1, signed(from_target), places);
    }
}

/// Returns the distance of a pawn's origin from its target, -9 to 9, given the same modulo 64.
#[inline(always)]
pub(super) fn signed(from_target: u32) -> i32 {
    (from_target.wrapping_add(32) & 63) as i32 - 32
}

/// Removes the lowest four squares of a set and returns their numbers in 16 bits each, 64 in the places after
/// the last.
#[inline(always)]
fn next_four(set: &mut u64) -> u64 {
    let mut numbers = 0;
    for place in 0..4 {
        numbers |= u64::from(set.trailing_zeros()) << (16 * place);
        *set &= set.wrapping_sub(1);
    }
    numbers
}

/// Writes the move with the bits `first + step * n` for the number `n` of each square of a set, four per
/// iteration. A loop over single squares mispredicts its end more often.
#[inline(always)]
pub(super) fn each(mut set: u64, step: i32, first: i32, places: &mut Places<'_>) {
    let mut left = set.count_ones() as usize;
    while left > 0 {
        places.put(
            left.min(4),
            #[inline(always)]
            |chunk: &mut [MaybeUninit<Move>; 4]| *chunk = moves(next_four(&mut set), step, all_four(first)),
        );
        left = left.saturating_sub(4);
    }
}

/// Does the same for at most eight squares without a branch. For knights, which often have more than four
/// moves, this is faster; for pawns and kings it is slower (Zen 4).
#[inline(always)]
fn up_to_eight(mut set: u64, step: i32, first: i32, places: &mut Places<'_>) {
    places.put(
        set.count_ones() as usize,
        #[inline(always)]
        |chunk: &mut [MaybeUninit<Move>; 8]| {
            let [a, b, c, d] = moves(next_four(&mut set), step, all_four(first));
            let [e, f, g, h] = moves(next_four(&mut set), step, all_four(first));
            *chunk = [a, b, c, d, e, f, g, h];
        },
    );
}
