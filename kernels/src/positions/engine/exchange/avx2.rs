//! AVX2: the pieces of a position by role in two 256-bit registers.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::lanes::{ON_LINES, PieceLanes, QUEENS};
use crate::Square;
use crate::chess::Position;
use crate::chess::word::{BLACK, DIAGONAL, KINGS, KNIGHTS, ORTHOGONAL, PAWNS, WHITE};
use crate::lanes::avx2::directions::{Avx2Directions, RegisterPair, line_sliders, load_halves, store_halves};
use crate::lanes::avx2::{Avx2Level, Avx2X4, apart, splat_from_memory};
use crate::lanes::forward;
use crate::levels::proof::with_features;
use crate::tables::STEPS_TO;

with_features! { ["avx2"];
    fn of_position(token, position: &Position) -> RegisterPair {
        let everywhere = |word: usize| splat_from_memory(token, &position.words[word]);
        let [diagonal, orthogonal] = [everywhere(DIAGONAL), everywhere(ORTHOGONAL)];
        let colors = _mm256_blend_epi32::<0b1100>(everywhere(WHITE), everywhere(BLACK));
        let pawns = _mm256_and_si256(colors, everywhere(PAWNS));
        let minors = _mm256_blend_epi32::<0b1100_0000>(everywhere(KNIGHTS), _mm256_andnot_si256(orthogonal, diagonal));
        let queens = _mm256_and_si256(orthogonal, diagonal);
        let majors = _mm256_blend_epi32::<0b0011>(queens, _mm256_andnot_si256(diagonal, orthogonal));
        (_mm256_blend_epi32::<0xf0>(pawns, minors), _mm256_blend_epi32::<0b1100_0000>(majors, everywhere(KINGS)))
    }
    fn lanes_in(token, a: RegisterPair, set: RegisterPair) -> u8 {
        let empty = |half, set| {
            let empty = _mm256_cmpeq_epi64(_mm256_and_si256(half, set), _mm256_setzero_si256());
            apart(token, _mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u32)
        };
        !(empty(a.0, set.0) | empty(a.1, set.1) << 4) as u8
    }
    fn attackers(token, a: RegisterPair, square: Square, lines: __m256i) -> RegisterPair {
        const { assert!(ON_LINES == 0b0111_1000) };
        // [rank, file, diagonal, antidiagonal] becomes [rook, rook, bishop, bishop].
        let both = _mm256_or_si256(lines, _mm256_shuffle_epi32::<0x4e>(lines));
        let steps = load_halves(token, &STEPS_TO.0[square.index()]);
        let low = _mm256_blend_epi32::<0b1100_0000>(steps.0, both);
        let high = _mm256_blend_epi32::<0b0011_1111>(steps.1, both);
        (_mm256_and_si256(a.0, low), _mm256_and_si256(a.1, high))
    }
    fn pieces_in(_, a: RegisterPair, set: RegisterPair) -> __m256i {
        _mm256_or_si256(_mm256_and_si256(a.0, set.0), _mm256_and_si256(a.1, set.1))
    }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    /// Returns a number other than 0 if any lane is not 0. With a test instead of a mask, LLVM would branch.
    fn any(_, lines: __m256i) -> u32 {
        !_mm256_movemask_epi8(_mm256_cmpeq_epi64(lines, _mm256_setzero_si256())) as u32
    }
}

impl<T: Avx2Level> PieceLanes for Avx2Directions<T> {
    /// The last value is that of no piece.
    type Values = [i32; 9];

    forward! { halves, token:
        fn of_position(token: T, position: &Position) -> Self;
        fn lanes_in(self, set: Self) -> u8;
    }

    #[inline(always)]
    fn attackers(self, square: Square, lines: Avx2X4<T>) -> Self {
        Self { halves: attackers(self.token, self.halves, square, lines.vector), ..self }
    }

    #[inline(always)]
    fn any_in(self, set: Self) -> u32 {
        let pieces = pieces_in(self.token, self.halves, set.halves);
        any(self.token, pieces)
    }

    #[inline(always)]
    fn any_in_or(self, set: Self, lines: Avx2X4<T>) -> u32 {
        let pieces = pieces_in(self.token, self.halves, set.halves);
        any(self.token, or(self.token, pieces, lines.vector))
    }

    #[inline(always)]
    fn first(self, lanes: u8) -> u64 {
        let mut words = [0; 8];
        store_halves(self.token, &mut words, self.halves);
        const { assert!(QUEENS == 1 << 5 | 1 << 6) };
        let queens = words[5] | words[6];
        (words[5], words[6]) = (queens, queens);
        let pieces = words[lanes.trailing_zeros() as usize & 7];
        pieces & pieces.wrapping_neg()
    }

    #[inline(always)]
    fn values(_: T, &[pawn, knight, bishop, rook, queen, king]: &[i32; 6]) -> [i32; 9] {
        [pawn, pawn, knight, bishop, rook, queen, queen, king, 0]
    }

    #[inline(always)]
    fn value(_: T, values: &[i32; 9], lanes: u8) -> i64 {
        i64::from(values[lanes.trailing_zeros() as usize])
    }

    #[inline(always)]
    fn first_half(self) -> Avx2X4<T> {
        Avx2X4::new(self.token, self.halves.0)
    }

    #[inline(always)]
    fn line_sliders(token: T, position: &Position) -> Avx2X4<T> {
        Avx2X4::new(token, line_sliders(token, &position.words))
    }
}
