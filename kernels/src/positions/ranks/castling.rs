//! Castling on one rank, by the rules in `positions/castling.rs`.

use super::king::King;
use super::sides::RankSides;
use crate::chess::castling::arrivals;
use crate::lanes::RankLanes;
use crate::positions::castling::{Castling, sides_of_king};

/// Returns the rooks on rank 0 that the king can castle with.
#[inline(always)]
pub fn castling_rooks<V: RankLanes>(sides: &RankSides<V>, king: &King<V>) -> V {
    let (none, k) = (sides.splat(0), sides.kings[0] & sides.own[0]);
    let arrivals = arrivals(|file| sides.splat(1 << file));
    let [east, west] = sides_of_king(k, sides.castling_rooks, none, sides.splat(1), arrivals);
    castles(sides, king, k, east) | castles(sides, king, k, west)
}

/// Returns the rook if the king `k` can castle with it, and no square otherwise.
#[inline(always)]
fn castles<V: RankLanes>(sides: &RankSides<V>, king: &King<V>, k: V, castling: Castling<V>) -> V {
    let Castling { rook, way, kings_way } = castling;
    let in_the_way = way & !(sides.empty[0] | k | rook);
    let hindered = in_the_way | (kings_way & king.danger[0]) | (rook & !king.unpinned[0]);
    rook & hindered.is_zero()
}
