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
//! ```text
//!           eight sliders at a time                64 at a time             eight at a time
//! board & line  ->  mask register  ->  memory  ->  states  ->  memory  ->  mask register  ->  bytes of the line
//! ```
//!
//! Between the steps the states go through memory, eight bytes at a time in and 64 out. A load that covers several
//! stores waits until these have left the store buffer, and with blocks of 64 sliders that takes two thirds of the time:
//! so the steps are at least 128 sliders apart. Lines that nobody asks for are not computed.

mod avx512;

use core::mem::MaybeUninit;

use super::{Attacks, Boards, Request, Sink};
use crate::Square;
use crate::formula::quintessence;
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{Avx512Level, Avx512X8};

/// Sliders whose states of one line fill a vector.
const GROUP: usize = 64;
/// The groups of a block where there are enough of them: three and their lines fit in a first cache of 32 KiB beside
/// squares, boards and attacks.
const BLOCK: usize = 3;
/// The most groups of a block: one group alone is too few, and goes with the block before it.
const MOST: usize = BLOCK + 1;

/// A byte of state for each of eight sliders: a bit for each square of a line. A rank's bits stand for the files, those of
/// the other lines for the ranks.
type StateBytes = u64;

/// The states of a group, by line, eight sliders to a word; first which squares are occupied, then which are attacked.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Group {
    rank: [StateBytes; 8],
    file: [StateBytes; 8],
    diagonal: [StateBytes; 8],
    antidiagonal: [StateBytes; 8],
    /// The bits of the sliders' ranks.
    rank_bits: [StateBytes; 8],
    turns: Turns,
}

/// How far the main diagonals are rotated, by eight for each rank, to be those of 64 sliders: a byte for each.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Turns {
    diagonal: [StateBytes; 8],
    antidiagonal: [StateBytes; 8],
}

/// The lines without the rank of eight sliders.
///
/// The diagonals go on at the other edge of the board, on the ranks that they do not reach: a *ring*, one of eight
/// instead of one of fifteen.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lines {
    file: [u64; 8],
    diagonal: [u64; 8],
    antidiagonal: [u64; 8],
}

/// The lines of a group. They are most of the memory, and are not cleared before the first step.
type GroupLines = [MaybeUninit<Lines>; 8];

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

/// Computes a multiple of 64 sliders.
#[inline(always)]
pub(super) fn run<T: Avx512Level>(token: T, request: Request<'_, impl Boards, impl Sink>) {
    if request.count() == 0 {
        return;
    }
    let mut block = [Group::EMPTY; MOST];
    let mut lines: [GroupLines; MOST] = [[const { MaybeUninit::uninit() }; 8]; MOST];
    let mut request = request;
    while request.count() > 0 {
        let left = request.count() / GROUP;
        let count = if left <= MOST { left } else { BLOCK };
        let (now, later) = request.split_at(count * GROUP);
        run_block(token, now, &mut block[..count], &mut lines[..count]);
        request = later;
    }
}

/// The three steps for the groups of a block.
#[inline(always)]
fn run_block<T: Avx512Level, S: Sink>(
    token: T,
    request: Request<'_, impl Boards, S>,
    block: &mut [Group],
    lines: &mut [GroupLines],
) {
    let Request { squares, boards, mut sink } = request.seen_to_be_equal();
    let (squares, _) = squares.as_chunks::<GROUP>();
    if S::WANTED.needs_bishop() {
        // Before the first step, which would take them out of a vector word by word instead of from memory.
        for (group, squares) in block.iter_mut().zip(squares) {
            group.turns = avx512::turns(token, squares);
        }
    }
    for (index, ((group, lines), squares)) in block.iter_mut().zip(&mut *lines).zip(squares).enumerate() {
        compress::<T, S>(token, squares, boards, index * GROUP, group, lines);
    }
    for (group, squares) in block.iter_mut().zip(squares) {
        solve::<T, S>(token, squares, group);
    }
    for (index, (group, lines)) in block.iter().zip(lines).enumerate() {
        for (eight, lines) in lines.iter().enumerate() {
            // SAFETY: the first step has gone over the whole block, and writes the lines of all eights of its groups.
            let lines = unsafe { lines.assume_init_ref() };
            sink.store(index * GROUP + 8 * eight, &Expanded { token, group, eight, lines });
        }
    }
}

/// The first step.
#[inline(always)]
fn compress<T: Avx512Level, S: Sink>(
    token: T,
    squares: &[Square; GROUP],
    boards: impl Boards,
    start: usize,
    group: &mut Group,
    lines: &mut GroupLines,
) {
    let (eights, _) = squares.as_chunks::<8>();
    for (eight, (squares, lines)) in eights.iter().zip(lines).enumerate() {
        let occupied = boards.load(token, start + 8 * eight);
        let squares = avx512::spread_squares(token, squares);
        let mut whole = Lines { file: [0; 8], diagonal: [0; 8], antidiagonal: [0; 8] };
        if S::WANTED.needs_rook() {
            group.rank[eight] = avx512::rank_bytes(token, squares, occupied);
            (group.file[eight], whole.file) = avx512::file(token, squares, occupied);
        }
        if S::WANTED.needs_bishop() {
            let turns = [group.turns.diagonal[eight], group.turns.antidiagonal[eight]];
            let [diagonal, antidiagonal] = avx512::diagonals(token, turns, occupied);
            (group.diagonal[eight], whole.diagonal) = diagonal;
            (group.antidiagonal[eight], whole.antidiagonal) = antidiagonal;
        }
        lines.write(whole);
    }
}

/// The second step: from the occupied squares of each line to the attacked ones.
#[inline(always)]
fn solve<T: Avx512Level, S: Sink>(token: T, squares: &[Square; GROUP], group: &mut Group) {
    let masks = avx512::state_masks(token, squares);
    if S::WANTED.needs_rook() {
        solve_line(&mut group.rank, !masks.file, masks.file, masks.file_reversed);
        solve_line(&mut group.file, !masks.rank, masks.rank, masks.rank_reversed);
        group.rank_bits = avx512::store_bytes(masks.rank);
    }
    if S::WANTED.needs_bishop() {
        solve_line(&mut group.diagonal, masks.diagonal, masks.rank, masks.rank_reversed);
        solve_line(&mut group.antidiagonal, masks.antidiagonal, masks.rank, masks.rank_reversed);
    }
}

/// The same for one line of 64 sliders: the squares of the line, the slider's, and that with its byte reversed.
#[inline(always)]
fn solve_line<T: Avx512Level>(
    states: &mut [StateBytes; 8],
    line_ex: Avx512Bytes<T>,
    slider: Avx512Bytes<T>,
    slider_reversed: Avx512Bytes<T>,
) {
    let occupied = avx512::load_bytes(slider.token, states);
    *states = avx512::store_bytes(quintessence(occupied, line_ex, slider, slider_reversed));
}

/// The third step, for eight sliders.
struct Expanded<'a, T> {
    token: T,
    group: &'a Group,
    /// Which eight of the group.
    eight: usize,
    lines: &'a Lines,
}

impl<T: Avx512Level> Expanded<'_, T> {
    /// Puts the ranks into attacks on other lines.
    #[inline(always)]
    fn with_rank(&self, attacks: Avx512X8<T>) -> Avx512X8<T> {
        avx512::put_rank(attacks, self.group.rank_bits[self.eight], self.group.rank[self.eight])
    }
}

impl<T: Avx512Level> Attacks<Avx512X8<T>> for Expanded<'_, T> {
    #[inline(always)]
    fn rook(&self) -> Avx512X8<T> {
        self.with_rank(avx512::attacked(self.token, &self.lines.file, self.group.file[self.eight]))
    }

    #[inline(always)]
    fn bishop(&self) -> Avx512X8<T> {
        let diagonal = avx512::attacked(self.token, &self.lines.diagonal, self.group.diagonal[self.eight]);
        avx512::also_attacked(diagonal, &self.lines.antidiagonal, self.group.antidiagonal[self.eight])
    }

    #[inline(always)]
    fn queen(&self) -> Avx512X8<T> {
        self.with_rank(avx512::also_attacked(self.bishop(), &self.lines.file, self.group.file[self.eight]))
    }
}
