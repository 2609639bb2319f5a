//! NEON: four lanes in two 128-bit registers. `rev64` and `rbit` reverse the bits of two lanes at once.

pub mod bytes;

use core::arch::aarch64::*;

use super::{FourLanes, Lanes, Reversible, SliderLanes, forward, operators};
use crate::levels::proof::{Has, cpu_feature, with_features};
use crate::line::{A_FILE, FIRST_RANK, MAIN_ANTIDIAGONAL, MAIN_DIAGONAL};

/// Four lanes in two registers. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct NeonX4<T> {
    pub(super) pair: Pair,
    pub(super) token: T,
}

/// A level with at least NEON.
pub trait NeonLevel: Has<cpu_feature!("neon")> {}

impl<T: Has<cpu_feature!("neon")>> NeonLevel for T {}

/// Lanes 0 and 1, and lanes 2 and 3.
pub(super) type Pair = (uint64x2_t, uint64x2_t);

with_features! { ["neon"];
    fn splat(_, word: u64) -> Pair { (vdupq_n_u64(word), vdupq_n_u64(word)) }
    fn load(_, words: &[u64; 4]) -> Pair {
        let (lower, upper) = words.split_at(2);
        // SAFETY: two words are 16 bytes, and the load requires only the alignment of a word.
        unsafe { (vld1q_u64(lower.as_ptr()), vld1q_u64(upper.as_ptr())) }
    }
    fn to_array(_, a: Pair) -> [u64; 4] {
        [vgetq_lane_u64::<0>(a.0), vgetq_lane_u64::<1>(a.0), vgetq_lane_u64::<0>(a.1), vgetq_lane_u64::<1>(a.1)]
    }
    pub(super) fn and(_, a: Pair, b: Pair) -> Pair { (vandq_u64(a.0, b.0), vandq_u64(a.1, b.1)) }
    pub(super) fn or(_, a: Pair, b: Pair) -> Pair { (vorrq_u64(a.0, b.0), vorrq_u64(a.1, b.1)) }
    fn xor(_, a: Pair, b: Pair) -> Pair { (veorq_u64(a.0, b.0), veorq_u64(a.1, b.1)) }
    fn add(_, a: Pair, b: Pair) -> Pair { (vaddq_u64(a.0, b.0), vaddq_u64(a.1, b.1)) }
    fn sub(_, a: Pair, b: Pair) -> Pair { (vsubq_u64(a.0, b.0), vsubq_u64(a.1, b.1)) }
    fn not(token, a: Pair) -> Pair { xor(token, a, splat(token, u64::MAX)) }
    fn ls1b(token, a: Pair) -> Pair { and(token, a, sub(token, splat(token, 0), a)) }
    fn up_to_ls1b(token, a: Pair) -> Pair { xor(token, a, add(token, a, splat(token, u64::MAX))) }
    fn reverse_bytes(_, a: Pair) -> Pair {
        let reverse = |a| vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a)));
        (reverse(a.0), reverse(a.1))
    }
    fn reverse_bits(_, a: Pair) -> Pair {
        let reverse = |a| vreinterpretq_u64_u8(vrbitq_u8(vrev64q_u8(vreinterpretq_u8_u64(a))));
        (reverse(a.0), reverse(a.1))
    }
    /// Shifts left by positive and right by negative counts, -63..=63.
    pub(super) fn shift(_, a: Pair, counts: Pair) -> Pair {
        let by = |a, counts| vshlq_u64(a, vreinterpretq_s64_u64(counts));
        (by(a.0, counts.0), by(a.1, counts.1))
    }
    fn below_64(_, counts: Pair) -> Pair {
        let limit = vdupq_n_u64(64);
        (vcltq_u64(counts.0, limit), vcltq_u64(counts.1, limit))
    }
    fn keep_where_not_zero(_, a: Pair, condition: Pair) -> Pair {
        let keep = |a, condition| vandq_u64(a, vtstq_u64(condition, condition));
        (keep(a.0, condition.0), keep(a.1, condition.1))
    }
    fn rooks_and_bishops(_, sliders: [Pair; 4]) -> (Pair, Pair) {
        let [a, b, c, d] = sliders;
        let of_two = |a, b| vorrq_u64(vzip1q_u64(a, b), vzip2q_u64(a, b));
        ((of_two(a.0, b.0), of_two(c.0, d.0)), (of_two(a.1, b.1), of_two(c.1, d.1)))
    }
}

operators! { NeonX4<T: NeonLevel>, pair, token: all }

impl<T: NeonLevel> Reversible for NeonX4<T> {
    forward! { pair, token:
        fn reverse_bits(self) -> Self;
    }
}

impl<T: NeonLevel> Lanes for NeonX4<T> {
    type Token = T;
    type Array = [u64; 4];
    const COUNT: usize = 4;

    forward! { pair, token:
        fn splat(token: T, word: u64) -> Self;
        fn load(token: T, words: &[u64; 4]) -> Self;
        fn ls1b(self) -> Self;
        fn reverse_bytes(self) -> Self;
        fn to_array(self) -> [u64; 4];
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        Self { pair: reverse_bits(self.token, ls1b(self.token, reverse_bits(self.token, self.pair))), ..self }
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        Self {
            pair: reverse_bits(self.token, up_to_ls1b(self.token, reverse_bits(self.token, self.pair))),
            ..self
        }
    }
}

impl<T: NeonLevel> FourLanes for NeonX4<T> {
    forward! { pair, token:
        fn keep_where_not_zero(self, other: Self) -> Self;
    }

    #[inline(always)]
    fn rooks_and_bishops(token: T, sliders: [Self; 4]) -> (Self, Self) {
        let [a, b, c, d] = sliders;
        let (rooks, bishops) = rooks_and_bishops(token, [a.pair, b.pair, c.pair, d.pair]);
        (Self { pair: rooks, token }, Self { pair: bishops, token })
    }
}

impl<T: NeonLevel> SliderLanes for NeonX4<T> {
    #[inline(always)]
    fn shift_left(self, counts: Self) -> Self {
        Self {
            pair: and(
                self.token,
                shift(self.token, self.pair, counts.pair),
                below_64(self.token, counts.pair),
            ),
            ..self
        }
    }

    #[inline(always)]
    fn shift_right(self, counts: Self) -> Self {
        Self {
            pair: and(
                self.token,
                shift(self.token, self.pair, sub(self.token, splat(self.token, 0), counts.pair)),
                below_64(self.token, counts.pair),
            ),
            ..self
        }
    }

    #[inline(always)]
    fn lines_through(token: T, squares: Self) -> [Self; 4] {
        // The sign of the count selects the direction of the shift, so a diagonal takes one shift.
        let file = and(token, squares.pair, splat(token, 7));
        let ranks = xor(token, squares.pair, file);
        let files = shift(token, file, splat(token, 3));
        [
            Self { pair: shift(token, splat(token, FIRST_RANK), ranks), token },
            Self { pair: shift(token, splat(token, A_FILE), file), token },
            Self { pair: shift(token, splat(token, MAIN_DIAGONAL), sub(token, ranks, files)), token },
            Self {
                pair: shift(
                    token,
                    splat(token, MAIN_ANTIDIAGONAL),
                    sub(token, add(token, ranks, files), splat(token, 56)),
                ),
                token,
            },
        ]
    }
}
