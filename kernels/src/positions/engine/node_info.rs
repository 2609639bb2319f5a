//! The information that a search computes after each move.

use crate::Square;
use crate::chess::{ByRole, CheckInfo, NodeInfo, Position, state, word};
use crate::tables::between;

/// Creates a `NodeInfo` from the attacks of the side that is not to move, and from the checks and pins of a
/// position. Public for tests and benchmarks, which compute these in other ways.
#[inline(always)]
#[must_use]
pub fn node_info_of(position: &Position, attacks: ByRole<u64>, checks: CheckInfo) -> NodeInfo {
    let side = ((position.words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
    let (own, enemy) = (position.words[side], position.words[side ^ 1]);
    let king = own & position.words[word::KINGS];
    // One branch for both, which is rarely taken.
    let evasions = if (checks.checkers == 0) & (king != 0) { !0 } else { evasions(king, checks.checkers) };
    let mut info = NodeInfo { targets: [0; 4], attacks, checks };
    info.targets = [enemy, info.king_danger() | own, evasions & !own, (side as u64).wrapping_neg()];
    info
}

/// Returns the squares to which a piece other than the king can move in reply to a check. A side without a
/// king has none.
#[cold]
fn evasions(king: u64, checkers: u64) -> u64 {
    match (Square::lowest(king), Square::lowest(checkers)) {
        (Some(king), Some(checker)) if checkers == checker.bit() => between(king, checker) | checkers,
        _ => 0,
    }
}
