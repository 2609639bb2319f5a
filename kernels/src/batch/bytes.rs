//! Byte states: 64 lines in one vector, a byte for each.
//!
//! A file, a diagonal or an antidiagonal has at most one square on each rank, so its occupancy is a byte, a bit for each
//! rank; and a rank is a byte by itself. A block of sliders goes through three steps, each over the whole block:
//!
//! 1. *compress*: test the boards against the masks of a line, which leaves a mask register of one bit for each byte:
//!    a state byte for each of eight sliders. The rank is picked as the byte that it is.
//! 2. *solve*: hyperbola quintessence in every byte, 64 sliders at once.
//! 3. *expand*: the attack states are mask registers again, and keep those bytes of the line masks that are attacked.
//!
//! Between the steps the states go through memory: eight bytes at a time in, 64 out. A load that covers several stores
//! has to wait until these have left the store buffer, and so the steps stay apart by at least 128 sliders.

use core::mem::MaybeUninit;

use super::{Boards, Request, Sink};
use crate::Square;
use crate::formula::quintessence;
use crate::lanes::{ByteLevel, Eight, EightLines, EightStates, Turns};

/// Sliders whose states of one line fill a vector.
const GROUP: usize = 64;
/// The groups of a block, usually.
const BLOCK: usize = 3;
/// The most groups of a block: one group alone is too few, and goes with the block before it.
const MOST: usize = BLOCK + 1;

/// The states of a group, by line, eight sliders to a word.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Group {
    rank: [Eight; 8],
    file: [Eight; 8],
    diagonal: [Eight; 8],
    antidiagonal: [Eight; 8],
    /// The bits of the sliders' ranks.
    rank_bits: [Eight; 8],
    turns: Turns,
}

/// The masks of the lines of a group. They are most of the memory, and are not cleared before the first step.
type GroupLines = [MaybeUninit<EightLines>; 8];

impl Group {
    const EMPTY: Self = Self {
        rank: [0; 8],
        file: [0; 8],
        diagonal: [0; 8],
        antidiagonal: [0; 8],
        rank_bits: [0; 8],
        turns: Turns { diagonal: [0; 8], antidiagonal: [0; 8] },
    };
}

/// The bytes of the buffers that a block goes through.
pub(super) const BUFFER_BYTES: usize = size_of::<[(Group, GroupLines); MOST]>();

/// Byte states for a multiple of 64 sliders, for none or at least 128 of them.
#[inline(always)]
pub(super) fn run<L: ByteLevel>(level: L, request: Request<'_, impl Boards, impl Sink>) {
    let (groups, _) = request.squares.as_chunks::<GROUP>();
    if groups.is_empty() {
        return;
    }
    let mut block = [Group::EMPTY; MOST];
    let mut lines: [GroupLines; MOST] = [[const { MaybeUninit::uninit() }; 8]; MOST];
    let mut request = request;
    while request.count() > 0 {
        let left = request.count() / GROUP;
        let count = if left <= MOST { left } else { BLOCK };
        let (now, later) = request.split_at(count * GROUP);
        run_block(level, now, &mut block[..count], &mut lines[..count]);
        request = later;
    }
}

/// The three steps for the groups of a block.
#[inline(always)]
fn run_block<L: ByteLevel>(
    level: L,
    request: Request<'_, impl Boards, impl Sink>,
    block: &mut [Group],
    lines: &mut [GroupLines],
) {
    let Request { squares, boards, mut sink } = request.seen_to_be_equal();
    let (squares, _) = squares.as_chunks::<GROUP>();
    // Apart from the first step, which would take them out of a vector word by word instead of from memory.
    for (group, squares) in block.iter_mut().zip(squares) {
        group.turns = level.turns(squares);
    }
    for (index, ((group, lines), squares)) in block.iter_mut().zip(&mut *lines).zip(squares).enumerate() {
        compress(level, squares, boards, index * GROUP, group, lines);
    }
    for (group, squares) in block.iter_mut().zip(squares) {
        solve(level, squares, group);
    }
    for (index, (group, lines)) in block.iter().zip(lines).enumerate() {
        expand(level, group, lines, &mut sink, index * GROUP);
    }
}

/// The first step.
#[inline(always)]
fn compress<L: ByteLevel>(
    level: L,
    squares: &[Square; GROUP],
    boards: impl Boards,
    start: usize,
    group: &mut Group,
    lines: &mut GroupLines,
) {
    let (eights, _) = squares.as_chunks::<8>();
    for (eight, (squares, lines)) in eights.iter().zip(lines).enumerate() {
        let occupied = boards.load(level, start + 8 * eight);
        let turns = [group.turns.diagonal[eight], group.turns.antidiagonal[eight]];
        let (states, masks) = level.compress(squares, turns, occupied);
        group.rank[eight] = states.rank;
        group.file[eight] = states.file;
        group.diagonal[eight] = states.diagonal;
        group.antidiagonal[eight] = states.antidiagonal;
        lines.write(masks);
    }
}

/// The second step: from the occupied squares of each line to the attacked ones.
#[inline(always)]
fn solve<L: ByteLevel>(level: L, squares: &[Square; GROUP], group: &mut Group) {
    let masks = level.state_masks(squares);
    let (no_file, no_rank) = (!masks.file, !masks.rank);
    let load = |states| level.load_bytes(states);
    let rank = quintessence(load(&group.rank), no_file, masks.file, masks.file_reversed);
    let on_other = |states, line_ex| quintessence(load(states), line_ex, masks.rank, masks.rank_reversed);
    let file = on_other(&group.file, no_rank);
    let diagonal = on_other(&group.diagonal, masks.diagonal);
    let antidiagonal = on_other(&group.antidiagonal, masks.antidiagonal);
    group.rank = level.store_bytes(rank);
    group.file = level.store_bytes(file);
    group.diagonal = level.store_bytes(diagonal);
    group.antidiagonal = level.store_bytes(antidiagonal);
    group.rank_bits = level.store_bytes(masks.rank);
}

/// The third step.
#[inline(always)]
fn expand<L: ByteLevel, S: Sink>(level: L, group: &Group, lines: &GroupLines, sink: &mut S, start: usize) {
    for (eight, lines) in lines.iter().enumerate() {
        // SAFETY: the first step has gone over the whole block, and writes the lines of all eights of its groups.
        let lines = unsafe { lines.assume_init_ref() };
        let attacks = EightStates {
            rank: group.rank[eight],
            file: group.file[eight],
            diagonal: group.diagonal[eight],
            antidiagonal: group.antidiagonal[eight],
        };
        let rank_bits = group.rank_bits[eight];
        if matches!(S::WANTED, super::Wanted::Queen) {
            let (queens, _) = level.expand::<true>(attacks, rank_bits, lines);
            sink.store(start + 8 * eight, &(queens, queens));
        } else {
            sink.store(start + 8 * eight, &level.expand::<false>(attacks, rank_bits, lines));
        }
    }
}
