//! Whether there is a legal move.
//!
//! Mate tests and the ends of games ask this of every position, and the answer is nearly always yes. A list
//! or a count would compute all moves for it. These functions therefore look for one move, in the order of
//! what a move costs to find, and stop at the first:
//!
//! 1. Without a check, each step of a pawn that is not pinned to an empty square is legal. Most positions of
//!    games have one. Knights in this step took 2.4 ns more, for 7.5 instead of 5.0 (`avx512-vbmi`, Zen 5).
//! 2. The same for a knight's leap, and for a step of a slider to a neighbor.
//! 3. A step of the king to a square that no enemy attacks. Most replies to a check are found here.
//! 4. All other positions are counted.
//!
//! Which pieces are not pinned is known before the pins are. A pinned piece is the first one that the king
//! sees along a line, so pieces that it does not see are free, and one pass over its lines is enough:
//!
//! ```text
//! r . n . K . N P     K sees n and N. The P behind N is not pinned, whatever is behind it
//! ```
//!
//! With a `CheckInfo`, the pins are given, and steps 1 and 2 need no pass over any line.

use super::attackers::attackers_to;
use super::destinations::SideToMove;
use crate::Square;
use crate::chess::{CheckInfo, Color, Position, word};
use crate::formula::Formula;
use crate::lanes::{Outlined, Simd};
use crate::square::squares;
use crate::steps::{knight_attacks, pawn_attacks};
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
pub fn has_legal_moves<T: Outlined, F: Formula<T>>(
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
    has_step(&side, position, checkers, free, king)
        || has_other_move::<T, F>(token, position, checkers, free, is_counted)
}

/// Returns whether the side to move has a legal move, with checks and pins given; otherwise like
/// [`has_legal_moves`].
#[inline(always)]
pub fn has_legal_moves_with<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    is_counted: impl FnOnce() -> bool,
) -> bool {
    let side = SideToMove::new(position);
    let free = side.own & !info.pinned[Color::ALL[side.color]];
    let king = side.own & position.words[word::KINGS];
    has_step(&side, position, info.checkers, free, king)
        || has_other_move::<T, F>(token, position, info.checkers, free, is_counted)
}

/// Returns whether there is no check and a pawn that is not pinned has a step.
#[inline(always)]
fn has_step(side: &SideToMove, position: &Position, checkers: u64, free: u64, king: u64) -> bool {
    let pushes = (position.words[word::PAWNS] & free).rotate_left(side.forward) & !side.occupied;
    (checkers == 0) & (pushes != 0) & (king != 0)
}

/// Returns whether there is another legal move: a step of a slider or of the king, or any. Out of line, so
/// that its variables take no registers from the common case.
#[inline(never)]
fn has_other_move<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    checkers: u64,
    free: u64,
    is_counted: impl FnOnce() -> bool,
) -> bool {
    let is_found = token.outlined(
        #[inline(always)]
        || {
            let side = SideToMove::new(position);
            let Some(king) = Square::lowest(side.own & position.words[word::KINGS]) else { return false };
            let orthogonal = position.words[word::ORTHOGONAL] & free;
            let diagonal = position.words[word::DIAGONAL] & free;
            let steps = orthogonal << 8
                | orthogonal >> 8
                | pawn_attacks(Color::White, diagonal)
                | pawn_attacks(Color::Black, diagonal);
            let leaps = knight_attacks(position.words[word::KNIGHTS] & free);
            let is_safe = |to: Square| {
                let occupied = side.occupied & !king.bit() | to.bit();
                attackers_to::<T, F>(token, position, to, occupied) & side.enemy & !to.bit() == 0
            };
            let kings_steps = STEPS_TO.0[king.index()][7] & !side.own;
            (checkers == 0) & ((steps | leaps) & !side.own != 0) || squares(kings_steps).any(is_safe)
        },
    );
    is_found || is_counted()
}

/// Returns the lowest square of a set, or a1 for an empty set.
#[inline(always)]
fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
