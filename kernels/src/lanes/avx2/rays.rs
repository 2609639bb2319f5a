//! AVX2: eight rays in two 256-bit registers.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Avx2Level;
use super::lists::{self, Quarters, compress, quarters_of_bytes, quarters_of_position, store};
use crate::cpu::proof::with_features;
use crate::lanes::rays::{HalfWords, RayBytes, RayLanes};
use crate::lanes::{forward, operators};
use crate::position::{Mailbox, Position, Threat};

/// Eight words in two 256-bit registers: the rays upward, and those downward. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Rays<T> {
    registers: Pair,
    token: T,
}

/// Eight lanes of 32 bits in a 256-bit register, in the order of `vshufps` from two registers: 0, 1, 4, 5, 2, 3, 6 and
/// 7.
#[derive(Clone, Copy)]
pub struct Avx2Halves<T> {
    vector: __m256i,
    token: T,
}

type Pair = (__m256i, __m256i);

#[inline(always)]
fn each(a: Pair, function: impl Fn(__m256i) -> __m256i) -> Pair {
    (function(a.0), function(a.1))
}

#[inline(always)]
fn each_of_two(a: Pair, b: Pair, function: impl Fn(__m256i, __m256i) -> __m256i) -> Pair {
    (function(a.0, b.0), function(a.1, b.1))
}

with_features! { ["avx2"];
    fn load(_, bytes: &RayBytes) -> Pair {
        let bytes = bytes.0.as_ptr();
        // SAFETY: the array has 64 bytes, two registers of 32, and the loads require no alignment.
        unsafe { (_mm256_loadu_si256(bytes.cast()), _mm256_loadu_si256(bytes.add(32).cast())) }
    }
    fn and(_, a: Pair, b: Pair) -> Pair { each_of_two(a, b, #[inline(always)] |a, b| _mm256_and_si256(a, b)) }
    fn or(_, a: Pair, b: Pair) -> Pair { each_of_two(a, b, #[inline(always)] |a, b| _mm256_or_si256(a, b)) }
    fn equal(_, a: Pair, b: Pair) -> Pair { each_of_two(a, b, #[inline(always)] |a, b| _mm256_cmpeq_epi8(a, b)) }
    fn at_one(token, board: Quarters, squares: __m256i, empty: __m256i) -> __m256i {
        _mm256_andnot_si256(_mm256_cmpeq_epi8(squares, empty), lists::at(token, board, squares))
    }
    fn keep_where_not_zero(_, a: Pair, condition: Pair) -> Pair {
        let zero = _mm256_setzero_si256();
        each_of_two(a, condition, #[inline(always)] |a, condition| _mm256_andnot_si256(_mm256_cmpeq_epi8(condition, zero), a))
    }
    fn ls1b(token, a: Pair) -> Pair { each(a, #[inline(always)] |a| super::ls1b(token, a)) }
    fn sum_bytes(_, a: Pair) -> Pair { each(a, #[inline(always)] |a| _mm256_sad_epu8(a, _mm256_setzero_si256())) }
    fn shift_left_by(_, a: Pair, count: u32) -> Pair {
        each(a, #[inline(always)] |a| _mm256_sll_epi64(a, _mm_cvtsi32_si128(count as i32)))
    }
    fn shift_right_by(_, a: Pair, count: u32) -> Pair {
        each(a, #[inline(always)] |a| _mm256_srl_epi64(a, _mm_cvtsi32_si128(count as i32)))
    }
    fn halves(_, a: Pair) -> __m256i {
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(_mm256_castsi256_ps(a.0), _mm256_castsi256_ps(a.1)))
    }
    fn words_not_zero(token, a: Pair) -> u8 {
        let zeros = each(a, #[inline(always)] |a| _mm256_cmpeq_epi64(a, _mm256_setzero_si256()));
        !_mm256_movemask_ps(_mm256_castsi256_ps(halves(token, zeros))) as u8
    }
    fn splat_halves(_, bits: u32) -> __m256i { _mm256_set1_epi32(bits as i32) }
    fn or_halves(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn or_if(_, a: __m256i, condition: bool, b: __m256i) -> __m256i {
        _mm256_blendv_epi8(a, b, _mm256_set1_epi32(-i32::from(condition)))
    }
    fn to_upper(_, a: __m256i) -> __m256i { _mm256_slli_epi32::<16>(a) }
}

operators! { Avx2Rays<T: Avx2Level>, registers, token:
    BitAnd bitand and;
    BitOr bitor or;
}

impl<T: Avx2Level> RayLanes for Avx2Rays<T> {
    type Token = T;
    type Board = (Quarters, T);
    type Halves = Avx2Halves<T>;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> (Quarters, T) {
        (quarters_of_position(token, position), token)
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> (Quarters, T) {
        (quarters_of_bytes(token, mailbox.as_bytes()), token)
    }

    #[inline(always)]
    fn at(&(board, token): &(Quarters, T), squares: Self, empty: u8) -> Self {
        let empty = lists::splat(token, empty);
        let registers = each(
            squares.registers,
            #[inline(always)]
            |squares| at_one(token, board, squares, empty),
        );
        Self { registers, token }
    }

    #[inline(always)]
    fn load(token: T, bytes: &'static RayBytes) -> Self {
        Self { registers: load(token, bytes), token }
    }

    #[inline(always)]
    fn splat(token: T, byte: u8) -> Self {
        let register = lists::splat(token, byte);
        Self { registers: (register, register), token }
    }

    #[inline(always)]
    fn splat_words(token: T, word: u64) -> Self {
        let register = lists::splat_words(token, word);
        Self { registers: (register, register), token }
    }

    #[inline(always)]
    fn table(token: T, bytes: &'static u128) -> Self {
        let register = lists::table(token, bytes);
        Self { registers: (register, register), token }
    }

    #[inline(always)]
    fn lookup(self, table: Self) -> Self {
        let registers = each_of_two(
            self.registers,
            table.registers,
            #[inline(always)]
            |bytes, table| lists::lookup(self.token, bytes, table),
        );
        Self { registers, ..self }
    }

    #[inline(always)]
    fn opposite(self) -> Self {
        Self { registers: (self.registers.1, self.registers.0), ..self }
    }

    forward! { registers, token:
        equal(other) -> Self;
        keep_where_not_zero(other) -> Self;
        ls1b() -> Self;
        sum_bytes() -> Self;
        shift_left_by(count: u32) -> Self;
        shift_right_by(count: u32) -> Self;
        words_not_zero() -> u8;
    }

    #[inline(always)]
    fn halves(self) -> Avx2Halves<T> {
        Avx2Halves { vector: halves(self.token, self.registers), token: self.token }
    }
}

operators! { Avx2Halves<T: Avx2Level>, vector, token:
    BitOr bitor or_halves;
}

impl<T: Avx2Level> HalfWords for Avx2Halves<T> {
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
        store(self.token, places, compress(self.token, self.vector, mask));
    }
}
