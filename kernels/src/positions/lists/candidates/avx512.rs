//! The steps of candidates for AVX-512 with VBMI, VBMI2, BITALG and GFNI.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::mem::MaybeUninit;

use super::{Bytes, FOLD, OFF_BOARD, PawnSteps, Rays, SQUARES, Steps};
use crate::cpu::proof::with_features;
use crate::lanes::avx512::load;
use crate::line::A_FILE;
use crate::position::Move;
use crate::positions::lists::LAST_RANKS;

/// Squares in 0x88 notation, the lowest first.
pub(super) type List = __m128i;

/// The origins and destinations of 64 candidates in 0x88 notation, and a mask of those that are on the board.
#[derive(Clone, Copy)]
pub(super) struct Candidates {
    from: __m512i,
    to: __m512i,
    are_on_board: u64,
}

/// The origins and destinations of 64 candidates as square numbers, and a mask of the legal moves.
#[derive(Clone, Copy)]
pub(super) struct Found {
    from: __m512i,
    to: __m512i,
    pub legal: u64,
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    fn load_bytes(_, bytes: &[u8; 64]) -> __m512i {
        // SAFETY: the array has 64 bytes, and the load requires no alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    fn load_four(_, words: &[u64; 4]) -> __m256i {
        // SAFETY: the array has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    /// Returns the squares of a set. The places after them repeat the bytes of `empty`.
    pub(super) fn list(token, set: u64, empty: [u8; 4]) -> List {
        let Bytes(squares) = &SQUARES;
        let empty = _mm512_set1_epi32(i32::from_le_bytes(empty));
        _mm512_castsi512_si128(_mm512_mask_compress_epi8(empty, set, load_bytes(token, squares)))
    }
    fn spread(token, lists: [List; 2], places: &[u8; 64]) -> __m512i {
        let both = _mm512_castsi128_si512(_mm_unpacklo_epi64(lists[0], lists[1]));
        _mm512_permutexvar_epi8(load_bytes(token, places), both)
    }
    /// Returns the candidates of pawns, king and knights.
    pub(super) fn steps(token, lists: [List; 2], steps: &Steps) -> Candidates {
        let from = spread(token, lists, &steps.places);
        let to = _mm512_add_epi8(from, load_bytes(token, &steps.steps));
        Candidates { from, to, are_on_board: _mm512_testn_epi8_mask(to, load_bytes(token, &steps.edges)) }
    }
    pub(super) fn rays(token, lists: [List; 2], rays: &Rays) -> Candidates {
        let from = spread(token, lists, &rays.places);
        let to = _mm512_add_epi8(from, load_bytes(token, &rays.steps));
        Candidates { from, to, are_on_board: _mm512_testn_epi8_mask(to, _mm512_set1_epi8(OFF_BOARD as i8)) }
    }
    fn fold(_, squares: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(squares, _mm512_set1_epi64(FOLD as i64))
    }

    /// Returns the destinations of pawns: one step, two steps, east, west. `allowed` has the empty squares, the enemy's
    /// pieces, and the squares where any pawn may move.
    pub(super) fn pawn_sets(token, pawns: u64, elsewhere: __m512i, allowed: [u64; 3], steps: &PawnSteps) -> __m256i {
        let [empty, enemy, targets] = allowed.map(|squares| _mm256_set1_epi64x(squares as i64));
        let reached = _mm256_and_si256(_mm256_blend_epi32::<0xf0>(empty, enemy), load_four(token, &steps.reached));
        let between = _mm256_rolv_epi64(empty, load_four(token, &steps.between));
        let reached = _mm256_mask_and_epi64(reached, 0b0010, reached, between);
        let pinned = _mm512_permutexvar_epi64(_mm512_castsi256_si512(load_four(token, &steps.lines)), elsewhere);
        let free = _mm256_andnot_si256(_mm512_castsi512_si256(pinned), _mm256_set1_epi64x(pawns as i64));
        let moved = _mm256_rolv_epi64(free, load_four(token, &steps.rotations));
        _mm256_and_si256(_mm256_and_si256(moved, reached), targets)
    }
    /// Returns the promotions among the sets of pawns: one step, east, west.
    pub(super) fn promotions(_, pawns: __m256i) -> [u64; 3] {
        let last = _mm256_and_si256(pawns, _mm256_set1_epi64x(LAST_RANKS as i64));
        if _mm256_testz_si256(last, last) != 0 {
            return [0; 3];
        }
        let mut sets = [0; 4];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), last) };
        [sets[0], sets[2], sets[3]]
    }
    /// Returns the moves among the candidates of pawns, king and knights: those whose destination is in the set for
    /// their kind.
    pub(super) fn legal_steps(token, candidates: Candidates, pawns: __m256i, king: u64, knights: u64) -> Found {
        let pawns = _mm256_andnot_si256(_mm256_set1_epi64x(LAST_RANKS as i64), pawns);
        let sets = _mm512_mask_set1_epi64(_mm512_zextsi256_si512(pawns), 0b1110_0000, knights as i64);
        let sets = _mm512_mask_set1_epi64(sets, 0b0001_0000, king as i64);
        let (from, to) = (fold(token, candidates.from), fold(token, candidates.to));
        Found { from, to, legal: _mm512_mask_bitshuffle_epi64_mask(candidates.are_on_board, sets, to) }
    }
    /// Returns the sliders that may move along each direction, the orthogonal ones in the lanes of ranks and files.
    pub(super) fn free_sliders(_, sliders: __m512i, own: u64, elsewhere: __m512i) -> __m512i {
        _mm512_andnot_si512(elsewhere, _mm512_and_si512(sliders, _mm512_set1_epi64(own as i64)))
    }
    /// Returns the moves among the candidates on rays.
    pub(super) fn legal_on_rays(token, candidates: Candidates, rays: &Rays, free: __m512i, empty: u64, targets: u64) -> Found {
        let (from, to) = (fold(token, candidates.from), fold(token, candidates.to));
        let free = _mm512_permutexvar_epi64(load(token, &rays.lines), free);
        let starts = _mm512_bitshuffle_epi64_mask(free, from) & A_FILE;
        let empty = _mm512_mask_bitshuffle_epi64_mask(candidates.are_on_board, _mm512_set1_epi64(empty as i64), to);
        let targets = _mm512_mask_bitshuffle_epi64_mask(candidates.are_on_board, _mm512_set1_epi64(targets as i64), to);
        Found { from, to, legal: (empty.wrapping_add(starts) ^ empty) & targets }
    }

    /// Writes the first 32 moves.
    pub(super) fn store(token, found: Found, places: &mut [MaybeUninit<Move>; 32]) -> () {
        let to = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(found.legal, found.to));
        let from = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(found.legal, found.from));
        store_moves(token, from, to, places);
    }
    /// Writes the moves after the first 32.
    pub(super) fn store_upper(token, found: Found, places: &mut [MaybeUninit<Move>; 32]) -> () {
        let to = _mm512_extracti64x4_epi64::<1>(_mm512_maskz_compress_epi8(found.legal, found.to));
        let from = _mm512_extracti64x4_epi64::<1>(_mm512_maskz_compress_epi8(found.legal, found.from));
        store_moves(token, from, to, places);
    }
    fn store_moves(_, from: __m256i, to: __m256i, places: &mut [MaybeUninit<Move>; 32]) -> () {
        let to = _mm512_slli_epi16::<6>(_mm512_cvtepu8_epi16(to));
        let moves = _mm512_or_si512(to, _mm512_cvtepu8_epi16(from));
        // SAFETY: the 32 places are 64 bytes, and the store requires no alignment. Any 16 bits are a `Move`.
        unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), moves) };
    }
}
