//! 32 bytes in a 256-bit register, for kernels with a line of a slider or a rank of a position in each byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::gfni::{GfniLevel, reverse_bits_of_bytes};
use super::positions::popcount_bytes;
use super::{Avx2BitTricks, Avx2Level, splat};
use crate::cpu::proof::with_features;
use crate::lanes::{RankLanes, Reversible, forward, operators};
use crate::position::Position;

/// 32 bytes in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Bytes<T> {
    pub(crate) vector: __m256i,
    pub(crate) token: T,
}

with_features! { ["avx2"];
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn xor(_, a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
    fn add(_, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi8(a, b) }
    fn sub(_, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi8(a, b) }
    fn not(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(-1)) }
    fn west(_, a: __m256i) -> __m256i { _mm256_and_si256(_mm256_srli_epi16::<1>(a), _mm256_set1_epi8(0x7f)) }
    fn shift_right_by(_, a: __m256i, count: u32) -> __m256i { _mm256_srl_epi16(a, _mm_cvtsi32_si128(count as i32)) }
    fn is_zero(_, a: __m256i) -> __m256i { _mm256_cmpeq_epi8(a, _mm256_setzero_si256()) }
    fn not_zero(_, a: __m256i) -> u64 {
        u64::from(!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())) as u32))
    }
    fn to_array(_, a: __m256i) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), a) };
        bytes
    }
    /// Loads the sixteen ranks of a pair of words.
    ///
    /// Each half transposes sixteen bytes of sixteen positions, by interleaving the first eight rows with the others
    /// four times.
    fn load_words(_, positions: &[Position; 32], pair: usize) -> [__m256i; 16] {
        let row = |index: usize| {
            let [first, second] = [&positions[index].pairs()[pair], &positions[index + 16].pairs()[pair]];
            // SAFETY: a pair of words is 16 bytes, and the load requires no alignment.
            unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
        };
        let interleaved = |[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: [__m256i; 16]| {
            let low = |a, b| _mm256_unpacklo_epi8(a, b);
            let high = |a, b| _mm256_unpackhi_epi8(a, b);
            [
                low(a, i), high(a, i), low(b, j), high(b, j), low(c, k), high(c, k), low(d, l), high(d, l),
                low(e, m), high(e, m), low(f, n), high(f, n), low(g, o), high(g, o), low(h, p), high(h, p),
            ]
        };
        interleaved(interleaved(interleaved(interleaved([
            row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7),
            row(8), row(9), row(10), row(11), row(12), row(13), row(14), row(15),
        ]))))
    }
}

operators! { Avx2Bytes<T: Avx2Level>, vector, token:
    Not not;
    Add add add;
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: GfniLevel> Reversible for Avx2Bytes<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { vector: reverse_bits_of_bytes(self.token, self.vector), ..self }
    }
}

impl<T: Avx2Level> RankLanes for Avx2Bytes<T> {
    type Token = T;
    type Array = [u8; 32];
    const COUNT: usize = 32;
    const FAST_POPCOUNT: bool = false;
    const FAST_MIRROR: bool = T::BitTricks::FAST_MIRROR;

    #[inline(always)]
    fn splat(token: T, byte: u8) -> Self {
        Self { vector: splat(token, u64::from_ne_bytes([byte; 8])), token }
    }

    #[inline(always)]
    fn load_words(token: T, positions: &[Position], pair: usize) -> [[Self; 8]; 2] {
        let positions: &[Position; 32] = positions.try_into().expect("as many positions as lanes");
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = load_words(token, positions, pair);
        // Not written with `map`, which is a call that passes vectors in memory.
        let rank = |vector| Self { vector, token };
        [
            [rank(a), rank(b), rank(c), rank(d), rank(e), rank(f), rank(g), rank(h)],
            [rank(i), rank(j), rank(k), rank(l), rank(m), rank(n), rank(o), rank(p)],
        ]
    }

    #[inline(always)]
    fn mirrored(self) -> Self {
        Self { vector: T::BitTricks::reverse_bits_of_bytes(self.token, self.vector), ..self }
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        Self { vector: popcount_bytes(self.token, self.vector), ..self }
    }

    forward! { vector, token:
        to_array() -> [u8; 32];
        west() -> Self;
        shift_right_by(count: u32) -> Self;
        is_zero() -> Self;
        not_zero() -> u64;
    }
}
