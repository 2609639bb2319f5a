//! 32 bytes in a 256-bit register, with GFNI, for kernels that hold a line of a slider in each.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::gfni::{GfniLevel, REVERSE_BITS_OF_BYTES};
use crate::cpu::proof::with_features;
use crate::lanes::{Reversible, forward, operators};

/// 32 bytes in a 256-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx2Bytes<T> {
    pub(crate) vector: __m256i,
    pub(crate) token: T,
}

with_features! { ["avx2", "gfni"];
    fn and(_, a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
    fn xor(_, a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
    fn sub(_, a: __m256i, b: __m256i) -> __m256i { _mm256_sub_epi8(a, b) }
    fn not(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_set1_epi64x(-1)) }
    fn reverse_bits(_, a: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(REVERSE_BITS_OF_BYTES))
    }
}

operators! { Avx2Bytes<T: GfniLevel>, vector, token:
    Not not;
    BitAnd bitand and;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: GfniLevel> Reversible for Avx2Bytes<T> {
    forward! { vector, token:
        reverse_bits() -> Self;
    }
}
