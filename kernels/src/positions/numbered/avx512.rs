//! AVX-512: the sets of eight positions.

use core::arch::asm;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{NumberedLanes, Sums};
use crate::chess::Position;
use crate::lanes::avx512::positions::transposed;
use crate::lanes::avx512::{Avx512BitTricks, Avx512Level, Avx512X8, to_array};
use crate::lanes::forward;
use crate::levels::proof::with_features;

/// The lower nibble of each byte.
const LOW_NIBBLES: i64 = 0x0f0f_0f0f_0f0f_0f0f;

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    /// Counts leading zeros, without LLVM's knowledge of the result.
    ///
    /// The intrinsic of a shift by lanes selects 0 where the count is not below 64. LLVM removes that,
    /// because the instruction does the same. If the count is one of leading zeros, it first
    /// turns the condition into one that the shifted word is not 0, and then computes a mask and a selection
    /// for each shift (not measured apart).
    fn leading_zeros(_, a: __m512i) -> __m512i {
        let mut zeros = _mm512_lzcnt_epi64(a);
        // SAFETY: the assembly is empty.
        unsafe { asm!("/* {0} */", inout(zmm_reg) zeros, options(pure, nomem, nostack, preserves_flags)) };
        zeros
    }
    fn with_lane(_, a: __m512i, lane: usize, word: u64) -> __m512i {
        _mm512_mask_set1_epi64(a, 1 << lane, word as i64)
    }
    /// Adds up the bytes of each lane, from the lowest to each byte: one instruction in place of three shifts
    /// and three additions (Zen 5; not measured on Intel, where a product of 64 bits takes longer).
    fn up_to(token, bytes: __m512i) -> __m512i { multiply(token, bytes, 0x0101_0101_0101_0101) }
    fn first_from(_, a: __m512i, lane: usize) -> __m512i {
        _mm512_permutexvar_epi64(_mm512_set1_epi64(lane as i64), a)
    }
    fn top_byte(_, a: __m512i) -> __m512i { _mm512_srli_epi64::<56>(a) }
    fn low_nibbles(_, a: __m512i) -> __m512i { _mm512_and_si512(a, _mm512_set1_epi64(LOW_NIBBLES)) }
    /// Finds the bit with a number in each set, given the number of bits of each byte, of its lower nibble,
    /// and of all bytes up to it. All bytes are computed as if they had the bit, until the last steps:
    ///
    /// 1. The bit is in the first byte up to whose end there are more bits than its number.
    /// 2. It is in the lower nibble if that has more bits than are left of the number.
    /// 3. A table has the places of the four bits of each nibble, with two bits for each place. A shift
    /// selects one, by what is left of the number.
    ///
    /// There are no masks, which take eight cycles from a comparison to a vector, or seventeen by a general
    /// register (Zen 5). LLVM would make masks of saturating subtractions and minima, too. The conditions are
    /// therefore the top bits of differences, which are less than 128.
    fn nth_bit(token, set: __m512i, of_bytes: __m512i, of_low: __m512i, up_to: __m512i, numbers: __m512i) -> __m512i {
        let top = _mm512_set1_epi8(-128);
        let number = _mm512_shuffle_epi8(numbers, _mm512_set4_epi32(0x0808_0808, 0x0808_0808, 0, 0));
        // The bytes from that of the bit on, and it alone.
        let from = _mm512_and_si512(_mm512_sub_epi8(number, up_to), top);
        let byte = whole_bytes(token, _mm512_andnot_si512(_mm512_slli_epi64::<8>(from), from));
        let left = _mm512_sub_epi8(number, _mm512_sub_epi8(up_to, of_bytes));
        let after_low = _mm512_sub_epi8(left, of_low);
        let low = whole_bytes(token, _mm512_and_si512(after_low, top));
        let left = _mm512_ternarylogic_epi64::<0xca>(low, left, after_low);
        let left = _mm512_sad_epu8(_mm512_and_si512(left, byte), _mm512_setzero_si512());
        let nibble = _mm512_ternarylogic_epi64::<0xca>(low, set, _mm512_srli_epi64::<4>(set));
        let nibble = _mm512_and_si512(nibble, _mm512_set1_epi64(LOW_NIBBLES));
        let places = _mm512_set4_epi32(0xe439_380e_u32 as i32, 0x340d_0c03, 0x2409_0802, 0x0401_0000);
        let places = _mm512_shuffle_epi8(places, nibble);
        // With the mask, the count is below 64, and LLVM leaves out the selection.
        let shift = _mm512_and_si512(_mm512_add_epi64(left, left), _mm512_set1_epi64(15));
        let place = _mm512_and_si512(_mm512_srlv_epi64(places, shift), _mm512_set1_epi8(3));
        let place = _mm512_or_si512(place, _mm512_andnot_si512(low, _mm512_set1_epi8(4)));
        let bits = _mm512_set4_epi32(0, 0, 0x8040_2010_u32 as i32, 0x0804_0201);
        _mm512_and_si512(_mm512_shuffle_epi8(bits, place), byte)
    }
    /// Sets all bits of the bytes whose top bit is set, given no other bits.
    fn whole_bytes(_, tops: __m512i) -> __m512i {
        _mm512_or_si512(tops, _mm512_sub_epi64(tops, _mm512_srli_epi64::<7>(tops)))
    }
    fn multiply(_, a: __m512i, factor: u64) -> __m512i { _mm512_mullo_epi64(a, _mm512_set1_epi64(factor as i64)) }
    fn is_less(_, a: __m512i, b: __m512i) -> u8 { _mm512_cmplt_epu64_mask(a, b) }
}

impl<T: Avx512Level> NumberedLanes for Avx512X8<T> {
    #[inline(always)]
    fn store_positions(words: [Self; 8], positions: &mut [Position]) {
        let positions: &mut [Position; 8] = positions.try_into().expect("as many positions as lanes");
        let [a, b, c, d, e, f, g, h] = words;
        let rows = [a.vector, b.vector, c.vector, d.vector, e.vector, f.vector, g.vector, h.vector];
        let rows = transposed(a.token, rows);
        for (position, row) in positions.iter_mut().zip(rows) {
            position.words = to_array(a.token, row);
        }
    }

    #[inline(always)]
    fn lanes(_token: T, mask: u8) -> u32 {
        mask.into()
    }

    // Not by a variable index, for which LLVM stores all lanes.
    #[inline(always)]
    fn lane(self, lane: usize) -> u64 {
        to_array(self.token, first_from(self.token, self.vector, lane))[0]
    }

    #[inline(always)]
    fn sums(self) -> Sums<Self> {
        let of_bytes = T::WideBitTricks::popcount_of_bytes(self.token, self.vector);
        let up_to = Self { vector: up_to(self.token, of_bytes), ..self };
        Sums { set: self, count: Self { vector: top_byte(self.token, up_to.vector), ..self }, up_to }
    }

    #[inline(always)]
    fn nth_bit(sets: &Sums<Self>, numbers: Self) -> Self {
        let (token, set) = (numbers.token, sets.set.vector);
        let of_bytes = T::WideBitTricks::popcount_of_bytes(token, set);
        let of_low = T::WideBitTricks::popcount_of_bytes(token, low_nibbles(token, set));
        Self { vector: nth_bit(token, set, of_bytes, of_low, sets.up_to.vector, numbers.vector), ..numbers }
    }

    forward! { vector, token:
        fn with_lane(self, lane: usize, word: u64) -> Self;
        fn leading_zeros(self) -> Self;
        fn multiply(self, factor: u64) -> Self;
        fn is_less(self, other: Self) -> u8;
    }
}
