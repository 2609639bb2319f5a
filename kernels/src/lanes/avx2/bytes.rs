//! 32 bytes in a 256-bit register, for kernels with a line of a slider or a rank of a position in each byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
use core::ptr;

use super::gfni::{GfniLevel, reverse_bits_of_bytes};
use super::positions::popcount_bytes;
use super::{Avx2BitTricks, Avx2Level, splat};
use crate::chess::{ChecksAndPins, Move, Position};
use crate::lanes::{RankLanes, RankLookup, RankStore, Reversible, forward, operators};
use crate::levels::proof::with_features;

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
    fn shift_right_by(_, a: __m256i, count: u32) -> __m256i { _mm256_srl_epi16(a, _mm_cvtsi32_si128(count as i32)) }
    fn without(_, a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
    fn or_reached(_, a: __m256i, reached: __m256i, passes: __m256i) -> __m256i {
        _mm256_or_si256(a, _mm256_and_si256(reached, passes))
    }
    fn full_adder(_, a: __m256i, b: __m256i, c: __m256i) -> [__m256i; 2] {
        let either = _mm256_xor_si256(a, b);
        [_mm256_xor_si256(either, c), _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(either, c))]
    }
    fn is_zero(_, a: __m256i) -> __m256i { _mm256_cmpeq_epi8(a, _mm256_setzero_si256()) }
    fn not_zero(_, a: __m256i) -> u64 {
        u64::from(!(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, _mm256_setzero_si256())) as u32))
    }
    fn sum(_, a: __m256i) -> u64 {
        let sums = _mm256_sad_epu8(a, _mm256_setzero_si256());
        let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        // No sum has more than 16 bits.
        u64::from((_mm_cvtsi128_si32(sums) + _mm_extract_epi32::<2>(sums)) as u32)
    }
    fn to_array(_, a: __m256i) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), a) };
        bytes
    }
    fn load_row(_, first: &[u64; 2], second: &[u64; 2]) -> __m256i {
        // SAFETY: two words are 16 bytes, and the loads require no alignment.
        unsafe { _mm256_loadu2_m128i(second.as_ptr().cast(), first.as_ptr().cast()) }
    }
    fn store_row(_, row: __m256i, first: &mut [u64; 2], second: &mut [u64; 2]) -> () {
        // SAFETY: two words are 16 bytes, and the stores require no alignment.
        unsafe { _mm256_storeu2_m128i(second.as_mut_ptr().cast(), first.as_mut_ptr().cast(), row) }
    }
    /// Stores the lower halves of two rows, and the upper halves.
    fn store_pair(_, a: __m256i, b: __m256i, lower: &mut ChecksAndPins, upper: &mut ChecksAndPins) -> () {
        // SAFETY: `ChecksAndPins` is four words in C's order, 32 bytes, and the stores require no alignment.
        unsafe {
            _mm256_storeu_si256(ptr::from_mut(lower).cast(), _mm256_permute2x128_si256::<0x20>(a, b));
            _mm256_storeu_si256(ptr::from_mut(upper).cast(), _mm256_permute2x128_si256::<0x31>(a, b));
        }
    }
    fn interleave(_, a: __m256i, b: __m256i) -> [__m256i; 2] { [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)] }
    fn load(_, bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the array has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
    fn load_tables(_, words: &[u64; 4]) -> __m256i {
        // SAFETY: four words are 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    fn load_moves(_, moves: &[Move; 32]) -> [__m256i; 2] {
        let load = |first| {
            // SAFETY: 16 moves after the first are 32 bytes, and the load requires no alignment.
            unsafe { _mm256_loadu_si256(moves.as_ptr().add(first).cast()) }
        };
        let (low, high) = (load(0), load(16));
        let byte = _mm256_set1_epi16(0xff);
        let lower = _mm256_packus_epi16(_mm256_and_si256(low, byte), _mm256_and_si256(high, byte));
        let upper = _mm256_packus_epi16(_mm256_srli_epi16::<8>(low), _mm256_srli_epi16::<8>(high));
        // Each half now has eight moves of both vectors.
        [_mm256_permute4x64_epi64::<0b11_01_10_00>(lower), _mm256_permute4x64_epi64::<0b11_01_10_00>(upper)]
    }
    fn lookup(_, tables: __m256i, indices: __m256i) -> __m256i { _mm256_shuffle_epi8(tables, indices) }
    fn load_table(_, table: &[u8; 16]) -> __m256i {
        // SAFETY: the table has 16 bytes, and the load requires no alignment.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
    }
    fn where_equal(_, a: __m256i, byte: u8, squares: __m256i) -> __m256i {
        _mm256_and_si256(_mm256_cmpeq_epi8(a, _mm256_set1_epi8(byte as i8)), squares)
    }
}

operators! { Avx2Bytes<T: Avx2Level>, vector, token: all }

impl<T: GfniLevel> Reversible for Avx2Bytes<T> {
    forward! { vector, token:
        fn reverse_bits(self) -> Self = reverse_bits_of_bytes;
    }
}

impl<T: Avx2Level> RankLanes for Avx2Bytes<T> {
    type Token = T;
    type Array = [u8; 32];
    const COUNT: usize = 32;
    const FAST_POPCOUNT: bool = false;
    const FAST_MIRROR: bool = T::BitTricks::FAST_MIRROR;

    #[inline]
    fn splat(token: T, byte: u8) -> Self {
        Self { vector: splat(token, u64::from_ne_bytes([byte; 8])), token }
    }

    #[inline]
    fn load_row(token: T, positions: &[Position], pair: usize, row: usize) -> Self {
        let positions: &[Position; 32] = positions.try_into().expect("as many positions as lanes");
        let [first, second] = [&positions[row], &positions[16 + row]];
        Self { vector: load_row(token, &first.pairs()[pair], &second.pairs()[pair]), token }
    }

    forward! { vector, token:
        fn interleave(self, other: Self) -> [Self; 2];
        fn mirrored(self) -> Self = T::BitTricks::reverse_bits_of_bytes;
        fn west(self) -> Self = T::BitTricks::halve_bytes;
        fn popcount(self) -> Self = popcount_bytes;
        fn to_array(self) -> [u8; 32];
        fn without(self, others: Self) -> Self;
        fn or_reached(self, reached: Self, passes: Self) -> Self;
        fn full_adder(self, b: Self, c: Self) -> [Self; 2];
        fn shift_right_by(self, count: u32) -> Self;
        fn is_zero(self) -> Self;
        fn not_zero(self) -> u64;
        fn sum(self) -> u64;
    }
}

impl<T: Avx2Level> RankLookup for Avx2Bytes<T> {
    const PART: usize = 16;

    #[inline]
    fn load(token: T, bytes: &[u8]) -> Self {
        Self { vector: load(token, bytes.try_into().expect("as many bytes as lanes")), token }
    }

    #[inline]
    fn load_tables(token: T, words: &[u64]) -> Self {
        Self { vector: load_tables(token, words.try_into().expect("as many bytes as lanes")), token }
    }

    #[inline]
    fn load_moves(token: T, moves: &[Move]) -> [Self; 2] {
        let [lower, upper] = load_moves(token, moves.try_into().expect("as many moves as lanes"));
        [Self { vector: lower, token }, Self { vector: upper, token }]
    }

    forward! { vector, token:
        fn lookup(self, indices: Self) -> Self;
        fn load_table(token: T, table: &[u8; 16]) -> Self;
        fn where_equal(self, byte: u8, squares: Self) -> Self;
    }
}

impl<T: Avx2Level> RankStore for Avx2Bytes<T> {
    #[inline(always)]
    fn store_rows(rows: [Self; 8], places: &mut [u64]) {
        let places: &mut [u64; 32] = places.try_into().expect("as many places as lanes");
        let (first, second) = places.split_at_mut(16);
        let places = first.as_chunks_mut().0.iter_mut().zip(second.as_chunks_mut().0);
        for (row, (first, second)) in rows.into_iter().zip(places) {
            store_row(row.token, row.vector, first, second);
        }
    }

    #[inline(always)]
    fn store_row_pairs(first: [Self; 16], second: [Self; 16], places: &mut [ChecksAndPins]) {
        let places: &mut [ChecksAndPins; 32] = places.try_into().expect("as many places as lanes");
        let (lower, upper) = places.split_at_mut(16);
        for ((first, second), (lower, upper)) in
            first.into_iter().zip(second).zip(lower.iter_mut().zip(upper))
        {
            store_pair(first.token, first.vector, second.vector, lower, upper);
        }
    }
}
