//! Bit matrices for AVX2 with GFNI, in groups of eight.
//!
//! Without this kernel, batches of queens take 1.5 to 1.7 times as long, with lines in lanes (`avx2-gfni`, Zen 5).
//!
//! AVX2 has no permutation of bytes across lanes. The masks and matrices of a square are therefore one row of
//! a table, and the rows of four sliders are transposed into four vectors.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{MatrixLanes, gather_matrix, queen_lines, scatter_matrix};
use crate::Square;
use crate::lanes::avx2::bytes::Avx2Bytes;
use crate::lanes::avx2::gfni::{GfniLevel, IDENTITY};
use crate::lanes::avx2::{Avx2X4, load};
use crate::levels::proof::with_features;

/// The byte of a slider's four in which its columns begin, after its rank.
const COLUMN_PLACE: usize = 1;

/// A row for each square, with four words: the queen's lines without the rank; the bytes that gather the
/// columns; the matrix that maps them back; and, in the last word, the slider's own bit in each state (the
/// first four bytes) and the index of its rank's first square (the last six bits).
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

/// Masks and matrices of four of the eight sliders.
#[derive(Clone, Copy)]
pub struct FourSliders {
    queen_lines: __m256i,
    gather_matrices: __m256i,
    scatter_matrices: __m256i,
    /// The index of the rank's first square.
    shift: __m256i,
}

/// Masks and matrices of eight sliders.
#[derive(Clone, Copy)]
pub struct Eight {
    halves: [FourSliders; 2],
}

with_features! { ["avx2", "gfni"];
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    /// Transposes four rows. Also returns the sliders' bits, with the shifts in the bits above.
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
    /// Returns four bytes for each slider, its rank and its columns, in the low half of the lane; the high
    /// half is zero.
    fn half_states(token, half: &FourSliders, occupied: __m256i) -> __m256i {
        let columns = _mm256_gf2p8affine_epi64_epi8::<0>(half.gather_matrices, and(token, occupied, half.queen_lines));
        or(token, columns, and(token, _mm256_srlv_epi64(occupied, half.shift), _mm256_set1_epi64x(0xff)))
    }
    /// Transposes states into one byte for each rank: bit `7 - n` comes from the state in byte `n`.
    fn transposed(_, states: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x(IDENTITY), states)
    }
    fn splat(_, bytes: u64) -> __m256i { _mm256_set1_epi64x(bytes as i64) }
    /// Moves the states of one half to the first four bytes.
    fn of_half(_, half: usize, states: __m256i) -> __m256i {
        if half == 0 { states } else { _mm256_srli_epi64::<32>(states) }
    }
    /// Moves the bits of one half to the upper four of each byte. Bits from the next lower byte end up in the
    /// lower four.
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
        // The bits from bytes 2 and 6.
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
