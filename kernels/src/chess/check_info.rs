//! [`CheckInfo`]: checks, pins and checking squares of both kings.

use core::fmt;

use super::{ByColor, ByRole, Color, Role};
use crate::Bitboard;

/// The checks and pins of both kings, and the squares from which each role gives check.
///
/// A search computes it once for each node and then tests many moves with [`Position::is_legal_with`] and
/// [`Position::gives_check_with`]. [`Position::check_info`] has an example.
///
/// A side without a king is not in check and has no pinned pieces.
///
/// [`Position::is_legal_with`]: crate::Position::is_legal_with
/// [`Position::gives_check_with`]: crate::Position::gives_check_with
/// [`Position::check_info`]: crate::Position::check_info
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct CheckInfo {
    pub(crate) checkers: u64,
    pub(crate) discoverers: u64,
    pub(crate) pinned: ByColor<u64>,
    /// The sliders that pin the pieces with the same index in `pinned`: Black's, then White's.
    pub(crate) pinners: ByColor<u64>,
    /// The king's entry is 0.
    pub(crate) checks: ByRole<u64>,
}

impl CheckInfo {
    /// Returns the pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> u64 {
        self.checkers
    }

    /// Returns the pieces of the side to move that can discover a check: if they move off the line through
    /// the opponent's king, a slider attacks that king.
    #[inline]
    #[must_use]
    pub const fn discoverers(&self) -> u64 {
        self.discoverers
    }

    /// Returns the pieces of a color that are pinned to their own king.
    #[inline]
    #[must_use]
    pub const fn pinned(&self, color: Color) -> u64 {
        self.pinned.0[color as usize]
    }

    /// Returns the sliders of the opponent that pin pieces of a color.
    #[inline]
    #[must_use]
    pub const fn pinners(&self, color: Color) -> u64 {
        self.pinners.0[color as usize]
    }

    /// Returns the squares from which a piece of the side to move with this role would give check. There are
    /// none for a king.
    #[inline]
    #[must_use]
    pub const fn checks(&self, role: Role) -> u64 {
        self.checks.0[role as usize]
    }
}

/// Creates a `CheckInfo` from what its methods return. For tests and benchmarks, which compute these squares
/// in other ways.
#[must_use]
pub const fn check_info_of(
    checkers: u64,
    discoverers: u64,
    pinned: ByColor<u64>,
    pinners: ByColor<u64>,
    checks: ByRole<u64>,
) -> CheckInfo {
    CheckInfo { checkers, discoverers, pinned, pinners, checks }
}

impl fmt::Debug for CheckInfo {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CheckInfo")
            .field("checkers", &Bitboard(self.checkers))
            .field("discoverers", &Bitboard(self.discoverers))
            .field("pinned", &self.pinned.map(Bitboard))
            .field("pinners", &self.pinners.map(Bitboard))
            .field("checks", &self.checks.map(Bitboard))
            .finish()
    }
}
