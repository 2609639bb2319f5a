//! AVX-512 with VBMI2: sixteen pairs of pawns in a 512-bit register.
//!
//! Without this kernel, layouts with pairs of pawns take 1.44 times as long, with words (`avx512-vbmi`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::Shr;

use crate::lanes::avx512::VbmiLevel;
use crate::lanes::{forward, operators};
use crate::levels::proof::with_features;
use crate::threats::inputs::lanes::{InputLanes, NO_INPUT, PawnInputLanes};

/// Sixteen lanes of 32 bits. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct Avx512Inputs<T> {
    vector: __m512i,
    token: T,
}

/// The numbers of the squares.
static SQUARES: [u8; 64] = {
    let (mut squares, mut square) = ([0; 64], 0);
    while square < 64 {
        squares[square] = square as u8;
        square += 1;
    }
    squares
};

/// Returns the mask of the first lanes, all from 16 on.
#[inline(always)]
pub(crate) fn first_lanes(count: usize) -> u16 {
    ((1_u32 << count.min(16)) - 1) as u16
}

with_features! { ["avx2", "avx512f", "avx512bw", "avx512dq", "avx512vbmi2"];
    fn splat(_, number: u32) -> __m512i { _mm512_set1_epi32(number as i32) }
    fn add(_, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi32(a, b) }
    /// The numbers of pawns are less than 2^15, so a multiplication of 16-bit lanes is enough.
    fn mul(_, a: __m512i, b: __m512i) -> __m512i { _mm512_madd_epi16(a, b) }
    fn shr(_, a: __m512i, count: u32) -> __m512i { _mm512_srl_epi32(a, _mm_cvtsi32_si128(count as i32)) }
    fn max(_, a: __m512i, b: __m512i) -> __m512i { _mm512_max_epu32(a, b) }
    fn min(_, a: __m512i, b: __m512i) -> __m512i { _mm512_min_epu32(a, b) }
    pub(crate) fn compress(_, a: __m512i, lanes: u16) -> __m512i {
        _mm512_mask_compress_epi32(_mm512_set1_epi32(NO_INPUT as i32), lanes, a)
    }
    fn first(_, a: __m512i, lanes: u16) -> __m512i {
        _mm512_mask_mov_epi32(_mm512_set1_epi32(NO_INPUT as i32), lanes, a)
    }
    fn pawn_numbers(_, flip: u32, others: u64) -> __m512i {
        // SAFETY: the array has 64 bytes, and the load requires no alignment.
        let squares = unsafe { _mm512_loadu_si512(SQUARES.as_ptr().cast()) };
        let squares = _mm512_xor_si512(squares, _mm512_set1_epi8(flip as i8));
        let numbers = _mm512_sub_epi8(squares, _mm512_set1_epi8(8));
        _mm512_mask_add_epi8(numbers, others, numbers, _mm512_set1_epi8(48))
    }
    fn of_squares(_, numbers: __m512i, set: u64) -> __m512i {
        _mm512_cvtepu8_epi32(_mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, numbers)))
    }
    pub(crate) fn to_array(_, a: __m512i) -> [u32; 16] {
        let mut numbers = [0; 16];
        // SAFETY: the array has room for 64 bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), a) };
        numbers
    }
}

operators! { Avx512Inputs<T: VbmiLevel>, vector, token:
    Add add add;
    Mul mul mul;
    Sub sub sub;
}

impl<T: VbmiLevel> Shr<u32> for Avx512Inputs<T> {
    type Output = Self;

    forward! { vector, token:
        fn shr(self, count: u32) -> Self;
    }
}

impl<T: VbmiLevel> InputLanes for Avx512Inputs<T> {
    type Token = T;
    const COUNT: usize = 16;

    forward! { vector, token:
        fn splat(token: T, number: u32) -> Self;
    }
}

impl<T: VbmiLevel> PawnInputLanes for Avx512Inputs<T> {
    type Squares = __m512i;

    forward! { vector, token:
        fn pawn_numbers(token: T, flip: u32, others: u64) -> __m512i;
        fn max(self, other: Self) -> Self;
        fn min(self, other: Self) -> Self;
    }

    #[inline(always)]
    fn of_squares(token: T, numbers: __m512i, set: u64) -> (Self, u64) {
        // At most sixteen pawns are on lower squares of three files.
        (Self { vector: of_squares(token, numbers, set), token }, 0)
    }

    #[inline(always)]
    fn first(self, count: usize) -> impl AsRef<[u32]> {
        to_array(self.token, first(self.token, self.vector, first_lanes(count)))
    }
}
