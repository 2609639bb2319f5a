//! The masks with AVX2.

use core::arch::x86_64::*;

use quadline::level::{token, with_features};

use super::{Block, Masks, TagMasks, TextMasks, Window, load_both, masks};

type Vectors = [__m256i; 2];

#[inline(always)]
fn load(block: &Block) -> Vectors {
    bytemuck::cast(*block)
}

load_both!(Vectors);

#[target_feature(enable = "avx2")]
#[inline]
fn equal(bytes: Vectors, byte: u8) -> Vectors {
    bytes.map(|vector| _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte as i8)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn with(bytes: Vectors, bits: u8) -> Vectors {
    bytes.map(|vector| _mm256_or_si256(vector, _mm256_set1_epi8(bits as i8)))
}

/// [`bits`] looks at the highest bit of each byte only.
#[target_feature(enable = "avx2")]
#[inline]
fn high(bytes: Vectors) -> Vectors {
    bytes.map(|vector| _mm256_adds_epu8(vector, _mm256_set1_epi8(1)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn below(bytes: Vectors, bound: u8) -> Vectors {
    let most = _mm256_set1_epi8(bound as i8 - 1);
    bytes.map(|vector| _mm256_cmpeq_epi8(_mm256_min_epu8(vector, most), vector))
}

#[target_feature(enable = "avx2")]
#[inline]
fn any(left: Vectors, right: Vectors) -> Vectors {
    [_mm256_or_si256(left[0], right[0]), _mm256_or_si256(left[1], right[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn both(left: Vectors, right: Vectors) -> Vectors {
    [_mm256_and_si256(left[0], right[0]), _mm256_and_si256(left[1], right[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn without(left: Vectors, right: Vectors) -> Vectors {
    [_mm256_andnot_si256(right[0], left[0]), _mm256_andnot_si256(right[1], left[1])]
}

#[target_feature(enable = "avx2")]
#[inline]
fn bits(bytes: Vectors) -> u64 {
    let [low, high] = bytes.map(|vector| u64::from(_mm256_movemask_epi8(vector) as u32));
    low | high << 32
}

masks!(#[target_feature(enable = "avx2")]);

token! {
    /// The features of the scanner with AVX2.
    pub Avx2: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "pclmulqdq"];
}

impl Masks for Avx2 {
    #[inline(always)]
    fn text(self, window: &Window) -> TextMasks {
        text_masks(self, window)
    }

    #[inline(always)]
    fn tags(self, window: &Window) -> TagMasks {
        tag_masks(self, window)
    }

    #[inline(always)]
    fn prefix_xor(self, bits: u64) -> u64 {
        prefix_xor(self, bits)
    }
}

with_features! { ["avx2"];
    fn text_masks(_, window: &Window) -> TextMasks {
        text(window)
    }

    fn tag_masks(_, window: &Window) -> TagMasks {
        tags(window)
    }
}

with_features! { ["avx2", "pclmulqdq"];
    /// Returns in each bit the parity of the bits up to it: their product with all ones, without carries.
    pub fn prefix_xor(_, bits: u64) -> u64 {
        let product = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, bits as i64), _mm_set1_epi8(-1));
        _mm_cvtsi128_si64(product) as u64
    }
}
