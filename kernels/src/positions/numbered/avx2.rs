//! AVX2: the sets of four positions. Bits with a number are deposited by BMI2, in general registers.

use core::arch::x86_64::*;

use super::{NumberedLanes, Sums};
use crate::chess::Position;
use crate::formula::{SimdFormula, both_ways};
use crate::lanes::avx2::positions::transposed;
use crate::lanes::avx2::{Avx2Level, Avx2X4, to_array};
use crate::lanes::{Lanes, PositionLanes, forward};
use crate::levels::proof::{Has, cpu_feature, with_features};

with_features! { ["avx2"];
    fn with_lane(_, a: __m256i, lane: usize, word: u64) -> __m256i {
        let is_lane = _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3), _mm256_set1_epi64x(lane as i64));
        _mm256_blendv_epi8(a, _mm256_set1_epi64x(word as i64), is_lane)
    }
    fn first_from(_, a: __m256i, lane: usize) -> __m256i {
        let halves = _mm256_setr_epi32(0, 1, 0, 1, 0, 1, 0, 1);
        _mm256_permutevar8x32_epi32(a, _mm256_or_si256(_mm256_set1_epi32(2 * lane as i32), halves))
    }
    fn lanes(_, mask: __m256i) -> u32 { _mm256_movemask_pd(_mm256_castsi256_pd(mask)) as u32 }
    /// Returns the number of bits of numbers below 64, by a lookup of each nibble.
    fn width(_, a: __m256i) -> __m256i {
        let nibble = _mm256_set1_epi8(15);
        let of_low = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4));
        let of_high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 5, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        let low = _mm256_shuffle_epi8(of_low, _mm256_and_si256(a, nibble));
        let high = _mm256_shuffle_epi8(of_high, _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble));
        _mm256_max_epu8(low, high)
    }
    fn multiply(_, a: __m256i, factor: u64) -> __m256i {
        let (b, upper) = (_mm256_set1_epi64x(factor as i64), _mm256_set1_epi64x((factor >> 32) as i64));
        let crossed = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64::<32>(a), b), _mm256_mul_epu32(a, upper));
        _mm256_add_epi64(_mm256_mul_epu32(a, b), _mm256_slli_epi64::<32>(crossed))
    }
    fn is_less(_, a: __m256i, b: __m256i) -> __m256i {
        let signs = _mm256_set1_epi64x(i64::MIN);
        _mm256_cmpgt_epi64(_mm256_xor_si256(b, signs), _mm256_xor_si256(a, signs))
    }
}

with_features! { ["bmi2"];
    fn deposit(_, number: u64, set: u64) -> u64 { _pdep_u64(1 << (number & 63), set) }
}

impl<T: Avx2Level + Has<cpu_feature!("bmi2")>> NumberedLanes for Avx2X4<T> {
    #[inline(always)]
    fn store_positions(words: [Self; 8], positions: &mut [Position]) {
        let positions: &mut [Position; 4] = positions.try_into().expect("as many positions as lanes");
        let [a, b, c, d, e, f, g, h] = words;
        let first = transposed(a.token, [a.vector, b.vector, c.vector, d.vector]);
        let second = transposed(a.token, [e.vector, f.vector, g.vector, h.vector]);
        for (position, (first, second)) in positions.iter_mut().zip(first.into_iter().zip(second)) {
            position.words[..4].copy_from_slice(&to_array(a.token, first));
            position.words[4..].copy_from_slice(&to_array(a.token, second));
        }
    }

    #[inline(always)]
    fn lanes(token: T, mask: __m256i) -> u32 {
        lanes(token, mask)
    }

    // Not by a variable index, for which LLVM stores all lanes.
    #[inline(always)]
    fn lane(self, lane: usize) -> u64 {
        to_array(self.token, first_from(self.token, self.vector, lane))[0]
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        let [a, b, c, d] = self.to_array();
        let zeros = |word: u64| u64::from(word.leading_zeros());
        Self::load(self.token, &[zeros(a), zeros(b), zeros(c), zeros(d)])
    }

    #[inline(always)]
    fn index(self, token: T) -> Self {
        (self - Self::splat(token, 1)).popcount_bytes().sum_bytes()
    }

    #[inline(always)]
    fn width_of_numbers_below(self, token: T) -> Self {
        Self { vector: width(token, (self - Self::splat(token, 1)).vector), token }
    }

    #[inline(always)]
    fn sums(self) -> Sums<Self> {
        Sums { set: self, count: self.popcount_bytes().sum_bytes(), up_to: self }
    }

    #[inline(always)]
    fn nth_bit(sets: &Sums<Self>, numbers: Self) -> Self {
        let token = numbers.token;
        let ([a, b, c, d], [i, j, k, l]) = (sets.set.to_array(), numbers.to_array());
        Self::load(
            token,
            &[deposit(token, i, a), deposit(token, j, b), deposit(token, k, c), deposit(token, l, d)],
        )
    }

    /// Reverses the order of the ranks, which reverses the line and takes one instruction. No formula `F` is needed.
    #[inline(always)]
    fn across_ranks<F: SimdFormula>(self, _token: T, slider: Self, occupied: Self) -> Self {
        let line_ex = self & !slider;
        let attacks = both_ways(
            occupied & line_ex,
            slider,
            slider.reverse_bytes(),
            #[inline(always)]
            |lanes: Self| lanes.reverse_bytes(),
        );
        attacks & line_ex
    }

    forward! { vector, token:
        fn with_lane(self, lane: usize, word: u64) -> Self;
        fn multiply(self, factor: u64) -> Self;
        fn is_less(self, other: Self) -> __m256i;
    }
}
