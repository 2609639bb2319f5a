//! Lanes with one position each, for [the kernels over many positions](crate::positions).

use super::Lanes;
use crate::chess::Position;

/// Lanes with one board of a position each.
///
/// A position is eight words. [`load_positions`](PositionLanes::load_positions) transposes as many positions
/// as there are lanes into eight vectors: one has the white pieces of each position, one the black pieces,
/// and so on.
pub trait PositionLanes: Lanes {
    /// Whether [counting bits](PositionLanes::popcount_bytes) takes one or two instructions.
    const FAST_POPCOUNT: bool;
    /// A truth value for each lane.
    type Mask: Copy;

    /// Loads the words of as many positions as there are lanes, in the order of [`Position`]'s words.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many positions as lanes.
    fn load_positions(token: Self::Token, positions: &[Position]) -> [Self; 8];
    /// Stores four words of each lane together, lane 0 first.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many places as lanes.
    fn store_interleaved(words: [Self; 4], places: &mut [[u64; 4]]);
    /// Stores the lower 16 bits of each lane.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many places as lanes.
    #[inline(always)]
    fn store_u16(self, places: &mut [u16]) {
        let words = self.to_array();
        assert_eq!(words.as_ref().len(), places.len());
        for (place, &word) in places.iter_mut().zip(words.as_ref()) {
            *place = word as u16;
        }
    }

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

/// Lanes with an instruction to add and subtract bytes, which are the ranks of a board.
pub trait ByteLanes: PositionLanes {
    /// Adds the bytes without carries between them.
    fn add_bytes(self, other: Self) -> Self;
    /// Subtracts the bytes without borrows between them.
    fn sub_bytes(self, other: Self) -> Self;
}

/// Lanes that mirror the ranks of a board in one or two instructions.
pub trait MirrorLanes: ByteLanes {
    /// Reverses the bits of each byte, which mirrors each rank.
    fn reverse_bits_of_bytes(self) -> Self;
}

/// Lanes that transpose a board in one instruction.
pub trait TransposeLanes: MirrorLanes {
    /// Mirrors the board at the antidiagonal h1-a8: files become ranks, and north becomes west. Twice gives
    /// the same board.
    fn transpose(self) -> Self;
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
