//! Bit matrices for AVX2 with GFNI: groups of eight.
//!
//! AVX2 has no permutation of bytes across lanes, so what depends on a square is a row of a table here, and the rows of
//! four sliders are transposed to four vectors.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{MatrixLanes, gather_matrix, queen_lines, scatter_matrix};
use crate::Square;
use crate::cpu::proof::with_features;
use crate::lanes::avx2::bytes::Avx2Bytes;
use crate::lanes::avx2::gfni::{GfniLevel, IDENTITY};
use crate::lanes::avx2::{Avx2X4, load};

/// The byte of four in which a slider's columns begin, after its rank.
const COLUMN_PLACE: usize = 1;

/// By square: what a queen looks at on other ranks; the bytes that gather the columns; the matrix that puts them back; and
/// in the first four bytes the slider's own bit in each state, in the last six bits where its rank begins.
#[repr(align(32))]
struct SquareRows([[u64; 4]; 64]);

static SQUARE_ROWS: SquareRows = {
    let mut rows = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let (file, rank) = (index % 8, index / 8);
        let sliders = (1 << file) | ((0x80 >> rank) * 0x0101_0100);
        rows[index] = [
            queen_lines(Square::ALL[index]),
            gather_matrix(COLUMN_PLACE, file),
            scatter_matrix(COLUMN_PLACE, file),
            sliders | ((8 * rank as u64) << 58),
        ];
        index += 1;
    }
    SquareRows(rows)
};

/// Four of the eight sliders.
#[derive(Clone, Copy)]
pub struct FourSliders {
    queen_lines: __m256i,
    gather_matrices: __m256i,
    scatter_matrices: __m256i,
    /// Where the ranks begin.
    shift: __m256i,
}

/// What depends on the squares of eight sliders.
#[derive(Clone, Copy)]
pub struct Eight {
    halves: [FourSliders; 2],
}

with_features! { ["avx2", "gfni"];
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    /// Four rows, transposed: the half, and the sliders' bits below the shifts.
    fn half(token, rows: [&'static [u64; 4]; 4]) -> (FourSliders, __m256i) {
        let [a, b, c, d] = [load(token, rows[0]), load(token, rows[1]), load(token, rows[2]), load(token, rows[3])];
        let (ac, bd) = (_mm256_permute2x128_si256::<0x20>(a, c), _mm256_permute2x128_si256::<0x20>(b, d));
        let (queen_lines, gather_matrices) = (_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd));
        let (ac, bd) = (_mm256_permute2x128_si256::<0x31>(a, c), _mm256_permute2x128_si256::<0x31>(b, d));
        let (scatter_matrices, sliders) = (_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd));
        (FourSliders { queen_lines, gather_matrices, scatter_matrices, shift: _mm256_srli_epi64::<58>(sliders) }, sliders)
    }
    fn eight(token, rows: [&'static [u64; 4]; 8]) -> (Eight, __m256i) {
        let [a, b, c, d, e, f, g, h] = rows;
        let ((first, first_sliders), (second, second_sliders)) = (half(token, [a, b, c, d]), half(token, [e, f, g, h]));
        let sliders = _mm256_blend_epi32::<0xaa>(first_sliders, _mm256_slli_epi64::<32>(second_sliders));
        (Eight { halves: [first, second] }, sliders)
    }
    fn states(token, eight: &Eight, first: __m256i, second: __m256i) -> __m256i {
        or(token, half_states(token, &eight.halves[0], first), _mm256_slli_epi64::<32>(half_states(token, &eight.halves[1], second)))
    }
    /// Four bytes for each slider, its rank and its columns, below four zeros.
    fn half_states(token, half: &FourSliders, occupied: __m256i) -> __m256i {
        let columns = _mm256_gf2p8affine_epi64_epi8::<0>(half.gather_matrices, and(token, occupied, half.queen_lines));
        or(token, columns, and(token, _mm256_srlv_epi64(occupied, half.shift), _mm256_set1_epi64x(0xff)))
    }
    /// From the states to a byte of each rank: bit `7 - n` is the state in byte `n`.
    fn transposed(_, states: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(IDENTITY), states)
    }
    fn splat(_, bytes: u64) -> __m256i { _mm256_set1_epi64x(bytes as i64) }
    /// The states of one half in the first four bytes.
    fn of_half(_, half: usize, states: __m256i) -> __m256i {
        if half == 0 { states } else { _mm256_srli_epi64::<32>(states) }
    }
    /// The bits of one half in the upper four of each byte. What is shifted in from the byte below is below them.
    fn bits_of_half(_, half: usize, transposed: __m256i) -> __m256i {
        if half == 0 { transposed } else { _mm256_slli_epi64::<4>(transposed) }
    }
    fn on_other_ranks(token, half: &FourSliders, transposed: __m256i) -> __m256i {
        and(token, _mm256_gf2p8affine_epi64_epi8::<0>(transposed, half.scatter_matrices), half.queen_lines)
    }
    fn on_rank(token, half: &FourSliders, states: __m256i) -> __m256i {
        _mm256_sllv_epi64(and(token, states, _mm256_set1_epi64x(0xff)), half.shift)
    }
}

impl<T: GfniLevel> MatrixLanes for Avx2X4<T> {
    type States = Avx2Bytes<T>;
    type ByteMasks = ();
    type Group = Eight;
    const TABLE_BYTES: usize = size_of_val(&SQUARE_ROWS);

    #[inline(always)]
    fn byte_masks(_: T) {}

    #[inline(always)]
    fn group(token: T, (): (), squares: &[Square]) -> (Eight, Avx2Bytes<T>) {
        let squares: &[Square; 8] = squares.try_into().expect("eight squares");
        let row = |index: usize| &SQUARE_ROWS.0[squares[index].index()];
        let (eight, vector) = eight(token, [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]);
        (eight, Avx2Bytes { vector, token })
    }

    #[inline(always)]
    fn rook_bytes(token: T, (): ()) -> Avx2Bytes<T> {
        Avx2Bytes { vector: splat(token, 0x00ff_00ff_00ff_00ff), token }
    }

    #[inline(always)]
    fn file_bits(token: T) -> Avx2Bytes<T> {
        // Of bytes 2 and 6.
        Avx2Bytes { vector: splat(token, 0x2222_2222_2222_2222), token }
    }

    #[inline(always)]
    fn gather(token: T, eight: &Eight, [first, second]: [Self; 2]) -> Avx2Bytes<T> {
        Avx2Bytes { vector: states(token, eight, first.vector, second.vector), token }
    }

    #[inline(always)]
    fn transposed(token: T, states: Avx2Bytes<T>) -> Avx2Bytes<T> {
        Avx2Bytes { vector: transposed(token, states.vector), token }
    }

    #[inline(always)]
    fn scatter(token: T, eight: &Eight, half: usize, transposed: Avx2Bytes<T>) -> Self {
        let bits = bits_of_half(token, half, transposed.vector);
        Self::new(token, on_other_ranks(token, &eight.halves[half], bits))
    }

    #[inline(always)]
    fn scatter_ranks(token: T, eight: &Eight, half: usize, states: Avx2Bytes<T>) -> Self {
        Self::new(token, on_rank(token, &eight.halves[half], of_half(token, half, states.vector)))
    }
}
