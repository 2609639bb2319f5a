//! Castling, of Chess960 and so of chess as well, on one rank: see [`positions::castling`](crate::positions) for the rules.

use super::king::King;
use super::sides::Sides;
use crate::lanes::RankLanes;

const C_FILE: u8 = 1 << 2;
const D_FILE: u8 = 1 << 3;
const F_FILE: u8 = 1 << 5;
const G_FILE: u8 = 1 << 6;

/// Returns the rooks on rank 0 that the king can castle with.
#[inline(always)]
pub fn castling_rooks<V: RankLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    let (c, d, f, g) = (sides.splat(C_FILE), sides.splat(D_FILE), sides.splat(F_FILE), sides.splat(G_FILE));
    let (none, k) = (sides.splat(0), sides.kings[0] & sides.own[0]);
    // A square subtracted from 0 is the square and all to its east.
    let from_king = none - k;
    let east_rook = sides.castling_rooks & from_king;
    let east_way = (from_king | f) & (up_to(sides, east_rook) | up_to(sides, g));
    let east_king = from_king & up_to(sides, g);
    let west_rook = sides.castling_rooks & !from_king;
    let west_way = ((none - west_rook) | (none - c)) & (up_to(sides, k) | up_to(sides, d));
    let west_king = (from_king | (none - c)) & (up_to(sides, k) | up_to(sides, c));
    castles(sides, king, east_rook, east_way & !k, east_king)
        | castles(sides, king, west_rook, west_way & !k, west_king)
}

/// The squares up to one square, itself included.
#[inline(always)]
fn up_to<V: RankLanes>(sides: &Sides<V>, square: V) -> V {
    square + square + sides.splat(0xff)
}

/// The rook, if the king can castle with it.
#[inline(always)]
fn castles<V: RankLanes>(sides: &Sides<V>, king: &King<V>, rook: V, way: V, kings_way: V) -> V {
    let in_the_way = way & !(sides.empty[0] | rook);
    let hindered = in_the_way | (kings_way & king.danger[0]) | (rook & king.pins[0]);
    rook & hindered.is_zero()
}
