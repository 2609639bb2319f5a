//! Lanes of bytes, each with one rank of a position: the lanes of [`positions::ranks`](crate::positions::ranks).

use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use crate::position::Position;

/// A vector of bytes, with one rank of a position in each. Bit 0 is the a-file.
///
/// Additions and subtractions are bytewise: no carry goes from one position to the next.
pub trait RankLanes:
    Copy
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Sub<Output = Self>
{
    /// The token that proves the CPU features.
    type Token: Copy;
    /// The bytes as an array.
    type Array: AsRef<[u8]>;
    /// The number of bytes.
    const COUNT: usize;
    /// Whether [counting bits](RankLanes::popcount) takes one instruction.
    const FAST_POPCOUNT: bool;
    /// Whether [mirroring](RankLanes::mirrored) takes one instruction.
    const FAST_MIRROR: bool;

    /// Returns `byte` in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// Returns the eight ranks of two words of each position: words 0 and 1 for pair 0, words 2 and 3 for pair 1, and
    /// so on.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many positions as lanes, or no such words.
    fn load_words(token: Self::Token, positions: &[Position], pair: usize) -> [[Self; 8]; 2];
    /// Returns the bytes.
    fn to_array(self) -> Self::Array;

    /// Returns each rank moved by one square to the east.
    #[inline(always)]
    fn east(self) -> Self {
        self + self
    }
    /// Returns each rank moved by one square to the west.
    fn west(self) -> Self;
    /// Returns each byte shifted right by 1 to 7 bits. The bits shifted in are unspecified.
    fn shift_right_by(self, count: u32) -> Self;
    /// Returns each rank mirrored: the bits of each byte in reverse order.
    fn mirrored(self) -> Self;
    /// Returns the number of set bits of each byte.
    fn popcount(self) -> Self;
    /// Returns all ones in the bytes that are 0, and 0 in the others.
    fn is_zero(self) -> Self;
    /// Returns two vectors with their bytes exchanged where `mask` is all ones. In the other bytes, `mask` must be 0.
    #[inline(always)]
    fn exchange(mask: Self, a: Self, b: Self) -> [Self; 2] {
        let different = (a ^ b) & mask;
        [a ^ different, b ^ different]
    }
    /// Returns one bit for each byte that is not 0.
    fn not_zero(self) -> u64;
}
