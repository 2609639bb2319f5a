//! NEON: four positions, each word of them in two 128-bit registers.

use core::arch::aarch64::*;

use super::{NeonLevel, NeonX4, Pair, and, or, shift};
use crate::chess::Position;
use crate::lanes::positions::{ByteLanes, KingMasks, MirrorLanes, PositionLanes};
use crate::lanes::{Lanes, forward};
use crate::levels::proof::with_features;
use crate::line::A_FILE;
use crate::tables::STEP_ROWS;

with_features! { ["neon"];
    /// Loads the words `FIRST` and `FIRST + 1` of four positions.
    fn two_words<const FIRST: usize>(_, positions: &[Position; 4]) -> [Pair; 2] {
        let [a, b, c, d] = positions;
        let of = |position: &Position| {
            let [first, second] = [position.words[FIRST], position.words[FIRST + 1]];
            vcombine_u64(vcreate_u64(first), vcreate_u64(second))
        };
        let (a, b, c, d) = (of(a), of(b), of(c), of(d));
        [(vzip1q_u64(a, b), vzip1q_u64(c, d)), (vzip2q_u64(a, b), vzip2q_u64(c, d))]
    }
    fn shift_by(token, a: Pair, count: i64) -> Pair {
        let counts = vreinterpretq_u64_s64(vdupq_n_s64(count));
        shift(token, a, (counts, counts))
    }
    fn rotate_left(token, a: Pair, counts: Pair) -> Pair {
        let full = vdupq_n_u64(64);
        let back = (vsubq_u64(counts.0, full), vsubq_u64(counts.1, full));
        or(token, shift(token, a, counts), shift(token, a, back))
    }
    fn add_bytes(_, a: Pair, b: Pair) -> Pair {
        let add = |a, b| vreinterpretq_u64_u8(vaddq_u8(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b)));
        (add(a.0, b.0), add(a.1, b.1))
    }
    fn sub_bytes(_, a: Pair, b: Pair) -> Pair {
        let sub = |a, b| vreinterpretq_u64_u8(vsubq_u8(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b)));
        (sub(a.0, b.0), sub(a.1, b.1))
    }
    fn popcount_bytes(_, a: Pair) -> Pair {
        let ones = |a| vreinterpretq_u64_u8(vcntq_u8(vreinterpretq_u8_u64(a)));
        (ones(a.0), ones(a.1))
    }
    fn sum_bytes(_, a: Pair) -> Pair {
        let sum = |a| vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vreinterpretq_u8_u64(a))));
        (sum(a.0), sum(a.1))
    }
    fn any(_, a: Pair) -> bool { vmaxvq_u32(vreinterpretq_u32_u64(vorrq_u64(a.0, a.1))) != 0 }
    fn is_zero(_, a: Pair) -> Pair { (vceqzq_u64(a.0), vceqzq_u64(a.1)) }
    fn is_not_zero(_, a: Pair) -> Pair { (vtstq_u64(a.0, a.0), vtstq_u64(a.1, a.1)) }
    fn select(_, mask: Pair, yes: Pair, no: Pair) -> Pair {
        (vbslq_u64(mask.0, yes.0, no.0), vbslq_u64(mask.1, yes.1, no.1))
    }
    fn reverse_bits_of_bytes(_, a: Pair) -> Pair {
        let reverse = |a| vreinterpretq_u64_u8(vrbitq_u8(vreinterpretq_u8_u64(a)));
        (reverse(a.0), reverse(a.1))
    }
}

impl<T: NeonLevel> NeonX4<T> {
    #[inline(always)]
    fn with(self, pair: Pair) -> Self {
        Self { pair, ..self }
    }
}

impl<T: NeonLevel> PositionLanes for NeonX4<T> {
    const FAST_POPCOUNT: bool = true;
    /// All ones in the lanes that are true.
    type Mask = Pair;

    #[inline(always)]
    fn load_positions(token: T, positions: &[Position]) -> [Self; 8] {
        let positions: &[Position; 4] = positions.try_into().expect("as many positions as lanes");
        let [a, b] = two_words::<T, 0>(token, positions);
        let [c, d] = two_words::<T, 2>(token, positions);
        let [e, f] = two_words::<T, 4>(token, positions);
        let [g, h] = two_words::<T, 6>(token, positions);
        // Not written with `map`, which is a call that passes vectors in memory.
        [
            Self { pair: a, token },
            Self { pair: b, token },
            Self { pair: c, token },
            Self { pair: d, token },
            Self { pair: e, token },
            Self { pair: f, token },
            Self { pair: g, token },
            Self { pair: h, token },
        ]
    }

    #[inline(always)]
    fn store_interleaved(words: [Self; 4], places: &mut [[u64; 4]]) {
        let places: &mut [[u64; 4]; 4] = places.try_into().expect("as many places as lanes");
        let [a, b, c, d] = words;
        let (a, b, c, d) = (a.to_array(), b.to_array(), c.to_array(), d.to_array());
        for (lane, place) in places.iter_mut().enumerate() {
            *place = [a[lane], b[lane], c[lane], d[lane]];
        }
    }

    #[inline(always)]
    fn shift_left_by(self, count: u32) -> Self {
        self.with(shift_by(self.token, self.pair, i64::from(count)))
    }

    #[inline(always)]
    fn shift_right_by(self, count: u32) -> Self {
        self.with(shift_by(self.token, self.pair, -i64::from(count)))
    }

    forward! { pair, token:
        fn keep(self, mask: Pair) -> Self = and;
        fn rotate_left(self, other: Self) -> Self;
        fn popcount_bytes(self) -> Self;
        fn sum_bytes(self) -> Self;
        fn any(self) -> bool;
        fn is_zero(self) -> Pair;
        fn is_not_zero(self) -> Pair;
    }

    #[inline(always)]
    fn select(mask: Pair, yes: Self, no: Self) -> Self {
        no.with(select(no.token, mask, yes.pair, no.pair))
    }

    #[inline(always)]
    fn king_masks(kings: Self) -> KingMasks<Self> {
        let token = kings.token;
        let [a, b, c, d] = kings.to_array();
        let rows = [king_row(a), king_row(b), king_row(c), king_row(d)];
        KingMasks {
            around: column(token, &rows, 0),
            knight: column(token, &rows, 1),
            file: Self::load(token, &[file(a), file(b), file(c), file(d)]),
            diagonal: column(token, &rows, 2),
            antidiagonal: column(token, &rows, 3),
        }
    }
}

#[inline(always)]
fn king_row(king: u64) -> &'static [u64; 4] {
    &STEP_ROWS.0[king.trailing_zeros() as usize & 63]
}

#[inline(always)]
fn column<T: NeonLevel>(token: T, rows: &[&[u64; 4]; 4], index: usize) -> NeonX4<T> {
    NeonX4::load(token, &[rows[0][index], rows[1][index], rows[2][index], rows[3][index]])
}

#[inline(always)]
fn file(king: u64) -> u64 {
    A_FILE << (king.trailing_zeros() & 7)
}

impl<T: NeonLevel> ByteLanes for NeonX4<T> {
    forward! { pair, token:
        fn add_bytes(self, other: Self) -> Self;
        fn sub_bytes(self, other: Self) -> Self;
    }
}

impl<T: NeonLevel> MirrorLanes for NeonX4<T> {
    forward! { pair, token:
        fn reverse_bits_of_bytes(self) -> Self;
    }
}
