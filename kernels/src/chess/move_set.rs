//! [`MoveSet`], the kinds of moves that a search generates one after the other.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of kinds of legal moves: captures, quiet promotions, and all others.
///
/// Every legal move is of exactly one kind. The operators `|`, `&` and `!` join, intersect and complement
/// sets. The default is the empty set. [`Position::legal_moves_of`](crate::Position::legal_moves_of) has an
/// example.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::MoveSet;
///
/// assert_eq!(!MoveSet::QUIETS, MoveSet::CAPTURES | MoveSet::PROMOTIONS);
/// assert_eq!(MoveSet::ALL & MoveSet::CAPTURES, MoveSet::CAPTURES);
/// assert_eq!(MoveSet::CAPTURES & MoveSet::QUIETS, MoveSet::NONE);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No moves.
    pub const NONE: Self = Self(0);
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

impl BitOrAssign for MoveSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for MoveSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Returns all other kinds.
impl Not for MoveSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// Lists the kinds.
impl fmt::Debug for MoveSet {
    #[inline]
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
