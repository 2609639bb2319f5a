//! Four lanes of the `wide` crate: SSE2, NEON, WebAssembly's simd128 or 64-bit integers, as enabled at
//! compile time.

use core::marker::PhantomData;

use wide::u64x4;

use super::{FourLanes, Lanes, Reversible, SliderLanes, operators};
use crate::arrays::MapEach;

/// Four lanes of the `wide` crate. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct PortableX4<T> {
    vector: u64x4,
    level: PhantomData<T>,
}

use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

operators! { PortableX4<T: Copy>, vector:
    Not Not::not;
    BitAnd bitand BitAnd::bitand;
    BitOr bitor BitOr::bitor;
    BitXor bitxor BitXor::bitxor;
    Add add Add::add;
    Sub sub Sub::sub;
}

impl<T: Copy> PortableX4<T> {
    #[inline(always)]
    fn map(self, function: impl Fn(u64) -> u64) -> Self {
        Self { vector: u64x4::new(self.vector.to_array().map_each(function)), ..self }
    }
}

/// Fills each lane downward from its highest bit. The vector units of the portable level have no leading-zero
/// count.
#[inline(always)]
fn fill_down(mut filled: u64x4) -> u64x4 {
    filled |= filled >> 1_u64;
    filled |= filled >> 2_u64;
    filled |= filled >> 4_u64;
    filled |= filled >> 8_u64;
    filled |= filled >> 16_u64;
    filled |= filled >> 32_u64;
    filled
}

impl<T: Copy> Reversible for PortableX4<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        self.map(u64::reverse_bits)
    }
}

impl<T: Copy> Lanes for PortableX4<T> {
    type Token = T;
    type Array = [u64; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(_: T, word: u64) -> Self {
        Self { vector: u64x4::splat(word), level: PhantomData }
    }

    #[inline(always)]
    fn load(_: T, words: &[u64; 4]) -> Self {
        Self { vector: u64x4::new(*words), level: PhantomData }
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        self.vector.to_array()
    }

    #[inline(always)]
    fn ls1b(self) -> Self {
        Self { vector: self.vector & (u64x4::splat(0) - self.vector), ..self }
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        let filled = fill_down(self.vector);
        Self { vector: filled ^ (filled >> 1_u64), ..self }
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        Self { vector: !(fill_down(self.vector) >> 1_u64), ..self }
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        self.map(u64::swap_bytes)
    }
}

impl<T: Copy> FourLanes for PortableX4<T> {
    #[inline(always)]
    fn keep_where_not_zero(self, condition: Self) -> Self {
        Self { vector: self.vector & !condition.vector.simd_eq(u64x4::splat(0)), ..self }
    }
}

impl<T: Copy> SliderLanes for PortableX4<T> {
    #[inline(always)]
    fn shift_left(self, counts: Self) -> Self {
        Self { vector: self.vector.unbounded_shl(counts.vector), ..self }
    }

    #[inline(always)]
    fn shift_right(self, counts: Self) -> Self {
        Self { vector: self.vector.unbounded_shr(counts.vector), ..self }
    }
}
