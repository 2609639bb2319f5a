//! Checks and pins of both kings.
//!
//! A slider pins or gives check along a line through the king. Two passes over the king's lines find all of
//! them:
//!
//! ```text
//! r . n . . K . b     K is the king, r and b are enemy sliders, n is any other piece
//! . . 1 1 1 . 1 1     first pass: the squares that the king sees
//! . . n . . . . b     the occupied ones: the first pieces. The b gives check
//! 1 1 1 1 1 . 1 1     second pass, without the first pieces
//! 1 1 . . . . . .     new squares: the r attacks the king through exactly one piece
//! . . 1 . . . . .     the first piece on the same ray: it is pinned, or can discover a check
//! ```
//!
//! The lines of both kings are in one register of eight lanes, or in two of four.
//!
//! To find the first piece on the same ray, each line is split at the king. If the upper ray has such a
//! slider, the blocker is the first piece of the upper ray, and likewise for the lower ray.

use crate::Square;
use crate::chess::{ByColor, ByRole, CheckInfo, Position, state, word};
use crate::formula::{Formula, kings::KingLines};
use crate::lanes::{Simd, TwoKings};
use crate::positions::PositionKernel;
use crate::tables::{LOWER, STEPS_TO, UPPER};

/// Returns all ones if there is a king, and 0 otherwise.
#[inline(always)]
pub(in crate::positions) fn if_there(king: u64) -> u64 {
    u64::from(king != 0).wrapping_neg()
}

/// Returns the king's row of [`STEPS_TO`], or zeros without a king.
#[inline(always)]
pub(in crate::positions) fn steps_to(king: u64) -> &'static [u64; 8] {
    &STEPS_TO.0[king.trailing_zeros() as usize]
}

/// Returns checks, pins and checking squares of both kings.
///
/// The side to move is an index. A branch would be unpredictable.
#[inline(always)]
pub fn check_info<T: Simd, K: PositionKernel<T>, F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
    let words = &position.words;
    let kings = [words[word::WHITE], words[word::BLACK]].map(|color| color & words[word::KINGS]);
    let squares = kings.map(first);

    let [same, others] = K::Kings::colors(token, position);
    // Without a king, there are no sliders. The lines would otherwise be those of a1.
    let attackers = others.keep_where_not_zero(same & K::Kings::kings(token, position));
    let (sliders, occupied) = (K::Kings::sliders(token, position) & attackers, same | others);
    let upper = K::Kings::rows(token, &UPPER, squares);
    let lower = K::Kings::rows(token, &LOWER, squares);

    let seen = K::Kings::lines_on::<F>(token, squares, occupied);
    let first = seen & occupied;
    let seen_behind = K::Kings::lines_on::<F>(token, squares, occupied ^ first);
    let snipers = seen_behind & sliders & !seen;
    let (snipers_above, snipers_below) = (snipers & upper, snipers & lower);
    let above = (first & upper).keep_where_not_zero(snipers_above);
    let below = (first & lower).keep_where_not_zero(snipers_below);
    let pinners =
        snipers_above.keep_where_not_zero(above & same) | snipers_below.keep_where_not_zero(below & same);
    let pins = K::Kings::unions(token, above | below, pinners);
    let pins = K::Kings::in_memory(&pins);
    let in_sight = K::Kings::unions_of_lines(token, first & sliders, seen);
    let in_sight = K::Kings::in_memory(&in_sight);

    let side = ((words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
    let (own, enemy) = (words[side], words[side ^ 1]);
    let steps = steps_to(own & words[word::KINGS]);
    let beside_sliders = steps[side ^ 1] & words[word::PAWNS] | steps[2] & words[word::KNIGHTS];
    let king = enemy & words[word::KINGS];
    let [rook, bishop] =
        [in_sight[4 * (side ^ 1) + 1], in_sight[4 * (side ^ 1) + 3]].map(|seen| seen & if_there(king));
    let steps = steps_to(king);
    CheckInfo {
        checkers: in_sight[4 * side] | in_sight[4 * side + 2] | beside_sliders & enemy,
        discoverers: pins[side ^ 1] & own,
        pinned: ByColor([pins[0] & words[word::WHITE], pins[1] & words[word::BLACK]]),
        pinners: ByColor([pins[2], pins[3]]),
        checks: ByRole([steps[side], steps[2], bishop, rook, rook | bishop, 0]),
    }
}

/// Returns the lowest square of a set, or a1 if the set is empty.
#[inline(always)]
pub(in crate::positions) fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
