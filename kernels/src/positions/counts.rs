//! The number of legal moves.

use super::castling::castling_rooks;
use super::en_passant::en_passant_pawns;
use super::king::{BoardFills, King, king};
use super::popcount::harley_seal;
use super::sides::{B_FILE, G_FILE, SIXTH_RANK, Sides, THIRD_RANK};
use crate::formula::fill::{Fill, Fills};
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, EIGHTH_RANK, FIRST_RANK, H_FILE};

/// Returns the number of legal moves of each position, and 0 if the side to move has no king.
#[inline(always)]
pub fn legal_move_counts<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> V {
    let sides = Sides::new(token, words);
    let board = BoardFills::<V, F>::new(token, sides.occupied);
    let king = king(&sides, &board);
    let targets = king.check_mask & !sides.own.all;
    let [a, b, c, d, e, f, g, h] = slider_moves(&sides, &board, &king, targets);
    let [i, j, k, l, m, n, o, p] = knight_moves(&sides, &king, targets);
    let others = other_moves::<V, F>(&sides, &king);
    let [q, r, s] = others.once;
    let [t, u] = others.promotions;
    // A promotion is four moves: one in `once`, one among the 21 sets, and two because `promotions` also
    // count twice.
    harley_seal([[a, b, c, d, e, f, g], [h, i, j, k, l, m, n], [o, p, q, r, s, t, u]], others.promotions)
        .sum_bytes()
        .keep(sides.own.king.is_not_zero())
}

/// The moves of pawns and king, as sets with one bit for each move.
pub(super) struct OtherMoves<V> {
    /// All moves, with a promotion counted as one.
    pub once: [V; 3],
    /// The promotions. Each is four moves, three more than in `once`.
    pub promotions: [V; 2],
}

#[inline(always)]
pub(super) fn other_moves<V: PositionLanes, F: Fills<V>>(sides: &Sides<V>, king: &King<V>) -> OtherMoves<V> {
    let pawns = pawn_targets(sides, king);
    // Disjoint sets are counted as one. Pushes go to empty squares and captures to the enemy's. Castling is
    // counted on the rook's square, and en passant on the capturing pawn's.
    let pushes_and_east = pawns.one_step | pawns.two_steps | pawns.east;
    let by_own_square = castling_rooks(sides, king) | en_passant_pawns::<V, F>(sides, king);
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

#[inline(always)]
fn slider_moves<V: PositionLanes, F: Fills<V>>(
    sides: &Sides<V>,
    board: &BoardFills<V, F>,
    king: &King<V>,
    targets: V,
) -> [V; 8] {
    let (token, own, pin_rays) = (sides.token, sides.own, king.pin_rays);
    let [a, b] = board.rank.mobility(token, king.free_along(own.orthogonal, pin_rays.rank), targets);
    let [c, d] = board.file.mobility(token, king.free_along(own.orthogonal, pin_rays.file), targets);
    let [e, f] = board.diagonal.mobility(token, king.free_along(own.diagonal, pin_rays.diagonal), targets);
    let [g, h] =
        board.antidiagonal.mobility(token, king.free_along(own.diagonal, pin_rays.antidiagonal), targets);
    [a, b, c, d, e, f, g, h]
}

/// Returns one set for each of the eight leaps, because two knights may reach the same square.
#[inline(always)]
fn knight_moves<V: PositionLanes>(sides: &Sides<V>, king: &King<V>, targets: V) -> [V; 8] {
    let knights = sides.own.knights & !king.pins;
    let east = sides.without(targets, A_FILE);
    let far_east = sides.without(targets, A_FILE | B_FILE);
    let west = sides.without(targets, H_FILE);
    let far_west = sides.without(targets, G_FILE | H_FILE);
    [
        knights.shift_left_by(17) & east,
        knights.shift_left_by(10) & far_east,
        knights.shift_right_by(6) & far_east,
        knights.shift_right_by(15) & east,
        knights.shift_right_by(17) & west,
        knights.shift_right_by(10) & far_west,
        knights.shift_left_by(6) & far_west,
        knights.shift_left_by(15) & west,
    ]
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
