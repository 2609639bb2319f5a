//! 64 bytes in a 512-bit register, for kernels that hold a line of a slider in each.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use super::{Avx512BitTricks, Avx512Level};
use crate::cpu::proof::with_features;
use crate::lanes::{Reversible, operators};

/// 64 bytes in a 512-bit register. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512Bytes<T> {
    pub(crate) vector: __m512i,
    pub(crate) token: T,
}

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"];
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn xor(_, a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi8(a, b) }
    fn not(_, a: __m512i) -> __m512i { _mm512_xor_si512(a, _mm512_set1_epi64(-1)) }
}

operators! { Avx512Bytes<T: Avx512Level>, vector, token:
    Not not;
    BitAnd bitand and;
    BitXor bitxor xor;
    Sub sub sub;
}

impl<T: Avx512Level> Reversible for Avx512Bytes<T> {
    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self { vector: T::WideBitTricks::reverse_bits_of_bytes(self.token, self.vector), ..self }
    }
}
