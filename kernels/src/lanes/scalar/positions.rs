//! Plain words, for one position. The compiler may put several of them into vectors.

use core::marker::PhantomData;
use core::num::Wrapping;

use crate::Square;
use crate::arrays::MapEach;
use crate::chess::Position;
use crate::lanes::directions::EightLanes;
use crate::lanes::positions::{KingMasks, PositionLanes};
use crate::lanes::{Lanes, OneLane, Reversible, Simd, operators};
use crate::line::A_FILE;
use crate::tables::STEP_ROWS;

/// One plain word. `T` is the token of the level.
#[derive(Clone, Copy, Debug)]
pub struct ScalarX1<T> {
    word: OneLane,
    level: PhantomData<T>,
}

impl<T> ScalarX1<T> {
    /// Creates a lane without a token, because 64-bit integers need no CPU features.
    #[inline(always)]
    pub(crate) fn new(word: u64) -> Self {
        Self { word: Wrapping(word), level: PhantomData }
    }
}

use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

operators! { ScalarX1<T: Copy>, word:
    Not Not::not;
    BitAnd bitand BitAnd::bitand;
    BitOr bitor BitOr::bitor;
    BitXor bitxor BitXor::bitxor;
    Add add Add::add;
    Sub sub Sub::sub;
}

impl<T: Copy> Reversible for ScalarX1<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self::new(self.word.0.reverse_bits())
    }
}

impl<T: Copy> Lanes for ScalarX1<T> {
    type Token = T;
    type Array = [u64; 1];
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(_: T, word: u64) -> Self {
        Self::new(word)
    }

    #[inline(always)]
    fn load(_: T, &[word]: &[u64; 1]) -> Self {
        Self::new(word)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 1] {
        [self.word.0]
    }

    #[inline(always)]
    fn ls1b(self) -> Self {
        Self::new(self.word.ls1b().0)
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        Self::new(self.word.ms1b().0)
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        Self::new(self.word.ms1b_and_above().0)
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        Self::new(self.word.0.swap_bytes())
    }
}

impl<T: Simd> PositionLanes for ScalarX1<T> {
    type Mask = bool;

    #[inline(always)]
    fn load_positions(_: T, positions: &[Position]) -> [Self; 8] {
        let [position] = positions else { panic!("as many positions as lanes") };
        position.words.map_each(Self::new)
    }

    #[inline(always)]
    fn shift_left_by(self, count: u32) -> Self {
        Self::new(self.word.0 << (count & 63))
    }

    #[inline(always)]
    fn shift_right_by(self, count: u32) -> Self {
        Self::new(self.word.0 >> (count & 63))
    }

    #[inline(always)]
    fn rotate_left(self, counts: Self) -> Self {
        Self::new(self.word.0.rotate_left(counts.word.0 as u32 & 63))
    }

    #[inline(always)]
    fn popcount_bytes(self) -> Self {
        let a = self.word.0;
        if T::HAS_POPCNT {
            return Self::new(u64::from(a.count_ones()));
        }
        // Counts in each pair, nibble and byte.
        let pairs = a - ((a >> 1) & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        Self::new((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f)
    }

    #[inline(always)]
    fn sum_bytes(self) -> Self {
        if T::HAS_POPCNT {
            return self;
        }
        // Added in words of 16 bits, because the sum may exceed 255.
        const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
        let pairs = (self.word.0 & EVEN) + ((self.word.0 >> 8) & EVEN);
        Self::new(pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.word.0 != 0
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.word.0 == 0
    }

    #[inline(always)]
    fn is_not_zero(self) -> bool {
        self.word.0 != 0
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn keep(self, mask: bool) -> Self {
        if mask { self } else { Self::new(0) }
    }

    #[inline(always)]
    fn king_masks(kings: Self) -> KingMasks<Self> {
        let square = kings.word.0.trailing_zeros() & 63;
        let [around, knight, diagonal, antidiagonal] = STEP_ROWS.0[square as usize].map_each(Self::new);
        KingMasks { around, knight, file: Self::new(A_FILE << (square & 7)), diagonal, antidiagonal }
    }
}

/// Eight 64-bit integers, which the compiler may put into vectors of the width that the build enables.
#[derive(Clone, Copy, Debug)]
pub struct ScalarX8<T> {
    words: [u64; 8],
    level: PhantomData<T>,
}

#[inline(always)]
fn and(mut a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
    for (a, b) in a.iter_mut().zip(b) {
        *a &= b;
    }
    a
}

#[inline(always)]
fn or(mut a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
    for (a, b) in a.iter_mut().zip(b) {
        *a |= b;
    }
    a
}

#[inline(always)]
fn not(mut a: [u64; 8]) -> [u64; 8] {
    for a in &mut a {
        *a = !*a;
    }
    a
}

operators! { ScalarX8<T: Copy>, words:
    Not not;
    BitAnd bitand and;
    BitOr bitor or;
}

impl<T: Simd> EightLanes for ScalarX8<T> {
    type Token = T;

    #[inline(always)]
    fn splat(_: T, board: u64) -> Self {
        Self { words: [board; 8], level: PhantomData }
    }

    #[inline(always)]
    fn load(_: T, words: &[u64; 8]) -> Self {
        Self { words: *words, level: PhantomData }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 8]) {
        *words = self.words;
    }

    #[inline(always)]
    fn after_move(self, from: Square, to: Square) -> Self {
        let left = !(from.bit() | to.bit());
        let mut words = self.words.map_each(
            #[inline(always)]
            |word| word & left | (word >> from.index() & 1) << to.index(),
        );
        words[7] = self.words[7] & left;
        Self { words, ..self }
    }

    #[inline(always)]
    fn lanes_with(self, square: Square) -> u8 {
        // Each word takes a bit test and an addition with carry on x86.
        self.words.iter().rev().fold(
            0,
            #[inline(always)]
            |bits: u32, word| bits + bits + u32::from(word & square.bit() != 0),
        ) as u8
    }

    #[inline(always)]
    fn colors_with(self, square: Square) -> u8 {
        let [white, black, ..] = self.words.map_each(
            #[inline(always)]
            |word| u32::from(word & square.bit() != 0),
        );
        (black + black + white) as u8
    }
}
