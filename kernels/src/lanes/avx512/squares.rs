//! AVX-512 with VBMI2: a byte for each square in a 512-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::VbmiLevel;
use super::bytes::Avx512Bytes;
use crate::cpu::proof::with_features;
use crate::lanes::avx2::squares::nibbles_in_order;
use crate::lanes::squares::SquareBytes;

with_features! { ["avx2", "avx512f", "avx512bw", "avx512vbmi2"];
    fn expand(token, occupied: u64, nibbles: &[u8; 16]) -> __m512i {
        let [first, second] = nibbles_in_order(token, nibbles);
        let numbers = _mm512_inserti64x4::<0>(_mm512_setzero_si512(), _mm256_set_m128i(second, first));
        _mm512_maskz_expand_epi8(occupied, numbers)
    }
    fn lookup(_, a: __m512i, table: &[u8; 16]) -> __m512i {
        // SAFETY: the table has 16 bytes, and the load requires no alignment.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), a)
    }
    fn with_bit(_, a: __m512i, bit: u32) -> u64 { _mm512_test_epi8_mask(a, _mm512_set1_epi8(1 << bit)) }
}

impl<T: VbmiLevel> SquareBytes for Avx512Bytes<T> {
    type Token = T;

    #[inline(always)]
    fn expand(token: T, occupied: u64, nibbles: &[u8; 16]) -> Self {
        Self { vector: expand(token, occupied, nibbles), token }
    }

    #[inline(always)]
    fn lookup(self, table: &[u8; 16]) -> Self {
        Self { vector: lookup(self.token, self.vector, table), ..self }
    }

    #[inline(always)]
    fn with_bit(self, bit: u32) -> u64 {
        with_bit(self.token, self.vector, bit)
    }
}
