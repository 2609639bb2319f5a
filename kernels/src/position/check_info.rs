//! [`CheckInfo`]: checks, pins and checking squares of both kings.

use core::fmt;

use super::{Color, Role};
use crate::Bitboard;

/// The checks and pins of both kings, and the squares from which each kind of piece gives check.
///
/// A search computes it once for each node and then asks many moves: see [`Position::is_legal_with`] and
/// [`Position::gives_check_with`]. [`Position::check_info`] has an example.
///
/// A king that is not on the board is not in check, and no piece is pinned to it.
///
/// [`Position::is_legal_with`]: crate::Position::is_legal_with
/// [`Position::gives_check_with`]: crate::Position::gives_check_with
/// [`Position::check_info`]: crate::Position::check_info
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct CheckInfo {
    /// The pieces that give check to the side to move.
    pub checkers: u64,
    /// The pieces of the side to move that give check by moving away, because one of its sliders then attacks the
    /// opponent's king. They give no such check if they stay on the line through that king.
    pub discoverers: u64,
    /// White's pieces that are pinned to White's king, and Black's that are pinned to Black's.
    pub pinned: [u64; 2],
    /// The sliders that pin the pieces of the same index in `pinned`: Black's, and then White's.
    pub pinners: [u64; 2],
    /// The squares from which a piece of the side to move would give check, in the order of [`Role::ALL`]. Those of the
    /// king are none.
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
