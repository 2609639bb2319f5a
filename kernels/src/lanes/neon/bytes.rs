//! 16 bytes in a 128-bit register, for kernels with a rank of a position in each byte.

use core::arch::aarch64::*;

use super::NeonLevel;
use crate::chess::{ChecksAndPins, Move, Position};
use crate::lanes::{RankLanes, RankLookup, RankStore, forward, operators};
use crate::levels::proof::with_features;

/// 16 bytes in a 128-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct NeonBytes<T> {
    vector: uint8x16_t,
    token: T,
}

with_features! { ["neon"];
    fn splat(_, byte: u8) -> uint8x16_t { vdupq_n_u8(byte) }
    fn and(_, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { vandq_u8(a, b) }
    fn or(_, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { vorrq_u8(a, b) }
    fn xor(_, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { veorq_u8(a, b) }
    fn add(_, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { vaddq_u8(a, b) }
    fn sub(_, a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { vsubq_u8(a, b) }
    fn not(_, a: uint8x16_t) -> uint8x16_t { vmvnq_u8(a) }
    fn west(_, a: uint8x16_t) -> uint8x16_t { vshrq_n_u8::<1>(a) }
    fn shift_right_by(_, a: uint8x16_t, count: u32) -> uint8x16_t { vshlq_u8(a, vdupq_n_s8(-(count as i8))) }
    fn mirrored(_, a: uint8x16_t) -> uint8x16_t { vrbitq_u8(a) }
    fn popcount(_, a: uint8x16_t) -> uint8x16_t { vcntq_u8(a) }
    fn is_zero(_, a: uint8x16_t) -> uint8x16_t { vceqzq_u8(a) }
    fn select(_, mask: uint8x16_t, yes: uint8x16_t, no: uint8x16_t) -> uint8x16_t { vbslq_u8(mask, yes, no) }
    fn interleave(_, a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] { [vzip1q_u8(a, b), vzip2q_u8(a, b)] }
    /// Returns a bit for each byte that is not 0, by adding the bits of each half.
    fn not_zero(_, a: uint8x16_t) -> u64 {
        let bits = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
        let bits = vandq_u8(vtstq_u8(a, a), bits);
        u64::from(vaddv_u8(vget_low_u8(bits))) | u64::from(vaddv_u8(vget_high_u8(bits))) << 8
    }
    fn load(_, words: &[u64; 2]) -> uint8x16_t {
        // SAFETY: two words are 16 bytes, and the load requires only the alignment of a word.
        vreinterpretq_u8_u64(unsafe { vld1q_u64(words.as_ptr()) })
    }
    fn store(_, a: uint8x16_t, words: &mut [u64; 2]) -> () {
        // SAFETY: two words are 16 bytes, and the store requires only the alignment of a word.
        unsafe { vst1q_u64(words.as_mut_ptr(), vreinterpretq_u64_u8(a)) }
    }
    fn load_bytes(_, bytes: &[u8; 16]) -> uint8x16_t {
        // SAFETY: the array has 16 bytes, and the load requires no alignment.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }
    fn load_moves(_, moves: &[Move; 16]) -> [uint8x16_t; 2] {
        let load = |first| {
            // SAFETY: eight moves after the first are 16 bytes, and a move has the layout of a `u16`.
            vreinterpretq_u8_u16(unsafe { vld1q_u16(moves.as_ptr().add(first).cast()) })
        };
        let (low, high) = (load(0), load(8));
        [vuzp1q_u8(low, high), vuzp2q_u8(low, high)]
    }
    fn lookup(_, table: uint8x16_t, indices: uint8x16_t) -> uint8x16_t { vqtbl1q_u8(table, indices) }
    fn where_equal(_, a: uint8x16_t, byte: u8, squares: uint8x16_t) -> uint8x16_t {
        vandq_u8(vceqq_u8(a, vdupq_n_u8(byte)), squares)
    }
    fn sum(_, a: uint8x16_t) -> u64 { u64::from(vaddlvq_u8(a)) }
    fn to_array(_, a: uint8x16_t) -> [u8; 16] {
        let mut bytes = [0; 16];
        // SAFETY: the array has room for 16 bytes, and the store requires no alignment.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), a) };
        bytes
    }
}

operators! { NeonBytes<T: NeonLevel>, vector, token: all }

impl<T: NeonLevel> RankLanes for NeonBytes<T> {
    type Token = T;
    type Array = [u8; 16];
    const COUNT: usize = 16;
    const FAST_POPCOUNT: bool = true;
    const FAST_MIRROR: bool = true;

    #[inline]
    fn load_row(token: T, positions: &[Position], pair: usize, row: usize) -> Self {
        let positions: &[Position; 16] = positions.try_into().expect("as many positions as lanes");
        Self { vector: load(token, &positions[row].pairs()[pair]), token }
    }

    #[inline]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        Self { vector: select(no.token, mask.vector, yes.vector, no.vector), ..no }
    }

    #[inline(always)]
    fn exchange(mask: Self, a: Self, b: Self) -> [Self; 2] {
        [Self::select(mask, b, a), Self::select(mask, a, b)]
    }

    forward! { vector, token:
        fn splat(token: T, byte: u8) -> Self;
        fn interleave(self, other: Self) -> [Self; 2];
        fn to_array(self) -> [u8; 16];
        fn west(self) -> Self;
        fn shift_right_by(self, count: u32) -> Self;
        fn mirrored(self) -> Self;
        fn popcount(self) -> Self;
        fn is_zero(self) -> Self;
        fn not_zero(self) -> u64;
        fn sum(self) -> u64;
    }
}

impl<T: NeonLevel> RankLookup for NeonBytes<T> {
    const PART: usize = 16;

    #[inline]
    fn load(token: T, bytes: &[u8]) -> Self {
        Self { vector: load_bytes(token, bytes.try_into().expect("as many bytes as lanes")), token }
    }

    #[inline]
    fn load_tables(token: T, words: &[u64]) -> Self {
        Self { vector: load(token, words.try_into().expect("as many bytes as lanes")), token }
    }

    #[inline]
    fn load_moves(token: T, moves: &[Move]) -> [Self; 2] {
        let [lower, upper] = load_moves(token, moves.try_into().expect("as many moves as lanes"));
        [Self { vector: lower, token }, Self { vector: upper, token }]
    }

    forward! { vector, token:
        fn lookup(self, indices: Self) -> Self;
        fn where_equal(self, byte: u8, squares: Self) -> Self;
    }
}

impl<T: NeonLevel> RankStore for NeonBytes<T> {
    #[inline(always)]
    fn store_rows(rows: [Self; 8], places: &mut [u64]) {
        let places: &mut [u64; 16] = places.try_into().expect("as many places as lanes");
        for (row, place) in rows.into_iter().zip(places.as_chunks_mut().0) {
            store(row.token, row.vector, place);
        }
    }

    #[inline(always)]
    fn store_row_pairs(first: [Self; 16], second: [Self; 16], places: &mut [ChecksAndPins]) {
        let places: &mut [ChecksAndPins; 16] = places.try_into().expect("as many places as lanes");
        for ((first, second), place) in first.into_iter().zip(second).zip(places) {
            let [mut lower, mut upper] = [[0; 2]; 2];
            store(first.token, first.vector, &mut lower);
            store(second.token, second.vector, &mut upper);
            let ([checkers, pinned], [evasions, king_danger]) = (lower, upper);
            *place = ChecksAndPins { checkers, pinned, evasions, king_danger };
        }
    }
}
