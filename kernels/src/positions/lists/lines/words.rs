//! Lists of moves by lines on plain words: four moves in a word.

use core::mem::MaybeUninit;

use super::{Leaper, LineStores};
use crate::Square;
use crate::position::Move;
use crate::positions::lists::Places;

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

/// Multiplying by this constant copies 16 bits to all four moves of a word.
const ALL_FOUR: u64 = 0x0001_0001_0001_0001;

impl<T> LineStores<T> for InWords {
    const SLOTS: [usize; 3] = [0; 3];
    const RESERVED: usize = 0;

    #[inline(always)]
    fn line<const STEP: i32>(_: T, squares: u8, first: i32, places: &mut Places<'_>) {
        // The numbers of the list are small, so no carry leaves a move of the list. Carries between the unused places
        // after it do no harm.
        let [low, high] = LISTS.0[usize::from(squares)].map(
            #[inline(always)]
            |numbers| {
                let first = (i64::from(first) as u64).wrapping_mul(ALL_FOUR);
                numbers.wrapping_mul(i64::from(STEP) as u64).wrapping_add(first)
            },
        );
        places.put(
            squares.count_ones() as usize,
            #[inline(always)]
            |chunk: &mut [MaybeUninit<Move>; 8]| {
                let [a, b, c, d] = four(low);
                let [e, f, g, h] = four(high);
                *chunk = [a, b, c, d, e, f, g, h];
            },
        );
    }

    #[inline(always)]
    fn leaps<L: Leaper>(_: T, from: Square, targets: u64, places: &mut Places<'_>) {
        each(
            targets & L::attacks(from),
            places,
            #[inline(always)]
            |to| from.index() as u16 | to << 6,
        );
    }

    #[inline(always)]
    fn pawns(_: T, _: u64, targets: u64, from_target: u32, places: &mut Places<'_>) {
        each(
            targets,
            places,
            #[inline(always)]
            |to| to.wrapping_add(from_target as u16) & 63 | to << 6,
        );
    }
}

#[inline(always)]
fn four(word: u64) -> [MaybeUninit<Move>; 4] {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
        .map(|bits| MaybeUninit::new(Move::of_any_bits(bits)))
}

/// Writes a move for each square of a set, four per iteration. A loop over single squares mispredicts its end more
/// often.
#[inline(always)]
pub(super) fn each(mut set: u64, places: &mut Places<'_>, bits: impl Fn(u16) -> u16) {
    let mut left = set.count_ones() as usize;
    while left > 0 {
        places.put(
            left.min(4),
            #[inline(always)]
            |chunk: &mut [MaybeUninit<Move>; 4]| {
                for place in chunk {
                    *place = MaybeUninit::new(Move::of_any_bits(bits(set.trailing_zeros() as u16 & 63)));
                    set &= set.wrapping_sub(1);
                }
            },
        );
        left = left.saturating_sub(4);
    }
}
