//! [`CheckInfo`]: checks, pins and checking squares of both kings.

use core::fmt;

use super::{Color, Role};
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
    /// The pieces that give check to the side to move.
    pub checkers: u64,
    /// The pieces of the side to move that can discover a check: if they move off the line through the
    /// opponent's king, a slider attacks that king.
    pub discoverers: u64,
    /// The white pieces that are pinned to the white king, and the black pieces that are pinned to the black
    /// king.
    pub pinned: [u64; 2],
    /// The sliders that pin the pieces with the same index in `pinned`: Black's, then White's.
    pub pinners: [u64; 2],
    /// The squares from which a piece of the side to move would give check, in the order of [`Role::ALL`].
    /// The king's entry is 0.
    pub checks: [u64; 6],
}

impl CheckInfo {
    /// Returns the pieces of a color that are pinned to their own king.
    #[inline]
    #[must_use]
    pub const fn pinned(&self, color: Color) -> u64 {
        self.pinned[color as usize]
    }

    /// Returns the sliders of the opponent that pin pieces of a color.
    #[inline]
    #[must_use]
    pub const fn pinners(&self, color: Color) -> u64 {
        self.pinners[color as usize]
    }

    /// Returns the squares from which a piece of the side to move would give check.
    #[inline]
    #[must_use]
    pub const fn checks(&self, role: Role) -> u64 {
        self.checks[role as usize]
    }
}

impl fmt::Debug for CheckInfo {
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
