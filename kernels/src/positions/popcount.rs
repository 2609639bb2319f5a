//! The combined popcount of many sets.
//!
//! Counting the bits of a word takes ten instructions without a popcount instruction, and seven in vectors
//! that look up nibbles. Adding three sets bit by bit (carry-save addition) takes five, or two with AVX-512,
//! and leaves two words to count instead of three: the sums modulo 2, and the carries, which count twice.
//!
//! ```text
//! 21 sets   =   7 + 7 + 7
//!               each seven: ones, twos, fours           4 additions
//! ones  1 1 1   twos  1 1 1 + carry + twice   fours  1 1 1 + carries   ->   5 words to count
//! ```
//!
//! Source: Robert Harley and David Seal's method for arrays, in Henry S. Warren, *Hacker's Delight* (2002);
//! see [Population Count](https://www.chessprogramming.org/Population_Count).

use crate::lanes::{Bitwise, PositionLanes, full_adder};

/// Returns the number of bits in 21 sets plus twice the number in two more, as [counts by
/// byte](PositionLanes::popcount_bytes).
#[inline(always)]
pub(super) fn harley_seal<V: PositionLanes>(sets: [[V; 7]; 3], twice: [V; 2]) -> V {
    if V::FAST_POPCOUNT {
        let [once, doubled] = [each(sets[0]) + each(sets[1]) + each(sets[2]), each(twice)];
        return once + doubled + doubled;
    }
    let [a, b, c] = [seven(sets[0]), seven(sets[1]), seven(sets[2])];
    let [ones, carry] = full_adder(a[0], b[0], c[0]);
    let [first, fours_first] = full_adder(a[1], b[1], c[1]);
    let [second, fours_second] = full_adder(carry, twice[0], twice[1]);
    let (twos, fours_third) = half_adder(first, second);
    let [first, eights_first] = full_adder(a[2], b[2], c[2]);
    let [second, eights_second] = full_adder(fours_first, fours_second, fours_third);
    let (fours, eights_third) = half_adder(first, second);
    let [eights, sixteens] = full_adder(eights_first, eights_second, eights_third);
    let sum = double(sixteens.popcount_bytes()) + eights.popcount_bytes();
    let sum = double(sum) + fours.popcount_bytes();
    let sum = double(sum) + twos.popcount_bytes();
    double(sum) + ones.popcount_bytes()
}

#[inline(always)]
fn double<V: PositionLanes>(parts: V) -> V {
    parts + parts
}

#[inline(always)]
fn each<V: PositionLanes, const N: usize>(sets: [V; N]) -> V {
    let mut sum = sets[0].popcount_bytes();
    let mut index = 1;
    while index < N {
        sum = sum + sets[index].popcount_bytes();
        index += 1;
    }
    sum
}

/// Adds seven bits in each place, and returns ones, twos and fours.
#[inline(always)]
fn seven<V: PositionLanes>([a, b, c, d, e, f, g]: [V; 7]) -> [V; 3] {
    let [first, twos_first] = full_adder(a, b, c);
    let [second, twos_second] = full_adder(d, e, f);
    let [ones, twos_third] = full_adder(first, second, g);
    let [twos, fours] = full_adder(twos_first, twos_second, twos_third);
    [ones, twos, fours]
}

#[inline(always)]
pub(super) fn half_adder<V: Bitwise>(a: V, b: V) -> (V, V) {
    (a ^ b, a & b)
}

#[cfg(test)]
mod tests {
    use quadline_properties::boards::Words;

    use super::*;
    use crate::lanes::scalar::{ScalarX4, positions::ScalarX1};
    use crate::lanes::{Lanes, Simd};

    #[derive(Clone, Copy, Debug)]
    struct Counter<const COUNTS: bool>;

    impl<const COUNTS: bool> Simd for Counter<COUNTS> {
        type FourLanes = ScalarX4<Self>;
        type SliderLanes = ScalarX4<Self>;
        const HAS_POPCNT: bool = COUNTS;
    }

    fn counted<const COUNTS: bool>(sets: [u64; 21], twice: [u64; 2]) -> u64 {
        let word = |index| ScalarX1::splat(Counter::<COUNTS>, sets[index]);
        let seven = |start| core::array::from_fn(|index| word(start + index));
        let twice = twice.map(|set| ScalarX1::splat(Counter, set));
        harley_seal([seven(0), seven(7), seven(14)], twice).sum_bytes().to_array()[0]
    }

    fn both_ways(sets: [u64; 21], twice: [u64; 2]) {
        let ones = |sets: &[u64]| sets.iter().map(|set| u64::from(set.count_ones())).sum::<u64>();
        let expected = ones(&sets) + 2 * ones(&twice);
        assert_eq!(counted::<false>(sets, twice), expected, "{sets:x?} {twice:x?}");
        assert_eq!(counted::<true>(sets, twice), expected, "{sets:x?} {twice:x?}");
    }

    #[test]
    fn as_many_as_there_are() {
        // Every possible count on one square, from 0 to 25.
        for count in 0..=21 {
            for twice in [[0, 0], [1, 0], [0, 1], [1, 1], [u64::MAX; 2]] {
                both_ways(core::array::from_fn(|index| u64::from(index < count)), twice);
                both_ways(core::array::from_fn(|index| if index < count { u64::MAX } else { 0 }), twice);
            }
        }
        let mut words = Words(0x0e5);
        let mut random = || words.word();
        for _ in 0..1000 {
            both_ways(core::array::from_fn(|_| random()), [random(), random()]);
        }
    }
}
