//! [`Threat`], a pair of pieces.

use core::fmt;

use crate::Square;
use crate::chess::{Color, Piece, Role};

/// A piece and another piece that it attacks, with their squares.
///
/// The attacked piece may be of either color: a threat to a piece of the attacker's own color protects it. A
/// threat has four bytes, in the order of the fields; see [`slice_as_bytes`](Self::slice_as_bytes).
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Piece, Square, threats::Threat};
///
/// let threat = Threat {
///     attacker: Piece::from_letter('N').unwrap(),
///     from: Square::D4,
///     attacked: Piece::from_letter('r').unwrap(),
///     to: Square::E6,
/// };
/// assert_eq!(threat.to_string(), "white knight on d4 attacks black rook on e6");
/// assert_eq!(Threat::slice_as_bytes(&[threat]), [[2, 27, 12, 44]]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, align(4))]
pub struct Threat {
    /// The attacking piece.
    pub attacker: Piece,
    /// The square of the attacking piece.
    pub from: Square,
    /// The attacked piece.
    pub attacked: Piece,
    /// The square of the attacked piece.
    pub to: Square,
}

/// The maximum number of threats of a board with any number of pieces, 420.
///
/// It is the number of neighbors of all squares taken together. A board with at most 32 pieces has at most
/// 256 threats.
pub const MAX_THREATS: usize = 420;

impl Threat {
    /// A placeholder that no board has, because a square does not attack itself.
    pub const NONE: Self = {
        let piece = Piece::new(Color::White, Role::Pawn);
        Self { attacker: piece, from: Square::A1, attacked: piece, to: Square::A1 }
    };

    /// Returns the bytes of threats, without a copy.
    ///
    /// Each threat has four bytes: the [byte](Piece::to_byte) of the attacker, the number of its square, the
    /// byte of the attacked piece, and the number of its square.
    #[inline]
    #[must_use]
    pub const fn slice_as_bytes(threats: &[Self]) -> &[[u8; 4]] {
        bytemuck::must_cast_slice(threats)
    }
}

impl Default for Threat {
    /// Returns [`Threat::NONE`].
    fn default() -> Self {
        Self::NONE
    }
}

/// Writes the threat as `white knight on d4 attacks black rook on e6`.
impl fmt::Display for Threat {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { attacker, from, attacked, to } = self;
        write!(formatter, "{attacker} on {from} attacks {attacked} on {to}")
    }
}

impl fmt::Debug for Threat {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Threat({self})")
    }
}
