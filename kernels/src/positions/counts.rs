//! The number of legal moves.

use super::castling::castling_rooks;
use super::en_passant::en_passant_pawns;
use super::king::{Board, King, king};
use super::sides::{B_FILE, EIGHTH_RANK, G_FILE, H_FILE, SIXTH_RANK, Sides, THIRD_RANK};
use crate::formula::fill::{Fill, Fills};
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, FIRST_RANK};

/// How many legal moves each position has.
#[inline(always)]
pub fn legal_move_counts<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> V {
    let sides = Sides::new(token, words);
    let board = Board::<V, F>::new(token, sides.occupied);
    let king = king(&sides, &board);
    let targets = king.evasions & !sides.own.all;
    let ones = slider_moves(&sides, &board, &king, targets)
        + knight_moves(&sides, &king, targets)
        + other_moves::<V, F>(&sides, &king);
    ones.sum_of_parts()
}

/// The moves of pawns and king, as [parts](PositionLanes::ones_in_parts).
#[inline(always)]
pub(super) fn other_moves<V: PositionLanes, F: Fills<V>>(sides: &Sides<V>, king: &King<V>) -> V {
    let pawns = pawn_targets(sides, king);
    // Sets that have no square in common are counted as one: pushes go to empty squares and captures to the enemy's; a
    // castling stands on the own rook's square, and an en passant on the own pawn's.
    let pushes_and_east = pawns.one_step | pawns.two_steps | pawns.east;
    let by_own_square = castling_rooks(sides, king) | en_passant_pawns::<V, F>(sides, king);
    let last_ranks = sides.splat(LAST_RANKS);
    let promotions =
        (pushes_and_east & last_ranks).ones_in_parts() + (pawns.west & last_ranks).ones_in_parts();
    // A promotion is four moves, of which one is counted with the others.
    (pushes_and_east | by_own_square).ones_in_parts()
        + pawns.west.ones_in_parts()
        + king_targets(sides, king).ones_in_parts()
        + promotions
        + promotions
        + promotions
}

/// Where the king may step.
#[inline(always)]
pub(super) fn king_targets<V: PositionLanes>(sides: &Sides<V>, king: &King<V>) -> V {
    king.masks.around & !sides.own.all & !king.danger
}

#[inline(always)]
fn slider_moves<V: PositionLanes, F: Fills<V>>(
    sides: &Sides<V>,
    board: &Board<V, F>,
    king: &King<V>,
    targets: V,
) -> V {
    let (token, own, between) = (sides.token, sides.own, king.between);
    board.rank.mobility(token, king.free_along(own.orthogonal, between.rank), targets)
        + board.file.mobility(token, king.free_along(own.orthogonal, between.file), targets)
        + board.diagonal.mobility(token, king.free_along(own.diagonal, between.diagonal), targets)
        + board.antidiagonal.mobility(token, king.free_along(own.diagonal, between.antidiagonal), targets)
}

/// Two knights may reach the same square, so that each of the eight leaps is counted apart.
#[inline(always)]
fn knight_moves<V: PositionLanes>(sides: &Sides<V>, king: &King<V>, targets: V) -> V {
    let knights = sides.own.knights & !king.pins;
    let east = sides.without(targets, A_FILE);
    let far_east = sides.without(targets, A_FILE | B_FILE);
    let west = sides.without(targets, H_FILE);
    let far_west = sides.without(targets, G_FILE | H_FILE);
    (knights.shift_left_by(17) & east).ones_in_parts()
        + (knights.shift_left_by(10) & far_east).ones_in_parts()
        + (knights.shift_right_by(6) & far_east).ones_in_parts()
        + (knights.shift_right_by(15) & east).ones_in_parts()
        + (knights.shift_right_by(17) & west).ones_in_parts()
        + (knights.shift_right_by(10) & far_west).ones_in_parts()
        + (knights.shift_left_by(6) & far_west).ones_in_parts()
        + (knights.shift_left_by(15) & west).ones_in_parts()
}

/// Where pawns may go, by the way they go. Without en passant.
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
    let (pawns, between) = (sides.own.pawns, king.between);
    let empty = !sides.occupied;
    let one_step = king.free_along(pawns, between.file).rotate_left(sides.forward) & empty;
    let third_rank = sides.by_side(THIRD_RANK, SIXTH_RANK);
    let two_steps = (one_step & third_rank).rotate_left(sides.forward) & empty;

    // East and ahead is along a diagonal for White and along an antidiagonal for Black.
    let along_east = V::select(sides.black_to_move, between.antidiagonal, between.diagonal);
    let along_west = V::select(sides.black_to_move, between.diagonal, between.antidiagonal);
    let captures = sides.enemy.all & king.evasions;
    PawnTargets {
        one_step: one_step & king.evasions,
        two_steps: two_steps & king.evasions,
        east: sides.east_and(sides.forward, king.free_along(pawns, along_east)) & captures,
        west: sides.west_and(sides.forward, king.free_along(pawns, along_west)) & captures,
    }
}
