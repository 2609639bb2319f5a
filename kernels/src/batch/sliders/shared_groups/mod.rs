//! The sliders of many positions, whose neighbours share groups.
//!
//! A position has some eight sliders and a group sixteen, so groups do not begin where positions do. A block of positions
//! goes through three steps, each over the whole block:
//!
//! 1. *list*: of each slider its square, which lines it moves along, and the board that it stands on.
//! 2. *solve*: the bit matrices of [a batch](crate::batch::matrices), a group after the other; lines that a slider does not go along are
//!    cleared among the attacked states.
//! 3. *join*: the union of each position's attacks.
//!
//! None of the steps has a branch that depends on how many sliders a position has, up to twelve of them (sixteen with
//! AVX-512): that number is what a look-up loop guesses wrong, position after position.

mod avx2;
mod avx512;

use core::marker::PhantomData;

use super::{Sliders, SlidersKernel, SlidersRequest};
use crate::Square;
use crate::batch::matrices::{MatrixLanes, Solved, solve};
use crate::batch::{Boards, Queens, Sink};
use crate::lanes::Lanes;
use crate::lanes::Simd;

/// A block is full with so many sliders: its list fits in a first cache of 32 KiB, beside the attacks.
const BLOCK: usize = 512;
/// The most sliders that a position, a square each, and the rest of a vector beyond them, add to that.
const MOST: usize = BLOCK + 2 * 64;
/// So many positions share groups; fewer are sooner done one by one.
const FEW: usize = 12;

/// Set if a slider moves along rank and file.
const MOVES_ORTHOGONALLY: u8 = 0x40;
/// Set if a slider moves along the diagonals.
const MOVES_DIAGONALLY: u8 = 0x80;

/// Room for the sliders of a position in the list of a block, whatever their number.
#[derive(Debug)]
pub struct Room<'a> {
    /// Their squares, a1 first.
    pub squares: &'a mut [Square; 64],
    /// For each of them [`MOVES_ORTHOGONALLY`], [`MOVES_DIAGONALLY`] or both; the other bits mean nothing.
    pub movements: &'a mut [u8; 64],
    /// For each of them the board that it stands on.
    pub boards: &'a mut [u64; 64],
}

/// The sliders of a block of positions, one after the other.
#[repr(C, align(64))]
struct List {
    boards: [u64; MOST],
    squares: [Square; MOST],
    movements: [u8; MOST],
}

impl List {
    const EMPTY: Self = Self { boards: [0; MOST], squares: [Square::A1; MOST], movements: [0; MOST] };

    /// Room for a position, from the slider with this index on.
    #[inline(always)]
    fn room(&mut self, start: usize) -> Room<'_> {
        const ROOM: &str = "more sliders than a block and a board";
        Room {
            squares: self.squares[start..].first_chunk_mut().expect(ROOM),
            movements: self.movements[start..].first_chunk_mut().expect(ROOM),
            boards: self.boards[start..].first_chunk_mut().expect(ROOM),
        }
    }
}

/// Lanes whose groups may hold sliders of several positions.
pub trait SharedLanes: MatrixLanes {
    /// Lists the sliders of a position. What lies beyond them in their room may be overwritten.
    fn list(token: Self::Token, position: &Sliders, room: Room<'_>);
    /// Clears the states of lines that a slider of a group does not go along; `movements` has a byte for each of them.
    fn keep_lines(token: Self::Token, movements: &[u8], attacked: Self::States) -> Self::States;
    /// The union of at most 64 words.
    fn union(token: Self::Token, words: &[u64]) -> u64;
}

/// Positions share groups; few of them are computed one by one.
#[derive(Debug)]
pub struct SharedGroups<One>(PhantomData<One>);

impl<L: Simd<SliderLanes: SharedLanes>, One: SlidersKernel<L>> SlidersKernel<L> for SharedGroups<One> {
    #[inline(always)]
    fn run(level: L, request: SlidersRequest<'_>) -> u64 {
        One::run(level, request)
    }

    #[inline(always)]
    fn run_many(level: L, positions: &[Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        if positions.len() < FEW {
            return One::run_many(level, positions, attacks, unions);
        }
        let byte_masks = L::SliderLanes::byte_masks(level);
        let mut list = List::EMPTY;
        let (mut positions, mut attacks, mut unions) = (positions, attacks, unions);
        while !positions.is_empty() {
            let (number, count) = list_block(level, positions, &mut list);
            let (now, later) = positions.split_at(number);
            let (now_attacks, later_attacks) = attacks.split_at_mut(count);
            let (now_unions, later_unions) = unions.split_at_mut(number);
            if count < 2 * L::SliderLanes::COUNT {
                One::run_many(level, now, now_attacks, now_unions);
            } else {
                solve_list::<L::SliderLanes>(level, byte_masks, &list, now_attacks);
                join::<L::SliderLanes>(level, now, now_attacks, now_unions);
            }
            (positions, attacks, unions) = (later, later_attacks, later_unions);
        }
    }
}

/// Lists as many of the positions as a block has room for. Returns how many they are, and the number of their sliders.
#[inline(always)]
fn list_block<L: Simd<SliderLanes: SharedLanes>>(
    level: L,
    positions: &[Sliders],
    list: &mut List,
) -> (usize, usize) {
    let mut count = 0;
    for (number, position) in positions.iter().enumerate() {
        if count >= BLOCK {
            return (number, count);
        }
        L::SliderLanes::list(level, position, list.room(count));
        count += position.count();
    }
    (positions.len(), count)
}

/// The attacks of all listed sliders, a group at least.
#[inline(always)]
fn solve_list<V: SharedLanes>(token: V::Token, byte_masks: V::ByteMasks, list: &List, attacks: &mut [u64]) {
    let (count, group) = (attacks.len(), 2 * V::COUNT);
    let mut start = 0;
    while start < count {
        // The last group overlaps the one before it.
        let from = start.min(count - group);
        let sliders = from..from + group;
        let (squares, movements, boards) =
            (&list.squares[sliders.clone()], &list.movements[sliders.clone()], &list.boards[sliders.clone()]);
        let half = V::COUNT;
        let (group_of_squares, bits) = V::group(token, byte_masks, squares);
        let occupied = [boards.load(token, 0), boards.load(token, half)];
        let attacked = solve(V::gather(token, &group_of_squares, occupied), bits);
        let attacks_of_all = V::keep_lines(token, movements, attacked);
        let solved = Solved::<V> { token, byte_masks, group: &group_of_squares, attacks: attacks_of_all };
        let mut sink = Queens(&mut attacks[sliders]);
        sink.store(0, &solved.half(0));
        sink.store(half, &solved.half(1));
        start += group;
    }
}

/// The union of each position's attacks.
#[inline(always)]
fn join<V: SharedLanes>(token: V::Token, positions: &[Sliders], attacks: &[u64], unions: &mut [u64]) {
    let mut rest = attacks;
    for (position, union) in positions.iter().zip(unions) {
        let (own, others) = rest.split_at(position.count());
        *union = V::union(token, own);
        rest = others;
    }
}
