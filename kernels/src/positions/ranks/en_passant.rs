//! En passant captures on two ranks.
//!
//! The pawn that is captured, `x`, and the pawns beside it, `p`, are on one rank, and the capturing pawn
//! moves to the next:
//!
//! ```text
//! rank 5      . . . * . . . .
//! rank 4      . . p x p . . .
//! ```
//!
//! A capture is legal if four conditions hold:
//!
//! 1. The capturing pawn is not pinned, or it is pinned along its move, as for any capture.
//! 2. The captured pawn does not shield the king on a diagonal ([`King::shields`]). On its file, the
//!    capturing pawn takes its place as an obstacle.
//! 3. No rook attacks the king along the rank that both pawns leave. This is the one case that pins do not
//!    cover, so the king's attacks along the rank are computed without both pawns.
//! 4. If there is a check, either the captured pawn gives it, or the capturing pawn arrives where it can be
//!    blocked.

use super::fills::West;
use super::king::King;
use super::sides::{EN_PASSANT_RANK, RankSides};
use crate::lanes::RankLanes;

/// Returns the pawns on rank 4 that can capture en passant.
#[inline(always)]
pub fn en_passant_pawns<V: RankLanes>(sides: &RankSides<V>, king: &King<V>) -> V {
    const RANK: usize = EN_PASSANT_RANK;
    let target = sides.en_passant;
    // The captured pawn is on the file of the target.
    let captured = target;
    let pawns = sides.pawns[RANK];
    let (from_east, from_west) = (
        target.east() & pawns & king.free.antidiagonal[RANK],
        target.west() & pawns & king.free.diagonal[RANK],
    );
    if (from_east | from_west).not_zero() == 0 {
        return sides.splat(0);
    }
    let ends_checks = !((king.check_mask[RANK] & captured) | (king.check_mask[RANK + 1] & target)).is_zero();
    let is_no_shield = (king.shields & captured).is_zero();
    (leaves_rank(sides, from_east, captured) | leaves_rank(sides, from_west, captured))
        & ends_checks
        & is_no_shield
}

/// Returns the pawn if the king is not attacked along the rank once both pawns have left it, and no square
/// otherwise.
#[inline(always)]
fn leaves_rank<V: RankLanes>(sides: &RankSides<V>, pawn: V, captured: V) -> V {
    const RANK: usize = EN_PASSANT_RANK;
    let king = sides.kings[RANK] & sides.own[RANK];
    let rooks = sides.orthogonal[RANK] & sides.enemy[RANK];
    let empty = sides.empty[RANK] | pawn | captured;
    pawn & (West::new(sides.token, empty).attacks_both_ways(empty, king) & rooks).is_zero()
}
