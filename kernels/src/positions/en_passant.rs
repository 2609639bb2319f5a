//! En passant captures, tested exactly.
//!
//! Two pawns leave their squares, so a capture may uncover the king along any line. The code computes the
//! king's lines after the capture. En passant is rare, and a branch skips all of it in positions without a
//! possible capture.

use super::king::{King, king_lines};
use super::sides::{SIXTH_RANK, Sides, THIRD_RANK};
use crate::lanes::PositionLanes;

/// Returns the pawns that can capture en passant.
#[inline(always)]
pub fn en_passant_pawns<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    let own = sides.own;
    let target = sides.state & sides.splat(THIRD_RANK | SIXTH_RANK);
    let from_east = sides.east_and(sides.backward, target) & own.pawns;
    let from_west = sides.west_and(sides.backward, target) & own.pawns;
    if !(from_east | from_west).any() {
        return sides.splat(0);
    }
    let captured = target.rotate_left(sides.backward);
    captures(sides, king, from_east, target, captured) | captures(sides, king, from_west, target, captured)
}

/// Returns the pawn if its capture leaves the king safe, and no square otherwise.
#[inline(always)]
fn captures<V: PositionLanes>(sides: &Sides<V>, king: &King<V>, pawn: V, target: V, captured: V) -> V {
    let Sides { token, own, enemy, .. } = *sides;
    let occupied = (sides.occupied & !(pawn | captured)) | target;
    let lines = king_lines(token, occupied, own.king);
    let checkers = (lines.orthogonal() & enemy.orthogonal)
        | (lines.diagonals() & enemy.diagonal)
        | (king.checkers & !captured & (enemy.knights | enemy.pawns));
    pawn.keep(checkers.is_zero())
}
