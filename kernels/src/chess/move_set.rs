//! [`MoveSet`], the kinds of moves that a search generates one after the other.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// A set of kinds of legal moves: captures, promotions that do not capture, and all others.
///
/// Every legal move is of exactly one kind. The operators `|`, `&`, `-` and `!` join, intersect, subtract and
/// complement sets. The default is the empty set.
/// [`Position::legal_moves_of`](crate::Position::legal_moves_of) has an example.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::MoveSet;
///
/// assert_eq!(!MoveSet::QUIETS, MoveSet::CAPTURES | MoveSet::PROMOTIONS);
/// assert_eq!(MoveSet::ALL & MoveSet::CAPTURES, MoveSet::CAPTURES);
/// assert_eq!(MoveSet::ALL - MoveSet::CAPTURES, !MoveSet::CAPTURES);
/// assert_eq!(MoveSet::CAPTURES & MoveSet::QUIETS, MoveSet::NONE);
///
/// // The two stages of most engines: promotions to queens are searched with the captures.
/// let noisy = MoveSet::CAPTURES | MoveSet::QUEEN_PROMOTIONS;
/// assert_eq!(MoveSet::ALL - noisy, MoveSet::QUIETS | MoveSet::UNDERPROMOTIONS);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No moves.
    pub const NONE: Self = Self(0);
    /// Captures, including en passant and promotions that capture.
    pub const CAPTURES: Self = Self(1);
    /// Promotions to a knight, bishop or rook that do not capture.
    pub const UNDERPROMOTIONS: Self = Self(2);
    /// Promotions to a queen that do not capture.
    pub const QUEEN_PROMOTIONS: Self = Self(4);
    /// Promotions that do not capture.
    pub const PROMOTIONS: Self = Self(2 | 4);
    /// All other moves, including castling.
    pub const QUIETS: Self = Self(8);
    /// All legal moves.
    pub const ALL: Self = Self(15);

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

/// Returns the kinds of the first set that are not in the second.
impl Sub for MoveSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self & !other
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
        let kinds = [
            (Self::CAPTURES, "CAPTURES"),
            (Self::UNDERPROMOTIONS, "UNDERPROMOTIONS"),
            (Self::QUEEN_PROMOTIONS, "QUEEN_PROMOTIONS"),
            (Self::QUIETS, "QUIETS"),
        ];
        formatter.write_str("MoveSet(")?;
        let mut separator = "";
        for (_, name) in kinds.into_iter().filter(|&(kind, _)| self.contains(kind)) {
            write!(formatter, "{separator}{name}")?;
            separator = " | ";
        }
        formatter.write_str(")")
    }
}
