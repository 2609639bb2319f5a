//! AVX2: four positions in 256-bit registers.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Avx2Level, Avx2X4, load};
use crate::chess::Position;
use crate::lanes::positions::{KingMasks, PositionLanes};
use crate::lanes::{Lanes, forward};
use crate::levels::proof::with_features;
use crate::tables::STEP_ROWS;

with_features! { ["avx2"];
    pub(crate) fn transposed(_, rows: [__m256i; 4]) -> [__m256i; 4] {
        let [a, b, c, d] = rows;
        let (ab, ba) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        let (cd, dc) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
        [
            _mm256_permute2x128_si256::<0x20>(ab, cd), _mm256_permute2x128_si256::<0x20>(ba, dc),
            _mm256_permute2x128_si256::<0x31>(ab, cd), _mm256_permute2x128_si256::<0x31>(ba, dc),
        ]
    }
    fn shift_left_by(_, a: __m256i, count: u32) -> __m256i { _mm256_sll_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn shift_right_by(_, a: __m256i, count: u32) -> __m256i { _mm256_srl_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn rotate_left(_, a: __m256i, counts: __m256i) -> __m256i {
        let back = _mm256_sub_epi64(_mm256_set1_epi64x(64), counts);
        _mm256_or_si256(_mm256_sllv_epi64(a, counts), _mm256_srlv_epi64(a, back))
    }
    /// Counts the set bits of each byte by two lookups of nibbles.
    pub(super) fn popcount_bytes(_, a: __m256i) -> __m256i {
        let nibble = _mm256_set1_epi8(15);
        let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(a, nibble));
        let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16::<4>(a), nibble));
        _mm256_add_epi8(low, high)
    }
    pub(super) fn sum_bytes(_, a: __m256i) -> __m256i { _mm256_sad_epu8(a, _mm256_setzero_si256()) }
    fn any(_, a: __m256i) -> bool { _mm256_testz_si256(a, a) == 0 }
    fn is_zero(_, a: __m256i) -> __m256i { _mm256_cmpeq_epi64(a, _mm256_setzero_si256()) }
    fn not(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(-1)) }
    fn select(_, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i { _mm256_blendv_epi8(no, yes, mask) }
    fn keep(_, a: __m256i, mask: __m256i) -> __m256i { _mm256_and_si256(a, mask) }
    /// Returns the files of single squares, by copying the byte of the square to all bytes.
    fn files(_, squares: __m256i) -> __m256i {
        let bytes = _mm256_sad_epu8(squares, _mm256_setzero_si256());
        _mm256_shuffle_epi8(bytes, _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8)))
    }
}

impl<T: Avx2Level> Avx2X4<T> {
    #[inline(always)]
    fn with(self, vector: __m256i) -> Self {
        Self { vector, ..self }
    }
}

impl<T: Avx2Level> PositionLanes for Avx2X4<T> {
    /// All ones in the lanes that are true.
    type Mask = __m256i;

    #[inline(always)]
    fn load_positions(token: T, positions: &[Position]) -> [Self; 8] {
        let positions: &[Position; 4] = positions.try_into().expect("as many positions as lanes");
        let [a, b, c, d] = half::<T, 0>(token, positions);
        let [e, f, g, h] = half::<T, 4>(token, positions);
        // Not written with `map`, which is a call that passes vectors in memory.
        [
            Self::new(token, a),
            Self::new(token, b),
            Self::new(token, c),
            Self::new(token, d),
            Self::new(token, e),
            Self::new(token, f),
            Self::new(token, g),
            Self::new(token, h),
        ]
    }

    forward! { vector, token:
        fn shift_left_by(self, count: u32) -> Self;
        fn shift_right_by(self, count: u32) -> Self;
        fn rotate_left(self, other: Self) -> Self;
        fn popcount_bytes(self) -> Self;
        fn sum_bytes(self) -> Self;
        fn keep(self, mask: __m256i) -> Self;
        fn any(self) -> bool;
        fn is_zero(self) -> __m256i;
    }

    #[inline(always)]
    fn is_not_zero(self) -> __m256i {
        not(self.token, is_zero(self.token, self.vector))
    }

    #[inline(always)]
    fn select(mask: __m256i, yes: Self, no: Self) -> Self {
        no.with(select(no.token, mask, yes.vector, no.vector))
    }

    #[inline(always)]
    fn king_masks(kings: Self) -> KingMasks<Self> {
        let token = kings.token;
        let [a, b, c, d] = kings.to_array();
        let rows = [king_row(token, a), king_row(token, b), king_row(token, c), king_row(token, d)];
        let [around, knight, diagonal, antidiagonal] = transposed(token, rows);
        KingMasks {
            around: kings.with(around),
            knight: kings.with(knight),
            file: kings.with(files(token, kings.vector)),
            diagonal: kings.with(diagonal),
            antidiagonal: kings.with(antidiagonal),
        }
    }
}

/// Loads four words of four positions from word `FIRST`, transposed.
#[inline(always)]
fn half<T: Avx2Level, const FIRST: usize>(token: T, positions: &[Position; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = positions;
    transposed(
        token,
        [
            row::<T, FIRST>(token, a),
            row::<T, FIRST>(token, b),
            row::<T, FIRST>(token, c),
            row::<T, FIRST>(token, d),
        ],
    )
}

#[inline(always)]
fn row<T: Avx2Level, const FIRST: usize>(token: T, position: &Position) -> __m256i {
    load(token, position.words[FIRST..].first_chunk().expect("a position has eight words"))
}

#[inline(always)]
fn king_row<T: Avx2Level>(token: T, king: u64) -> __m256i {
    load(token, &STEP_ROWS.0[king.trailing_zeros() as usize & 63])
}
