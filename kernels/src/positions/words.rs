//! One position with 64-bit integers, for the parts that do not use vectors.

use crate::chess::Position;
use crate::lanes::scalar::positions::ScalarX1;
use crate::lanes::{Lanes, Simd};

pub(crate) type Word<T> = ScalarX1<T>;

#[inline(always)]
pub(crate) fn words<T: Simd>(position: &Position) -> [Word<T>; 8] {
    let [a, b, c, d, e, f, g, h] = position.words;
    [
        Word::new(a),
        Word::new(b),
        Word::new(c),
        Word::new(d),
        Word::new(e),
        Word::new(f),
        Word::new(g),
        Word::new(h),
    ]
}

#[inline(always)]
pub(crate) fn word<T: Simd>(word: Word<T>) -> u64 {
    let [word] = word.to_array();
    word
}
