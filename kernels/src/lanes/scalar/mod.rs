//! Plain 64-bit words: one lane, and four lanes side by side.
//!
//! Inside the `vectorize` of the `lzcnt` level, the leading-zero counts below compile to `lzcnt`. Elsewhere
//! on x86 they compile to `bsr`.

pub(crate) mod positions;

use core::marker::PhantomData;
use core::num::Wrapping;

use crate::arrays::MapEach;

use super::{FourLanes, Lanes, OneLane, Reversible, SliderLanes, operators};

impl Reversible for OneLane {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        #[cfg_attr(not(target_arch = "aarch64"), allow(unused_mut))]
        let mut word = self.0.reverse_bits();
        // LLVM would compute two lines in a register of NEON. The empty assembly takes the word in a general
        // register.
        #[cfg(target_arch = "aarch64")]
        // SAFETY: the assembly is empty.
        unsafe {
            core::arch::asm!("/* {} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        Wrapping(word)
    }
}

impl Lanes for OneLane {
    type Token = ();
    type Array = [u64; 1];
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Wrapping(word)
    }

    #[inline(always)]
    fn load((): (), &[word]: &[u64; 1]) -> Self {
        Wrapping(word)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 1] {
        [self.0]
    }

    #[inline(always)]
    fn ls1b(self) -> Self {
        Wrapping(self.0 & self.0.wrapping_neg())
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        // The `| 1` does not change the result. It shows the compiler that the word is not 0.
        Wrapping(1 << 63 >> (self.0 | 1).leading_zeros())
    }

    #[inline(always)]
    fn three_ms1b(self) -> Self {
        Wrapping(3 << (63 - (self.0 | 1).leading_zeros()))
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        // For 0 the result must be all ones, which are all bits from bit 0 upward, so `| 1` is correct.
        Wrapping((i64::MIN >> (self.0 | 1).leading_zeros()) as u64)
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        Wrapping(self.0.swap_bytes())
    }
}

/// Four 64-bit integers. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct ScalarX4<T> {
    words: [OneLane; 4],
    level: PhantomData<T>,
}

impl<T: Copy> ScalarX4<T> {
    #[inline(always)]
    fn map(self, function: impl Fn(OneLane) -> OneLane) -> Self {
        Self { words: self.words.map_each(function), level: PhantomData }
    }
}

/// Applies a function to the two operands word by word.
#[inline(always)]
fn zip(a: [OneLane; 4], b: [OneLane; 4], function: impl Fn(OneLane, OneLane) -> OneLane) -> [OneLane; 4] {
    [function(a[0], b[0]), function(a[1], b[1]), function(a[2], b[2]), function(a[3], b[3])]
}

macro_rules! word_by_word {
    ($($name:ident $operator:tt)*) => {$(
        #[inline(always)]
        fn $name(a: [OneLane; 4], b: [OneLane; 4]) -> [OneLane; 4] {
            zip(a, b, #[inline(always)] |a, b| a $operator b)
        }
    )*};
}

#[inline(always)]
fn not(a: [OneLane; 4]) -> [OneLane; 4] {
    a.map_each(
        #[inline(always)]
        |word| !word,
    )
}

word_by_word! { and & or | xor ^ add + sub - }

operators! { ScalarX4<T: Copy>, words: all }

impl<T: Copy> Reversible for ScalarX4<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        self.map(OneLane::reverse_bits)
    }
}

impl<T: Copy> Lanes for ScalarX4<T> {
    type Token = T;
    type Array = [u64; 4];
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(_: T, word: u64) -> Self {
        Self { words: [Wrapping(word); 4], level: PhantomData }
    }

    #[inline(always)]
    fn load(_: T, words: &[u64; 4]) -> Self {
        Self { words: words.map_each(Wrapping), level: PhantomData }
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        self.words.map_each(
            #[inline(always)]
            |word| word.0,
        )
    }

    #[inline(always)]
    fn ls1b(self) -> Self {
        self.map(OneLane::ls1b)
    }

    #[inline(always)]
    fn ms1b(self) -> Self {
        self.map(OneLane::ms1b)
    }

    #[inline(always)]
    fn three_ms1b(self) -> Self {
        self.map(OneLane::three_ms1b)
    }

    #[inline(always)]
    fn ms1b_and_above(self) -> Self {
        self.map(OneLane::ms1b_and_above)
    }

    #[inline(always)]
    fn reverse_bytes(self) -> Self {
        self.map(OneLane::reverse_bytes)
    }
}

impl<T: Copy> FourLanes for ScalarX4<T> {
    const ARE_WORDS: bool = true;

    #[inline(always)]
    fn keep_where_not_zero(self, condition: Self) -> Self {
        let keep = |a, condition: OneLane| if condition.0 == 0 { Wrapping(0) } else { a };
        Self { words: zip(self.words, condition.words, keep), ..self }
    }
}

impl<T: Copy> SliderLanes for ScalarX4<T> {
    #[inline(always)]
    fn shift_left(self, counts: Self) -> Self {
        Self {
            words: zip(
                self.words,
                counts.words,
                |a, b| if b.0 < 64 { a << b.0 as usize } else { Wrapping(0) },
            ),
            ..self
        }
    }

    #[inline(always)]
    fn shift_right(self, counts: Self) -> Self {
        Self {
            words: zip(
                self.words,
                counts.words,
                |a, b| if b.0 < 64 { a >> b.0 as usize } else { Wrapping(0) },
            ),
            ..self
        }
    }
}
