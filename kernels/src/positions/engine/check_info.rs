//! Checks and pins of both kings.
//!
//! A slider gives check or pins along a line through the king, so a loop over the enemy's sliders on these
//! lines finds all of them. The squares between such a slider and the king come from a table:
//!
//! ```text
//! r . n . . K . b     K is the king, r and b are enemy sliders, n is any other piece
//! . 1 1 1 1 . . .     between r and K: one piece. It is pinned, or can discover a check
//! . . . . . . 1 .     between b and K: no piece. The b gives check
//! ```
//!
//! The words of the position are read one by one, so a caller that has just assembled the position does not
//! wait for them. Two passes over the lines of both kings in vectors, which were here before, took 1.1 to 1.4
//! times as long for the nodes of trees at the levels with vectors, 0.7 to 0.85 of the time for unrelated
//! positions in random order, and 1.8 to 3 times as long for assembled positions (Zen 5). The search of the
//! example engine took the same time with both (1.00 at `avx512-vbmi`, `avx512` and `avx2`).

use crate::arrays::MapEach;
use crate::chess::{ByColor, ByRole, CheckInfo, Position, state, word};
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::tables::{LINE_EX, MOVES, STEPS_TO};
use crate::{Square, squares};

/// The sliders on the lines of a king that no piece or a single piece keeps from it.
#[derive(Default)]
pub(in crate::positions) struct Snipers {
    /// The sliders that give check.
    pub checkers: u64,
    /// The squares between the king and these sliders.
    pub ways: u64,
    /// The single pieces on other ways.
    pub blockers: u64,
    /// The sliders whose way has a single piece of the color `own`.
    pub pinners: u64,
}

impl Snipers {
    /// `sliders` are orthogonal and diagonal ones.
    #[inline(always)]
    pub fn new(king: Square, [orthogonal, diagonal]: [u64; 2], occupied: u64, own: u64) -> Self {
        let lines = LINE_EX.0[king.index()];
        let mut found = Self::default();
        for slider in squares((lines[0] | lines[1]) & orthogonal | (lines[2] | lines[3]) & diagonal) {
            let way = MOVES.between(king, slider);
            let pieces = way & occupied;
            if pieces == 0 {
                found.checkers |= slider.bit();
                found.ways |= way;
            } else if pieces & (pieces - 1) == 0 {
                found.blockers |= pieces;
                found.pinners |= if pieces & own == 0 { 0 } else { slider.bit() };
            }
        }
        found
    }
}

/// Returns all ones if there is a king, and 0 otherwise.
#[inline(always)]
fn if_there(king: u64) -> u64 {
    u64::from(king != 0).wrapping_neg()
}

/// Returns the king's row of [`STEPS_TO`], or zeros without a king.
#[inline(always)]
fn steps_to(king: u64) -> &'static [u64; 8] {
    &STEPS_TO.0[king.trailing_zeros() as usize]
}

/// Returns checks, pins and checking squares of both kings.
///
/// The side to move is an index. A branch would be unpredictable.
#[inline(always)]
pub fn check_info<T: Simd, F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
    let words = &position.words;
    let side = ((words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
    let occupied = position.occupied();
    let [of_white, of_black] = [0, 1].map_each(
        #[inline(always)]
        |color: usize| {
            let king = words[color] & words[word::KINGS];
            let enemies = words[color ^ 1] & if_there(king);
            let sliders = [words[word::ORTHOGONAL] & enemies, words[word::DIAGONAL] & enemies];
            Snipers::new(first(king), sliders, occupied, words[color])
        },
    );
    let (own, enemy) = (words[side], words[side ^ 1]);
    let steps = steps_to(own & words[word::KINGS]);
    let beside_sliders = steps[side ^ 1] & words[word::PAWNS] | steps[2] & words[word::KNIGHTS];
    let king = enemy & words[word::KINGS];
    let seen = F::queen_attacks_x4(token, first(king), occupied);
    let [rook, bishop] = [seen.rook() & if_there(king), seen.bishop() & if_there(king)];
    let steps = steps_to(king);
    let checkers = if side == 0 { of_white.checkers } else { of_black.checkers };
    let beside_enemy = if side == 0 { of_black.blockers } else { of_white.blockers };
    CheckInfo {
        checkers: checkers | beside_sliders & enemy,
        discoverers: beside_enemy & own,
        pinned: ByColor([of_white.blockers & words[0], of_black.blockers & words[1]]),
        pinners: ByColor([of_white.pinners, of_black.pinners]),
        checks: ByRole([steps[side], steps[2], bishop, rook, rook | bishop, 0]),
    }
}

/// Returns the lowest square of a set, or a1 if the set is empty.
#[inline(always)]
pub(in crate::positions) fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}
