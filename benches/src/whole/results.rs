//! Loops that write the results of queries, for all contestants.

use core::hint::black_box;

use quadline_kernels::{CheckInfo, ChecksAndPins, Color, Move, NodeInfo, Position};

use super::WholePositions;

/// Calls a function of this module with a closure that inlines.
macro_rules! write_by {
    ($write:ident($($argument:expr),*), |$($at:ident),*| $answer:expr) => {
        $write(
            $($argument,)*
            #[inline(always)]
            |$($at),*| $answer,
        )
    };
}
pub(super) use write_by;

/// Writes the result of each position.
#[inline(always)]
pub(super) fn each(answers: &mut [u64], mut answer: impl FnMut(usize) -> u64) {
    for (at, place) in answers.iter_mut().enumerate() {
        *place = answer(at);
    }
}

/// Types that consist of 64-bit words only.
///
/// # Safety
///
/// The type must have no padding, and any words must be a valid value of it.
pub(super) unsafe trait Words: Copy {}
// SAFETY: four words.
unsafe impl Words for ChecksAndPins {}
// SAFETY: twelve words.
unsafe impl Words for CheckInfo {}
// SAFETY: twenty words.
unsafe impl Words for NodeInfo {}
// SAFETY: words.
unsafe impl<const N: usize> Words for [u64; N] {}

/// Returns the words as places for results.
#[inline(always)]
pub(super) fn places<T: Words>(answers: &mut [u64]) -> &mut [T] {
    let count = answers.len() / (size_of::<T>() / size_of::<u64>());
    // SAFETY: `T` has the alignment of words and consists of them, and `count` values fit in the results.
    unsafe { core::slice::from_raw_parts_mut(answers.as_mut_ptr().cast(), count) }
}

/// Writes the results for all positions, as values of several words.
#[inline(always)]
pub(super) fn each_value<T: Words>(answers: &mut [u64], mut answer: impl FnMut(usize) -> T) {
    for (at, place) in places::<T>(answers).iter_mut().enumerate() {
        *place = answer(at);
    }
}

/// Writes the attacks by role of White, then those of Black.
#[inline(always)]
pub(super) fn by_role(answers: &mut [u64], mut of: impl FnMut(usize) -> [[u64; 6]; 2]) {
    let (white, black) = answers.split_at_mut(answers.len() / 2);
    for (at, (white, black)) in places(white).iter_mut().zip(places(black)).enumerate() {
        [*white, *black] = of(at);
    }
}

/// The captures that lose nothing: their number, and the largest of them in the order of moves.
#[derive(Default)]
pub(super) struct GoodCaptures {
    pub(super) count: u64,
    pub(super) last: Option<Move>,
}

impl GoodCaptures {
    /// Adds a capture if it loses nothing.
    #[inline(always)]
    pub(super) fn add(&mut self, capture: Move, is_good: bool) {
        self.count += u64::from(is_good);
        if is_good && self.last.is_none_or(|last| last < capture) {
            self.last = Some(capture);
        }
    }
}

/// Combines the words that a move changes.
#[inline(always)]
pub(super) fn mixed(occupied: u64, pawns: u64) -> u64 {
    occupied ^ pawns.rotate_left(1)
}

/// Combines all words of a position.
#[inline(always)]
pub(super) fn mixed_words(position: &Position) -> u64 {
    position.words().iter().fold(0, |mix, &word| mixed(word, mix))
}

/// Returns the first sixteen characters of a FEN; every FEN is longer.
#[inline(always)]
pub(super) fn beginning(text: &str) -> u64 {
    let word = |at: usize| text.as_bytes()[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
    word(0) ^ word(8).rotate_left(1)
}

/// Writes texts to one string, which is cleared before each of them.
#[inline(always)]
pub(super) fn each_text(
    answers: &mut [u64],
    read: fn(&str) -> u64,
    mut write: impl FnMut(usize, &mut String),
) {
    let mut text = String::with_capacity(128);
    write_by!(each(answers), |at| {
        text.clear();
        write(at, &mut text);
        read(black_box(&text))
    });
}

/// Writes the inputs of each position for White and then for Black, and their number as the result.
#[inline(always)]
pub(super) fn each_inputs(
    work: &WholePositions,
    answers: &mut [u64],
    mut write: impl FnMut(usize, Color, &mut [u32]) -> usize,
) {
    let mut rest = &mut work.scratch.borrow_mut().inputs[..];
    for (at, answer) in answers.iter_mut().enumerate() {
        *answer = 0;
        for color in Color::ALL {
            let count = write(at, color, rest);
            rest = &mut rest[count..];
            *answer += count as u64;
        }
    }
}

/// Returns a packed board as words.
#[inline(always)]
pub(super) fn packed_words((occupied, nibbles): (u64, [u8; 16])) -> [u64; 3] {
    let nibbles = u128::from_le_bytes(nibbles);
    [occupied, nibbles as u64, (nibbles >> 64) as u64]
}

/// Writes the positions of packed boards to memory, and [`mixed_words`] of each as the result.
#[inline(always)]
pub(super) fn each_packed(
    work: &WholePositions,
    answers: &mut [u64],
    mut read: impl FnMut(u64, &[u8; 16]) -> Position,
) {
    let (subjects, positions) = (work.subjects.slices(), &mut work.scratch.borrow_mut().unpacked[..]);
    for (at, (answer, place)) in answers.iter_mut().zip(positions).enumerate() {
        *place = read(subjects.occupied[at], &subjects.nibbles[at]);
        *answer = mixed_words(place);
    }
}
