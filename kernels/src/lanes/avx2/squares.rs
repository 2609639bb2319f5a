//! AVX2: a byte for each square in two 256-bit registers.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::Avx2Level;
use crate::cpu::proof::with_features;
use crate::lanes::squares::SquareBytes;

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
    pub(in crate::lanes) fn nibbles_in_order(_, nibbles: &[u8; 16]) -> [__m128i; 2] {
        // SAFETY: the array has 16 bytes, and the load requires no alignment.
        let nibbles = unsafe { _mm_loadu_si128(nibbles.as_ptr().cast()) };
        let fifteen = _mm_set1_epi8(15);
        let (low, high) = (_mm_and_si128(nibbles, fifteen), _mm_and_si128(_mm_srli_epi16::<4>(nibbles), fifteen));
        [_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high)]
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
            // Shuffles ignore bit 4, and blends test bit 7.
            let is_second = _mm256_slli_epi16::<3>(places);
            let [first, second] = [first, second].map(|numbers| _mm256_shuffle_epi8(numbers, places));
            _mm256_blendv_epi8(first, second, is_second)
        };
        [of_ranks(0), of_ranks(4)]
    }
    fn lookup(_, ranks: [__m256i; 2], table: &[u8; 16]) -> [__m256i; 2] {
        // SAFETY: the table has 16 bytes, and the load requires no alignment.
        let table = _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) });
        [_mm256_shuffle_epi8(table, ranks[0]), _mm256_shuffle_epi8(table, ranks[1])]
    }
    fn with_bit(_, ranks: [__m256i; 2], bit: u32) -> u64 {
        let count = _mm_cvtsi32_si128(7 - bit as i32);
        let [low, high] = ranks.map(|ranks| _mm256_movemask_epi8(_mm256_sll_epi16(ranks, count)) as u32);
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
    fn lookup(self, table: &[u8; 16]) -> Self {
        Self { ranks: lookup(self.token, self.ranks, table), ..self }
    }

    #[inline(always)]
    fn with_bit(self, bit: u32) -> u64 {
        with_bit(self.token, self.ranks, bit)
    }
}
