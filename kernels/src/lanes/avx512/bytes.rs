//! 64 bytes in a 512-bit register, for kernels with a line of a slider or a rank of a position in each byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Avx2BitTricks, Avx512BitTricks, Avx512Level, splat};
use crate::cpu::proof::with_features;
use crate::lanes::{RankLanes, Reversible, forward, operators};
use crate::position::Position;

/// 64 bytes in a 512-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512Bytes<T> {
    pub(crate) vector: __m512i,
    pub(crate) token: T,
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn or(_, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
    fn xor(_, a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn add(_, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi8(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi8(a, b) }
    fn not(_, a: __m512i) -> __m512i { _mm512_xor_si512(a, _mm512_set1_epi64(-1)) }
    fn west(_, a: __m512i) -> __m512i { _mm512_and_si512(_mm512_srli_epi16::<1>(a), _mm512_set1_epi8(0x7f)) }
    fn shift_right_by(_, a: __m512i, count: u32) -> __m512i { _mm512_srl_epi16(a, _mm_cvtsi32_si128(count as i32)) }
    fn is_zero(_, a: __m512i) -> __m512i { _mm512_movm_epi8(_mm512_testn_epi8_mask(a, a)) }
    fn select(_, mask: __m512i, yes: __m512i, no: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<0xca>(mask, yes, no)
    }
    fn not_zero(_, a: __m512i) -> u64 { _mm512_test_epi8_mask(a, a) }
    fn to_array(_, a: __m512i) -> [u8; 64] {
        let mut bytes = [0; 64];
        // SAFETY: the array has room for 64 bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), a) };
        bytes
    }
    /// Loads the sixteen ranks of a pair of words.
    ///
    /// Each quarter transposes sixteen bytes of sixteen positions, by interleaving the first eight rows with the others
    /// four times.
    fn load_words(_, positions: &[Position; 64], pair: usize) -> [__m512i; 16] {
        let half = |first: &Position, second: &Position| {
            let [first, second] = [&first.pairs()[pair], &second.pairs()[pair]];
            // SAFETY: a pair of words is 16 bytes, and the load requires no alignment.
            unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
        };
        let row = |index: usize| {
            let low = half(&positions[index], &positions[index + 16]);
            let high = half(&positions[index + 32], &positions[index + 48]);
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        };
        let interleaved = |[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: [__m512i; 16]| {
            let low = |a, b| _mm512_unpacklo_epi8(a, b);
            let high = |a, b| _mm512_unpackhi_epi8(a, b);
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

operators! { Avx512Bytes<T: Avx512Level>, vector, token:
    Not not;
    Add add add;
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: Avx512Level> Reversible for Avx512Bytes<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { vector: T::WideBitTricks::reverse_bits_of_bytes(self.token, self.vector), ..self }
    }
}

impl<T: Avx512Level> RankLanes for Avx512Bytes<T> {
    type Token = T;
    type Array = [u8; 64];
    const COUNT: usize = 64;
    const FAST_POPCOUNT: bool = T::WideBitTricks::FAST_POPCOUNT;
    const FAST_MIRROR: bool = <T::BitTricks as Avx2BitTricks<T>>::FAST_MIRROR;

    #[inline(always)]
    fn splat(token: T, byte: u8) -> Self {
        Self { vector: splat(token, u64::from_ne_bytes([byte; 8])), token }
    }

    #[inline(always)]
    fn load_words(token: T, positions: &[Position], pair: usize) -> [[Self; 8]; 2] {
        let positions: &[Position; 64] = positions.try_into().expect("as many positions as lanes");
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
        self.reverse_bits()
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        Self { vector: T::WideBitTricks::popcount_of_bytes(self.token, self.vector), ..self }
    }

    #[inline(always)]
    fn exchange(mask: Self, a: Self, b: Self) -> [Self; 2] {
        let select =
            |yes: Self, no: Self| Self { vector: select(no.token, mask.vector, yes.vector, no.vector), ..no };
        [select(b, a), select(a, b)]
    }

    forward! { vector, token:
        to_array() -> [u8; 64];
        west() -> Self;
        shift_right_by(count: u32) -> Self;
        is_zero() -> Self;
        not_zero() -> u64;
    }
}
