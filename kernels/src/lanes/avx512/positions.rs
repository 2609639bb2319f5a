//! AVX-512: eight positions in 512-bit registers.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Avx512BitTricks, Avx512Level, Avx512X8, load};
use crate::Square;
use crate::chess::Position;
use crate::lanes::forward;
use crate::lanes::positions::{KingMasks, PositionLanes};
use crate::levels::proof::with_features;
use crate::steps::{king_attacks, knight_attacks};
use crate::tables::numbered_lines::{ANTIDIAGONALS, DIAGONALS, FILES};

/// The squares around d4 (`AROUND`) and at a knight's move from it (`LEAPS`), rotated so that d4 becomes a1.
const AROUND: u64 = king_attacks(Square::D4.bit()).rotate_right(27);
const LEAPS: u64 = knight_attacks(Square::D4.bit()).rotate_right(27);

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    /// Transposes eight rows of eight words in three steps of eight shuffles.
    pub(crate) fn transposed(_, rows: [__m512i; 8]) -> [__m512i; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        let low = |a, b| _mm512_unpacklo_epi64(a, b);
        let high = |a, b| _mm512_unpackhi_epi64(a, b);
        // The even and odd columns of two rows.
        let (ab, cd, ef, gh) = ([low(a, b), high(a, b)], [low(c, d), high(c, d)], [low(e, f), high(e, f)], [low(g, h), high(g, h)]);
        let even = |a, b| _mm512_shuffle_i64x2::<0x88>(a, b);
        let odd = |a, b| _mm512_shuffle_i64x2::<0xdd>(a, b);
        // The columns 0 and 4, 2 and 6, 1 and 5, 3 and 7 of four rows.
        let [a04, a26, a15, a37] = [even(ab[0], cd[0]), odd(ab[0], cd[0]), even(ab[1], cd[1]), odd(ab[1], cd[1])];
        let [e04, e26, e15, e37] = [even(ef[0], gh[0]), odd(ef[0], gh[0]), even(ef[1], gh[1]), odd(ef[1], gh[1])];
        [
            even(a04, e04), even(a15, e15), even(a26, e26), even(a37, e37),
            odd(a04, e04), odd(a15, e15), odd(a26, e26), odd(a37, e37),
        ]
    }
    fn shift_left_by(_, a: __m512i, count: u32) -> __m512i { _mm512_sll_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn shift_right_by(_, a: __m512i, count: u32) -> __m512i { _mm512_srl_epi64(a, _mm_cvtsi32_si128(count as i32)) }
    fn rotate_left(_, a: __m512i, counts: __m512i) -> __m512i { _mm512_rolv_epi64(a, counts) }
    fn is_zero(_, a: __m512i) -> u8 { _mm512_testn_epi64_mask(a, a) }
    fn is_not_zero(_, a: __m512i) -> u8 { _mm512_test_epi64_mask(a, a) }
    fn select(_, mask: u8, yes: __m512i, no: __m512i) -> __m512i { _mm512_mask_blend_epi64(mask, no, yes) }
    fn keep(_, a: __m512i, mask: u8) -> __m512i { _mm512_maskz_mov_epi64(mask, a) }
    /// Returns the masks of kings, by permutations of tables in registers that are indexed by file, rank,
    /// their difference and their sum.
    fn king_masks(token, kings: __m512i) -> KingMasks<__m512i> {
        let square = _mm512_sub_epi64(_mm512_set1_epi64(63), _mm512_lzcnt_epi64(kings));
        let rank = _mm512_srli_epi64::<3>(square);
        let file = _mm512_and_si512(square, _mm512_set1_epi64(7));
        let near = _mm512_and_si512(
            _mm512_permutexvar_epi64(square, load(token, &NEAR_FILES)),
            _mm512_permutexvar_epi64(rank, load(token, &NEAR_RANKS)),
        );
        let pattern = |pattern: u64| _mm512_and_si512(near, _mm512_rolv_epi64(_mm512_set1_epi64(pattern as i64), square));
        let ring = |rings: &([u64; 8], [u64; 8]), number| {
            _mm512_permutex2var_epi64(load(token, &rings.0), number, load(token, &rings.1))
        };
        KingMasks {
            around: pattern(AROUND),
            knight: pattern(LEAPS),
            file: _mm512_permutexvar_epi64(square, load(token, &FILES)),
            diagonal: ring(&DIAGONALS, _mm512_sub_epi64(rank, file)),
            antidiagonal: ring(&ANTIDIAGONALS, _mm512_add_epi64(rank, file)),
        }
    }
}

/// The squares within two files of each file.
static NEAR_FILES: [u64; 8] = near(0x0101_0101_0101_0101, 1);
/// The squares within two ranks of each rank.
static NEAR_RANKS: [u64; 8] = near(0xff, 8);

/// Returns, for each of eight parallel lines `step` bits apart, the lines within two of it.
const fn near(first: u64, step: usize) -> [u64; 8] {
    let mut lines = [0; 8];
    let mut place = 0;
    while place < 64 {
        if place / 8 <= place % 8 + 2 && place % 8 <= place / 8 + 2 {
            lines[place / 8] |= first << (step * (place % 8));
        }
        place += 1;
    }
    lines
}

impl<T: Avx512Level> Avx512X8<T> {
    #[inline(always)]
    fn with(self, vector: __m512i) -> Self {
        Self { vector, ..self }
    }
}

impl<T: Avx512Level> PositionLanes for Avx512X8<T> {
    type Mask = u8;

    #[inline(always)]
    fn load_positions(token: T, positions: &[Position]) -> [Self; 8] {
        let positions: &[Position; 8] = positions.try_into().expect("as many positions as lanes");
        let [a, b, c, d, e, f, g, h] = positions;
        // Not written with `map`, which is a call that passes vectors in memory.
        let rows = [
            load(token, &a.words),
            load(token, &b.words),
            load(token, &c.words),
            load(token, &d.words),
            load(token, &e.words),
            load(token, &f.words),
            load(token, &g.words),
            load(token, &h.words),
        ];
        let [a, b, c, d, e, f, g, h] = transposed(token, rows);
        [
            Self { vector: a, token },
            Self { vector: b, token },
            Self { vector: c, token },
            Self { vector: d, token },
            Self { vector: e, token },
            Self { vector: f, token },
            Self { vector: g, token },
            Self { vector: h, token },
        ]
    }

    forward! { vector, token:
        fn popcount_bytes(self) -> Self = T::WideBitTricks::popcount_bytes;
        fn sum_bytes(self) -> Self = T::WideBitTricks::sum_bytes;
        fn shift_left_by(self, count: u32) -> Self;
        fn shift_right_by(self, count: u32) -> Self;
        fn rotate_left(self, other: Self) -> Self;
        fn keep(self, mask: u8) -> Self;
        fn is_zero(self) -> u8;
        fn is_not_zero(self) -> u8;
    }

    #[inline(always)]
    fn any(self) -> bool {
        is_not_zero(self.token, self.vector) != 0
    }

    #[inline(always)]
    fn select(mask: u8, yes: Self, no: Self) -> Self {
        no.with(select(no.token, mask, yes.vector, no.vector))
    }

    #[inline(always)]
    fn king_masks(kings: Self) -> KingMasks<Self> {
        let masks = king_masks(kings.token, kings.vector);
        KingMasks {
            around: kings.with(masks.around),
            knight: kings.with(masks.knight),
            file: kings.with(masks.file),
            diagonal: kings.with(masks.diagonal),
            antidiagonal: kings.with(masks.antidiagonal),
        }
    }
}
