//! The lanes of [moves by numbers](super).

use crate::chess::Position;
use crate::formula::{SimdFormula, masks::LineMasks};
use crate::lanes::{PositionLanes, SliderLanes};

/// Lanes that find the bit with a number in a set.
pub trait NumberedLanes: PositionLanes + SliderLanes {
    /// Stores the words of positions, the inverse of
    /// [`load_positions`](PositionLanes::load_positions).
    ///
    /// # Panics
    ///
    /// Panics if there are not as many positions as lanes.
    fn store_positions(words: [Self; 8], positions: &mut [Position]);
    /// Replaces the word in a lane.
    fn with_lane(self, lane: usize, word: u64) -> Self;
    /// Returns the word in a lane.
    fn lane(self, lane: usize) -> u64;
    /// Returns a bit for each lane, the lowest for lane 0, which is set where the mask is true.
    fn lanes(token: Self::Token, mask: Self::Mask) -> u32;

    /// Returns the number of zeros above the most significant one bit of each lane, and 64 for 0.
    fn leading_zeros(self) -> Self;
    /// Returns the index of the bit in each lane. It is unspecified in a lane without a bit.
    #[inline(always)]
    fn index(self, token: Self::Token) -> Self {
        self.leading_zeros() ^ Self::splat(token, 63)
    }
    /// Returns the number of bits that numbers below each lane need. It is unspecified in a lane that is not
    /// in 1..=64.
    #[inline(always)]
    fn width_of_numbers_below(self, token: Self::Token) -> Self {
        Self::splat(token, 64) - (self - Self::splat(token, 1)).leading_zeros()
    }

    /// Returns the sets with the numbers of their bits.
    fn sums(self) -> Sums<Self>;
    /// Returns the bit of each set that has `numbers` bits below it, at most 63, or 0 if
    /// there is none.
    fn nth_bit(sets: &Sums<Self>, numbers: Self) -> Self;

    /// Returns the attacks of a slider along a line through its square, which may contain the square.
    #[inline(always)]
    fn along<F: SimdFormula>(self, token: Self::Token, slider: Self, occupied: Self) -> Self {
        F::attacks(&LineMasks::of_sliders(token, self | slider, slider), occupied)
    }
    /// Like [`along`](Self::along), for a line with at most one square on each rank.
    #[inline(always)]
    fn across_ranks<F: SimdFormula>(self, token: Self::Token, slider: Self, occupied: Self) -> Self {
        self.along::<F>(token, slider, occupied)
    }

    /// Returns the lower half of the product of each lane and a number.
    fn multiply(self, factor: u64) -> Self;
    /// Returns whether each lane is less than that of `other`, without a sign.
    fn is_less(self, other: Self) -> Self::Mask;
}

/// Sets of bits in lanes, with the numbers of their bits.
#[derive(Clone, Copy, Debug)]
pub struct Sums<V> {
    /// The sets.
    pub set: V,
    /// The number of bits of each set.
    pub count: V,
    /// The number of bits up to the end of each byte, if the lanes need it.
    #[cfg(target_feature = "sse2")]
    pub(super) up_to: V,
}
