//! Byte states: hyperbola quintessence on 64 lines in one vector, one byte for each.
//!
//! A file, a diagonal or an antidiagonal has at most one square on each rank, so its occupancy fits in a byte
//! with one bit for each rank. A rank is already a byte. One vector therefore holds the same line of 64
//! sliders. A block of sliders goes through three steps, each over the whole block:
//!
//! 1. *Compress.* Test the bytes of eight boards against the masks of a line. The result is a mask register
//!    with one bit for each byte: one state byte for each of eight sliders. The rank is extracted as a byte.
//! 2. *Solve.* Apply hyperbola quintessence to every byte, for 64 sliders at once.
//! 3. *Expand.* Load the attack states as mask registers. They select the attacked bytes of the line masks.
//!
//! ```text
//!           eight sliders at a time                64 at a time             eight at a time
//! board & line  ->  mask register  ->  memory  ->  states  ->  memory  ->  mask register  ->  bytes of the line
//! ```
//!
//! Between the steps the states go through memory, written in parts and read as whole vectors. A load that
//! covers several stores waits until these have left the store buffer, and in blocks of 64 sliders that takes
//! two thirds of the time. The steps are therefore at least 128 sliders apart. Lines that the sink does not
//! need are not computed.

mod avx512;

use core::mem::MaybeUninit;

use super::{Attacks, Boards, Request, Sink};
use crate::Square;
use crate::formula::quintessence;
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{Avx512Level, Avx512X8};

/// The number of sliders whose states of one line fill a vector.
const GROUP: usize = 64;
/// The usual number of groups in a block. Three groups and their lines fit in an L1 cache of 32 KiB, together
/// with squares, boards and attacks.
const BLOCK: usize = 3;
/// The largest number of groups in a block. A single last group is too short for a block and joins the one
/// before it.
const MOST: usize = BLOCK + 1;

/// One byte of state for each of eight sliders, with one bit for each square of a line. The bits are files
/// for a rank, and ranks for the other lines.
type StateBytes = u64;

/// The states of a group by line, eight sliders in each word. They are the occupied squares first, and the
/// attacked squares after step 2.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct LineBytes {
    rank: [StateBytes; 8],
    file: [StateBytes; 8],
    diagonal: [StateBytes; 8],
    antidiagonal: [StateBytes; 8],
    /// The bits of the sliders' ranks.
    rank_bits: [StateBytes; 8],
    turns: Turns,
}

/// The rotations (by eight for each rank) that turn a main diagonal into each slider's diagonal, one byte for
/// each of 64 sliders.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Turns {
    diagonal: [StateBytes; 8],
    antidiagonal: [StateBytes; 8],
}

/// The lines of eight sliders, without the rank.
///
/// The diagonals continue at the opposite edge, on the ranks that they do not reach. Each is then a *ring*,
/// one of eight instead of one of fifteen.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lines {
    file: [u64; 8],
    diagonal: [u64; 8],
    antidiagonal: [u64; 8],
}

/// The lines of a group. They are most of the buffers and are not initialized before step 1.
type GroupLines = [MaybeUninit<Lines>; 8];

impl LineBytes {
    const EMPTY: Self = Self {
        rank: [0; 8],
        file: [0; 8],
        diagonal: [0; 8],
        antidiagonal: [0; 8],
        rank_bits: [0; 8],
        turns: Turns { diagonal: [0; 8], antidiagonal: [0; 8] },
    };
}

pub(super) const BUFFER_BYTES: usize = size_of::<[(LineBytes, GroupLines); MOST]>();

/// Computes a batch whose length is a multiple of 64.
#[inline(always)]
pub(super) fn run<T: Avx512Level>(token: T, request: Request<'_, impl Boards, impl Sink>) {
    if request.count() == 0 {
        return;
    }
    let mut block = [LineBytes::EMPTY; MOST];
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

/// Computes the three steps for the groups of a block.
#[inline(always)]
fn run_block<T: Avx512Level, S: Sink>(
    token: T,
    request: Request<'_, impl Boards, S>,
    block: &mut [LineBytes],
    lines: &mut [GroupLines],
) {
    let Request { squares, boards, mut sink } = request.seen_to_be_equal();
    let (squares, _) = squares.as_chunks::<GROUP>();
    if S::WANTED.needs_bishop() {
        // Before step 1. Computed there, the rotations would be extracted from a vector word by word instead
        // of loaded from memory.
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
            // SAFETY: step 1 has run for the whole block and writes the lines of all eights of its groups.
            let lines = unsafe { lines.assume_init_ref() };
            sink.store(index * GROUP + 8 * eight, &Expanded { token, group, eight, lines });
        }
    }
}

/// Writes the lines of a group and their occupied squares (step 1).
#[inline(always)]
fn compress<T: Avx512Level, S: Sink>(
    token: T,
    squares: &[Square; GROUP],
    boards: impl Boards,
    start: usize,
    group: &mut LineBytes,
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

/// Replaces the occupied squares of each line with the attacked ones (step 2).
#[inline(always)]
fn solve<T: Avx512Level, S: Sink>(token: T, squares: &[Square; GROUP], group: &mut LineBytes) {
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

/// Replaces the occupied squares of one line of 64 sliders with the attacked ones, using the line's squares,
/// the sliders' bits, and these bits reversed.
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

/// Step 3 for eight sliders.
struct Expanded<'a, T> {
    token: T,
    group: &'a LineBytes,
    eight: usize,
    lines: &'a Lines,
}

impl<T: Avx512Level> Expanded<'_, T> {
    /// Adds the ranks to attacks on other lines.
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
