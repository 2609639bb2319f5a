//! AVX-512: the pieces of a position by role in a 512-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::lanes::{ON_LINES, PieceLanes, QUEENS, REMOVED, WORDS};
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::Position;
use crate::lanes::avx2::{Avx2X4, directions::line_sliders};
use crate::lanes::avx512::directions::lower_word;
use crate::lanes::avx512::{Avx512Level, Avx512X8, load};
use crate::lanes::forward;
use crate::levels::proof::with_features;
use crate::tables::STEPS_TO;

/// All ones in the lanes that take the attacks of lines.
const LINES: [u64; 8] = {
    let mut lines = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        lines[lane] = (ON_LINES as u64 >> lane & 1).wrapping_neg();
        lane += 1;
    }
    lines
};

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    /// Loads all words at once. Seven broadcasts, which do not wait for words that were just stored, took 0.5 of
    /// the time of an exchange then, and 1.04 to 1.09 otherwise (Zen 5).
    fn of_position(token, position: &Position) -> __m512i {
        let words = load(token, &position.words);
        let [first, second] = WORDS.map_each(|indexes| _mm512_permutexvar_epi64(load(token, &indexes), words));
        // first & (second ^ removed)
        _mm512_ternarylogic_epi64::<0x60>(first, second, load(token, &REMOVED))
    }
    fn attackers(token, a: __m512i, square: Square, lines: __m256i) -> __m512i {
        // [rank, file, diagonal, antidiagonal] becomes [rook, rook, bishop, bishop].
        let both = _mm256_or_si256(lines, _mm256_shuffle_epi32::<0x4e>(lines));
        // Bishops and a lane of queens take the bishop's attacks, rooks and the other queens those of the
        // rook. A constant vector takes two instructions less than a constant mask register.
        let on_lines = _mm512_and_si512(_mm512_broadcast_i64x4(both), load(token, &LINES));
        // a & (on_lines | steps)
        _mm512_ternarylogic_epi64::<0xe0>(a, on_lines, load(token, &STEPS_TO.0[square.index()]))
    }
    fn lanes_in(_, a: __m512i, set: __m512i) -> u8 { _mm512_test_epi64_mask(a, set) }
    fn first(token, a: __m512i, lanes: u8) -> u64 {
        let order = _mm512_setr_epi64(0, 0, 0, 0, 0, 6, 5, 0);
        let all = _mm512_or_si512(a, _mm512_maskz_permutexvar_epi64(QUEENS, order, a));
        let pieces = lower_word(token, _mm512_castsi512_si128(_mm512_maskz_compress_epi64(lanes, all)));
        pieces & pieces.wrapping_neg()
    }
    fn values(_, values: &[i32; 6]) -> __m512i {
        let &[pawn, knight, bishop, rook, queen, king] = values;
        let first = _mm256_castsi128_si256(_mm_setr_epi32(pawn, knight, bishop, rook));
        let last = _mm256_castsi128_si256(_mm_setr_epi32(queen, king, 0, 0));
        let order = _mm256_setr_epi32(0, 0, 1, 2, 3, 8, 8, 9);
        _mm512_cvtepi32_epi64(_mm256_permutex2var_epi32(first, order, last))
    }
    fn value(token, values: __m512i, lanes: u8) -> i64 {
        lower_word(token, _mm512_castsi512_si128(_mm512_maskz_compress_epi64(lanes, values))) as i64
    }
    fn first_half(_, a: __m512i) -> __m256i { _mm512_castsi512_si256(a) }
    fn any(_, lines: __m256i) -> u32 { u32::from(_mm256_test_epi64_mask(lines, lines)) }
}

impl<T: Avx512Level> PieceLanes for Avx512X8<T> {
    type Values = __m512i;

    forward! { vector, token:
        fn of_position(token: T, position: &Position) -> Self;
        fn lanes_in(self, set: Self) -> u8;
        fn first(self, lanes: u8) -> u64;
        fn values(token: T, of_roles: &[i32; 6]) -> __m512i;
    }

    #[inline(always)]
    fn attackers(self, square: Square, lines: Avx2X4<T>) -> Self {
        Self { vector: attackers(self.token, self.vector, square, lines.vector), ..self }
    }

    #[inline(always)]
    fn any_in(self, set: Self) -> u32 {
        self.lanes_in(set).into()
    }

    #[inline(always)]
    fn any_in_or(self, set: Self, lines: Avx2X4<T>) -> u32 {
        u32::from(self.lanes_in(set)) | any(lines.token, lines.vector)
    }

    #[inline(always)]
    fn value(token: T, values: &__m512i, lanes: u8) -> i64 {
        value(token, *values, lanes)
    }

    #[inline(always)]
    fn first_half(self) -> Avx2X4<T> {
        Avx2X4::new(self.token, first_half(self.token, self.vector))
    }

    #[inline(always)]
    fn line_sliders(token: T, position: &Position) -> Avx2X4<T> {
        Avx2X4::new(token, line_sliders(token, &position.words))
    }
}
