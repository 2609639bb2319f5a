//! All sliders of many positions, with groups shared between positions.
//!
//! A position typically has about seven sliders and a group holds sixteen, so groups are filled without regard
//! to where positions begin. A block of positions goes through three steps, each over the whole block:
//!
//! 1. *List.* Write each slider's square, the lines that it moves along, and its board.
//! 2. *Solve.* Compute [bit matrices](crate::batch::matrices), one group after the other. Lines that a slider does not
//!    move along are cleared in the attacked states.
//! 3. *Join.* Compute the union of each position's attacks.
//!
//! Up to sixteen sliders in a position, no step has a branch that depends on their number. A loop
//! over the sliders would mispredict its end in position after position.

mod avx512;

use core::marker::PhantomData;

use super::{Sliders, SlidersKernel, SlidersRequest};
use crate::Square;
use crate::batch::matrices::{MatrixLanes, Solved, solve};
use crate::batch::{Boards, Queens, Sink};
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{Avx512X8, VbmiLevel};
use crate::lanes::{Lanes, Simd};

/// The number of sliders that fill a block. Their list fits in an L1 cache of 32 KiB, together with the attacks.
const BLOCK: usize = 512;
/// The capacity of a list: a block, up to 64 sliders of the last position, and the rest of a vector beyond them.
const MOST: usize = BLOCK + 2 * 64;
/// The smallest number of positions that share groups. On Zen 4, relative to two sliders at a time, groups have 0.67 of the speed
/// for 12 positions, 0.77 for 24, 0.95 for 100 and 1.05 for 500.
const FEW: usize = 64;

/// The flag of a slider that moves along rank and file.
const MOVES_ORTHOGONALLY: u8 = 0x40;
/// The flag of a slider that moves along the diagonals.
const MOVES_DIAGONALLY: u8 = 0x80;

/// Room in the list of a block for the sliders of one position, up to 64.
#[derive(Debug)]
pub struct SliderRoom<'a> {
    /// The sliders' squares, a1 first.
    pub squares: &'a mut [Square; 64],
    /// For each slider, [`MOVES_ORTHOGONALLY`], [`MOVES_DIAGONALLY`] or both. The other bits are unspecified.
    pub movements: &'a mut [u8; 64],
    /// For each slider, the occupancy of its board.
    pub boards: &'a mut [u64; 64],
}

/// The sliders of a block of positions, one after the other.
#[repr(C, align(64))]
struct SliderList {
    boards: [u64; MOST],
    squares: [Square; MOST],
    movements: [u8; MOST],
}

impl SliderList {
    const EMPTY: Self = Self { boards: [0; MOST], squares: [Square::A1; MOST], movements: [0; MOST] };

    /// Returns room for a position, starting at the slider with index `start`.
    #[inline(always)]
    fn room(&mut self, start: usize) -> SliderRoom<'_> {
        const ROOM: &str = "more sliders than a block and a board";
        SliderRoom {
            squares: self.squares[start..].first_chunk_mut().expect(ROOM),
            movements: self.movements[start..].first_chunk_mut().expect(ROOM),
            boards: self.boards[start..].first_chunk_mut().expect(ROOM),
        }
    }
}

/// Groups shared between the positions of a batch. A short batch is computed by `One`, one position at a time.
#[derive(Debug)]
pub struct SharedGroups<One>(PhantomData<One>);

impl<L: Simd<SliderLanes = Avx512X8<L>> + VbmiLevel, One: SlidersKernel<L>> SlidersKernel<L>
    for SharedGroups<One>
{
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
        let mut list = SliderList::EMPTY;
        let (mut positions, mut attacks, mut unions) = (positions, attacks, unions);
        while !positions.is_empty() {
            let (number, count) = list_block(level, positions, &mut list);
            let (now, later) = positions.split_at(number);
            let (now_attacks, later_attacks) = attacks.split_at_mut(count);
            let (now_unions, later_unions) = unions.split_at_mut(number);
            if count < 2 * L::SliderLanes::COUNT {
                One::run_many(level, now, now_attacks, now_unions);
            } else {
                solve_list(level, byte_masks, &list, now_attacks);
                join(level, now, now_attacks, now_unions);
            }
            (positions, attacks, unions) = (later, later_attacks, later_unions);
        }
    }
}

/// Lists as many of the positions as fit in a block. Returns their number and the number of their sliders.
#[inline(always)]
fn list_block(level: impl VbmiLevel, positions: &[Sliders], list: &mut SliderList) -> (usize, usize) {
    let mut count = 0;
    for (number, position) in positions.iter().enumerate() {
        if count >= BLOCK {
            return (number, count);
        }
        avx512::list(level, position, list.room(count));
        count += position.count();
    }
    (positions.len(), count)
}

/// Computes the attacks of all listed sliders, at least one group of them.
#[inline(always)]
fn solve_list<L: VbmiLevel>(
    level: L,
    byte_masks: <Avx512X8<L> as MatrixLanes>::ByteMasks,
    list: &SliderList,
    all_attacks: &mut [u64],
) {
    let half = Avx512X8::<L>::COUNT;
    let (count, group) = (all_attacks.len(), 2 * half);
    let mut start = 0;
    while start < count {
        // The last group may overlap the one before it.
        let from = start.min(count - group);
        let sliders = from..from + group;
        let (squares, movements, boards) =
            (&list.squares[sliders.clone()], &list.movements[sliders.clone()], &list.boards[sliders.clone()]);
        let (group_of_squares, bits) = Avx512X8::<L>::group(level, byte_masks, squares);
        let occupied = [boards.load(level, 0), boards.load(level, half)];
        let Avx512Bytes { vector, token } = solve(Avx512X8::gather(level, &group_of_squares, occupied), bits);
        let attacks = Avx512Bytes { vector: avx512::keep_lines(token, movements, vector), token };
        let solved = Solved::<Avx512X8<L>> { token, byte_masks, group: &group_of_squares, attacks };
        let mut sink = Queens(&mut all_attacks[sliders]);
        sink.store(0, &solved.half(0));
        sink.store(half, &solved.half(1));
        start += group;
    }
}

#[inline(always)]
fn join(level: impl VbmiLevel, positions: &[Sliders], attacks: &[u64], unions: &mut [u64]) {
    let mut rest = attacks;
    for (position, union) in positions.iter().zip(unions) {
        let (own, others) = rest.split_at(position.count());
        *union = avx512::union(level, own);
        rest = others;
    }
}
