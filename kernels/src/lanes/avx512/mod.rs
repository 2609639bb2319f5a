//! AVX-512: four lanes in a 256-bit register (VL) and eight in a 512-bit register, with a leading-zero count
//! for each.
//!
//! LLVM makes a 512-bit register of ones with `vpternlogd zmm, zmm, zmm, 0xff`, which depends on the old
//! value of the register on Zen 5. In a loop over positions, this chained all iterations of a trial of the
//! threats kernel and doubled its time. `objdump -d` of a release build of all position kernels has 149 of
//! these instructions, most of them before loops. Removing one from a loop gained nothing on Zen 4. The loops
//! over positions and moves of the threats kernels have none.

pub(crate) mod bytes;
pub(crate) mod directions;
pub(crate) mod positions;

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::marker::PhantomData;

use super::avx2::gfni::{Affine, GfniLevel, HALVE_BYTES, REVERSE_BITS_OF_BYTES};
use super::avx2::{Avx2BitTricks, Avx2Level, REVERSED_NIBBLES, Shuffles};
use super::{Lanes, Reversible, SliderLanes, check_count, forward, operators};
use crate::Square;
use crate::levels::proof::{Has, cpu_feature, with_features};
use crate::tables::numbered_lines::{ANTIDIAGONALS, DIAGONALS, FILES, RANKS};

/// 3 rotated right by one. Rotating it right again by the leading zeros of a word gives three times the
/// word's MS1B.
const THREE_ROTATED: i64 = 0x8000_0000_0000_0001_u64 as i64;

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn ms1b_x4(_, a: __m256i) -> __m256i {
        _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(a))
    }
    fn three_ms1b_x4(_, a: __m256i) -> __m256i {
        _mm256_rorv_epi64(_mm256_set1_epi64x(THREE_ROTATED), _mm256_lzcnt_epi64(a))
    }
    fn ms1b_and_above_x4(_, a: __m256i) -> __m256i {
        _mm256_srav_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(a))
    }
}

/// Uses the leading-zero count of each lane for `ms1b` and related functions, and `Reversed` for bit
/// reversal.
#[derive(Debug)]
pub struct LeadingZeros<Reversed>(PhantomData<Reversed>);

impl<T, Reversed: Avx2BitTricks<T>> Avx2BitTricks<T> for LeadingZeros<Reversed>
where
    T: Has<cpu_feature!("avx512f")>
        + Has<cpu_feature!("avx512bw")>
        + Has<cpu_feature!("avx512cd")>
        + Has<cpu_feature!("avx512dq")>
        + Has<cpu_feature!("avx512vl")>,
{
    const FAST_MIRROR: bool = Reversed::FAST_MIRROR;

    forward! { vector, token:
        fn ms1b(token: T, vector: __m256i) -> __m256i = ms1b_x4;
        fn three_ms1b(token: T, vector: __m256i) -> __m256i = three_ms1b_x4;
        fn ms1b_and_above(token: T, vector: __m256i) -> __m256i = ms1b_and_above_x4;
        fn reverse_bits(token: T, vector: __m256i) -> __m256i = Reversed::reverse_bits;
        fn reverse_bits_of_bytes(token: T, vector: __m256i) -> __m256i = Reversed::reverse_bits_of_bytes;
        fn halve_bytes(token: T, vector: __m256i) -> __m256i = Reversed::halve_bytes;
    }
}

/// Eight lanes in a 512-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512X8<T> {
    pub(crate) vector: __m512i,
    pub(crate) token: T,
}

/// A level with at least AVX-512 (F, BW, CD, DQ, VL).
pub trait Avx512Level:
    Avx2Level
    + Has<cpu_feature!("avx512f")>
    + Has<cpu_feature!("avx512bw")>
    + Has<cpu_feature!("avx512cd")>
    + Has<cpu_feature!("avx512dq")>
    + Has<cpu_feature!("avx512vl")>
{
    /// The level's [`Avx512BitTricks`].
    type WideBitTricks: Avx512BitTricks<Self>;
}

/// A level with at least AVX-512, VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI.
pub trait VbmiLevel:
    Avx512Level
    + GfniLevel
    + Has<cpu_feature!("avx512vbmi")>
    + Has<cpu_feature!("avx512vbmi2")>
    + Has<cpu_feature!("avx512bitalg")>
    + Has<cpu_feature!("avx512vpopcntdq")>
{
}

impl<
    T: Avx512Level
        + GfniLevel
        + Has<cpu_feature!("avx512vbmi")>
        + Has<cpu_feature!("avx512vbmi2")>
        + Has<cpu_feature!("avx512bitalg")>
        + Has<cpu_feature!("avx512vpopcntdq")>,
> VbmiLevel for T
{
}

/// Operations for which AVX-512 (F, BW, CD, DQ, VL) has no instruction, implemented with a token's features.
pub trait Avx512BitTricks<T> {
    /// The value of [`RankLanes::FAST_POPCOUNT`](super::RankLanes::FAST_POPCOUNT).
    const FAST_POPCOUNT: bool;
    /// Reverses the bits of each byte.
    fn reverse_bits_of_bytes(token: T, vector: __m512i) -> __m512i;
    /// Shifts each byte right by one bit.
    fn halve_bytes(token: T, vector: __m512i) -> __m512i;
    /// Implements [`PositionLanes::popcount_bytes`](super::PositionLanes::popcount_bytes).
    fn popcount_bytes(token: T, vector: __m512i) -> __m512i;
    /// Implements [`PositionLanes::sum_bytes`](super::PositionLanes::sum_bytes).
    fn sum_bytes(token: T, vector: __m512i) -> __m512i;
    /// Returns the number of set bits of each byte.
    fn popcount_of_bytes(token: T, vector: __m512i) -> __m512i;
    /// The value of [`RankLookup::PART`](super::RankLookup::PART).
    const PART: usize;
    /// Implements [`RankLookup::lookup`](super::RankLookup::lookup).
    fn lookup(token: T, tables: __m512i, indices: __m512i) -> __m512i;
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn splat(_, word: u64) -> __m512i { _mm512_set1_epi64(word as i64) }
    pub(crate) fn load(_, words: &[u64; 8]) -> __m512i {
        // SAFETY: the array has 64 bytes, and the load requires no alignment.
        unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
    }
    fn load_some(_, words: &[u64]) -> __m512i {
        check_count(words.len(), 8);
        let mask = (1_u16 << words.len()) - 1;
        // SAFETY: the mask has a bit for each word of the slice, and words outside of the mask are not read.
        unsafe { _mm512_maskz_loadu_epi64(mask as u8, words.as_ptr().cast()) }
    }
    fn store_some(_, words: &mut [u64], a: __m512i) -> () {
        check_count(words.len(), 8);
        let mask = (1_u16 << words.len()) - 1;
        // SAFETY: the mask has a bit for each word of the slice, and words outside of the mask are not written.
        unsafe { _mm512_mask_storeu_epi64(words.as_mut_ptr().cast(), mask as u8, a) };
    }
    pub(crate) fn to_array(_, a: __m512i) -> [u64; 8] {
        let mut words = [0; 8];
        // SAFETY: the array has room for 64 bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), a) };
        words
    }
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn or(_, a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
    fn xor(_, a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn add(_, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi64(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi64(a, b) }
    fn not(_, a: __m512i) -> __m512i { _mm512_xor_si512(a, _mm512_set1_epi64(-1)) }
    fn ls1b(_, a: __m512i) -> __m512i { _mm512_and_si512(a, _mm512_sub_epi64(_mm512_setzero_si512(), a)) }
    fn ms1b(_, a: __m512i) -> __m512i { _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(a)) }
    fn three_ms1b(_, a: __m512i) -> __m512i {
        _mm512_rorv_epi64(_mm512_set1_epi64(THREE_ROTATED), _mm512_lzcnt_epi64(a))
    }
    fn ms1b_and_above(_, a: __m512i) -> __m512i {
        _mm512_srav_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(a))
    }
    fn reverse_bytes(_, a: __m512i) -> __m512i {
        let order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
        _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order))
    }
    fn reverse_bits_of_bytes(_, a: __m512i) -> __m512i {
        let low = _mm512_and_si512(a, _mm512_set1_epi8(15));
        let high = _mm512_and_si512(_mm512_srli_epi16::<4>(a), _mm512_set1_epi8(15));
        let to_high = _mm512_broadcast_i32x4(_mm_set_epi64x((REVERSED_NIBBLES >> 60) as i64, (REVERSED_NIBBLES << 4) as i64));
        let to_low = _mm512_broadcast_i32x4(_mm_set_epi64x((REVERSED_NIBBLES >> 64) as i64, REVERSED_NIBBLES as i64));
        _mm512_or_si512(_mm512_shuffle_epi8(to_high, low), _mm512_shuffle_epi8(to_low, high))
    }
    fn load_squares(_, squares: &[Square]) -> __m512i {
        let bytes: [u8; 8] = Square::slice_as_bytes(squares).try_into().expect("as many squares as lanes");
        _mm512_cvtepu8_epi64(_mm_set1_epi64x(i64::from_le_bytes(bytes)))
    }
    fn shift_left(_, a: __m512i, counts: __m512i) -> __m512i { _mm512_sllv_epi64(a, counts) }
    /// Counts the set bits of each byte by two lookups of nibbles.
    fn popcount_bytes(_, a: __m512i) -> __m512i {
        let nibble = _mm512_set1_epi8(15);
        let ones = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        let low = _mm512_shuffle_epi8(ones, _mm512_and_si512(a, nibble));
        let high = _mm512_shuffle_epi8(ones, _mm512_and_si512(_mm512_srli_epi16::<4>(a), nibble));
        _mm512_add_epi8(low, high)
    }
    fn sum_bytes(_, a: __m512i) -> __m512i { _mm512_sad_epu8(a, _mm512_setzero_si512()) }
    fn shift_right(_, a: __m512i, counts: __m512i) -> __m512i { _mm512_srlv_epi64(a, counts) }
    fn lines_through(token, squares: __m512i) -> [__m512i; 4] {
        let file = _mm512_and_si512(squares, _mm512_set1_epi64(7));
        let rank = _mm512_srli_epi64::<3>(squares);
        // The permutations use only the lowest three or four bits of each index, so the indexes need no mask.
        [
            _mm512_permutexvar_epi64(rank, load(token, &RANKS)),
            _mm512_permutexvar_epi64(squares, load(token, &FILES)),
            _mm512_permutex2var_epi64(load(token, &DIAGONALS.0), _mm512_sub_epi64(rank, file), load(token, &DIAGONALS.1)),
            _mm512_permutex2var_epi64(load(token, &ANTIDIAGONALS.0), _mm512_add_epi64(rank, file), load(token, &ANTIDIAGONALS.1)),
        ]
    }
}

with_features! { ["avx512f", "avx512bw"];
    fn halve_bytes(_, a: __m512i) -> __m512i { _mm512_and_si512(_mm512_srli_epi16::<1>(a), _mm512_set1_epi8(0x7f)) }
    fn lookup_in_quarters(_, tables: __m512i, indices: __m512i) -> __m512i { _mm512_shuffle_epi8(tables, indices) }
}

with_features! { ["avx512f", "avx512vbmi"];
    fn lookup(_, table: __m512i, indices: __m512i) -> __m512i { _mm512_permutexvar_epi8(indices, table) }
}

with_features! { ["avx512f", "avx512vpopcntdq"];
    fn popcount_lanes(_, a: __m512i) -> __m512i { _mm512_popcnt_epi64(a) }
}

with_features! { ["avx512f", "avx512bw", "avx512bitalg"];
    fn popcount_of_bytes(_, a: __m512i) -> __m512i { _mm512_popcnt_epi8(a) }
}

with_features! { ["avx512f", "avx512bw", "gfni"];
    fn reverse_bits_of_bytes_gfni(_, a: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(REVERSE_BITS_OF_BYTES))
    }
    fn halve_bytes_gfni(_, a: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(a, _mm512_set1_epi64(HALVE_BYTES))
    }
}

impl<T> Avx512BitTricks<T> for Shuffles
where
    T: Has<cpu_feature!("avx512f")>
        + Has<cpu_feature!("avx512bw")>
        + Has<cpu_feature!("avx512cd")>
        + Has<cpu_feature!("avx512dq")>
        + Has<cpu_feature!("avx512vl")>,
{
    const FAST_POPCOUNT: bool = false;
    const PART: usize = 16;

    forward! { vector, token:
        fn reverse_bits_of_bytes(token: T, vector: __m512i) -> __m512i;
        fn halve_bytes(token: T, vector: __m512i) -> __m512i;
        fn popcount_bytes(token: T, vector: __m512i) -> __m512i;
        fn sum_bytes(token: T, vector: __m512i) -> __m512i;
        fn popcount_of_bytes(token: T, vector: __m512i) -> __m512i = popcount_bytes;
        fn lookup(token: T, tables: __m512i, indices: __m512i) -> __m512i = lookup_in_quarters;
    }
}

impl<T> Avx512BitTricks<T> for Affine
where
    T: Has<cpu_feature!("avx512f")>
        + Has<cpu_feature!("avx512bw")>
        + Has<cpu_feature!("avx512cd")>
        + Has<cpu_feature!("avx512dq")>
        + Has<cpu_feature!("avx512vl")>
        + Has<cpu_feature!("avx512bitalg")>
        + Has<cpu_feature!("avx512vbmi")>
        + Has<cpu_feature!("avx512vpopcntdq")>
        + Has<cpu_feature!("gfni")>,
{
    const FAST_POPCOUNT: bool = true;
    const PART: usize = 64;

    forward! { vector, token:
        fn reverse_bits_of_bytes(token: T, vector: __m512i) -> __m512i = reverse_bits_of_bytes_gfni;
        fn halve_bytes(token: T, vector: __m512i) -> __m512i = halve_bytes_gfni;
        fn popcount_bytes(token: T, vector: __m512i) -> __m512i = popcount_lanes;
        fn popcount_of_bytes(token: T, vector: __m512i) -> __m512i;
        fn lookup(token: T, tables: __m512i, indices: __m512i) -> __m512i;
    }

    #[inline(always)]
    fn sum_bytes(_: T, vector: __m512i) -> __m512i {
        vector
    }
}

operators! { Avx512X8<T: Avx512Level>, vector, token: all }

impl<T: Avx512Level> Reversible for Avx512X8<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self {
            vector: reverse_bytes(
                self.token,
                T::WideBitTricks::reverse_bits_of_bytes(self.token, self.vector),
            ),
            ..self
        }
    }
}

impl<T: Avx512Level> Lanes for Avx512X8<T> {
    type Token = T;
    type Array = [u64; 8];
    const COUNT: usize = 8;

    forward! { vector, token:
        fn load_some(token: T, words: &[u64]) -> Self;
        fn splat(token: T, word: u64) -> Self;
        fn load(token: T, words: &[u64; 8]) -> Self;
        fn ls1b(self) -> Self;
        fn ms1b(self) -> Self;
        fn three_ms1b(self) -> Self;
        fn ms1b_and_above(self) -> Self;
        fn reverse_bytes(self) -> Self;
        fn to_array(self) -> [u64; 8];
    }

    #[inline(always)]
    fn store_some(self, words: &mut [u64]) {
        store_some(self.token, words, self.vector);
    }
}

impl<T: Avx512Level> SliderLanes for Avx512X8<T> {
    forward! { vector, token:
        fn load_squares(token: T, squares: &[Square]) -> Self;
        fn shift_left(self, other: Self) -> Self;
        fn shift_right(self, other: Self) -> Self;
    }

    #[inline(always)]
    fn lines_through(token: T, squares: Self) -> [Self; 4] {
        let [rank, file, diagonal, antidiagonal] = lines_through(token, squares.vector);
        [
            Self { vector: rank, token },
            Self { vector: file, token },
            Self { vector: diagonal, token },
            Self { vector: antidiagonal, token },
        ]
    }
}
