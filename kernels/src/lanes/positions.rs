//! Lanes that hold a position each: what [the kernels over many positions](crate::positions) need beyond [`Lanes`].

use super::Lanes;
use crate::position::Position;

/// Lanes that hold a board of a position each.
///
/// A position is eight words, so that [`load_positions`](PositionLanes::load_positions) turns as many positions as
/// there are lanes into eight vectors: one holds the white pieces of each, one the black pieces, and so on.
pub trait PositionLanes: Lanes {
    /// Whether [counting ones](PositionLanes::popcount_bytes) takes an instruction or two.
    const FAST_POPCOUNT: bool;
    /// A truth value for each lane.
    type Mask: Copy;

    /// The words of as many positions as there are lanes, in the order of [`Position`]'s words.
    ///
    /// # Panics
    /// If there are not as many positions as lanes.
    fn load_positions(token: Self::Token, positions: &[Position]) -> [Self; 8];
    /// Four words of each lane together: those of lane 0 first.
    ///
    /// # Panics
    /// If there are not as many places as lanes.
    fn store_interleaved(words: [Self; 4], places: &mut [[u64; 4]]);
    /// The lower 16 bits of each lane.
    ///
    /// # Panics
    /// If there are not as many places as lanes.
    #[inline(always)]
    fn store_u16(self, places: &mut [u16]) {
        let words = self.to_array();
        assert_eq!(words.as_ref().len(), places.len());
        for (place, &word) in places.iter_mut().zip(words.as_ref()) {
            *place = word as u16;
        }
    }

    /// Each lane shifted left by the same count, 0..=63.
    fn shift_left_by(self, count: u32) -> Self;
    /// Each lane shifted right by the same count, 0..=63.
    fn shift_right_by(self, count: u32) -> Self;
    /// Each lane rotated left by the count in the same lane of `counts`, 1..=63.
    fn rotate_left(self, counts: Self) -> Self;

    /// How many ones each lane has, in parts: the sum of its bytes. Up to 31 of them may be added up before
    /// [`sum_bytes`](PositionLanes::sum_bytes).
    fn popcount_bytes(self) -> Self;
    /// The bytes of each lane added up, for counts from [`popcount_bytes`](PositionLanes::popcount_bytes).
    fn sum_bytes(self) -> Self;

    /// Whether any lane is not 0.
    fn any(self) -> bool;
    /// Which lanes are 0.
    fn is_zero(self) -> Self::Mask;
    /// Which lanes are not 0.
    fn is_not_zero(self) -> Self::Mask;
    /// The lanes of `yes` where the mask is true, else those of `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The lanes where the mask is true, else 0.
    fn keep(self, mask: Self::Mask) -> Self;

    /// What depends on the squares of kings, of which each lane holds one.
    fn king_masks(kings: Self) -> KingMasks<Self>;
}

/// Lanes whose bytes, the ranks of a board, are added and subtracted in an instruction.
pub trait ByteLanes: PositionLanes {
    /// The bytes added, without carry from one to the next.
    fn add_bytes(self, other: Self) -> Self;
    /// The bytes subtracted, without borrow from one to the next.
    fn sub_bytes(self, other: Self) -> Self;
}

/// Lanes that have the rank of a board mirrored in an instruction or two.
pub trait MirrorLanes: ByteLanes {
    /// The bits of each byte in reverse order: each rank mirrored, so that west is east.
    fn reverse_bits_of_bytes(self) -> Self;
}

/// Lanes that transpose a board in one instruction.
pub trait TransposeLanes: MirrorLanes {
    /// The board mirrored at the antidiagonal h1-a8: files become ranks, north becomes west. Twice is as it was.
    fn transpose(self) -> Self;
}

/// What depends on the square of a king. In a lane without a king it is unspecified.
#[derive(Clone, Copy, Debug)]
pub struct KingMasks<V> {
    /// The squares next to the king.
    pub around: V,
    /// The squares a knight's move away from the king.
    pub knight: V,
    /// The king's file; whether the king's square belongs to it is unspecified, here and below.
    pub file: V,
    /// The king's diagonal.
    pub diagonal: V,
    /// The king's antidiagonal.
    pub antidiagonal: V,
}
