//! Lanes with one position each, for [the kernels over many positions](crate::positions).

use super::Lanes;
use crate::chess::Position;

/// Lanes with one board of a position each.
///
/// A position is eight words. [`load_positions`](PositionLanes::load_positions) transposes as many positions
/// as there are lanes into eight vectors: one has the white pieces of each position, one the black pieces,
/// and so on.
pub trait PositionLanes: Lanes {
    /// A truth value for each lane.
    type Mask: Copy;

    /// Loads the words of as many positions as there are lanes, in the order of [`Position`]'s words.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many positions as lanes.
    fn load_positions(token: Self::Token, positions: &[Position]) -> [Self; 8];

    /// Shifts each lane left by the same count, 0..=63.
    fn shift_left_by(self, count: u32) -> Self;
    /// Shifts each lane right by the same count, 0..=63.
    fn shift_right_by(self, count: u32) -> Self;
    /// Rotates each lane left by the count in the same lane of `counts`, 1..=63.
    fn rotate_left(self, counts: Self) -> Self;

    /// Returns the number of bits of each lane in parts, whose sum over the lane's bytes is the number. Up to
    /// 31 of these values may be added before [`sum_bytes`](PositionLanes::sum_bytes).
    fn popcount_bytes(self) -> Self;
    /// Returns the sum of the bytes of each lane, for counts from
    /// [`popcount_bytes`](PositionLanes::popcount_bytes).
    fn sum_bytes(self) -> Self;

    /// Returns whether any lane is not 0.
    fn any(self) -> bool;
    /// Returns the lanes that are 0.
    fn is_zero(self) -> Self::Mask;
    /// Returns the lanes that are not 0.
    fn is_not_zero(self) -> Self::Mask;
    /// Selects the lanes of `yes` where the mask is true, and those of `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Keeps the lanes where the mask is true, and sets the others to 0.
    fn keep(self, mask: Self::Mask) -> Self;

    /// Returns the masks of kings, one king in each lane.
    fn king_masks(kings: Self) -> KingMasks<Self>;
}

/// The masks that depend on the square of a king. They are unspecified in a lane without a king.
#[derive(Clone, Copy, Debug)]
pub struct KingMasks<V> {
    /// The squares next to the king.
    pub around: V,
    /// The squares at a knight's move from the king.
    pub knight: V,
    /// The king's file. Here and below, it is unspecified whether the king's square is included.
    pub file: V,
    /// The king's diagonal.
    pub diagonal: V,
    /// The king's antidiagonal.
    pub antidiagonal: V,
}
