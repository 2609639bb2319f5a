//! [`NodeInfo`]: what a search computes after each move.

use super::{ByRole, CheckInfo, Role};

/// The attacks of the side that has just moved, and the checks and pins of both kings.
///
/// A search computes it once for each node and then tests moves with
/// [`Position::is_legal_with_node`](crate::Position::is_legal_with_node).
/// [`Position::node_info`](crate::Position::node_info) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(C)]
pub struct NodeInfo {
    /// Facts about the target for tests of moves, one bit of each word: whether the piece there is
    /// the opponent's, whether the king cannot enter it, whether other pieces can, and whether Black is to
    /// move.
    pub(crate) targets: [u64; 4],
    pub(crate) attacks: ByRole<u64>,
    pub(crate) checks: CheckInfo,
}

impl NodeInfo {
    /// Returns the squares that the pieces of the opponent of the side to move attack, by role. The king of
    /// the side to move does not stop sliders.
    #[inline]
    #[must_use]
    pub const fn attacks_by_role(&self) -> &ByRole<u64> {
        &self.attacks
    }

    /// Returns the squares that the opponent's pieces of a role attack.
    #[inline]
    #[must_use]
    pub const fn attacks(&self, role: Role) -> u64 {
        self.attacks.0[role as usize]
    }

    /// Returns the squares that the opponent attacks: those that the king of the side to move cannot enter.
    #[inline]
    #[must_use]
    pub const fn king_danger(&self) -> u64 {
        let [a, b, c, d, e, f] = self.attacks.0;
        a | b | c | d | e | f
    }

    /// Returns the checks and pins of both kings.
    #[inline]
    #[must_use]
    pub const fn check_info(&self) -> &CheckInfo {
        &self.checks
    }
}
