//! The lanes of threats with AVX2, and the compression of 32-bit lanes that they share.

pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod rays;

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use crate::levels::proof::with_features;
use crate::threats::ray_lanes::MEMBERS;

with_features! { ["avx2"];
    /// Moves the 32-bit lanes of a mask to the front, followed by copies of the first lane.
    pub(crate) fn compress(_, a: __m256i, mask: u8) -> __m256i {
        let members = MEMBERS[usize::from(mask)];
        _mm256_permutevar8x32_epi32(a, _mm256_cvtepu8_epi32(_mm_set1_epi64x(members as i64)))
    }
}
