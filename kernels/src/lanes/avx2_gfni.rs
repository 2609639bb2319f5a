//! AVX2 with GFNI: one affine transformation reverses the bits of every byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::avx2::{Avx2Level, ls1b, reverse_bytes, triple};
use super::with_features;
use crate::level::Avx2Gfni;

/// The 8x8 bit matrix that reverses the bits of a byte: the identity of `vgf2p8affineqb` with its rows reversed.
pub(super) const REVERSE_BITS_OF_BYTES: i64 = 0x8040_2010_0804_0201_u64 as i64;

with_features! { "avx2,gfni";
    pub(super) fn reverse_bits(a: __m256i) -> __m256i {
        reverse_bytes(_mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(REVERSE_BITS_OF_BYTES)))
    }
    fn up_to_ls1b(a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_add_epi64(a, _mm256_set1_epi64x(-1))) }
}

impl Avx2Level for Avx2Gfni {
    #[inline(always)]
    fn ms1b(self, vector: __m256i) -> __m256i {
        reverse_bits(ls1b(reverse_bits(vector)))
    }

    #[inline(always)]
    fn three_ms1b(self, vector: __m256i) -> __m256i {
        triple(self.ms1b(vector))
    }

    #[inline(always)]
    fn ms1b_and_above(self, vector: __m256i) -> __m256i {
        reverse_bits(up_to_ls1b(reverse_bits(vector)))
    }

    #[inline(always)]
    fn reverse_bits(self, vector: __m256i) -> __m256i {
        reverse_bits(vector)
    }
}
