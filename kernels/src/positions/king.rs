//! The king's lines, checks, pins, and the squares that are dangerous for the king.
//!
//! On each line the king sees the squares in both directions, up to and including the first piece. The
//! enemy's sliders fill the same line up to their first pieces. The intersection of the two has the pins and
//! the squares where a check can be blocked:
//!
//! ```text
//! . r . . x . K .     r is an enemy rook, x a piece of the king's side
//! . . . . 1 1 . 1     the king's line
//! 1 . 1 1 1 . . .     the enemy's fill
//! . . . . 1 . . .     the intersection: x is pinned
//!
//! . r . . . . K .     no piece between
//! . 1 1 1 1 1 . 1     the king's line, which ends at the rook: the rook gives check
//! 1 . 1 1 1 1 1 .     the enemy's fill, which ends at the king
//! . . 1 1 1 1 . .     the intersection: the squares where the check can be blocked
//! ```
//!
//! 1. Compute the king's lines and the enemy's fills, separately for each of the four lines.
//! 2. Intersect them line by line: the pin rays.
//! 3. Intersect the king's lines with the enemy's sliders, and its knight and pawn steps with the enemy's
//!    knights and pawns: the checkers.
//! 4. Compute the check mask, which is where pieces other than the king may move: all squares without a
//!    check, the checker and the squares between it and the king with one, and none with two.
//! 5. Compute the danger: the union of the enemy's attacks, and the whole king's line of a checking slider,
//!    because the slider attacks the squares behind the king once the king has moved.
//!
//! This file has the results, the steps of knights and pawns, and the check mask. The rest is in
//! [`directions`](super::directions), [`slider_by_slider`](super::slider_by_slider) and
//! [`ranks::king`](super::ranks::king).

use core::ops::BitOr;

use super::sides::Sides;
use crate::formula::KindergartenOnWords;
use crate::lanes::{KingMasks, PositionLanes};
use crate::{Line, Square};

/// One value per line.
#[derive(Clone, Copy, Debug)]
pub struct ByLine<V> {
    /// The value for ranks.
    pub rank: V,
    /// The value for files.
    pub file: V,
    /// The value for diagonals.
    pub diagonal: V,
    /// The value for antidiagonals.
    pub antidiagonal: V,
}

impl<V: BitOr<Output = V>> ByLine<V> {
    /// Returns the union of rank and file.
    #[inline(always)]
    pub fn orthogonal(self) -> V {
        self.rank | self.file
    }

    /// Returns the union of diagonal and antidiagonal.
    #[inline(always)]
    pub fn diagonals(self) -> V {
        self.diagonal | self.antidiagonal
    }
}

/// Returns the king's lines for 64-bit integers, by lookups. WebAssembly has no instruction that reverses
/// bytes, and on other targets lookups take fewer instructions.
#[inline(always)]
pub(super) fn king_lines<V: PositionLanes>(token: V::Token, occupied: V, king: V) -> ByLine<V> {
    let word = |board: V| board.to_array().as_ref()[0];
    let (occupied, king) = (word(occupied), word(king));
    let square = Square::new_masked(king.trailing_zeros() as u8);
    // A side without a king sees no squares.
    let present = if king == 0 { 0 } else { u64::MAX };
    let line = |line| V::splat(token, KindergartenOnWords::line_attacks(square, line, occupied) & present);
    ByLine {
        rank: line(Line::Rank),
        file: line(Line::File),
        diagonal: line(Line::Diagonal),
        antidiagonal: line(Line::Antidiagonal),
    }
}

/// The king of the side to move: pins, checks and danger.
#[derive(Clone, Copy, Debug)]
pub struct King<V> {
    /// The masks that depend only on the king's square.
    pub masks: KingMasks<V>,
    /// For each line, the squares that both the king and an enemy slider reach. The own pieces among them are
    /// pinned.
    pub pin_rays: ByLine<V>,
    /// The union of the pin rays.
    pub pins: V,
    /// The enemy pieces that give check.
    pub checkers: V,
    /// The squares where pieces other than the king may move.
    pub check_mask: V,
    /// The squares that the enemy attacks with the king removed from the board.
    pub danger: V,
}

impl<V: PositionLanes> King<V> {
    /// Returns the pieces that may move along a line with the pin rays `pin_rays`: those that are not pinned,
    /// and those that are pinned along this line.
    #[inline(always)]
    pub fn free_along(&self, pieces: V, pin_rays: V) -> V {
        pieces & !(self.pins ^ pin_rays)
    }
}

/// Returns the knights and pawns that give check.
#[inline(always)]
pub(super) fn checkers_beside_sliders<V: PositionLanes>(sides: &Sides<V>, masks: &KingMasks<V>) -> V {
    let (king, enemy) = (sides.own.king, sides.enemy);
    let pawns = sides.east_and(sides.forward, king) | sides.west_and(sides.forward, king);
    (masks.knight & enemy.knights) | (pawns & enemy.pawns)
}

/// Returns the check mask, the squares where pieces other than the king may move (step 4).
#[inline(always)]
pub(super) fn check_mask<V: PositionLanes>(sides: &Sides<V>, checkers: V, pins: V) -> V {
    let one_checker = (checkers & (checkers - sides.splat(1))).is_zero();
    let stop_it = checkers | (pins & !sides.occupied);
    V::select(checkers.is_not_zero(), stop_it, sides.splat(u64::MAX)).keep(one_checker)
}
