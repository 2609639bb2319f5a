//! AVX-512 with VBMI: eight rays in a 512-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::VbmiLevel;
use super::bytes::Avx512Bytes;
use super::lists::{pieces, table};
use crate::cpu::proof::with_features;
use crate::lanes::forward;
use crate::lanes::rays::{HalfWords, RayBytes, RayLanes};
use crate::position::{Mailbox, Position, Threat};

/// Eight lanes of 32 bits in a 256-bit register.
#[derive(Clone, Copy)]
pub struct Avx512Halves<T> {
    vector: __m256i,
    token: T,
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    fn load(_, bytes: &[u8; 64]) -> __m512i {
        // SAFETY: the array has 64 bytes, and the load requires no alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    fn at(_, board: __m512i, squares: __m512i, empty: u8) -> __m512i {
        let others = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(empty as i8));
        let pieces = _mm512_maskz_permutexvar_epi8(others, squares, board);
        // Keeps the highest bit of the square: pieces | squares & 0x80.
        _mm512_ternarylogic_epi32::<0xf8>(pieces, squares, _mm512_set1_epi8(0x80_u8 as i8))
    }
    fn splat(_, byte: u8) -> __m512i { _mm512_set1_epi8(byte as i8) }
    fn splat_words(_, word: u64) -> __m512i { _mm512_set1_epi64(word as i64) }
    fn lookup(_, a: __m512i, table: __m512i) -> __m512i { _mm512_shuffle_epi8(table, a) }
    fn equal(_, a: __m512i, b: __m512i) -> __m512i { _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b)) }
    fn keep_where_not_zero(_, a: __m512i, condition: __m512i) -> __m512i {
        _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(condition, condition), a)
    }
    fn ls1b(_, a: __m512i) -> __m512i { _mm512_and_si512(a, _mm512_sub_epi64(_mm512_setzero_si512(), a)) }
    fn sum_bytes(_, a: __m512i) -> __m512i { _mm512_sad_epu8(a, _mm512_setzero_si512()) }
    fn shift_left_by(_, a: __m512i, count: u32) -> __m512i { _mm512_sll_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn shift_right_by(_, a: __m512i, count: u32) -> __m512i { _mm512_srl_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn opposite(_, a: __m512i) -> __m512i { _mm512_shuffle_i64x2::<0x4e>(a, a) }
    fn halves(_, a: __m512i) -> __m256i { _mm512_cvtepi64_epi32(a) }
    fn words_not_zero(_, a: __m512i) -> u8 { _mm512_test_epi64_mask(a, a) }
    fn splat_halves(_, bits: u32) -> __m256i { _mm256_set1_epi32(bits as i32) }
    fn or_halves(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn or_if(_, a: __m256i, condition: bool, b: __m256i) -> __m256i {
        _mm256_mask_mov_epi32(a, u8::from(condition).wrapping_neg(), b)
    }
    fn to_upper(_, a: __m256i) -> __m256i { _mm256_slli_epi32::<16>(a) }
    fn store_some(_, a: __m256i, mask: u8, places: &mut [Threat; 8]) -> () {
        // SAFETY: eight threats are 32 bytes, and the store requires no alignment. A lane is 0, or has a number from 0
        // to 63 in the place of each square; see `HalfWords`. For pieces every byte is valid.
        unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), _mm256_maskz_compress_epi32(mask, a)) }
    }
}

impl<T: VbmiLevel> RayLanes for Avx512Bytes<T> {
    type Token = T;
    type Board = Self;
    type Halves = Avx512Halves<T>;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> Self {
        Self { vector: pieces(token, position), token }
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> Self {
        Self { vector: load(token, mailbox.as_bytes()), token }
    }

    #[inline(always)]
    fn at(board: &Self, squares: Self, empty: u8) -> Self {
        Self { vector: at(board.token, board.vector, squares.vector, empty), ..squares }
    }

    #[inline(always)]
    fn load(token: T, bytes: &'static RayBytes) -> Self {
        Self { vector: load(token, &bytes.0), token }
    }

    #[inline(always)]
    fn splat(token: T, byte: u8) -> Self {
        Self { vector: splat(token, byte), token }
    }

    #[inline(always)]
    fn splat_words(token: T, word: u64) -> Self {
        Self { vector: splat_words(token, word), token }
    }

    #[inline(always)]
    fn table(token: T, bytes: &'static u128) -> Self {
        Self { vector: table(token, bytes), token }
    }

    forward! { vector, token:
        lookup(other) -> Self;
        equal(other) -> Self;
        keep_where_not_zero(other) -> Self;
        ls1b() -> Self;
        sum_bytes() -> Self;
        shift_left_by(count: u32) -> Self;
        shift_right_by(count: u32) -> Self;
        opposite() -> Self;
        words_not_zero() -> u8;
    }

    #[inline(always)]
    fn halves(self) -> Avx512Halves<T> {
        Avx512Halves { vector: halves(self.token, self.vector), token: self.token }
    }
}

impl<T: VbmiLevel> core::ops::BitOr for Avx512Halves<T> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self { vector: or_halves(self.token, self.vector, other.vector), ..self }
    }
}

impl<T: VbmiLevel> HalfWords for Avx512Halves<T> {
    type Token = T;

    #[inline(always)]
    fn splat(token: T, bits: u32) -> Self {
        Self { vector: splat_halves(token, bits), token }
    }

    #[inline(always)]
    fn or_if(self, condition: bool, other: Self) -> Self {
        Self { vector: or_if(self.token, self.vector, condition, other.vector), ..self }
    }

    forward! { vector, token:
        to_upper() -> Self;
    }

    #[inline(always)]
    fn store_some(self, mask: u8, places: &mut [Threat; 8]) {
        store_some(self.token, self.vector, mask, places);
    }
}
