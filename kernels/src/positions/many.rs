//! The choice of a kernel for a batch of positions, by its length.
//!
//! Every function checks the lengths of its slices before it writes anything. Callers have checked them
//! before, in the row of the call, but LLVM has to see the check here to leave out those of single places.
//! The code for few positions inlines into the function that is compiled for the level. That for many is a
//! function of its own, so that few positions do not pay for its stack frame. For the rest of a long batch it
//! calls the function of the level again, as `few`, so that the code for few positions is compiled once.

use core::marker::PhantomData;

use super::{GroupsKernel, PositionKernel};
use crate::chess::{CheckInfo, ChecksAndPins, Move, Position};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};
use crate::lengths::check_lengths;

/// A kernel for long batches.
///
/// It calls the function `few` for a rest, which is shorter than a long batch. A kernel with a number below
/// has the function of the same name.
pub trait ManyKernel<T> {
    /// The least number of positions for [`attacked_squares`](Self::attacked_squares).
    const ATTACKED_FROM: usize = usize::MAX;
    /// The least number of positions for [`checks_and_pins`](Self::checks_and_pins).
    const CHECKS_FROM: usize = usize::MAX;

    /// Returns whether [`legal_move_counts`](Self::legal_move_counts) counts this number of positions.
    #[inline(always)]
    fn counts(_number: usize) -> bool {
        false
    }
    /// Writes the squares that each side attacks.
    #[inline(always)]
    fn attacked_squares(
        _token: T,
        positions: &[Position],
        white: &mut [u64],
        black: &mut [u64],
        few: impl Fn(&[Position], &mut [u64], &mut [u64]),
    ) {
        few(positions, white, black);
    }
    /// Writes the checkers, pinned pieces, evasions and king danger.
    #[inline(always)]
    fn checks_and_pins(
        _token: T,
        positions: &[Position],
        results: &mut [ChecksAndPins],
        few: impl Fn(&[Position], &mut [ChecksAndPins]),
    ) {
        few(positions, results);
    }
    /// Writes the numbers of legal moves.
    #[inline(always)]
    fn legal_move_counts(
        _token: T,
        positions: &[Position],
        counts: &mut [u16],
        few: impl Fn(&[Position], &mut [u16]),
    ) {
        few(positions, counts);
    }
}

/// No kernel for long batches: all are computed in groups.
#[derive(Clone, Copy, Debug)]
pub struct InGroups;

impl<T> ManyKernel<T> for InGroups {}

/// Checks and pins of at least `FROM` positions in groups of the kernel `W`, which has wider lanes than the
/// level's own.
#[derive(Clone, Copy, Debug)]
pub struct InGroupsOf<const FROM: usize, W>(PhantomData<W>);

impl<const FROM: usize, T, W: GroupsKernel<T>> ManyKernel<T> for InGroupsOf<FROM, W> {
    const CHECKS_FROM: usize = FROM;

    #[inline(always)]
    fn checks_and_pins(
        token: T,
        positions: &[Position],
        results: &mut [ChecksAndPins],
        _few: impl Fn(&[Position], &mut [ChecksAndPins]),
    ) {
        W::checks_and_pins(token, positions, results);
    }
}

/// Writes the squares that each side attacks.
#[inline(always)]
pub(crate) fn attacked_squares<T: Outlined, G: GroupsKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    white: &mut [u64],
    black: &mut [u64],
    few: impl Fn(&[Position], &mut [u64], &mut [u64]),
) {
    check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    // If the number is `usize::MAX`, the condition is a constant, and there is no code for long batches.
    if M::ATTACKED_FROM == usize::MAX || positions.len() < M::ATTACKED_FROM {
        G::attacked_squares(token, positions, white, black);
    } else {
        token.outlined(
            #[inline(always)]
            || M::attacked_squares(token, positions, white, black, few),
        );
    }
}

/// Writes the checkers, pinned pieces, evasions and king danger.
#[inline(always)]
pub(crate) fn checks_and_pins<T: Outlined, G: GroupsKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    checks_and_pins: &mut [ChecksAndPins],
    few: impl Fn(&[Position], &mut [ChecksAndPins]),
) {
    check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
    if M::CHECKS_FROM == usize::MAX || positions.len() < M::CHECKS_FROM {
        G::checks_and_pins(token, positions, checks_and_pins);
    } else {
        token.outlined(
            #[inline(always)]
            || M::checks_and_pins(token, positions, checks_and_pins, few),
        );
    }
}

/// Writes the numbers of legal moves.
#[inline(always)]
pub(crate) fn legal_move_counts<T: Outlined, G: GroupsKernel<T>, M: ManyKernel<T>>(
    token: T,
    positions: &[Position],
    counts: &mut [u16],
    few: impl Fn(&[Position], &mut [u16]),
) {
    check_lengths(positions.len(), [("counts", counts.len())]);
    if M::counts(positions.len()) {
        token.outlined(
            #[inline(always)]
            || M::legal_move_counts(token, positions, counts, few),
        );
    } else {
        G::legal_move_counts(token, positions, counts);
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
pub(crate) fn check_info<T: Simd, K: PositionKernel<T>, F: Formula<T>>(
    token: T,
    positions: &[Position],
    info: &mut [CheckInfo],
) {
    check_lengths(positions.len(), [("info", info.len())]);
    for (position, place) in positions.iter().zip(info) {
        *place = K::check_info::<F>(token, position);
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
