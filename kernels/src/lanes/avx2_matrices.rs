//! Bit matrices for AVX2 with GFNI, the steps of the batch of eight: see [`crate::batch::matrices`] for what they do
//! together.
//!
//! Without the byte permutations of AVX-512 VBMI everything that hangs on a square is a row of a table, and four rows are
//! transposed to four vectors.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::avx2::{Avx2X4, load};
use super::avx2_gfni::{GfniLevel, REVERSE_BITS_OF_BYTES};
use super::seam::with_features;
use super::{MatrixLevel, PartialMatrixLevel, Reversible, operators};
use crate::Square;
use crate::batch::matrices::{FIRST_HALF, gather, looks_at, scatter};
use crate::level::Avx2Gfni;

/// 32 bytes in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Bytes<T> {
    vector: __m256i,
    token: T,
}

/// What hangs on a square: what a queen looks at from there on the other ranks; what gathers the columns; what puts them
/// back; and in the first four bytes the slider's own bit in each state, in the last six bits where its rank begins.
#[repr(align(32))]
struct Rows([[u64; 4]; 64]);

static ROWS: Rows = {
    let mut rows = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let (file, rank) = (index % 8, index / 8);
        let sliders = (1 << file) | ((0x80 >> rank) * 0x0101_0100);
        rows[index] = [
            looks_at(Square::ALL[index]),
            gather(FIRST_HALF, file),
            scatter(FIRST_HALF, file, &[true; 3]),
            sliders | ((8 * rank as u64) << 58),
        ];
        index += 1;
    }
    Rows(rows)
};

/// Four of the eight sliders.
#[derive(Clone, Copy)]
pub struct Half {
    looks_at: __m256i,
    gather: __m256i,
    scatter: __m256i,
    /// Where the ranks begin.
    shift: __m256i,
}

/// What hangs on the squares of eight sliders.
#[derive(Clone, Copy)]
pub struct Eight {
    halves: [Half; 2],
}

with_features! { ["avx2", "gfni"];
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn xor(_, a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
    fn sub(_, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi8(a, b) }
    fn not(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(-1)) }
    fn reverse_bits(_, a: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(REVERSE_BITS_OF_BYTES))
    }
    /// Four rows, transposed: the half, and the sliders' bits below the shifts.
    fn half(token, rows: [&'static [u64; 4]; 4]) -> (Half, __m256i) {
        let [a, b, c, d] = [load(token, rows[0]), load(token, rows[1]), load(token, rows[2]), load(token, rows[3])];
        let (ac, bd) = (_mm256_permute2x128_si256::<0x20>(a, c), _mm256_permute2x128_si256::<0x20>(b, d));
        let (looks_at, gather) = (_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd));
        let (ac, bd) = (_mm256_permute2x128_si256::<0x31>(a, c), _mm256_permute2x128_si256::<0x31>(b, d));
        let (scatter, sliders) = (_mm256_unpacklo_epi64(ac, bd), _mm256_unpackhi_epi64(ac, bd));
        (Half { looks_at, gather, scatter, shift: _mm256_srli_epi64::<58>(sliders) }, sliders)
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
    /// Four bytes for each slider: its rank, then what stands on the columns, the eighth rank in bit 0. East and west of
    /// the slider a queen looks at one square of a rank at most, so the parity tells whether it is occupied.
    fn half_states(token, half: &Half, occupied: __m256i) -> __m256i {
        let columns = _mm256_gf2p8affine_epi64_epi8::<0>(half.gather, and(token, occupied, half.looks_at));
        or(token, columns, and(token, _mm256_srlv_epi64(occupied, half.shift), _mm256_set1_epi64x(0xff)))
    }
    /// The transposition back: the bits of the columns, in reverse order, in the byte of each rank.
    fn transposed(_, states: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(_mm256_set1_epi64x((REVERSE_BITS_OF_BYTES as u64).swap_bytes() as i64), states)
    }
    fn second_half_of_bytes(_, transposed: __m256i) -> __m256i { _mm256_slli_epi64::<4>(transposed) }
    fn second_half(_, states: __m256i) -> __m256i { _mm256_srli_epi64::<32>(states) }
    fn only(token, transposed: __m256i, columns: u8) -> __m256i { and(token, transposed, _mm256_set1_epi8(columns as i8)) }
    fn on_other_ranks(token, half: &Half, transposed: __m256i) -> __m256i {
        and(token, _mm256_gf2p8affine_epi64_epi8::<0>(transposed, half.scatter), half.looks_at)
    }
    fn on_rank(token, half: &Half, states: __m256i) -> __m256i {
        _mm256_sllv_epi64(and(token, states, _mm256_set1_epi64x(0xff)), half.shift)
    }
}

operators! { Avx2Bytes<T: GfniLevel>, vector, token:
    Not not;
    BitAnd bitand and;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: GfniLevel> Reversible for Avx2Bytes<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { vector: reverse_bits(self.token, self.vector), ..self }
    }
}

impl MatrixLevel for Avx2Gfni {
    type Bytes = Avx2Bytes<Self>;
    type Places = ();
    type Group = Eight;
    const MATRIX_BYTES: usize = size_of_val(&ROWS);

    #[inline(always)]
    fn places(self) {}

    #[inline(always)]
    fn group(self, (): (), squares: &[Square]) -> (Eight, Self::Bytes) {
        let squares: &[Square; 8] = squares.try_into().expect("eight squares");
        let row = |index: usize| &ROWS.0[squares[index].index()];
        let (eight, vector) = eight(self, [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]);
        (eight, Avx2Bytes { vector, token: self })
    }

    #[inline(always)]
    fn gather(self, eight: &Eight, [first, second]: [Avx2X4<Self>; 2]) -> Self::Bytes {
        Avx2Bytes { vector: states(self, eight, first.vector, second.vector), token: self }
    }

    #[inline(always)]
    fn scatter<const JOINED: bool>(
        self,
        eight: &Eight,
        states: Self::Bytes,
    ) -> [(Avx2X4<Self>, Avx2X4<Self>); 2] {
        let transposed = transposed(self, states.vector);
        let lanes = |vector| Avx2X4::new(self, vector);
        let half = |half: &Half, states, transposed| {
            let on_rank = on_rank(self, half, states);
            if JOINED {
                let queens = lanes(or(self, on_other_ranks(self, half, transposed), on_rank));
                (queens, queens)
            } else {
                let rooks =
                    or(self, on_other_ranks(self, half, only(self, transposed, 0b0010_0000)), on_rank);
                (lanes(rooks), lanes(on_other_ranks(self, half, only(self, transposed, 0b0101_0000))))
            }
        };
        [
            half(&eight.halves[0], states.vector, transposed),
            half(&eight.halves[1], second_half(self, states.vector), second_half_of_bytes(self, transposed)),
        ]
    }
}

impl PartialMatrixLevel for Avx2Gfni {}
