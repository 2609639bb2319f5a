//! [`MoveSet`], the kinds of moves that a search generates one after the other.

use core::fmt;
use core::ops::BitOr;

/// A set of kinds of legal moves: captures, quiet promotions, and all others.
///
/// Every legal move is of exactly one kind. The operator `|` joins kinds.
/// [`Position::legal_moves_of`](crate::Position::legal_moves_of) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveSet(u8);

impl MoveSet {
    /// Captures, including en passant and promotions that capture.
    pub const CAPTURES: Self = Self(1);
    /// Promotions that do not capture.
    pub const PROMOTIONS: Self = Self(2);
    /// All other moves, including castling.
    pub const QUIETS: Self = Self(4);
    /// All legal moves.
    pub const ALL: Self = Self(7);

    /// Returns whether all kinds of another set are in this one.
    #[inline]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for MoveSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Lists the kinds.
impl fmt::Debug for MoveSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds =
            [(Self::CAPTURES, "CAPTURES"), (Self::PROMOTIONS, "PROMOTIONS"), (Self::QUIETS, "QUIETS")];
        formatter.write_str("MoveSet(")?;
        let mut separator = "";
        for (_, name) in kinds.into_iter().filter(|&(kind, _)| self.contains(kind)) {
            write!(formatter, "{separator}{name}")?;
            separator = " | ";
        }
        formatter.write_str(")")
    }
}
