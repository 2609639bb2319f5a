//! Batches of positions: long ones by a kernel for many positions, the rest one after the other.
//!
//! Every function checks the lengths of its slices before it writes anything. Callers have checked them
//! before, in the row of the call, but LLVM has to see the check here to leave out those of single places.
//! The code for single positions inlines into the function that is compiled for the level. That for many is
//! a function of its own, so that few positions do not pay for its stack frame.

use core::marker::PhantomData;

use super::{PositionKernel, engine};
use crate::chess::{CheckInfo, ChecksAndPins, Move, Position};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};
use crate::lengths::check_lengths;

/// A kernel for many positions. Each function computes the first positions of a batch and returns their
/// number, which is 0 for a short batch.
pub trait ManyKernel<T> {
    /// Writes the squares that each side attacks.
    #[inline(always)]
    fn attacked_squares(_: T, _positions: &[Position], _white: &mut [u64], _black: &mut [u64]) -> usize {
        0
    }
    /// Writes the checkers, pinned pieces, evasions and king danger.
    #[inline(always)]
    fn checks_and_pins(_: T, _positions: &[Position], _results: &mut [ChecksAndPins]) -> usize {
        0
    }
    /// Writes the numbers of legal moves, or `UNCOUNTED` for a position that the kernel does not support.
    /// Also returns whether there is such a position.
    #[inline(always)]
    fn legal_move_counts(_: T, _positions: &[Position], _counts: &mut [u16]) -> (usize, bool) {
        (0, false)
    }
}

/// The count of a position that a kernel for many does not support. No list of moves is so long.
pub(super) const UNCOUNTED: u16 = u16::MAX;

/// No kernel for many positions.
#[derive(Clone, Copy, Debug)]
pub struct ManyOneByOne;

impl<T> ManyKernel<T> for ManyOneByOne {}

/// The kernel `W` for at least `FROM` positions, and the kernel `N` for fewer.
#[derive(Clone, Copy, Debug)]
pub struct ManyFrom<const FROM: usize, W, N>(PhantomData<(W, N)>);

impl<const FROM: usize, T, W: ManyKernel<T>, N: ManyKernel<T>> ManyKernel<T> for ManyFrom<FROM, W, N> {
    #[inline(always)]
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]) -> usize {
        if positions.len() >= FROM {
            W::attacked_squares(token, positions, white, black)
        } else {
            N::attacked_squares(token, positions, white, black)
        }
    }

    #[inline(always)]
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]) -> usize {
        if positions.len() >= FROM {
            W::checks_and_pins(token, positions, results)
        } else {
            N::checks_and_pins(token, positions, results)
        }
    }

    #[inline(always)]
    fn legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]) -> (usize, bool) {
        if positions.len() >= FROM {
            W::legal_move_counts(token, positions, counts)
        } else {
            N::legal_move_counts(token, positions, counts)
        }
    }
}

/// Writes the squares that each side attacks.
#[inline(always)]
pub(crate) fn attacked_squares<T: Outlined, P: PositionKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    white: &mut [u64],
    black: &mut [u64],
) {
    check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    let done = M::attacked_squares(token, positions, white, black);
    let rest = white[done..].iter_mut().zip(&mut black[done..]);
    for (position, (white, black)) in positions[done..].iter().zip(rest) {
        [*white, *black] = P::attacked_squares(token, position);
    }
}

/// Writes the checkers, pinned pieces, evasions and king danger.
#[inline(always)]
pub(crate) fn checks_and_pins<T: Outlined, P: PositionKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    checks_and_pins: &mut [ChecksAndPins],
) {
    check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
    let done = M::checks_and_pins(token, positions, checks_and_pins);
    for (position, place) in positions[done..].iter().zip(&mut checks_and_pins[done..]) {
        *place = P::checks_and_pins(token, position);
    }
}

/// Writes the numbers of legal moves.
#[inline(always)]
pub(crate) fn legal_move_counts<T: Outlined, P: PositionKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    counts: &mut [u16],
) {
    check_lengths(positions.len(), [("counts", counts.len())]);
    let (done, is_incomplete) = M::legal_move_counts(token, positions, counts);
    let first = if is_incomplete { 0 } else { done };
    for index in first..positions.len() {
        if index >= done || counts[index] == UNCOUNTED {
            counts[index] = P::legal_move_count(token, &positions[index]);
        }
    }
}

/// Writes the squares that each side attacks, by role, one position after the other.
///
/// Eight positions together took 1.65 times as long a position on Zen 5 with AVX-512, and four 1.5 times with
/// AVX2: their queens take a second fill as well, and their results have to be transposed.
#[inline(always)]
pub(crate) fn attacks_by_role<T: Simd, K: PositionKernel<T>>(
    token: T,
    positions: &[Position],
    white: &mut [[u64; 6]],
    black: &mut [[u64; 6]],
) {
    check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    for (position, (white, black)) in positions.iter().zip(white.iter_mut().zip(black)) {
        [*white, *black] = K::attacks_by_role(token, position);
    }
}

/// Writes the checks and pins of both kings, one position after the other, because the two passes over the
/// lines of the kings already use all lanes.
#[inline(always)]
pub(crate) fn check_info<T: Simd, F: Formula<T>>(token: T, positions: &[Position], info: &mut [CheckInfo]) {
    check_lengths(positions.len(), [("info", info.len())]);
    for (position, place) in positions.iter().zip(info) {
        *place = engine::check_info::check_info::<T, F>(token, position);
    }
}

/// Plays one move in each position, one position after the other. A kernel with a position in each lane has
/// not been tried: it would have to transpose a cache line for each move.
#[inline(always)]
pub(crate) fn play<T: Simd>(_token: T, positions: &mut [Position], moves: &[Move]) {
    check_lengths(positions.len(), [("moves", moves.len())]);
    for (position, &chess_move) in positions.iter_mut().zip(moves) {
        position.play_mut(chess_move);
    }
}
