//! Shared groups of sixteen for AVX-512 with VBMI2. A position's sliders are listed by one compression.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{MOVES_DIAGONALLY, MOVES_ORTHOGONALLY, SliderRoom};
use crate::Sliders;
use crate::batch::matrices::avx512::{NUMBERS, OWNERS};
use crate::cpu::proof::with_features;
use crate::lanes::avx512::{load, to_array};

/// For each byte of the states, the flag that its slider must have for the line to be kept.
const MOVEMENTS: [u64; 8] = {
    let (straight, diagonal) = (MOVES_ORTHOGONALLY as u64, MOVES_DIAGONALLY as u64);
    // The bytes of the state vector, see `batch/matrices/mod.rs`: R E F W | E F W R, the lowest byte first.
    [(straight * 0x0100_0100_0001_0001) | (diagonal * 0x0001_0001_0100_0100); 8]
};

with_features! { ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vbmi", "avx512vbmi2"];
    /// Lists the sliders of a position. Elements of `room` beyond them may be overwritten.
    pub(super) fn list(token, position: &Sliders, room: SliderRoom<'_>) -> () {
        let SliderRoom { squares, movements, boards } = room;
        let (straight, diagonal) = (position.rooks | position.queens, position.bishops | position.queens);
        // The unused bits of a movement contain the index of the square, so one compression does for both.
        let lines = load(token, &NUMBERS);
        let lines = _mm512_mask_add_epi8(lines, straight, lines, _mm512_set1_epi8(MOVES_ORTHOGONALLY as i8));
        let lines = _mm512_mask_add_epi8(lines, diagonal, lines, _mm512_set1_epi8(MOVES_DIAGONALLY as i8));
        let lines = _mm512_mask_compress_epi8(lines, straight | diagonal, lines);
        let numbers = _mm512_and_si512(lines, _mm512_set1_epi8(63));
        let occupied = to_array(token, _mm512_set1_epi64(position.occupied as i64));
        let (eights, _) = boards.as_chunks_mut::<8>();
        (eights[0], eights[1]) = (occupied, occupied);
        // SAFETY: both arrays have room for 64 bytes, the 16-byte stores require no alignment, and the numbers are
        // indexes of squares.
        unsafe {
            _mm_storeu_si128(movements.as_mut_ptr().cast(), _mm512_castsi512_si128(lines));
            _mm_storeu_si128(squares.as_mut_ptr().cast(), _mm512_castsi512_si128(numbers));
        }
        if position.count() > 16 {
            eights[2..].fill(occupied);
            // SAFETY: as above, with all 64 bytes.
            unsafe {
                _mm512_storeu_si512(movements.as_mut_ptr().cast(), lines);
                _mm512_storeu_si512(squares.as_mut_ptr().cast(), numbers);
            }
        }
    }
    /// Clears the states of lines that a slider of the group does not move along. `movements` has one byte for each slider.
    pub(super) fn keep_lines(token, movements: &[u8], attacked: __m512i) -> __m512i {
        let movements = u128::from_le_bytes(movements.try_into().expect("sixteen sliders"));
        let movements = _mm512_castsi128_si512(_mm_set_epi64x((movements >> 64) as i64, movements as i64));
        let owners_go = _mm512_permutexvar_epi8(load(token, &OWNERS), movements);
        _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(owners_go, load(token, &MOVEMENTS)), attacked)
    }
    /// Returns the union of at most 64 words.
    pub(super) fn union(_, words: &[u64]) -> u64 {
        let (first, others) = words.split_at(words.len().min(16));
        let mask = (1_u32 << first.len()) - 1;
        // SAFETY: the mask has a bit for each of the first eight words, and words outside of the mask are not read.
        let eight = unsafe { _mm512_maskz_loadu_epi64(mask as u8, first.as_ptr().cast()) };
        // SAFETY: as above, for the next eight words.
        let eight_more = unsafe { _mm512_maskz_loadu_epi64((mask >> 8) as u8, first.as_ptr().wrapping_add(8).cast()) };
        let union = _mm512_reduce_or_epi64(_mm512_or_si512(eight, eight_more)) as u64;
        others.iter().fold(union, |union, word| union | word)
    }
}
