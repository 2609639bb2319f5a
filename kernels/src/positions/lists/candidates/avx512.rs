//! The steps of candidates for AVX-512 with VBMI, VBMI2, BITALG and GFNI.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::mem::MaybeUninit;

use super::{CandidateBytes, CandidateSteps, FOLD, OFF_BOARD, PawnSteps, Rays, SQUARES_0X88};
use crate::arrays::MapEach;
use crate::chess::Move;
use crate::levels::proof::with_features;
use crate::positions::lists::LAST_RANKS;

/// Squares in 0x88 notation, the lowest first.
pub(super) type List = __m128i;

/// The sets of the first vector of candidates, one for each eight.
pub(super) type Sets = __m512i;

/// The origins of 64 candidates on rays in 0x88 notation, and their destinations.
#[derive(Clone, Copy)]
pub(super) struct OnRays {
    from: __m512i,
    to: __m512i,
}

/// The origins of 64 candidates in 0x88 notation, their destinations as square numbers, and a mask of the
/// legal moves.
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
    pub(super) fn load_four(_, words: &[u64; 4]) -> __m256i {
        // SAFETY: the array has 32 bytes, and the load requires no alignment.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    /// Returns the squares of a set. The places after them are zero.
    pub(super) fn list(token, set: u64) -> List {
        let CandidateBytes(squares) = &SQUARES_0X88;
        _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, load_bytes(token, squares)))
    }
    /// Returns the squares of a set. The places after them repeat the bytes of `empty`.
    pub(super) fn list_or(token, set: u64, empty: [u8; 4]) -> List {
        let CandidateBytes(squares) = &SQUARES_0X88;
        let empty = _mm512_set1_epi32(i32::from_le_bytes(empty));
        _mm512_castsi512_si128(_mm512_mask_compress_epi8(empty, set, load_bytes(token, squares)))
    }
    fn spread(token, lists: [List; 2], places: &[u8; 64]) -> __m512i {
        let both = _mm512_castsi128_si512(_mm_unpacklo_epi64(lists[0], lists[1]));
        _mm512_permutexvar_epi8(load_bytes(token, places), both)
    }
    /// Returns the candidates on rays, with their destinations in 0x88 notation.
    pub(super) fn rays(token, lists: [List; 2], rays: &Rays) -> OnRays {
        let from = spread(token, lists, &rays.places);
        OnRays { from, to: _mm512_add_epi8(from, load_bytes(token, &rays.steps)) }
    }
    /// Converts the destinations to square numbers, and replaces those off the board by the king's square.
    pub(super) fn on_board(_, candidates: OnRays, king: u8) -> OnRays {
        let OnRays { from, to } = candidates;
        let are_on_board = _mm512_testn_epi8_mask(to, _mm512_set1_epi8(OFF_BOARD as i8));
        let king = _mm512_set1_epi8(king as i8);
        OnRays { from, to: _mm512_mask_gf2p8affine_epi64_epi8::<0>(king, are_on_board, to, _mm512_set1_epi64(FOLD as i64)) }
    }
    /// Returns a mask of the candidates whose destination is in a set without the king's square.
    pub(super) fn on_squares(_, candidates: OnRays, set: u64) -> u64 {
        _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(set as i64), candidates.to)
    }

    /// Returns the destinations of pawns: one step, two steps, east, west. `allowed` has the empty squares,
    /// the enemy's pieces, and the squares where any pawn may move.
    pub(super) fn pawn_sets(token, pawns: u64, elsewhere: __m512i, allowed: [u64; 3], steps: &PawnSteps) -> __m256i {
        let [empty, enemy, targets] = allowed.map_each(|squares| _mm256_set1_epi64x(squares as i64));
        let reached = _mm256_and_si256(_mm256_blend_epi32::<0xf0>(empty, enemy), load_four(token, &steps.reached));
        let between = _mm256_rolv_epi64(empty, load_four(token, &steps.between));
        let reached = _mm256_mask_and_epi64(reached, 0b0010, reached, between);
        let pinned = _mm512_permutexvar_epi64(_mm512_castsi256_si512(load_four(token, &steps.lines)), elsewhere);
        let free = _mm256_andnot_si256(_mm512_castsi512_si256(pinned), _mm256_set1_epi64x(pawns as i64));
        let moved = _mm256_rolv_epi64(free, load_four(token, &steps.rotations));
        _mm256_and_si256(_mm256_and_si256(moved, reached), targets)
    }
    /// Returns whether the sets of pawns contain promotions.
    pub(super) fn are_promotions(_, pawns: __m256i) -> bool {
        _mm256_testz_si256(pawns, _mm256_set1_epi64x(LAST_RANKS as i64)) == 0
    }
    /// Returns the promotions among the sets of pawns: one step, east, west.
    pub(super) fn promotions(_, pawns: __m256i) -> [u64; 3] {
        let last = _mm256_and_si256(pawns, _mm256_set1_epi64x(LAST_RANKS as i64));
        let mut sets = [0; 4];
        // SAFETY: the array has room for 32 bytes, and the store requires no alignment.
        unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), last) };
        [sets[0], sets[2], sets[3]]
    }
    /// Returns the sets of destinations of pawns without promotions, of the king, and of knights.
    pub(super) fn sets(_, pawns: __m256i, king: u64, knights: u64) -> Sets {
        let pawns = _mm256_andnot_si256(_mm256_set1_epi64x(LAST_RANKS as i64), pawns);
        let sets = _mm512_mask_set1_epi64(_mm512_zextsi256_si512(pawns), 0b1110_0000, knights as i64);
        _mm512_mask_set1_epi64(sets, 0b0001_0000, king as i64)
    }
    /// Returns the moves among the candidates of pawns, king and knights: those whose destination is in the
    /// set for their kind.
    pub(super) fn legal_steps(token, lists: [List; 2], steps: &CandidateSteps, sets: Sets) -> Found {
        let from = spread(token, lists, &steps.places);
        let to = _mm512_add_epi8(from, load_bytes(token, &steps.steps));
        let are_on_board = _mm512_testn_epi8_mask(to, load_bytes(token, &steps.edges));
        let to = _mm512_gf2p8affine_epi64_epi8::<0>(to, _mm512_set1_epi64(FOLD as i64));
        Found { from, to, legal: _mm512_mask_bitshuffle_epi64_mask(are_on_board, sets, to) }
    }
    /// Returns the moves among the candidates on rays, of which those in the mask `reached` are not behind a
    /// piece.
    pub(super) fn legal_on_rays(_, candidates: OnRays, reached: u64, targets: u64) -> Found {
        let OnRays { from, to } = candidates;
        Found { from, to, legal: _mm512_mask_bitshuffle_epi64_mask(reached, _mm512_set1_epi64(targets as i64), to) }
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
    /// Writes moves. The origins, unlike the destinations, are still in 0x88 notation: half a vector of them
    /// is converted here instead of a whole one before.
    fn store_moves(_, from: __m256i, to: __m256i, places: &mut [MaybeUninit<Move>; 32]) -> () {
        let from = _mm256_gf2p8affine_epi64_epi8::<0>(from, _mm256_set1_epi64x(FOLD as i64));
        let to = _mm512_slli_epi16::<6>(_mm512_cvtepu8_epi16(to));
        let moves = _mm512_or_si512(to, _mm512_cvtepu8_epi16(from));
        // SAFETY: the 32 places are 64 bytes, and the store requires no alignment. Any 16 bits are a `Move`.
        unsafe { _mm512_storeu_si512(places.as_mut_ptr().cast(), moves) };
    }
}
