//! AVX2: a byte for each square in two 256-bit registers.
//!
//! Without this kernel, `batch::from_nibbles` takes 2.3 times as long and `to_nibbles` 6.2 times (`avx2`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::lanes::SquareBytes;
use crate::arrays::MapEach;
use crate::lanes::avx2::{Avx2Level, apart};
use crate::levels::proof::with_features;

/// A byte for each square: ranks 1 to 4, and ranks 5 to 8. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Squares<T> {
    ranks: [__m256i; 2],
    token: T,
}

/// For each set of squares of a rank, the number of squares of the set below each square. 2 KiB.
static BELOW: [u64; 256] = {
    let (mut table, mut set) = ([0; 256], 0);
    while set < 256 {
        let mut bytes = [0; 8];
        let (mut file, mut below) = (0, 0);
        while file < 8 {
            bytes[file] = below;
            below += (set >> file & 1) as u8;
            file += 1;
        }
        table[set] = u64::from_le_bytes(bytes);
        set += 1;
    }
    table
};

/// For each set of squares of a rank, its files in their order, and then bytes for which shuffles write 0. 2
/// KiB.
static FILES: [u64; 256] = {
    let (mut table, mut set) = ([0; 256], 0);
    while set < 256 {
        let mut bytes = [0x80; 8];
        let (mut file, mut place) = (0, 0);
        while file < 8 {
            if set >> file & 1 != 0 {
                bytes[place] = file;
                place += 1;
            }
            file += 1;
        }
        table[set] = u64::from_le_bytes(bytes);
        set += 1;
    }
    table
};

/// Returns the number of pieces on lower ranks for each rank, one byte each.
#[inline(always)]
const fn pieces_below(occupied: u64) -> u64 {
    let pairs = occupied - (occupied >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let ranks = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    ranks.wrapping_mul(0x0101_0101_0101_0101) << 8
}

with_features! { ["avx2"];
    /// Returns the numbers of a packed board, one byte each.
    pub(super) fn nibbles_in_order(_, nibbles: &[u8; 16]) -> [__m128i; 2] {
        // SAFETY: the array has 16 bytes, and the load requires no alignment.
        let nibbles = unsafe { _mm_loadu_si128(nibbles.as_ptr().cast()) };
        let fifteen = _mm_set1_epi8(15);
        let (low, high) = (_mm_and_si128(nibbles, fifteen), _mm_and_si128(_mm_srli_epi16::<4>(nibbles), fifteen));
        [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)]
    }
    /// Looks up each byte, 0..=31, in two tables. A call in a closure for `map` would not be inlined.
    fn look_up_in_two(_, first: __m256i, second: __m256i, bytes: __m256i) -> __m256i {
        // Shuffles ignore bit 4, and blends test bit 7.
        let is_second = _mm256_slli_epi16::<3>(bytes);
        _mm256_blendv_epi8(_mm256_shuffle_epi8(first, bytes), _mm256_shuffle_epi8(second, bytes), is_second)
    }
    fn expand(token, occupied: u64, nibbles: &[u8; 16]) -> [__m256i; 2] {
        let [first, second] = nibbles_in_order(token, nibbles);
        let (first, second) = (_mm256_broadcastsi128_si256(first), _mm256_broadcastsi128_si256(second));
        let below = |rank: usize| BELOW[usize::from(occupied.to_le_bytes()[rank])] as i64;
        let ranks_below = _mm256_set1_epi64x(pieces_below(occupied) as i64);
        let of_ranks = |lowest: usize| {
            let in_rank = _mm256_set_epi64x(below(lowest + 3), below(lowest + 2), below(lowest + 1), below(lowest));
            let rank = |rank: usize| (lowest + rank) as i64 * 0x0101_0101_0101_0101;
            let ranks = _mm256_set_epi64x(rank(3), rank(2), rank(1), rank(0));
            // The place of each square's number.
            let places = _mm256_add_epi8(in_rank, _mm256_shuffle_epi8(ranks_below, ranks));
            look_up_in_two(token, first, second, places)
        };
        [of_ranks(0), of_ranks(4)]
    }
    fn of_planes(_, planes: &[u64; 5]) -> [__m256i; 2] {
        // The byte of each square's rank, and its bit in that byte.
        let bytes = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
        let bits = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
        let of_ranks = |shift: u32| {
            let mut indices = _mm256_setzero_si256();
            for plane in planes.iter().rev() {
                let plane = _mm256_shuffle_epi8(_mm256_set1_epi32((plane >> shift) as i32), bytes);
                // 0 or -1.
                let is_set = _mm256_cmpeq_epi8(_mm256_and_si256(plane, bits), bits);
                indices = _mm256_sub_epi8(_mm256_add_epi8(indices, indices), is_set);
            }
            indices
        };
        [of_ranks(0), of_ranks(32)]
    }
    fn lookup_32(token, ranks: [__m256i; 2], table: &[u8; 32]) -> [__m256i; 2] {
        // SAFETY: the table has 32 bytes, and the load requires no alignment.
        let table = unsafe { _mm256_loadu_si256(table.as_ptr().cast()) };
        let (first, second) = (_mm256_permute2x128_si256::<0x00>(table, table), _mm256_permute2x128_si256::<0x11>(table, table));
        [look_up_in_two(token, first, second, ranks[0]), look_up_in_two(token, first, second, ranks[1])]
    }
    fn pack(_, ranks: [__m256i; 2], occupied: u64) -> [u8; 16] {
        let files = |rank: usize| FILES[usize::from(occupied.to_le_bytes()[rank])] as i64;
        let second_half = _mm256_set_epi64x(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0);
        let pairs = |ranks: __m256i, lowest: usize| {
            let files = _mm256_set_epi64x(files(lowest + 3), files(lowest + 2), files(lowest + 1), files(lowest));
            let numbers = _mm256_shuffle_epi8(ranks, _mm256_or_si256(files, second_half));
            // 16 times the second number of each pair, plus the first.
            _mm256_maddubs_epi16(numbers, _mm256_set1_epi16(0x1001))
        };
        // 32 bits for each rank, in the order 1, 2, 5, 6, 3, 4, 7, 8.
        let packed = _mm256_packus_epi16(pairs(ranks[0], 0), pairs(ranks[1], 4));
        // Four times the number of pieces on lower ranks, for the ranks 1, 5, 3, 7, and for 2, 6, 4, 8.
        let shifts = _mm256_set1_epi64x((pieces_below(occupied) << 2) as i64);
        let shift_of = |a: i64, b: i64, c: i64, d: i64| {
            let rank = |rank: i64| rank | !0xff;
            _mm256_shuffle_epi8(shifts, _mm256_set_epi64x(rank(d), rank(c), rank(b), rank(a)))
        };
        let odd = (_mm256_and_si256(packed, _mm256_set1_epi64x(0xffff_ffff)), shift_of(0, 4, 2, 6));
        let even = (_mm256_srli_epi64::<32>(packed), shift_of(1, 5, 3, 7));
        // Each shift by more than 63 bits, also by less than 0, is 0.
        let sixty_four = _mm256_set1_epi64x(64);
        let low = |(ranks, shift): (__m256i, __m256i)| _mm256_sllv_epi64(ranks, shift);
        let high = |(ranks, shift): (__m256i, __m256i)| {
            let across = _mm256_srlv_epi64(ranks, _mm256_sub_epi64(sixty_four, shift));
            _mm256_or_si256(across, _mm256_sllv_epi64(ranks, _mm256_sub_epi64(shift, sixty_four)))
        };
        let low = _mm256_or_si256(low(odd), low(even));
        let high = _mm256_or_si256(high(odd), high(even));
        let both = _mm256_or_si256(_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high));
        let both = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256::<1>(both));
        let mut nibbles = [0; 16];
        // SAFETY: the array has room for 16 bytes, and the store requires no alignment.
        unsafe { _mm_storeu_si128(nibbles.as_mut_ptr().cast(), both) };
        nibbles
    }
    fn lookup(_, ranks: [__m256i; 2], table: &[u8; 16]) -> [__m256i; 2] {
        // SAFETY: the table has 16 bytes, and the load requires no alignment.
        let table = _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) });
        [_mm256_shuffle_epi8(table, ranks[0]), _mm256_shuffle_epi8(table, ranks[1])]
    }
    fn with_bit(token, ranks: [__m256i; 2], bit: u32) -> u64 {
        let count = _mm_cvtsi32_si128(7 - bit as i32);
        let [low, high] = ranks.map_each(|ranks| apart(token, _mm256_movemask_epi8(_mm256_sll_epi16(ranks, count)) as u32));
        u64::from(low) | u64::from(high) << 32
    }
}

impl<T: Avx2Level> SquareBytes for Avx2Squares<T> {
    type Token = T;

    #[inline(always)]
    fn expand(token: T, occupied: u64, nibbles: &[u8; 16]) -> Self {
        Self { ranks: expand(token, occupied, nibbles), token }
    }

    #[inline(always)]
    fn of_planes(token: T, planes: &[u64; 5]) -> Self {
        Self { ranks: of_planes(token, planes), token }
    }

    #[inline(always)]
    fn lookup(self, table: &[u8; 16]) -> Self {
        Self { ranks: lookup(self.token, self.ranks, table), ..self }
    }

    #[inline(always)]
    fn lookup_32(self, table: &[u8; 32]) -> Self {
        Self { ranks: lookup_32(self.token, self.ranks, table), ..self }
    }

    #[inline(always)]
    fn pack(self, occupied: u64) -> [u8; 16] {
        pack(self.token, self.ranks, occupied)
    }

    #[inline(always)]
    fn with_bit(self, bit: u32) -> u64 {
        with_bit(self.token, self.ranks, bit)
    }
}
