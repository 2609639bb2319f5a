//! The steps of byte states for AVX-512 (F, BW, CD, DQ, VL).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{StateBytes, Turns};
use crate::Square;
use crate::cpu::proof::with_features;
use crate::lanes::avx512::bytes::Avx512Bytes;
use crate::lanes::avx512::{Avx512Level, Avx512X8, load, to_array};
use crate::line::{MAIN_ANTIDIAGONAL, MAIN_DIAGONAL};
use crate::tables::numbered_lines::{ANTIDIAGONALS, DIAGONALS, FILES};

/// Masks for the states of 64 sliders.
pub(super) struct StateMasks<B> {
    /// The slider's file, which is its bit in the state of the rank.
    pub file: B,
    /// `file` with each byte reversed.
    pub file_reversed: B,
    /// The slider's rank, which is its bit in the states of the other lines.
    pub rank: B,
    /// `rank` with each byte reversed.
    pub rank_reversed: B,
    /// The ranks that the diagonal reaches, without the slider's own.
    pub diagonal: B,
    /// The ranks that the antidiagonal reaches, without the slider's own.
    pub antidiagonal: B,
}

/// Eight squares, each in the low byte of a lane.
#[derive(Clone, Copy)]
pub(super) struct SpreadSquares(__m512i);

/// The number of each lane, in all of its bytes.
const OWN_NUMBER: [u64; 8] = {
    let mut numbers = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        numbers[lane] = 0x0101_0101_0101_0101 * lane as u64;
        lane += 1;
    }
    numbers
};

/// `1 << n` in byte `n`.
const BITS: u64 = 0x8040_2010_0804_0201;
/// `1 << (7 - n)` in byte `n`.
const BITS_REVERSED: u64 = BITS.swap_bytes();

/// The ranks that a line reaches, indexed by `(rank - file) & 15` for diagonals and `(rank + file) & 15` for
/// antidiagonals.
const DIAGONAL_RANKS: [u64; 2] = ranks_reached(&DIAGONALS);
const ANTIDIAGONAL_RANKS: [u64; 2] = ranks_reached(&ANTIDIAGONALS);

const fn ranks_reached(lines: &([u64; 8], [u64; 8])) -> [u64; 2] {
    let mut reached = [0; 2];
    let mut index = 0;
    while index < 16 {
        let line = if index < 8 { lines.0[index] } else { lines.1[index - 8] };
        let mut rank = 0;
        while rank < 8 {
            if line >> (8 * rank) & 0xff != 0 {
                reached[index / 8] |= 1 << (8 * (index % 8) + rank);
            }
            rank += 1;
        }
        index += 1;
    }
    reached
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn load_64_squares(_, squares: &[Square; 64]) -> __m512i {
        // SAFETY: 64 squares are 64 bytes, and the load requires no alignment.
        unsafe { _mm512_loadu_si512(squares.as_ptr().cast()) }
    }
    /// Spreads eight bytes over the low bytes of eight lanes. The upper bytes of a lane contain the bytes
    /// that follow.
    fn spread(_, bytes: StateBytes) -> __m512i {
        let counts = _mm512_setr_epi64(0, 8, 16, 24, 32, 40, 48, 56);
        _mm512_srlv_epi64(_mm512_set1_epi64(bytes as i64), counts)
    }
    fn ranks(_, squares: __m512i) -> __m512i { _mm512_and_si512(_mm512_srli_epi16::<3>(squares), _mm512_set1_epi8(7)) }
    fn files(_, squares: __m512i) -> __m512i { _mm512_and_si512(squares, _mm512_set1_epi8(7)) }
    /// Looks up each number, 0..=7, in the bytes of a word.
    fn look_up(_, bytes: u64, numbers: __m512i) -> __m512i { _mm512_shuffle_epi8(_mm512_set1_epi64(bytes as i64), numbers) }
    /// Looks up each number, 0..=15, in the bytes of two words.
    fn look_up_16(_, bytes: &[u64; 2], numbers: __m512i) -> __m512i {
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_set_epi64x(bytes[1] as i64, bytes[0] as i64)), numbers)
    }
    /// Returns the fields of [`StateMasks`] in order.
    fn masks_of(token, squares: __m512i) -> [__m512i; 6] {
        let (file, rank) = (files(token, squares), ranks(token, squares));
        let rank_bit = look_up(token, BITS, rank);
        [
            look_up(token, BITS, file),
            look_up(token, BITS_REVERSED, file),
            rank_bit,
            look_up(token, BITS_REVERSED, rank),
            _mm512_andnot_si512(rank_bit, look_up_16(token, &DIAGONAL_RANKS, difference(token, rank, file))),
            _mm512_andnot_si512(rank_bit, look_up_16(token, &ANTIDIAGONAL_RANKS, sum(token, rank, file))),
        ]
    }
    fn difference(_, ranks: __m512i, files: __m512i) -> __m512i {
        _mm512_and_si512(_mm512_sub_epi8(ranks, files), _mm512_set1_epi8(15))
    }
    fn sum(_, ranks: __m512i, files: __m512i) -> __m512i { _mm512_add_epi8(ranks, files) }
    /// Returns the rotations that turn the main diagonals into the sliders'.
    fn turns_of(token, squares: __m512i) -> [__m512i; 2] {
        let (rank, file, seven) = (ranks(token, squares), files(token, squares), _mm512_set1_epi8(7));
        let turn = |ranks| _mm512_slli_epi16::<3>(_mm512_and_si512(ranks, seven));
        [turn(_mm512_sub_epi8(rank, file)), turn(_mm512_sub_epi8(sum(token, rank, file), seven))]
    }
    /// Returns the files of spread squares. The permutation reads only the lowest bits of each index.
    fn files_through(token, squares: __m512i) -> __m512i { _mm512_permutexvar_epi64(squares, load(token, &FILES)) }
    /// Returns each slider's ring, a rotated main diagonal. A permutation would also do, but permutations use
    /// port 5, as do the files and the byte tests, while rotations use port 0.
    fn ring(_, main: u64, turns: __m512i) -> __m512i { _mm512_rolv_epi64(_mm512_set1_epi64(main as i64), turns) }
    /// Returns one byte for each slider, with a bit set for each rank on which its line is occupied.
    fn occupied_ranks(_, line: __m512i, occupied: __m512i) -> StateBytes { _mm512_test_epi8_mask(occupied, line) }
    /// Returns the lowest word, also on 32-bit targets.
    fn low_word(token, vector: __m512i) -> u64 { to_array(token, vector)[0] }
    fn ranks_picked(token, squares: __m512i, occupied: __m512i) -> StateBytes {
        let ranks = _mm512_srlv_epi64(occupied, _mm512_and_si512(squares, _mm512_set1_epi64(56)));
        low_word(token, _mm512_zextsi128_si512(_mm512_cvtepi64_epi8(ranks)))
    }
    /// Returns the bytes of a line whose ranks are set in the slider's state.
    fn kept(token, line: &[u64; 8], states: StateBytes) -> __m512i { _mm512_maskz_mov_epi8(states, load(token, line)) }
    /// Adds the bytes of a line whose ranks are set in the slider's state to the attacks along another line.
    fn kept_too(token, attacks: __m512i, line: &[u64; 8], states: StateBytes) -> __m512i {
        _mm512_mask_add_epi8(attacks, states, attacks, load(token, line))
    }
    fn with_rank(token, attacks: __m512i, rank_bits: StateBytes, ranks: StateBytes) -> __m512i {
        _mm512_mask_shuffle_epi8(attacks, rank_bits, _mm512_set1_epi64(ranks as i64), load(token, &OWN_NUMBER))
    }
}

/// Spreads eight squares over the lanes.
#[inline(always)]
pub(super) fn spread_squares<T: Avx512Level>(token: T, squares: &[Square; 8]) -> SpreadSquares {
    let bytes = Square::slice_as_bytes(squares).try_into().expect("eight squares");
    SpreadSquares(spread(token, u64::from_le_bytes(bytes)))
}

/// Returns the masks for the states of 64 sliders.
#[inline(always)]
pub(super) fn state_masks<T: Avx512Level>(token: T, squares: &[Square; 64]) -> StateMasks<Avx512Bytes<T>> {
    let [file, file_reversed, rank, rank_reversed, diagonal, antidiagonal] =
        masks_of(token, load_64_squares(token, squares));
    StateMasks {
        file: Avx512Bytes { vector: file, token },
        file_reversed: Avx512Bytes { vector: file_reversed, token },
        rank: Avx512Bytes { vector: rank, token },
        rank_reversed: Avx512Bytes { vector: rank_reversed, token },
        diagonal: Avx512Bytes { vector: diagonal, token },
        antidiagonal: Avx512Bytes { vector: antidiagonal, token },
    }
}

/// Returns the rotations that turn the main diagonals into the sliders'.
#[inline(always)]
pub(super) fn turns<T: Avx512Level>(token: T, squares: &[Square; 64]) -> Turns {
    let [diagonal, antidiagonal] = turns_of(token, load_64_squares(token, squares));
    Turns { diagonal: to_array(token, diagonal), antidiagonal: to_array(token, antidiagonal) }
}

#[inline(always)]
pub(super) fn load_bytes<T: Avx512Level>(token: T, words: &[StateBytes; 8]) -> Avx512Bytes<T> {
    Avx512Bytes { vector: load(token, words), token }
}

#[inline(always)]
pub(super) fn store_bytes<T: Avx512Level>(bytes: Avx512Bytes<T>) -> [StateBytes; 8] {
    to_array(bytes.token, bytes.vector)
}

/// Returns the occupied squares of the ranks of eight sliders.
#[inline(always)]
pub(super) fn rank_bytes<T: Avx512Level>(
    token: T,
    squares: SpreadSquares,
    occupied: Avx512X8<T>,
) -> StateBytes {
    ranks_picked(token, squares.0, occupied.vector)
}

/// Returns the occupied squares of the files of eight sliders, and the files.
#[inline(always)]
pub(super) fn file<T: Avx512Level>(
    token: T,
    squares: SpreadSquares,
    occupied: Avx512X8<T>,
) -> (StateBytes, [u64; 8]) {
    let file = files_through(token, squares.0);
    (occupied_ranks(token, file, occupied.vector), to_array(token, file))
}

/// Returns the occupied squares of the diagonals and antidiagonals of eight sliders, and their rings.
#[inline(always)]
pub(super) fn diagonals<T: Avx512Level>(
    token: T,
    [diagonal_turns, antidiagonal_turns]: [StateBytes; 2],
    occupied: Avx512X8<T>,
) -> [(StateBytes, [u64; 8]); 2] {
    let diagonal = ring(token, MAIN_DIAGONAL, spread(token, diagonal_turns));
    let antidiagonal = ring(token, MAIN_ANTIDIAGONAL, spread(token, antidiagonal_turns));
    [
        (occupied_ranks(token, diagonal, occupied.vector), to_array(token, diagonal)),
        (occupied_ranks(token, antidiagonal, occupied.vector), to_array(token, antidiagonal)),
    ]
}

#[inline(always)]
pub(super) fn attacked<T: Avx512Level>(token: T, line: &[u64; 8], states: StateBytes) -> Avx512X8<T> {
    Avx512X8 { vector: kept(token, line, states), token }
}

/// Adds the attacks along a line to those along other lines.
#[inline(always)]
pub(super) fn also_attacked<T: Avx512Level>(
    attacks: Avx512X8<T>,
    line: &[u64; 8],
    states: StateBytes,
) -> Avx512X8<T> {
    let Avx512X8 { vector, token } = attacks;
    Avx512X8 { vector: kept_too(token, vector, line, states), token }
}

/// Inserts each slider's attacks along its rank.
#[inline(always)]
pub(super) fn put_rank<T: Avx512Level>(
    attacks: Avx512X8<T>,
    rank_bits: StateBytes,
    ranks: StateBytes,
) -> Avx512X8<T> {
    let Avx512X8 { vector, token } = attacks;
    Avx512X8 { vector: with_rank(token, vector, rank_bits, ranks), token }
}
