//! AVX2: eight rays in a 256-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Avx2Level;
use super::lists::{self, compress, store};
use crate::Square;
use crate::cpu::proof::with_features;
use crate::lanes::rays::{Lanes, MARK, RAYS, RayBytes, RayLanes};
use crate::lanes::{forward, operators};
use crate::position::{Mailbox, Position, Threat};

/// Eight lanes of 32 bits in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Rays<T> {
    vector: __m256i,
    token: T,
}

with_features! { ["avx2"];
    fn planes(_, bytes: &[u8; 64]) -> [u64; 4] {
        // SAFETY: the array has 64 bytes, two registers of 32, and the loads require no alignment.
        let halves = unsafe {
            let first = bytes.as_ptr();
            [_mm256_loadu_si256(first.cast()), _mm256_loadu_si256(first.add(32).cast())]
        };
        // Moves each bit to the highest place of its byte. The shifted bits of other bytes are lower.
        let bits = |halves: [__m256i; 2]| {
            let [low, high] = halves.map(|half| u64::from(_mm256_movemask_epi8(half) as u32));
            low | high << 32
        };
        [
            bits(halves.map(|half| _mm256_slli_epi16::<7>(half))),
            bits(halves.map(|half| _mm256_slli_epi16::<6>(half))),
            bits(halves.map(|half| _mm256_slli_epi16::<5>(half))),
            bits(halves.map(|half| _mm256_slli_epi16::<4>(half))),
        ]
    }
    /// Returns the lower halves of the words of two registers.
    fn halves(_, a: __m256i, b: __m256i) -> __m256i {
        _mm256_castps_si256(_mm256_shuffle_ps::<0x88>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b)))
    }
    /// Returns the rank of each square.
    fn ranks(_, squares: __m256i) -> __m256i { _mm256_and_si256(_mm256_srli_epi16::<3>(squares), _mm256_set1_epi8(7)) }
    /// Returns bytes with the bit of each square's file, and 0 if the highest bit is set.
    fn files(_, squares: __m256i) -> __m256i {
        _mm256_shuffle_epi8(_mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64), squares)
    }
    /// Returns bytes that are not 0 where the bitboard has these squares.
    fn on_board(_, bitboard: u64, ranks: __m256i, files: __m256i) -> __m256i {
        _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi64x(bitboard as i64), ranks), files)
    }
    /// Returns the lowest bit of each word, without those of the highest byte.
    fn nearest(token, occupied: __m256i) -> __m256i {
        super::ls1b(token, _mm256_and_si256(occupied, _mm256_set1_epi64x(0x00ff_ffff_ffff_ffff)))
    }
    /// Returns the byte of the nearest square, or 0, in the lowest byte of each word, and the highest byte of the word in
    /// the next one.
    fn squares_of(_, squares: __m256i, nearest: __m256i) -> __m256i {
        let zero = _mm256_setzero_si256();
        let square = _mm256_sad_epu8(_mm256_andnot_si256(_mm256_cmpeq_epi8(nearest, zero), squares), zero);
        let leaps = _mm256_and_si256(_mm256_srli_epi64::<48>(squares), _mm256_set1_epi64x(0xff00));
        _mm256_or_si256(square, leaps)
    }
    /// Removes the marks. No square becomes a number with the highest bit set.
    fn unmarked(_, squares: __m256i) -> __m256i {
        _mm256_sub_epi8(squares, _mm256_set1_epi32(i32::from(MARK) * 0x0101))
    }
    fn words_of(_, squares: &RayBytes) -> [__m256i; 2] {
        let squares = squares.0.as_ptr();
        // SAFETY: the array has 64 bytes, two registers of 32, and the loads require no alignment.
        unsafe { [_mm256_loadu_si256(squares.cast()), _mm256_loadu_si256(squares.add(32).cast())] }
    }
    /// Adds `bit` to the bytes in which `squares` is not 0.
    fn with_bit(_, pieces: __m256i, squares: __m256i, bit: u8) -> __m256i {
        let clear = _mm256_cmpeq_epi8(squares, _mm256_setzero_si256());
        _mm256_or_si256(pieces, _mm256_andnot_si256(clear, _mm256_set1_epi8(bit as i8)))
    }
    fn load(_, lanes: &Lanes) -> __m256i {
        // SAFETY: the array has 32 bytes, and its alignment is that of the load.
        unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
    }
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn or(_, a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
    fn splat(_, bits: u32) -> __m256i { _mm256_set1_epi32(bits as i32) }
    fn keep_where_not_zero(_, a: __m256i, condition: __m256i) -> __m256i {
        _mm256_andnot_si256(_mm256_cmpeq_epi8(condition, _mm256_setzero_si256()), a)
    }
    fn shift_left_by<const N: i32>(_, a: __m256i) -> __m256i { _mm256_slli_epi32::<N>(a) }
    fn shift_right_by<const N: i32>(_, a: __m256i) -> __m256i { _mm256_srli_epi32::<N>(a) }
    fn opposite(_, a: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0x4e>(a) }
    fn or_if(_, a: __m256i, condition: bool, b: __m256i) -> __m256i {
        _mm256_blendv_epi8(a, b, _mm256_set1_epi32(-i32::from(condition)))
    }
    fn not_zero(_, a: __m256i) -> u8 {
        _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(a, _mm256_setzero_si256()))) as u8
    }
}

operators! { Avx2Rays<T: Avx2Level>, vector, token:
    BitAnd bitand and;
    BitOr bitor or;
}

impl<T: Avx2Level> Avx2Rays<T> {
    #[inline(always)]
    fn new(token: T, vector: __m256i) -> Self {
        Self { vector, token }
    }
}

impl<T: Avx2Level> RayLanes for Avx2Rays<T> {
    type Token = T;
    /// The bits of the pieces' bytes as bitboards.
    type Board = ([u64; 4], T);

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> ([u64; 4], T) {
        (position.piece_planes().0, token)
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> ([u64; 4], T) {
        (planes(token, mailbox.as_bytes()), token)
    }

    #[inline(always)]
    fn seen(&([a, b, c, _], token): &([u64; 4], T), square: Square, empty: Square) -> (Self, Self) {
        let occupied = (a | b | c) & !empty.bit();
        let [a, b] = words_of(token, &RAYS[square.index()]);
        let nearest_a = nearest(token, on_board(token, occupied, ranks(token, a), files(token, a)));
        let nearest_b = nearest(token, on_board(token, occupied, ranks(token, b), files(token, b)));
        let squares = halves(token, squares_of(token, a, nearest_a), squares_of(token, b, nearest_b));
        let squares = unmarked(token, squares);
        let adjacent = and(token, halves(token, nearest_a, nearest_b), splat(token, 0xff));
        (Self::new(token, squares), Self::new(token, adjacent))
    }

    #[inline(always)]
    fn pieces_at(&([a, b, c, d], token): &([u64; 4], T), squares: Self, empty: Square) -> Self {
        let (ranks, files) = (ranks(token, squares.vector), files(token, squares.vector));
        let others = !empty.bit();
        let pieces = with_bit(token, splat(token, 0), on_board(token, a & others, ranks, files), 1);
        let pieces = with_bit(token, pieces, on_board(token, b & others, ranks, files), 2);
        let pieces = with_bit(token, pieces, on_board(token, c & others, ranks, files), 4);
        Self::new(token, with_bit(token, pieces, on_board(token, d & others, ranks, files), 8))
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
        Self::new(token, lists::splat(token, byte))
    }

    #[inline(always)]
    fn table_of_eight(token: T, table: u64) -> Self {
        Self::new(token, lists::splat_words(token, table))
    }

    #[inline(always)]
    fn table(token: T, table: &'static u128) -> Self {
        Self::new(token, lists::table(token, table))
    }

    #[inline(always)]
    fn lookup(self, table: Self) -> Self {
        Self { vector: lists::lookup(self.token, self.vector, table.vector), ..self }
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
        keep_where_not_zero(other) -> Self;
        opposite() -> Self;
        not_zero() -> u8;
    }

    #[inline(always)]
    fn store_some(self, mask: u8, middle: Self, places: &mut [Threat; 8]) {
        store(self.token, places, or(self.token, compress(self.token, self.vector, mask), middle.vector));
    }
}
