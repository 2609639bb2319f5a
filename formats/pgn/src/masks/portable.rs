//! The masks with the vectors of 16 bytes that every build for the target has.

use wide::u8x16;

use super::{Block, Masks, TagMasks, TextMasks, Window, load_both, masks};

type Vectors = [u8x16; 4];

#[inline(always)]
fn load(block: &Block) -> Vectors {
    let (chunks, _) = block.as_chunks::<16>();
    [chunks[0], chunks[1], chunks[2], chunks[3]].map(u8x16::new)
}

load_both!(Vectors);

#[inline(always)]
fn equal(bytes: Vectors, byte: u8) -> Vectors {
    bytes.map(|vector| vector.simd_eq(u8x16::splat(byte)))
}

#[inline(always)]
fn with(bytes: Vectors, bits: u8) -> Vectors {
    bytes.map(|vector| vector | u8x16::splat(bits))
}

/// [`bits`] looks at the highest bit of each byte only.
#[inline(always)]
fn high(bytes: Vectors) -> Vectors {
    bytes.map(|vector| vector.saturating_add(u8x16::splat(1)))
}

#[inline(always)]
fn below(bytes: Vectors, bound: u8) -> Vectors {
    bytes.map(|vector| vector.min(u8x16::splat(bound - 1)).simd_eq(vector))
}

#[inline(always)]
fn any(left: Vectors, right: Vectors) -> Vectors {
    [0, 1, 2, 3].map(|index: usize| left[index] | right[index])
}

#[inline(always)]
fn both(left: Vectors, right: Vectors) -> Vectors {
    [0, 1, 2, 3].map(|index: usize| left[index] & right[index])
}

#[inline(always)]
fn without(left: Vectors, right: Vectors) -> Vectors {
    [0, 1, 2, 3].map(|index: usize| left[index] & !right[index])
}

#[inline(always)]
fn bits(bytes: Vectors) -> u64 {
    let [a, b, c, d] = bytes.map(|vector| u64::from(vector.to_bitmask() as u16));
    a | b << 16 | c << 32 | d << 48
}

masks!();

/// The instructions of every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Masks for Portable {
    #[inline(always)]
    fn text(self, window: &Window) -> TextMasks {
        text(window)
    }

    #[inline(always)]
    fn tags(self, window: &Window) -> TagMasks {
        tags(window)
    }
}
