//! AVX2 with GFNI: one affine transformation reverses the bits of every byte.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Avx2BitTricks, Avx2Level, ls1b, reverse_bytes, triple};
use crate::lanes::forward;
use crate::levels::proof::{Has, cpu_feature, with_features};

/// The 8 × 8 bit matrix that reverses the bits of a byte: the identity of `vgf2p8affineqb` with its rows
/// reversed.
pub(crate) const REVERSE_BITS_OF_BYTES: i64 = 0x8040_2010_0804_0201_u64 as i64;

/// The matrix that shifts a byte right by one bit.
pub(crate) const HALVE_BYTES: i64 = 0x0204_0810_2040_8000;

/// The identity of `vgf2p8affineqb`, whose matrices have their first row in the highest byte. As the first
/// operand, with a board as the matrix, it mirrors the board at the antidiagonal.
pub(crate) const IDENTITY: i64 = 0x0102_0408_1020_4080;

with_features! { ["avx2", "gfni"];
    /// Reverses the bits of each lane.
    ///
    /// A call with the token of a level without GFNI does not compile. `Avx512` has all of AVX-512 but lacks
    /// GFNI:
    ///
    /// ```compile_fail,E0277
    #[cfg_attr(target_arch = "x86", doc = "use core::arch::x86::__m256i;")]
    #[cfg_attr(target_arch = "x86_64", doc = "use core::arch::x86_64::__m256i;")]
    /// use quadline_kernels::{lanes::avx2::gfni::reverse_bits, level::Avx512};
    /// fn reversed(level: Avx512, lanes: __m256i) -> __m256i { reverse_bits(level, lanes) }
    /// ```
    ///
    /// The same lines compile for a level with GFNI, so nothing else is wrong with them:
    ///
    /// ```
    #[cfg_attr(target_arch = "x86", doc = "use core::arch::x86::__m256i;")]
    #[cfg_attr(target_arch = "x86_64", doc = "use core::arch::x86_64::__m256i;")]
    /// use quadline_kernels::{lanes::avx2::gfni::reverse_bits, level::Avx512Vbmi};
    /// fn reversed(level: Avx512Vbmi, lanes: __m256i) -> __m256i { reverse_bits(level, lanes) }
    /// ```
    pub fn reverse_bits(token, a: __m256i) -> __m256i {
        reverse_bytes(token, reverse_bits_of_bytes(token, a))
    }
    pub(super) fn reverse_bits_of_bytes(_, a: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(REVERSE_BITS_OF_BYTES))
    }
    fn halve_bytes(_, a: __m256i) -> __m256i {
        _mm256_gf2p8affine_epi64_epi8::<0>(a, _mm256_set1_epi64x(HALVE_BYTES))
    }
    fn up_to_ls1b(_, a: __m256i) -> __m256i { _mm256_xor_si256(a, _mm256_add_epi64(a, _mm256_set1_epi64x(-1))) }
}

/// A level with at least AVX2 and GFNI.
pub trait GfniLevel: Avx2Level + Has<cpu_feature!("gfni")> {}

impl<T: Avx2Level + Has<cpu_feature!("gfni")>> GfniLevel for T {}

/// Implements the operations by products of bit matrices, with GFNI.
#[derive(Debug)]
pub struct Affine;

impl<T: Has<cpu_feature!("avx2")> + Has<cpu_feature!("gfni")>> Avx2BitTricks<T> for Affine {
    const FAST_MIRROR: bool = true;

    #[inline(always)]
    fn ms1b(token: T, vector: __m256i) -> __m256i {
        reverse_bits(token, ls1b(token, reverse_bits(token, vector)))
    }

    #[inline(always)]
    fn three_ms1b(token: T, vector: __m256i) -> __m256i {
        triple(token, Self::ms1b(token, vector))
    }

    #[inline(always)]
    fn ms1b_and_above(token: T, vector: __m256i) -> __m256i {
        reverse_bits(token, up_to_ls1b(token, reverse_bits(token, vector)))
    }

    forward! { vector, token:
        fn reverse_bits(token: T, vector: __m256i) -> __m256i;
        fn reverse_bits_of_bytes(token: T, vector: __m256i) -> __m256i;
        fn halve_bytes(token: T, vector: __m256i) -> __m256i;
    }
}
