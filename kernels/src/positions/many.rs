//! The choice of a kernel for a batch of positions, by its length.
//!
//! Every function checks the lengths of its slices before it writes anything. The code for few positions inlines into
//! the function that is compiled for the level. That for many is a function of its own, so that few positions do not pay
//! for its stack frame.

use super::{PositionKernel, PositionsKernel, check_lengths, engine};
use crate::chess::{CheckInfo, ChecksAndPins, Move, Position};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};

/// Returns whether there are fewer positions than `limit`. If all numbers are few, this is a constant, and there is no
/// code for many.
#[inline(always)]
fn is_few(positions: &[Position], limit: usize) -> bool {
    limit == usize::MAX || positions.len() < limit
}

/// Writes the squares that each side attacks.
#[inline(always)]
pub(crate) fn attacked_squares<T: Outlined, K: PositionsKernel<T>>(
    token: T,
    positions: &[Position],
    white: &mut [u64],
    black: &mut [u64],
) {
    check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    if is_few(positions, K::FEW.attacked_squares) {
        K::few_attacked_squares(token, positions, white, black);
    } else {
        token.outlined(
            #[inline(always)]
            || K::attacked_squares(token, positions, white, black),
        );
    }
}

/// Writes the checkers, pinned pieces, evasions and king danger.
#[inline(always)]
pub(crate) fn checks_and_pins<T: Outlined, K: PositionsKernel<T>>(
    token: T,
    positions: &[Position],
    checks_and_pins: &mut [ChecksAndPins],
) {
    check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
    if is_few(positions, K::FEW.checks_and_pins) {
        K::few_checks_and_pins(token, positions, checks_and_pins);
    } else {
        token.outlined(
            #[inline(always)]
            || K::checks_and_pins(token, positions, checks_and_pins),
        );
    }
}

/// Writes the numbers of legal moves.
#[inline(always)]
pub(crate) fn legal_move_counts<T: Outlined, K: PositionsKernel<T>>(
    token: T,
    positions: &[Position],
    counts: &mut [u16],
) {
    check_lengths(positions.len(), [("counts", counts.len())]);
    if K::are_few_to_count(positions.len()) {
        K::few_legal_move_counts(token, positions, counts);
    } else {
        token.outlined(
            #[inline(always)]
            || K::legal_move_counts(token, positions, counts),
        );
    }
}

/// Writes the squares that each side attacks, by role: with the kernel `K` for one position, or with `M` for many.
#[inline(always)]
pub(crate) fn attacks_by_role<T: Simd, K: PositionKernel<T>, M: PositionsKernel<T>>(
    token: T,
    positions: &[Position],
    white: &mut [[u64; 6]],
    black: &mut [[u64; 6]],
) {
    check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
    if !K::BY_ROLE_ONE_BY_ONE {
        return M::attacks_by_role(token, positions, white, black);
    }
    for (position, (white, black)) in positions.iter().zip(white.iter_mut().zip(black)) {
        [*white, *black] = K::attacks_by_role(token, position);
    }
}

/// Writes the checks and pins of both kings, one position after the other, because the two passes over the lines of a
/// king already use all lanes.
#[inline(always)]
pub(crate) fn check_info<T: Simd, F: Formula<T>>(token: T, positions: &[Position], info: &mut [CheckInfo]) {
    check_lengths(positions.len(), [("info", info.len())]);
    for (position, place) in positions.iter().zip(info) {
        *place = engine::check_info::check_info::<T, F>(token, position);
    }
}

/// Plays one move in each position, one position after the other. A position is one cache line, and a move takes fewer
/// instructions than to transpose positions into lanes.
#[inline(always)]
pub(crate) fn play<T: Simd>(_token: T, positions: &mut [Position], moves: &[Move]) {
    check_lengths(positions.len(), [("moves", moves.len())]);
    for (position, &chess_move) in positions.iter_mut().zip(moves) {
        position.play_mut(chess_move);
    }
}
