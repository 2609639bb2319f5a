//! AVX-512: the eight directions of one board in a 512-bit register.
//!
//! Without this kernel, `checks_and_pins` takes 1.32 times as long and `node_info` 1.26 times, with 256 bits
//! (`avx512-vbmi`, Zen 5).

use core::arch::asm;
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::mem::MaybeUninit;

use super::{Avx512BitTricks, Avx512Level, Avx512X8, load};
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::Move;
use crate::lanes::directions::{DirectionLanes, DirectionSteps, EightLanes};
use crate::lanes::{Lanes, forward};
use crate::levels::proof::with_features;
use crate::tables::{MOVES, SLIDER};

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    /// Broadcasts a word in assembly, so that LLVM cannot join the load with that of the next word.
    fn splat_from_memory(_, word: &u64) -> __m512i {
        let vector;
        // SAFETY: the assembly reads only the word that the pointer points to, which has 8 bytes.
        unsafe {
            asm!("vpbroadcastq {}, qword ptr [{}]", lateout(zmm_reg) vector, in(reg) word,
                options(pure, readonly, nostack, preserves_flags));
        }
        vector
    }
    fn by_line(_, orthogonal: __m512i, diagonal: __m512i) -> __m512i {
        _mm512_mask_blend_epi64(0b0011_0011, diagonal, orthogonal)
    }
    fn rotate(token, a: __m512i, by: &[u64; 8]) -> __m512i { _mm512_rolv_epi64(a, load(token, by)) }
    fn after_move(_, a: __m512i, from: Square, to: Square) -> __m512i {
        // Loaded from memory. From general registers, the words would move to the vectors on the busiest port
        // (not measured separately).
        let [from, to] = [from, to].map_each(|square| _mm512_set1_epi64(SLIDER.0[square.index()][0] as i64));
        // a & !(from | to)
        let left = _mm512_ternarylogic_epi64::<0x10>(a, from, to);
        _mm512_mask_or_epi64(left, _mm512_mask_test_epi64_mask(0b0111_1111, a, from), left, to)
    }
    fn lanes_with(_, a: __m512i, square: Square) -> u8 {
        _mm512_test_epi64_mask(a, _mm512_set1_epi64(MOVES.bits[square.index()] as i64))
    }
    fn words_with(_, words: &[u64; 4], square: Square) -> u8 {
        let &[a, b, c, d] = words;
        let words = _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64);
        _mm256_test_epi64_mask(words, _mm256_set1_epi64x(MOVES.bits[square.index()] as i64))
    }
    fn rotate_back(token, a: __m512i, by: &[u64; 8]) -> __m512i { _mm512_rorv_epi64(a, load(token, by)) }
    fn lowest_squares(_, a: __m512i) -> __m512i { _mm512_and_si512(a, _mm512_sub_epi64(_mm512_setzero_si512(), a)) }
    fn store_moves(_, lanes: u32, from: [__m512i; 2], to: [__m512i; 2], moves: &mut [MaybeUninit<Move>; 16]) -> () {
        let moves_of = |from, to| {
            let bits = _mm512_or_si512(_mm512_lzcnt_epi64(from), _mm512_slli_epi64::<6>(_mm512_lzcnt_epi64(to)));
            _mm512_xor_si512(bits, _mm512_set1_epi64(4095))
        };
        let first = _mm512_maskz_compress_epi64(lanes as u8, moves_of(from[0], to[0]));
        let second = _mm512_maskz_compress_epi64((lanes >> 8) as u8, moves_of(from[1], to[1]));
        let count = (lanes as u8).count_ones() as usize;
        // SAFETY: there are at most eight of the first moves, and room for eight more.
        unsafe {
            _mm_storeu_si128(moves.as_mut_ptr().cast(), _mm512_cvtepi64_epi16(first));
            _mm_storeu_si128(moves.as_mut_ptr().add(count).cast(), _mm512_cvtepi64_epi16(second));
        }
    }
    fn lanes_in_both(_, a: [__m512i; 2], b: [__m512i; 2]) -> u32 {
        let first = _mm512_mask_test_epi64_mask(_mm512_test_epi64_mask(a[0], a[0]), b[0], b[0]);
        let second = _mm512_mask_test_epi64_mask(_mm512_test_epi64_mask(a[1], a[1]), b[1], b[1]);
        u32::from(first) | u32::from(second) << 8
    }
    fn is_zero(_, a: __m512i) -> bool { _mm512_test_epi64_mask(a, a) == 0 }
    fn opposite(_, a: __m512i) -> __m512i { _mm512_shuffle_i64x2::<0x4e>(a, a) }
    fn keep_where_not_zero(_, a: __m512i, condition: __m512i) -> __m512i {
        _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(condition, condition), a)
    }
    fn unions_of_both(_, a: __m512i, b: __m512i) -> (__m512i, [u64; 2]) {
        // Even lanes come from `a`, and odd lanes from `b`.
        let both = _mm512_or_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
        let half = _mm256_or_si256(_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64::<1>(both));
        let quarter = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        let mut words = [0; 2];
        // SAFETY: the array has room for 16 bytes, and the store requires no alignment.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), quarter) };
        (_mm512_broadcastq_epi64(quarter), words)
    }
    fn union(token, a: __m512i) -> u64 {
        let half = _mm256_or_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        let quarter = _mm_or_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        lower_word(token, _mm_or_si128(quarter, _mm_unpackhi_epi64(quarter, quarter)))
    }
    fn orthogonal_and_diagonal_unions(token, a: __m512i) -> [u64; 2] {
        let half = _mm256_or_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        let pairs = _mm256_or_si256(half, _mm256_shuffle_epi32::<0x4e>(half));
        [lower_word(token, _mm256_castsi256_si128(pairs)), lower_word(token, _mm256_extracti128_si256::<1>(pairs))]
    }
    fn pairs(_, a: __m512i, b: __m512i) -> __m512i {
        // a0 | a1, b0 | b1, a2 | a3, b2 | b3 and so on.
        _mm512_or_si512(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
    }
    fn unions_by_role(token, rooks_and_bishops: __m512i, queens: __m512i) -> [u64; 3] {
        let pairs = pairs(token, rooks_and_bishops, queens);
        let half = _mm256_or_si256(_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64::<1>(pairs));
        // Rooks, queens along ranks and files, bishops, queens along diagonals.
        let mut words = [0; 4];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), half) };
        let [rook, queen, bishop, queen_too] = words;
        [bishop, rook, queen | queen_too]
    }
    fn unions_by_role_of_both(token, rooks_and_bishops: [__m512i; 2], queens: [__m512i; 2]) -> [[u64; 3]; 2] {
        let white = pairs(token, rooks_and_bishops[0], queens[0]);
        let black = pairs(token, rooks_and_bishops[1], queens[1]);
        let both = _mm512_or_si512(
            _mm512_shuffle_i64x2::<0x44>(white, black),
            _mm512_shuffle_i64x2::<0xee>(white, black),
        );
        // For each color: rooks, queens along ranks and files, bishops, queens along diagonals.
        let mut words = [0; 8];
        // SAFETY: the array has room for 64 bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), both) };
        let [rook, queen, bishop, queen_too, black_rook, black_queen, black_bishop, black_queen_too] = words;
        [[bishop, rook, queen | queen_too], [black_bishop, black_rook, black_queen | black_queen_too]]
    }
    pub(crate) fn lower_word(_, a: __m128i) -> u64 {
        let mut word = 0;
        // SAFETY: the word has room for 8 bytes, and the store requires no alignment.
        unsafe { _mm_storel_epi64((&raw mut word).cast(), a) };
        word
    }
    fn add(_, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi64(a, b) }
    fn sum(token, a: __m512i) -> u64 {
        let half = _mm256_add_epi64(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        let quarter = _mm_add_epi64(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
        lower_word(token, _mm_add_epi64(quarter, _mm_unpackhi_epi64(quarter, quarter)))
    }
}

impl<T: Avx512Level> EightLanes for Avx512X8<T> {
    type Token = T;

    #[inline(always)]
    fn splat(token: T, board: u64) -> Self {
        <Self as Lanes>::splat(token, board)
    }

    #[inline(always)]
    fn load(token: T, words: &[u64; 8]) -> Self {
        <Self as Lanes>::load(token, words)
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        *words = self.to_array();
    }

    forward! { vector, token:
        fn splat_from_memory(token: T, word: &u64) -> Self;
        fn after_move(self, from: Square, to: Square) -> Self;
        fn lanes_with(self, square: Square) -> u8;
    }

    #[inline(always)]
    fn words_with(token: T, words: &[u64; 4], square: Square) -> u8 {
        words_with(token, words, square)
    }
}

impl<T: Avx512Level> DirectionLanes for Avx512X8<T> {
    #[inline(always)]
    fn moved(self, by: &DirectionSteps) -> Self {
        Self { vector: rotate(self.token, self.vector, &by.rotations), ..self }
    }

    #[inline(always)]
    fn lanes_in_both(a: [Self; 2], b: [Self; 2]) -> u32 {
        lanes_in_both(a[0].token, [a[0].vector, a[1].vector], [b[0].vector, b[1].vector])
    }

    #[inline(always)]
    fn moved_back(self, by: &DirectionSteps) -> Self {
        Self { vector: rotate_back(self.token, self.vector, &by.rotations), ..self }
    }

    #[inline(always)]
    fn store_moves(lanes: u32, [a, b]: [Self; 2], [c, d]: [Self; 2], moves: &mut [MaybeUninit<Move>; 16]) {
        store_moves(a.token, lanes, [a.vector, b.vector], [c.vector, d.vector], moves);
    }

    forward! { vector, token:
        fn lowest_squares(self) -> Self;
        fn by_line(self, other: Self) -> Self;
        fn unions_of_both(self, other: Self) -> (Self, [u64; 2]);
        fn opposite(self) -> Self;
        fn keep_where_not_zero(self, other: Self) -> Self;
        fn is_zero(self) -> bool;
        fn union(self) -> u64;
        fn orthogonal_and_diagonal_unions(self) -> [u64; 2];
    }

    #[inline(always)]
    fn unions_by_role(rooks_and_bishops: Self, queens: Self) -> [u64; 3] {
        unions_by_role(queens.token, rooks_and_bishops.vector, queens.vector)
    }

    #[inline(always)]
    fn unions_by_role_of_both(rooks_and_bishops: [Self; 2], queens: [Self; 2]) -> [[u64; 3]; 2] {
        let [[a, b], [c, d]] = [rooks_and_bishops, queens];
        unions_by_role_of_both(a.token, [a.vector, b.vector], [c.vector, d.vector])
    }

    #[inline(always)]
    fn popcount_of_both(self, other: Self) -> u32 {
        let ones = add(
            self.token,
            T::WideBitTricks::popcount_bytes(self.token, self.vector),
            T::WideBitTricks::popcount_bytes(self.token, other.vector),
        );
        sum(self.token, T::WideBitTricks::sum_bytes(self.token, ones)) as u32
    }

    #[inline(always)]
    fn first_four(self) -> [u64; 4] {
        let [a, b, c, d, ..] = self.to_array();
        [a, b, c, d]
    }
}
