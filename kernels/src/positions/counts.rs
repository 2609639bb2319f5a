//! The moves of pawns and king, as targets and as numbers.

use super::castling::castling_rooks;
use super::en_passant::en_passant_pawns;
use super::king::King;
use super::sides::{SIXTH_RANK, Sides, THIRD_RANK};
use crate::lanes::PositionLanes;
use crate::line::{EIGHTH_RANK, FIRST_RANK};

/// The moves of pawns and king, as sets with one bit for each move.
pub(super) struct OtherMoves<V> {
    /// All moves, with a promotion counted as one.
    pub once: [V; 3],
    /// The promotions. Each is four moves, three more than in `once`.
    pub promotions: [V; 2],
}

#[inline(always)]
pub(super) fn other_moves<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> OtherMoves<V> {
    let pawns = pawn_targets(sides, king);
    // Disjoint sets are counted as one. Pushes go to empty squares and captures to the enemy's. Castling is
    // counted on the rook's square, and en passant on the capturing pawn's.
    let pushes_and_east = pawns.one_step | pawns.two_steps | pawns.east;
    let by_own_square = castling_rooks(sides, king) | en_passant_pawns(sides, king);
    let last_ranks = sides.splat(LAST_RANKS);
    OtherMoves {
        once: [pushes_and_east | by_own_square, pawns.west, king_targets(sides, king)],
        promotions: [pushes_and_east & last_ranks, pawns.west & last_ranks],
    }
}

impl<V: PositionLanes> OtherMoves<V> {
    /// Returns their number as [counts by byte](PositionLanes::popcount_bytes).
    #[inline(always)]
    pub fn count(self) -> V {
        let [a, b, c] = self.once;
        let [d, e] = self.promotions;
        let once = a.popcount_bytes() + b.popcount_bytes() + c.popcount_bytes();
        if !(d | e).any() {
            return once;
        }
        let promotions = d.popcount_bytes() + e.popcount_bytes();
        once + promotions + promotions + promotions
    }
}

#[inline(always)]
pub(super) fn king_targets<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    king.masks.around & !sides.own.all & !king.danger
}

/// The squares where pawns may move, by kind of move, without en passant.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnTargets<V> {
    pub one_step: V,
    pub two_steps: V,
    /// Captures to the east.
    pub east: V,
    /// Captures to the west.
    pub west: V,
}

/// The ranks where pawns are promoted.
pub(super) const LAST_RANKS: u64 = FIRST_RANK | EIGHTH_RANK;

#[inline(always)]
pub(super) fn pawn_targets<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> PawnTargets<V> {
    let (pawns, pin_rays) = (sides.own.pawns, king.pin_rays);
    let empty = !sides.occupied;
    let one_step = king.free_along(pawns, pin_rays.file).rotate_left(sides.forward) & empty;
    let third_rank = sides.by_side(THIRD_RANK, SIXTH_RANK);
    let two_steps = (one_step & third_rank).rotate_left(sides.forward) & empty;

    // A capture to the east is along a diagonal for White, and along an antidiagonal for Black.
    let along_east = V::select(sides.black_to_move, pin_rays.antidiagonal, pin_rays.diagonal);
    let along_west = V::select(sides.black_to_move, pin_rays.diagonal, pin_rays.antidiagonal);
    let captures = sides.enemy.all & king.check_mask;
    PawnTargets {
        one_step: one_step & king.check_mask,
        two_steps: two_steps & king.check_mask,
        east: sides.east_and(sides.forward, king.free_along(pawns, along_east)) & captures,
        west: sides.west_and(sides.forward, king.free_along(pawns, along_west)) & captures,
    }
}
