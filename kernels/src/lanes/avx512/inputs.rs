//! AVX-512 with VBMI2: sixteen threats in a 512-bit register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::ops::Shr;

use super::VbmiLevel;
use crate::chess::Threat;
use crate::chess::threat_layout::{KIND_OF_TIMES_16, PAIRS, ThreatLayout};
use crate::cpu::proof::with_features;
use crate::lanes::inputs::{InputLanes, NO_INPUT, PawnInputLanes, ThreatInputLanes};
use crate::lanes::{forward, operators};

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
fn first_lanes(count: usize) -> u16 {
    ((1_u32 << count.min(16)) - 1) as u16
}

with_features! { ["avx2", "avx512f", "avx512bw", "avx512dq", "avx512vbmi2"];
    fn splat(_, number: u32) -> __m512i { _mm512_set1_epi32(number as i32) }
    fn add(_, a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi32(a, b) }
    fn sub(_, a: __m512i, b: __m512i) -> __m512i { _mm512_sub_epi32(a, b) }
    fn and(_, a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
    fn xor(_, a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
    /// The numbers of pawns are less than 2^15, so a multiplication of 16-bit lanes is enough.
    fn mul(_, a: __m512i, b: __m512i) -> __m512i { _mm512_madd_epi16(a, b) }
    fn shr(_, a: __m512i, count: u32) -> __m512i { _mm512_srl_epi32(a, _mm_cvtsi32_si128(count as i32)) }
    fn max(_, a: __m512i, b: __m512i) -> __m512i { _mm512_max_epu32(a, b) }
    fn min(_, a: __m512i, b: __m512i) -> __m512i { _mm512_min_epu32(a, b) }
    fn load(_, threats: &[Threat]) -> __m512i {
        let lanes = first_lanes(threats.len());
        // SAFETY: the mask has a bit for each of at most 16 threats, which have four bytes each, and the load requires no
        // alignment.
        unsafe { _mm512_maskz_loadu_epi32(lanes, threats.as_ptr().cast()) }
    }
    fn bases(_, layout: &ThreatLayout, threats: __m512i) -> [__m512i; 2] {
        // The attacker's four bits, and those of the attacked piece above them.
        let pairs = _mm512_ternarylogic_epi32::<0xe4>(threats, _mm512_srli_epi32::<12>(threats), _mm512_set1_epi32(15));
        let pairs = _mm512_and_si512(pairs, _mm512_set1_epi32(255));
        let [low, high] = [_mm512_castsi512_si256(pairs), _mm512_extracti64x4_epi64::<1>(pairs)].map(
            #[inline(always)]
            |pairs| {
                // SAFETY: the indexes are less than 256, the number of pairs of bases, which have eight bytes each.
                unsafe { _mm512_i32gather_epi64::<8>(pairs, layout.bases.as_ptr().cast()) }
            },
        );
        let evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
        [_mm512_permutex2var_epi32(low, evens, high), _mm512_permutex2var_epi32(low, odds, high)]
    }
    fn pairs(_, threats: __m512i) -> __m512i {
        // SAFETY: the table has 16 bytes, and the load requires no alignment.
        let kinds = unsafe { _mm_loadu_si128(KIND_OF_TIMES_16.as_ptr().cast()) };
        // The byte of the attacker moves to the second byte, where it is looked up. The other bytes become 0.
        let attackers = _mm512_ternarylogic_epi32::<0xf8>(
            _mm512_set1_epi32(0x8080_0080_u32 as i32), _mm512_slli_epi32::<8>(threats), _mm512_set1_epi32(0xf00));
        let kinds = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(kinds), attackers);
        let to = _mm512_and_si512(_mm512_srli_epi32::<24>(threats), _mm512_set1_epi32(63));
        // to | threats >> 2 & (63 << 6)
        let squares = _mm512_ternarylogic_epi32::<0xf8>(to, _mm512_srli_epi32::<2>(threats), _mm512_set1_epi32(63 << 6));
        // SAFETY: kinds are less than 7, so the indexes are those of numbers, which come first in the tables. A number is
        // loaded with the one behind it, or with the sizes.
        let numbers = unsafe { _mm512_i32gather_epi32::<2>(_mm512_or_si512(kinds, squares), (&raw const PAIRS).cast()) };
        _mm512_and_si512(numbers, _mm512_set1_epi32(0xffff))
    }
    fn kept(_, threats: __m512i, bases: __m512i, keeps_lower: u32) -> u16 {
        // Compares the highest byte, `to`, with `from`. The bytes below decide nothing, because they are all ones.
        let from = _mm512_or_si512(_mm512_slli_epi32::<16>(threats), _mm512_set1_epi32(0xff_ffff));
        let is_lower = _mm512_cmplt_epu32_mask(from, threats);
        let is_left_out = if keeps_lower == 0 { is_lower } else { !is_lower };
        !(_mm512_movepi32_mask(bases) & is_left_out)
    }
    fn compress(_, a: __m512i, lanes: u16) -> __m512i {
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
    fn to_array(_, a: __m512i) -> [u32; 16] {
        let mut numbers = [0; 16];
        // SAFETY: the array has room for 64 bytes, and the store requires no alignment.
        unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), a) };
        numbers
    }
}

operators! { Avx512Inputs<T: VbmiLevel>, vector, token:
    Add add add;
    BitAnd bitand and;
    BitXor bitxor xor;
    Mul mul mul;
    Sub sub sub;
}

impl<T: VbmiLevel> Shr<u32> for Avx512Inputs<T> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self { vector: shr(self.token, self.vector, count), ..self }
    }
}

impl<T: VbmiLevel> InputLanes for Avx512Inputs<T> {
    type Token = T;
    const COUNT: usize = 16;

    #[inline(always)]
    fn splat(token: T, number: u32) -> Self {
        Self { vector: splat(token, number), token }
    }
}

impl<T: VbmiLevel> ThreatInputLanes for Avx512Inputs<T> {
    type Pawns = Self;
    type Mask = u16;

    #[inline(always)]
    fn load(token: T, threats: &[Threat]) -> Self {
        Self { vector: load(token, threats), token }
    }

    #[inline(always)]
    fn bases(self, layout: &ThreatLayout) -> [Self; 2] {
        bases(self.token, layout, self.vector).map(
            #[inline(always)]
            |vector| Self { vector, ..self },
        )
    }

    #[inline(always)]
    fn pairs(self) -> Self {
        Self { vector: pairs(self.token, self.vector), ..self }
    }

    #[inline(always)]
    fn kept(self, bases: Self, keeps_lower: u32) -> u16 {
        kept(self.token, self.vector, bases.vector, keeps_lower)
    }

    #[inline(always)]
    fn compress(self, mask: u16, count: usize) -> (impl AsRef<[u32]>, usize) {
        let lanes = mask & first_lanes(count);
        (to_array(self.token, compress(self.token, self.vector, lanes)), lanes.count_ones() as usize)
    }
}

impl<T: VbmiLevel> PawnInputLanes for Avx512Inputs<T> {
    type Squares = __m512i;

    forward! { vector, token:
        max(other) -> Self;
        min(other) -> Self;
    }

    #[inline(always)]
    fn pawn_numbers(token: T, flip: u32, others: u64) -> __m512i {
        pawn_numbers(token, flip, others)
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
