//! The lanes of threats with AVX-512 VBMI, and the loads and lookups of bytes that they share.

pub(crate) mod inputs;
pub(crate) mod list;
pub(crate) mod numbers;
pub(crate) mod rays;

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use crate::levels::proof::with_features;

/// 64 bytes in memory, aligned to a cache line.
#[repr(align(64))]
pub(super) struct AlignedBytes(pub [u8; 64]);

/// Defines 64 bytes by a function of their index.
macro_rules! bytes {
    ($($(#[$attribute:meta])* $name:ident = |$place:ident| $byte:expr;)*) => {$(
        $(#[$attribute])*
        static $name: AlignedBytes = AlignedBytes({
            let (mut bytes, mut $place) = ([0; 64], 0);
            while $place < 64 {
                bytes[$place] = ($byte) as u8;
                $place += 1;
            }
            bytes
        });
    )*};
}
pub(super) use bytes;

with_features! { ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "gfni"];
    pub(super) fn load_bytes(_, bytes: &AlignedBytes) -> __m512i {
        // SAFETY: the array has 64 bytes, and its alignment is that of the load.
        unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) }
    }
    pub(super) fn table(_, table: &'static u128) -> __m512i {
        // SAFETY: the word has 16 bytes, and the load requires no alignment.
        _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128((&raw const *table).cast()) })
    }
    pub(super) fn lookup(_, a: __m512i, table: __m512i) -> __m512i { _mm512_shuffle_epi8(table, a) }
}
