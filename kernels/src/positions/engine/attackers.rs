//! The pieces that attack a square.

use crate::chess::{Color, Position, word};
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::positions::PositionKernel;
use crate::steps::pawn_attacks;
use crate::tables::{STEPS_TO, king_attacks_by_lookup, knight_attacks_by_lookup};
use crate::{LineAttacks, Square};

/// Returns the pieces of both colors that attack `square` on a board with the given occupied squares.
///
/// Attacks are symmetric: a rook on the square would attack exactly the rooks that attack the square. One
/// pass over the four lines of the square therefore finds all sliders. For pawns, the color is reversed.
#[inline(always)]
pub fn attackers_to<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    square: Square,
    occupied: u64,
) -> u64 {
    attackers_by_lines(position, square, F::queen_attacks_x4(token, square, occupied)) & occupied
}

/// Returns the pieces of both colors that attack `square`, from the four lines of a queen on that square.
#[inline(always)]
pub(super) fn attackers_by_lines(position: &Position, square: Square, lines: LineAttacks) -> u64 {
    let words = &position.words;
    (lines.rook() & words[word::ORTHOGONAL])
        | (lines.bishop() & words[word::DIAGONAL])
        | attackers_beside_sliders(position, square)
}

/// Returns whether no enemy piece attacks the square of the own king after a move, given the occupied squares
/// and the enemy pieces after it. `position` is the one before the move, and `color` is the number of the
/// side that moves.
///
/// An en passant capture is a move whose captured pawn is missing in `enemy`, like any captured piece.
#[inline(always)]
pub(crate) fn is_safe_after<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    king: Square,
    occupied: u64,
    enemy: u64,
    color: usize,
) -> bool {
    let words = &position.words;
    let lines = F::queen_attacks_x4(token, king, occupied);
    let steps = &STEPS_TO.0[king.index()];
    // The pieces that would attack the king if all of them were enemies.
    let attackers = lines.rook() & words[word::ORTHOGONAL]
        | lines.bishop() & words[word::DIAGONAL]
        | steps[color ^ 1] & words[word::PAWNS]
        | steps[2] & words[word::KNIGHTS]
        | steps[7] & words[word::KINGS];
    attackers & enemy == 0
}

/// Returns the kings, knights and pawns of both colors that attack `square`.
#[inline(always)]
pub(super) fn attackers_beside_sliders(position: &Position, square: Square) -> u64 {
    let words = &position.words;
    let [white, black, knights, .., kings] = STEPS_TO.0[square.index()];
    let pawns = (white & words[word::WHITE]) | (black & words[word::BLACK]);
    (pawns & words[word::PAWNS]) | (knights & words[word::KNIGHTS]) | (kings & words[word::KINGS])
}

/// Returns the squares that the pieces of a color attack, by role in the order of
/// [`Role::ALL`](crate::Role::ALL), on a board with the given occupied squares.
#[inline(always)]
pub fn attacks_by_role<T: Simd, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    color: Color,
    occupied: u64,
) -> [u64; 6] {
    with_others(position, color, K::slider_attacks_by_role_of(token, position, color, occupied))
}

/// Adds the attacks of pawns, knights and kings to those of bishops, rooks and queens.
#[inline(always)]
pub(in crate::positions) fn with_others(
    position: &Position,
    color: Color,
    [bishop, rook, queen]: [u64; 3],
) -> [u64; 6] {
    let own = position.color(color);
    let words = &position.words;
    [
        pawn_attacks(color, words[word::PAWNS] & own),
        knight_attacks_by_lookup(words[word::KNIGHTS] & own),
        bishop,
        rook,
        queen,
        king_attacks_by_lookup(words[word::KINGS] & own),
    ]
}
