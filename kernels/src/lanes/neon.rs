//! NEON: four lanes in two 128-bit registers. Bits are reversed by `rbit` and `rev64`, for two lanes at once.

use core::arch::aarch64::*;
use core::marker::PhantomData;

use super::{FourLanes, Lanes, Reversible, SliderLanes, operators, with_features};
use crate::Square;
use crate::line::{A_FILE, FIRST_RANK, MAIN_ANTIDIAGONAL, MAIN_DIAGONAL};

/// Four lanes in two registers. `T` is the level whose token it was made with.
#[derive(Clone, Copy)]
pub struct NeonX4<T> {
    pair: Pair,
    level: PhantomData<T>,
}

/// Lanes 0 and 1, lanes 2 and 3.
type Pair = (uint64x2_t, uint64x2_t);

with_features! { "neon";
    fn splat(word: u64) -> Pair { (vdupq_n_u64(word), vdupq_n_u64(word)) }
    fn load(words: &[u64; 4]) -> Pair {
        let [a, b, c, d] = words.map(|word| vcreate_u64(word));
        (vcombine_u64(a, b), vcombine_u64(c, d))
    }
    fn to_array(a: Pair) -> [u64; 4] {
        [vgetq_lane_u64::<0>(a.0), vgetq_lane_u64::<1>(a.0), vgetq_lane_u64::<0>(a.1), vgetq_lane_u64::<1>(a.1)]
    }
    fn and(a: Pair, b: Pair) -> Pair { (vandq_u64(a.0, b.0), vandq_u64(a.1, b.1)) }
    fn or(a: Pair, b: Pair) -> Pair { (vorrq_u64(a.0, b.0), vorrq_u64(a.1, b.1)) }
    fn xor(a: Pair, b: Pair) -> Pair { (veorq_u64(a.0, b.0), veorq_u64(a.1, b.1)) }
    fn add(a: Pair, b: Pair) -> Pair { (vaddq_u64(a.0, b.0), vaddq_u64(a.1, b.1)) }
    fn sub(a: Pair, b: Pair) -> Pair { (vsubq_u64(a.0, b.0), vsubq_u64(a.1, b.1)) }
    fn not(a: Pair) -> Pair { xor(a, splat(u64::MAX)) }
    fn ls1b(a: Pair) -> Pair { and(a, sub(splat(0), a)) }
    fn up_to_ls1b(a: Pair) -> Pair { xor(a, add(a, splat(u64::MAX))) }
    fn reverse_bytes(a: Pair) -> Pair {
        let reverse = |a| vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(a)));
        (reverse(a.0), reverse(a.1))
    }
    fn reverse_bits(a: Pair) -> Pair {
        let reverse = |a| vreinterpretq_u64_u8(vrbitq_u8(vrev64q_u8(vreinterpretq_u8_u64(a))));
        (reverse(a.0), reverse(a.1))
    }
    /// Shifts left by positive and right by negative counts, -63..=63.
    fn shift(a: Pair, counts: Pair) -> Pair {
        let by = |a, counts| vshlq_u64(a, vreinterpretq_s64_u64(counts));
        (by(a.0, counts.0), by(a.1, counts.1))
    }
    fn below_64(counts: Pair) -> Pair {
        let limit = vdupq_n_u64(64);
        (vcltq_u64(counts.0, limit), vcltq_u64(counts.1, limit))
    }
    fn load_squares(squares: &[Square]) -> Pair {
        let squares: &[Square; 4] = squares.try_into().expect("as many squares as lanes");
        load(&squares.map(|square| square.index() as u64))
    }
    fn rooks_and_bishops(sliders: [Pair; 4]) -> (Pair, Pair) {
        let [a, b, c, d] = sliders;
        let of_two = |a, b| vorrq_u64(vzip1q_u64(a, b), vzip2q_u64(a, b));
        ((of_two(a.0, b.0), of_two(c.0, d.0)), (of_two(a.1, b.1), of_two(c.1, d.1)))
    }
}

operators! { NeonX4<T: Copy>, pair:
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
    Add add add;
    Sub sub sub;
}

impl<T: Copy> core::ops::Not for NeonX4<T> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self { pair: not(self.pair), ..self }
    }
}

impl<T: Copy> Reversible for NeonX4<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { pair: reverse_bits(self.pair), ..self }
    }
}

impl<T: Copy> Lanes for NeonX4<T> {
    type Token = T;
    type Array = [u64; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(_: T, word: u64) -> Self {
        Self { pair: splat(word), level: PhantomData }
    }

    #[inline(always)]
    fn load(_: T, words: &[u64; 4]) -> Self {
        Self { pair: load(words), level: PhantomData }
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        to_array(self.pair)
    }

    #[inline(always)]
    fn ls1b(self) -> Self {
        Self { pair: ls1b(self.pair), ..self }
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        Self { pair: reverse_bits(ls1b(reverse_bits(self.pair))), ..self }
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        Self { pair: reverse_bits(up_to_ls1b(reverse_bits(self.pair))), ..self }
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        Self { pair: reverse_bytes(self.pair), ..self }
    }
}

impl<T: Copy> FourLanes for NeonX4<T> {
    #[inline(always)]
    fn rooks_and_bishops(_: T, sliders: [Self; 4]) -> (Self, Self) {
        let [a, b, c, d] = sliders;
        let (rooks, bishops) = rooks_and_bishops([a.pair, b.pair, c.pair, d.pair]);
        (Self { pair: rooks, level: PhantomData }, Self { pair: bishops, level: PhantomData })
    }
}

impl<T: Copy> SliderLanes for NeonX4<T> {
    #[inline(always)]
    fn load_squares(_: T, squares: &[Square]) -> Self {
        Self { pair: load_squares(squares), level: PhantomData }
    }

    #[inline(always)]
    fn shift_left(self, counts: Self) -> Self {
        Self { pair: and(shift(self.pair, counts.pair), below_64(counts.pair)), ..self }
    }

    #[inline(always)]
    fn shift_right(self, counts: Self) -> Self {
        Self { pair: and(shift(self.pair, sub(splat(0), counts.pair)), below_64(counts.pair)), ..self }
    }

    #[inline(always)]
    fn lines_through(_: T, squares: Self) -> [Self; 4] {
        // The shift goes both ways by the sign of its count, so that a diagonal is one shift.
        let file = and(squares.pair, splat(7));
        let ranks = xor(squares.pair, file);
        let files = shift(file, splat(3));
        [
            Self { pair: shift(splat(FIRST_RANK), ranks), level: PhantomData },
            Self { pair: shift(splat(A_FILE), file), level: PhantomData },
            Self { pair: shift(splat(MAIN_DIAGONAL), sub(ranks, files)), level: PhantomData },
            Self {
                pair: shift(splat(MAIN_ANTIDIAGONAL), sub(add(ranks, files), splat(56))),
                level: PhantomData,
            },
        ]
    }
}
