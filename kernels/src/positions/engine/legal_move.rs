//! Whether there is a legal move.
//!
//! Without this kernel, `has_legal_moves` takes 3.2 times as long at `avx512-vbmi` and 3.7 times at `avx2`, by
//! counting (Zen 5).
//!
//! Mate tests and the ends of games test every position, and nearly all have a move. A list or a count would
//! compute all moves. These functions therefore look for the step of a pawn first: without a check, each step
//! of a pawn that is not pinned to an empty square is legal, and most positions of games have one. Knights in
//! this test took 2.4 ns more, for 7.5 instead of 5.0 (`avx512-vbmi`, Zen 5). All other positions are counted.
//!
//! Which pieces are not pinned is known before the pins are. A pinned piece is the first one that the king
//! sees along a line, so pieces that it does not see are free, and one pass over its lines is enough:
//!
//! ```text
//! r . n . K . N P     K sees n and N. The P behind N is not pinned, whatever is behind it
//! ```
//!
//! With a `CheckInfo`, the pins are given, and the test needs no pass over any line.

use super::attackers::attackers_to;
use super::destinations::SideToMove;
use crate::Square;
use crate::chess::{CheckInfo, Color, Position, word};
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::tables::STEPS_TO;

/// Returns the pieces that give check to the side to move, and 0 if it has no king.
#[inline(always)]
pub fn checkers<T: Simd, F: Formula<T>>(token: T, position: &Position) -> u64 {
    let side = SideToMove::new(position);
    let king = side.own & position.words[word::KINGS];
    let attackers = attackers_to::<T, F>(token, position, first(king), side.occupied) & side.enemy;
    attackers & u64::from(king != 0).wrapping_neg()
}

/// Returns whether the side to move has a legal move. `is_counted` computes the number of legal moves and
/// returns whether it is not 0.
#[inline(always)]
pub fn has_legal_moves<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    is_counted: impl FnOnce() -> bool,
) -> bool {
    let side = SideToMove::new(position);
    let words = &position.words;
    let king = side.own & words[word::KINGS];
    let square = first(king);
    let seen = F::queen_attacks_x4(token, square, side.occupied);
    let steps = &STEPS_TO.0[square.index()];
    let attackers = seen.rook() & words[word::ORTHOGONAL]
        | seen.bishop() & words[word::DIAGONAL]
        | steps[side.color ^ 1] & words[word::PAWNS]
        | steps[2] & words[word::KNIGHTS];
    let checkers = attackers & side.enemy;
    let free = side.own & !seen.queen();
    has_step(&side, position, checkers, free, king) || is_counted()
}

/// Returns whether the side to move has a legal move, with checks and pins given; otherwise like
/// [`has_legal_moves`].
#[inline(always)]
pub fn has_legal_moves_with(
    position: &Position,
    info: &CheckInfo,
    is_counted: impl FnOnce() -> bool,
) -> bool {
    let side = SideToMove::new(position);
    let free = side.own & !info.pinned[Color::ALL[side.color]];
    let king = side.own & position.words[word::KINGS];
    has_step(&side, position, info.checkers, free, king) || is_counted()
}

/// Returns whether there is no check and a pawn that is not pinned has a step.
#[inline(always)]
fn has_step(side: &SideToMove, position: &Position, checkers: u64, free: u64, king: u64) -> bool {
    let pushes = (position.words[word::PAWNS] & free).rotate_left(side.forward) & !side.occupied;
    (checkers == 0) & (pushes != 0) & (king != 0)
}

/// Returns the lowest square of a set, or a1 for an empty set.
#[inline(always)]
fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
