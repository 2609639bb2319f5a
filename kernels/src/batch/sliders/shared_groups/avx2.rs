//! Shared groups of eight for AVX2 with GFNI. A position's sliders are listed one square after the other.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{MOVES_DIAGONALLY, MOVES_ORTHOGONALLY, Room, SharedLanes};
use crate::cpu::proof::{Has, cpu_feature, with_features};
use crate::lanes::avx2::bytes::Avx2Bytes;
use crate::lanes::avx2::gfni::GfniLevel;
use crate::lanes::avx2::{Avx2X4, load, to_array};
use crate::{Sliders, Square};

/// The slider of each byte of the states: in lane `n`, four bytes belong to slider `n` and four to slider `4 + n`.
const OWNERS: [u64; 4] =
    [0x0404_0404_0000_0000, 0x0505_0505_0101_0101, 0x0606_0606_0202_0202, 0x0707_0707_0303_0303];

/// For each byte of the states, the flag that its slider must have for the line to be kept.
const MOVEMENTS: u64 = {
    let (straight, diagonal) = (MOVES_ORTHOGONALLY as u64, MOVES_DIAGONALLY as u64);
    // R E F W | R E F W, the lowest byte first.
    (straight * 0x0001_0001_0001_0001) | (diagonal * 0x0100_0100_0100_0100)
};

#[cfg(target_arch = "x86_64")]
with_features! { ["bmi2"];
    /// Returns the bits of `word` selected by `mask`, in adjacent bits.
    fn extract(_, word: u64, mask: u64) -> u64 { _pext_u64(word, mask) }
    /// Spreads the lowest eight bits over eight bytes, each as the bit `bit` of its byte.
    fn deposit(_, bits: u64, bit: u8) -> u64 { _pdep_u64(bits, u64::from_ne_bytes([bit; 8])) }
}

#[cfg(target_arch = "x86")]
with_features! { ["bmi2"];
    /// Returns the bits of `word` selected by `mask`, in adjacent bits.
    fn extract(_, word: u64, mask: u64) -> u64 {
        let low = u64::from(_pext_u32(word as u32, mask as u32));
        let high = u64::from(_pext_u32((word >> 32) as u32, (mask >> 32) as u32));
        low | high << (mask as u32).count_ones()
    }
    /// Spreads the lowest eight bits over eight bytes, each as the bit `bit` of its byte.
    fn deposit(_, bits: u64, bit: u8) -> u64 {
        let mask = u32::from_ne_bytes([bit; 4]);
        u64::from(_pdep_u32(bits as u32, mask)) | u64::from(_pdep_u32(bits as u32 >> 4, mask)) << 32
    }
}

with_features! { ["avx2", "bmi2", "gfni"];
    fn list(token, position: &Sliders, room: Room<'_>) -> () {
        let Room { squares, movements, boards } = room;
        let (straight, diagonal) = (position.rooks | position.queens, position.bishops | position.queens);
        let (mut left, count) = (straight | diagonal, position.count());
        let (straight, diagonal) = (extract(token, straight, left), extract(token, diagonal, left));
        let (movements, _) = movements.as_chunks_mut::<8>();
        let occupied = to_array(token, _mm256_set1_epi64x(position.occupied as i64));
        let (boards, _) = boards.as_chunks_mut::<4>();
        // The first twelve, or fewer if there are fewer, without a branch.
        for board in &mut boards[..3] {
            *board = occupied;
        }
        for square in &mut squares[..12] {
            *square = Square::new_masked(left.trailing_zeros() as u8);
            left &= left.wrapping_sub(1);
        }
        let go = |from: usize| {
            deposit(token, straight >> from, MOVES_ORTHOGONALLY) | deposit(token, diagonal >> from, MOVES_DIAGONALLY)
        };
        (movements[0], movements[1]) = (go(0).to_le_bytes(), go(8).to_le_bytes());
        if count > 12 {
            boards[3..].fill(occupied);
            for square in &mut squares[12..count] {
                *square = Square::new_masked(left.trailing_zeros() as u8);
                left &= left.wrapping_sub(1);
            }
            for (eight, movements) in movements.iter_mut().enumerate().skip(2) {
                *movements = go(8 * eight).to_le_bytes();
            }
        }
    }
    fn kept(token, movements: &[u8], attacked: __m256i) -> __m256i {
        let movements = i64::from_le_bytes(movements.try_into().expect("eight sliders"));
        let owners_go = _mm256_shuffle_epi8(_mm256_set1_epi64x(movements), load(token, &OWNERS));
        let line = _mm256_set1_epi64x(MOVEMENTS as i64);
        _mm256_and_si256(attacked, _mm256_cmpeq_epi8(_mm256_and_si256(owners_go, line), line))
    }
    fn union(token, words: &[u64]) -> u64 {
        let (first, others) = words.split_at(words.len().min(12));
        let count = _mm256_set1_epi64x(first.len() as i64);
        let some = |from: i64| {
            let mask = _mm256_cmpgt_epi64(count, _mm256_setr_epi64x(from, from + 1, from + 2, from + 3));
            // SAFETY: the mask is set only for words of the slice, and words outside of the mask are not read.
            unsafe { _mm256_maskload_epi64(first.as_ptr().wrapping_add(from as usize).cast(), mask) }
        };
        let union = _mm256_or_si256(_mm256_or_si256(some(0), some(4)), some(8));
        let union = to_array(token, union).iter().fold(0, |union, word| union | word);
        others.iter().fold(union, |union, word| union | word)
    }
}

impl<T: GfniLevel + Has<cpu_feature!("bmi2")>> SharedLanes for Avx2X4<T> {
    #[inline(always)]
    fn list(token: T, position: &Sliders, room: Room<'_>) {
        list(token, position, room);
    }

    #[inline(always)]
    fn keep_lines(token: T, movements: &[u8], attacked: Avx2Bytes<T>) -> Avx2Bytes<T> {
        Avx2Bytes { vector: kept(token, movements, attacked.vector), token }
    }

    #[inline(always)]
    fn union(token: T, words: &[u64]) -> u64 {
        union(token, words)
    }
}
