//! Castling, of Chess960 and so of chess as well.
//!
//! King and rook end on the c and d files, or on the g and f files, wherever they stood. What lies from the leftmost to
//! the rightmost of the four squares must be empty but for the two; what lies from the king to its end must not be in
//! danger; and the rook must not be pinned, because a slider behind it attacks the king's end once the rook is gone.

use super::king::King;
use super::sides::Sides;
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, EIGHTH_RANK, FIRST_RANK};

/// The rooks that the king can castle with.
#[inline(always)]
pub fn castling_rooks<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    let back_rank = sides.by_side(FIRST_RANK, EIGHTH_RANK);
    let rooks = sides.state & back_rank;
    let none = sides.splat(0);
    if !rooks.any() {
        return none;
    }
    let [c, d, f, g] =
        [on(2, back_rank, sides), on(3, back_rank, sides), on(5, back_rank, sides), on(6, back_rank, sides)];
    let k = sides.own.king;
    let from_king = none - k;

    // The castling rook on the king's either side, if there is one. A square subtracted from 0 is the square and all
    // above it.
    let east_rook = rooks & from_king;
    // No king with a rook to its east stands on the h-file: from the king on and the f-file's square leave nothing out.
    let east_way = (from_king | f) & (up_to(sides, east_rook) | up_to(sides, g));
    let east_king = from_king & up_to(sides, g);
    let west_rook = rooks & !from_king;
    let west_way = ((none - west_rook) | (none - c)) & (up_to(sides, k) | up_to(sides, d));
    let west_king = (from_king | (none - c)) & (up_to(sides, k) | up_to(sides, c));
    castles(sides, king, east_rook, east_way & back_rank, east_king & back_rank)
        | castles(sides, king, west_rook, west_way & back_rank, west_king & back_rank)
}

/// The square of a file on the back rank.
#[inline(always)]
fn on<V: PositionLanes>(file: u32, back_rank: V, sides: &Sides<V>) -> V {
    sides.splat(A_FILE << file) & back_rank
}

/// The squares up to one square, itself included.
#[inline(always)]
fn up_to<V: PositionLanes>(sides: &Sides<V>, square: V) -> V {
    square + square - sides.splat(1)
}

/// The rook, if the king can castle with it.
#[inline(always)]
fn castles<V: PositionLanes>(sides: &Sides<V>, king: &King<V>, rook: V, way: V, kings_way: V) -> V {
    let in_the_way = sides.occupied & way & !(sides.own.king | rook);
    let hindered = in_the_way | (kings_way & king.danger) | (rook & king.pins);
    rook.keep(hindered.is_zero())
}
