//! AVX-512 with VBMI: eight rays in a 256-bit register, selected from 64 squares in a 512-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::VbmiLevel;
use super::bytes::Avx512Bytes;
use super::lists::pieces;
use crate::Square;
use crate::cpu::proof::with_features;
use crate::lanes::rays::{Lanes, MARK, OFF_THE_BOARD, RAYS, RayBytes, RayLanes};
use crate::lanes::{forward, operators};
use crate::position::{Mailbox, Position, Threat};

/// Eight lanes of 32 bits in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512Rays<T> {
    vector: __m256i,
    token: T,
}

/// The bytes of [`RAYS`] that are a square of a ray, one bit for each, in 512 bytes.
///
/// A comparison with 0 would do as well, but LLVM compiles it to one with all ones; see the parent module.
static ON_RAYS: [u64; 64] = {
    let (mut all, mut square) = ([0; 64], 0);
    while square < 64 {
        let (words, mut ray) = (RAYS[square].0.as_chunks().0, 0);
        while ray < 8 {
            // Bytes off the board have the highest bit set. The multiplication gathers a bit of each byte in the highest byte.
            let on_board = !u64::from_le_bytes(words[ray]) >> 7 & 0x0001_0101_0101_0101;
            all[square] |= on_board.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * ray);
            ray += 1;
        }
        square += 1;
    }
    all
};
const _: () = assert!(OFF_THE_BOARD + MARK >= 0x80 && 63 + MARK < 0x80);

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    fn load_bytes(_, bytes: &[u8; 64]) -> __m512i {
        // SAFETY: the array has 64 bytes, and the load requires no alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    /// Returns one bit in the byte of the nearest occupied square of each word.
    fn nearest(_, board: __m512i, squares: __m512i, on_board: u64, empty: u8) -> __m512i {
        let others = _mm512_mask_cmpneq_epi8_mask(on_board, squares, _mm512_set1_epi8((empty + MARK) as i8));
        let pieces = _mm512_maskz_permutexvar_epi8(others, squares, board);
        _mm512_and_si512(pieces, _mm512_sub_epi64(_mm512_setzero_si512(), pieces))
    }
    /// Returns the byte of the nearest square, or 0, in the lowest byte of each word, and the highest byte of the word in
    /// the next one.
    fn squares_of(_, squares: __m512i, nearest: __m512i) -> __m512i {
        let zero = _mm512_setzero_si512();
        let square = _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(nearest, nearest), squares);
        // sad | squares >> 48 & 0xff00
        let leaps = _mm512_srli_epi64::<48>(squares);
        _mm512_ternarylogic_epi64::<0xf8>(_mm512_sad_epu8(square, zero), leaps, _mm512_set1_epi64(0xff00))
    }
    /// Returns the lower halves of the words, in the order of the rays.
    fn halves(_, words: __m512i) -> __m256i {
        let order = _mm512_setr_epi32(0, 2, 8, 10, 4, 6, 12, 14, 0, 0, 0, 0, 0, 0, 0, 0);
        _mm512_castsi512_si256(_mm512_permutexvar_epi32(order, words))
    }
    /// Removes the marks. No square becomes a number with the highest bit set.
    fn unmarked(_, squares: __m256i) -> __m256i {
        _mm256_sub_epi8(squares, _mm256_set1_epi32(i32::from(MARK) * 0x0101))
    }
    /// Returns the bytes of a board's squares, and 0 for the others: `empty` and numbers with the highest bit set.
    fn pieces_at(_, board: __m512i, squares: __m256i, empty: u8) -> __m256i {
        let on_board = _mm256_cmplt_epu8_mask(squares, _mm256_set1_epi8(64));
        let others = _mm256_mask_cmpneq_epi8_mask(on_board, squares, _mm256_set1_epi8(empty as i8));
        let squares = _mm512_castsi256_si512(squares);
        _mm512_castsi512_si256(_mm512_maskz_permutexvar_epi8(others.into(), squares, board))
    }
    fn load(_, lanes: &Lanes) -> __m256i {
        // SAFETY: the array has 32 bytes, and its alignment is that of the load.
        unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
    }
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn splat(_, bits: u32) -> __m256i { _mm256_set1_epi32(bits as i32) }
    fn splat_byte(_, byte: u8) -> __m256i { _mm256_set1_epi8(byte as i8) }
    fn table_of_eight(_, table: u64) -> __m256i { _mm256_set1_epi64x(table as i64) }
    fn table(_, table: &'static u128) -> __m256i {
        // SAFETY: the word has 16 bytes, and the load requires no alignment.
        _mm256_broadcast_i32x4(unsafe { _mm_loadu_si128((&raw const *table).cast()) })
    }
    fn lookup(_, a: __m256i, table: __m256i) -> __m256i { _mm256_shuffle_epi8(table, a) }
    fn keep_where_not_zero(_, a: __m256i, condition: __m256i) -> __m256i {
        _mm256_maskz_mov_epi8(_mm256_test_epi8_mask(condition, condition), a)
    }
    fn shift_left_by<const N: i32>(_, a: __m256i) -> __m256i { _mm256_slli_epi32::<N>(a) }
    fn shift_right_by<const N: i32>(_, a: __m256i) -> __m256i { _mm256_srli_epi32::<N>(a) }
    fn opposite(_, a: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0x4e>(a) }
    fn or_if(_, a: __m256i, condition: bool, b: __m256i) -> __m256i {
        _mm256_mask_mov_epi32(a, u8::from(condition).wrapping_neg(), b)
    }
    fn not_zero(_, a: __m256i) -> u8 { _mm256_test_epi32_mask(a, a) }
    fn store_some(_, a: __m256i, mask: u8, middle: __m256i, places: &mut [Threat; 8]) -> () {
        let threats = _mm256_maskz_compress_epi32(mask, _mm256_or_si256(a, middle));
        // SAFETY: eight threats are 32 bytes, and the store requires no alignment. A lane is 0, or has a number from 0
        // to 63 in the place of each square; see `RayLanes`. For pieces every byte is valid.
        unsafe { _mm256_storeu_si256(places.as_mut_ptr().cast(), threats) }
    }
}

operators! { Avx512Rays<T: VbmiLevel>, vector, token:
    BitAnd bitand and;
    BitOr bitor or;
}

impl<T: VbmiLevel> Avx512Rays<T> {
    #[inline(always)]
    fn new(token: T, vector: __m256i) -> Self {
        Self { vector, token }
    }
}

impl<T: VbmiLevel> RayLanes for Avx512Rays<T> {
    type Token = T;
    type Board = Avx512Bytes<T>;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> Avx512Bytes<T> {
        Avx512Bytes { vector: pieces(token, position), token }
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> Avx512Bytes<T> {
        Avx512Bytes { vector: load_bytes(token, mailbox.as_bytes()), token }
    }

    #[inline(always)]
    fn seen(
        &Avx512Bytes { vector: board, token }: &Avx512Bytes<T>,
        square: Square,
        empty: Square,
    ) -> (Self, Self) {
        let RayBytes(squares) = &RAYS[square.index()];
        let squares = load_bytes(token, squares);
        let nearest = nearest(token, board, squares, ON_RAYS[square.index()], empty.index() as u8);
        let squares = unmarked(token, halves(token, squares_of(token, squares, nearest)));
        let adjacent = and(token, halves(token, nearest), splat(token, 0xff));
        (Self::new(token, squares), Self::new(token, adjacent))
    }

    #[inline(always)]
    fn pieces_at(board: &Avx512Bytes<T>, squares: Self, empty: Square) -> Self {
        Self { vector: pieces_at(board.token, board.vector, squares.vector, empty.index() as u8), ..squares }
    }

    #[inline(always)]
    fn load(token: T, lanes: &'static Lanes) -> Self {
        Self::new(token, load(token, lanes))
    }

    #[inline(always)]
    fn splat(token: T, bits: u32) -> Self {
        Self::new(token, splat(token, bits))
    }

    #[inline(always)]
    fn splat_byte(token: T, byte: u8) -> Self {
        Self::new(token, splat_byte(token, byte))
    }

    #[inline(always)]
    fn table_of_eight(token: T, bytes: u64) -> Self {
        Self::new(token, table_of_eight(token, bytes))
    }

    #[inline(always)]
    fn table(token: T, bytes: &'static u128) -> Self {
        Self::new(token, table(token, bytes))
    }

    #[inline(always)]
    fn shift_left_by<const N: i32>(self) -> Self {
        Self { vector: shift_left_by::<T, N>(self.token, self.vector), ..self }
    }

    #[inline(always)]
    fn shift_right_by<const N: i32>(self) -> Self {
        Self { vector: shift_right_by::<T, N>(self.token, self.vector), ..self }
    }

    #[inline(always)]
    fn or_if(self, condition: bool, other: Self) -> Self {
        Self { vector: or_if(self.token, self.vector, condition, other.vector), ..self }
    }

    forward! { vector, token:
        lookup(other) -> Self;
        keep_where_not_zero(other) -> Self;
        opposite() -> Self;
        not_zero() -> u8;
    }

    #[inline(always)]
    fn store_some(self, mask: u8, middle: Self, places: &mut [Threat; 8]) {
        store_some(self.token, self.vector, mask, middle.vector, places);
    }
}
