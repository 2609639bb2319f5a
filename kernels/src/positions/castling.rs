//! Castling, by the rules of Chess960, which include those of standard chess.
//!
//! King and rook arrive on the c and d files or on the g and f files, from any squares. Three conditions apply:
//!
//! 1. The squares from the leftmost to the rightmost of the four are empty, except for the two pieces.
//! 2. No square from the king's to its destination is attacked.
//! 3. The rook is not pinned, because a slider behind it would attack the king's destination once the rook
//!    has moved.
//!
//! Source: [Chess960 castling](https://www.chessprogramming.org/Chess960).

use core::num::Wrapping;
use core::ops::{Add, Not, Sub};

use super::king::King;
use super::sides::Sides;
use crate::arrays::MapEach;
use crate::chess::castling::arrivals;
use crate::lanes::{Bitwise, PositionLanes};
use crate::line::{A_FILE, EIGHTH_RANK, FIRST_RANK};
use crate::{Line, Square};

/// Returns the rooks that the king can castle with.
#[inline(always)]
pub fn castling_rooks<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    let back_rank = sides.by_side(FIRST_RANK, EIGHTH_RANK);
    let rooks = sides.state & back_rank;
    let none = sides.splat(0);
    if !rooks.any() {
        return none;
    }
    let arrivals = arrivals(|file| sides.splat(A_FILE << file) & back_rank);
    let [east, west] = sides_of_king(sides.own.king, rooks, none, sides.splat(1), arrivals);
    castles(sides, king, east, back_rank) | castles(sides, king, west, back_rank)
}

/// Castling on one side of the king. The rook is empty if there is none on that side.
pub(super) struct Castling<V> {
    /// The rook.
    pub rook: V,
    /// The squares that must be empty except for king and rook. Squares on ranks other than the back rank may
    /// be included.
    pub way: V,
    /// The squares that must not be attacked. Squares on other ranks may be included.
    pub kings_way: V,
}

/// Returns castling to the east and to the west. `rooks` are those with a castling right, `one` is the first
/// square of the board, and the last argument has the squares where king and rook
/// [arrive](crate::chess::castling).
#[inline(always)]
pub(super) fn sides_of_king<V>(
    king: V,
    rooks: V,
    none: V,
    one: V,
    [[c, d], [g, f]]: [[V; 2]; 2],
) -> [Castling<V>; 2]
where
    V: Bitwise + Not<Output = V> + Add<Output = V> + Sub<Output = V>,
{
    // Zero minus a square is that square and all above it.
    let from_king = none - king;
    // A king with a rook to its east is never on the h-file, so the union of `from_king` and the f-file's
    // square has all squares from the leftmost of the two.
    let east_rook = rooks & from_king;
    let west_rook = rooks & !from_king;
    [
        Castling {
            rook: east_rook,
            way: (from_king | f) & (up_to(one, east_rook) | up_to(one, g)),
            kings_way: from_king & up_to(one, g),
        },
        Castling {
            rook: west_rook,
            way: ((none - west_rook) | (none - c)) & (up_to(one, king) | up_to(one, d)),
            kings_way: (from_king | (none - c)) & (up_to(one, king) | up_to(one, c)),
        },
    ]
}

/// Returns castling of a king with a rook on its rank. Its squares are on this rank.
#[inline(always)]
pub(super) fn of_king_and_rook(king: Square, rook: Square) -> Castling<u64> {
    let rank = Line::Rank.through(king);
    let [king, rook] = [king, rook].map_each(|square| Wrapping(square.bit()));
    let arrivals = arrivals(|file| Wrapping(A_FILE << file & rank));
    let [east, west] = sides_of_king(king, rook, Wrapping(0), Wrapping(1), arrivals);
    let castling = if rook > king { east } else { west };
    Castling { rook: rook.0, way: castling.way.0 & rank, kings_way: castling.kings_way.0 & rank }
}

/// Returns the squares up to and including `square`.
#[inline(always)]
fn up_to<V: Bitwise + Add<Output = V> + Sub<Output = V>>(one: V, square: V) -> V {
    square + square - one
}

/// Returns the rook if the king can castle with it, and no square otherwise.
#[inline(always)]
fn castles<V: PositionLanes>(sides: &Sides<V>, king: &King<V>, castling: Castling<V>, back_rank: V) -> V {
    let Castling { rook, way, kings_way } = castling;
    let in_the_way = sides.occupied & way & back_rank & !(sides.own.king | rook);
    let hindered = in_the_way | (kings_way & back_rank & king.danger) | (rook & king.pins);
    rook.keep(hindered.is_zero())
}
