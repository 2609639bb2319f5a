//! AVX2: four lanes in a 256-bit register, and the functions that the levels above share with it.

pub(crate) mod bytes;
pub(crate) mod directions;
#[doc(hidden)] // Public for its test that a level without GFNI cannot call its functions.
pub mod gfni;
pub(crate) mod positions;

use core::arch::asm;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{FourLanes, Lanes, Reversible, Simd, SliderLanes, forward, operators};
use crate::Square;
use crate::levels::proof::{Has, Token, cpu_feature, with_features};

/// The reversed bits of each nibble, in the lower half of a byte.
pub(super) const REVERSED_NIBBLES: u128 = {
    let (mut table, mut nibble) = (0, 0);
    while nibble < 16 {
        table |= ((nibble as u8).reverse_bits() as u128 >> 4) << (8 * nibble);
        nibble += 1;
    }
    table
};

/// Four lanes in a 256-bit register. `T` is the token of the level. Its [`Avx2BitTricks`] implement the
/// operations for which AVX2 has no instruction.
#[derive(Clone, Copy)]
pub struct Avx2X4<T> {
    pub(crate) vector: __m256i,
    pub(crate) token: T,
}

/// A level with at least AVX2.
pub trait Avx2Level: Simd<FourLanes = Avx2X4<Self>> + Has<cpu_feature!("avx2")> {
    /// The level's [`Avx2BitTricks`].
    type BitTricks: Avx2BitTricks<Self>;
}

/// Operations for which AVX2 has no instruction, implemented with a token's features.
pub trait Avx2BitTricks<T> {
    /// The value of [`RankLanes::FAST_MIRROR`](super::RankLanes::FAST_MIRROR).
    const FAST_MIRROR: bool;
    /// Implements [`Lanes::ms1b`].
    fn ms1b(token: T, vector: __m256i) -> __m256i;
    /// Implements [`Lanes::three_ms1b`].
    fn three_ms1b(token: T, vector: __m256i) -> __m256i;
    /// Implements [`Lanes::ms1b_and_above`].
    fn ms1b_and_above(token: T, vector: __m256i) -> __m256i;
    /// Implements [`Reversible::reverse_bits`].
    fn reverse_bits(token: T, vector: __m256i) -> __m256i;
    /// Reverses the bits of each byte.
    fn reverse_bits_of_bytes(token: T, vector: __m256i) -> __m256i;
    /// Shifts each byte right by one bit.
    fn halve_bytes(token: T, vector: __m256i) -> __m256i;
    /// Whether [`FourLanes::splat_beside_word`] broadcasts the word from memory.
    const SPLATS_FROM_MEMORY: bool = false;
}

impl<T> Avx2X4<T> {
    /// Creates a vector. The token proves that the CPU has AVX2.
    #[inline(always)]
    pub(crate) fn new(token: T, vector: __m256i) -> Self {
        Self { vector, token }
    }
}

/// Returns the number, which LLVM then does not compute together with another one in a vector.
///
/// With AVX-512, LLVM would test two vectors of 32 bytes as one of 64, and turn a chain of trailing zeros
/// into a gather. One instruction with a 512-bit register lowers the clock of some CPUs for everything that
/// they execute in the next 0.7 ms (Skylake-SP, Cascade Lake; see the row of `avx512` in `calls/kernels/list.rs`).
/// Levels without AVX-512 have no such instructions, and there the number stays as it is, because assembly
/// keeps LLVM from joining other operations.
#[inline(always)]
pub(crate) fn apart<T: Token>(_token: T, mut number: u32) -> u32 {
    if T::HAS_AVX512 {
        // SAFETY: the assembly is empty.
        unsafe { asm!("/* {0:e} */", inout(reg) number, options(pure, nomem, nostack, preserves_flags)) };
    }
    number
}

with_features! { ["avx2"];
    fn halve_bytes(_, a: __m256i) -> __m256i { _mm256_and_si256(_mm256_srli_epi16::<1>(a), _mm256_set1_epi8(0x7f)) }
    fn splat(_, word: u64) -> __m256i { _mm256_set1_epi64x(word as i64) }
    /// Broadcasts a word from memory, in assembly for two reasons. From a register, the compiler would use
    /// `vmovq` and `vpbroadcastq`, which take two slots of the port that also shuffles; a load uses a port of
    /// its own (not measured separately). And LLVM cannot join the load with that of the next word; see
    /// [`EightLanes::splat_from_memory`](super::EightLanes::splat_from_memory).
    pub(crate) fn splat_from_memory(_, word: &u64) -> __m256i {
        let vector;
        // SAFETY: the assembly reads only the word that the pointer points to, which has 8 bytes.
        unsafe {
            asm!("vpbroadcastq {}, qword ptr [{}]", lateout(ymm_reg) vector, in(reg) word,
                options(pure, readonly, nostack, preserves_flags));
        }
        vector
    }
    /// Loads the words one by one, in assembly for the second of these reasons. Blends run on more ports than
    /// shuffles.
    pub(crate) fn load_apart(_, words: &[u64; 4]) -> __m256i {
        let (a, b, c, d);
        // SAFETY: the assembly reads only the array, which has 32 bytes.
        unsafe {
            asm!(
                "vpbroadcastq {}, qword ptr [{words}]",
                "vpbroadcastq {}, qword ptr [{words} + 8]",
                "vpbroadcastq {}, qword ptr [{words} + 16]",
                "vpbroadcastq {}, qword ptr [{words} + 24]",
                lateout(ymm_reg) a, lateout(ymm_reg) b, lateout(ymm_reg) c, lateout(ymm_reg) d, words = in(reg) words,
                options(pure, readonly, nostack, preserves_flags),
            );
        }
        _mm256_blend_epi32::<0xf0>(_mm256_blend_epi32::<0b1100>(a, b), _mm256_blend_epi32::<0b1100_0000>(c, d))
    }
    pub(crate) fn load(_, words: &[u64; 4]) -> __m256i {
        // SAFETY: the array has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn xor(_, a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
    fn add(_, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi64(a, b) }
    fn sub(_, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi64(a, b) }
    fn not(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(-1)) }
    pub(crate) fn ls1b(_, a: __m256i) -> __m256i { _mm256_and_si256(a, _mm256_sub_epi64(_mm256_setzero_si256(), a)) }
    pub(super) fn reverse_bytes(_, a: __m256i) -> __m256i {
        let order = _mm256_setr_epi8(
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
        );
        _mm256_shuffle_epi8(a, order)
    }
    /// Reverses the bits of each byte by two lookups of nibbles.
    fn reverse_bits_of_bytes(_, a: __m256i) -> __m256i {
        let low = _mm256_and_si256(a, _mm256_set1_epi8(15));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), _mm256_set1_epi8(15));
        let to_high = _mm256_broadcastsi128_si256(_mm_set_epi64x((REVERSED_NIBBLES >> 60) as i64, (REVERSED_NIBBLES << 4) as i64));
        let to_low = _mm256_broadcastsi128_si256(_mm_set_epi64x((REVERSED_NIBBLES >> 64) as i64, REVERSED_NIBBLES as i64));
        _mm256_or_si256(_mm256_shuffle_epi8(to_high, low), _mm256_shuffle_epi8(to_low, high))
    }
    /// Reverses the bits of each lane without GFNI: first the bits of the bytes, then the bytes.
    pub(super) fn reverse_bits(token, a: __m256i) -> __m256i { reverse_bytes(token, reverse_bits_of_bytes(token, a)) }
    /// Returns the most significant one bit of each byte by two lookups of nibbles. If both nibbles have one,
    /// the maximum selects the higher.
    fn ms1b_of_bytes(_, a: __m256i) -> __m256i {
        let low = _mm256_and_si256(a, _mm256_set1_epi8(15));
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(a), _mm256_set1_epi8(15));
        let of_low = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8));
        let of_high = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 16, 32, 32, 64, 64, 64, 64, -128, -128, -128, -128, -128, -128, -128, -128,
        ));
        _mm256_max_epu8(_mm256_shuffle_epi8(of_low, low), _mm256_shuffle_epi8(of_high, high))
    }
    pub(super) fn triple(_, a: __m256i) -> __m256i { _mm256_add_epi64(_mm256_add_epi64(a, a), a) }
    /// Returns `-ms1b`, or all ones where `vector` is 0.
    fn ms1b_and_above(_, ms1b: __m256i, vector: __m256i) -> __m256i {
        let zero = _mm256_setzero_si256();
        _mm256_or_si256(_mm256_sub_epi64(zero, ms1b), _mm256_cmpeq_epi64(vector, zero))
    }
    fn load_squares(_, squares: &[Square]) -> __m256i {
        let bytes: [u8; 4] = Square::slice_as_bytes(squares).try_into().expect("as many squares as lanes");
        _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(i32::from_le_bytes(bytes)))
    }
    fn shift_left(_, a: __m256i, counts: __m256i) -> __m256i { _mm256_sllv_epi64(a, counts) }
    fn shift_right(_, a: __m256i, counts: __m256i) -> __m256i { _mm256_srlv_epi64(a, counts) }
    fn keep_where_not_zero(_, a: __m256i, condition: __m256i) -> __m256i {
        _mm256_andnot_si256(_mm256_cmpeq_epi64(condition, _mm256_setzero_si256()), a)
    }
    fn rooks_and_bishops(token, sliders: [__m256i; 4]) -> (__m256i, __m256i) {
        // [rank, file, diagonal, antidiagonal] of two sliders become [rook, rook, bishop, bishop].
        let [a, b, c, d] = sliders;
        let (ab, cd) = (or_pairs(token, a, b), or_pairs(token, c, d));
        (_mm256_permute2x128_si256::<0x20>(ab, cd), _mm256_permute2x128_si256::<0x31>(ab, cd))
    }
    fn or_pairs(_, a: __m256i, b: __m256i) -> __m256i {
        _mm256_or_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
    }
    pub(crate) fn to_array(_, a: __m256i) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        words
    }
}

/// Implements the operations by byte shuffles that look up nibbles, for CPUs without GFNI.
#[derive(Debug)]
pub struct Shuffles;

impl<T: Has<cpu_feature!("avx2")>> Avx2BitTricks<T> for Shuffles {
    // On 32-bit targets, the board was just stored in two halves, and the load would wait for both.
    const SPLATS_FROM_MEMORY: bool = cfg!(target_arch = "x86_64");
    const FAST_MIRROR: bool = false;

    #[inline(always)]
    fn ms1b(token: T, vector: __m256i) -> __m256i {
        // With at most one bit left in each byte, reversing the bytes makes the highest byte's bit the
        // lowest.
        let one_for_each_byte = ms1b_of_bytes(token, vector);
        reverse_bytes(token, ls1b(token, reverse_bytes(token, one_for_each_byte)))
    }

    #[inline(always)]
    fn three_ms1b(token: T, vector: __m256i) -> __m256i {
        triple(token, Self::ms1b(token, vector))
    }

    #[inline(always)]
    fn ms1b_and_above(token: T, vector: __m256i) -> __m256i {
        ms1b_and_above(token, Self::ms1b(token, vector), vector)
    }

    forward! { vector, token:
        fn reverse_bits(token: T, vector: __m256i) -> __m256i;
        fn reverse_bits_of_bytes(token: T, vector: __m256i) -> __m256i;
        fn halve_bytes(token: T, vector: __m256i) -> __m256i;
    }
}

operators! { Avx2X4<T: Avx2Level>, vector, token: all }

impl<T: Avx2Level> Reversible for Avx2X4<T> {
    forward! { vector, token:
        fn reverse_bits(self) -> Self = T::BitTricks::reverse_bits;
    }
}

impl<T: Avx2Level> Lanes for Avx2X4<T> {
    type Token = T;
    type Array = [u64; 4];
    const COUNT: usize = 4;

    forward! { vector, token:
        fn ms1b(self) -> Self = T::BitTricks::ms1b;
        fn three_ms1b(self) -> Self = T::BitTricks::three_ms1b;
        fn ms1b_and_above(self) -> Self = T::BitTricks::ms1b_and_above;
        fn splat(token: T, word: u64) -> Self;
        fn load(token: T, words: &[u64; 4]) -> Self;
        fn ls1b(self) -> Self;
        fn reverse_bytes(self) -> Self;
        fn to_array(self) -> [u64; 4];
    }
}

impl<T: Avx2Level> FourLanes for Avx2X4<T> {
    forward! { vector, token:
        fn or_pairs(token: T, a: Self, b: Self) -> Self;
        fn keep_where_not_zero(self, other: Self) -> Self;
    }

    // A subtraction reads its operand from memory, but does not broadcast it.
    #[inline(always)]
    fn load_repeated(token: T, words: &[u64; 4]) -> Self {
        Self::load(token, words)
    }

    #[inline(always)]
    fn splat_beside_word(token: T, word: u64) -> Self {
        match T::BitTricks::SPLATS_FROM_MEMORY {
            true => Self { vector: splat_from_memory(token, &word), token },
            false => Self::splat(token, word),
        }
    }

    #[inline(always)]
    fn rooks_and_bishops(token: T, sliders: [Self; 4]) -> (Self, Self) {
        let [a, b, c, d] = sliders;
        let (rooks, bishops) = rooks_and_bishops(token, [a.vector, b.vector, c.vector, d.vector]);
        (Self { vector: rooks, token }, Self { vector: bishops, token })
    }
}

impl<T: Avx2Level> SliderLanes for Avx2X4<T> {
    forward! { vector, token:
        fn load_squares(token: T, squares: &[Square]) -> Self;
        fn shift_left(self, other: Self) -> Self;
        fn shift_right(self, other: Self) -> Self;
    }
}
