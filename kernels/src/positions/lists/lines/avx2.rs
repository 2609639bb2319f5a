//! Lists of moves by lines with AVX2 and BMI2: eight moves in a register.

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::mem::MaybeUninit;

use super::words::each;
use super::{Leaper, LineStores};
use crate::Square;
use crate::cpu::proof::{Has, cpu_feature, with_features};
use crate::position::Move;
use crate::positions::lists::Places;

/// Stores eight moves from a register.
#[derive(Clone, Copy, Debug)]
pub struct InRegisters;

/// The numbers of the set bits of each byte, lowest first, in 2 KiB.
#[repr(align(64))]
struct Lists([u64; 256]);

static LISTS: Lists = Lists({
    let mut lists = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut number, mut place) = (0, 0);
        while number < 8 {
            if byte >> number & 1 != 0 {
                lists[byte] |= number << (8 * place);
                place += 1;
            }
            number += 1;
        }
        byte += 1;
    }
    lists
});

with_features! { ["avx2"];
    fn line_moves<const STEP: i32>(_, squares: u8, first: i32) -> __m128i {
        let numbers = _mm_cvtepu8_epi16(_mm_set_epi64x(0, LISTS.0[usize::from(squares)] as i64));
        _mm_add_epi16(_mm_mullo_epi16(numbers, _mm_set1_epi16(STEP as i16)), _mm_set1_epi16(first as i16))
    }
    fn leaper_moves(_, squares: u64, chosen: u8, from: u8) -> __m128i {
        let to = _mm_shuffle_epi8(_mm_set_epi64x(0, squares as i64), _mm_set_epi64x(0, LISTS.0[usize::from(chosen)] as i64));
        _mm_add_epi16(_mm_slli_epi16::<6>(_mm_cvtepu8_epi16(to)), _mm_set1_epi16(i16::from(from)))
    }
    fn store(_, moves: __m128i, places: &mut [MaybeUninit<Move>; 8]) -> () {
        // SAFETY: the eight places are 16 bytes, and the store requires no alignment. Any 16 bits are a `Move`.
        unsafe { _mm_storeu_si128(places.as_mut_ptr().cast(), moves) };
    }
}

with_features! { ["bmi2"];
    fn gather(_, bits: u64, mask: u64) -> u8 {
        #[cfg(target_arch = "x86_64")]
        return _pext_u64(bits, mask) as u8;
        #[cfg(target_arch = "x86")]
        return (_pext_u32(bits as u32, mask as u32)
            | _pext_u32((bits >> 32) as u32, (mask >> 32) as u32) << (mask as u32).count_ones()) as u8;
    }
}

impl<T: Has<cpu_feature!("avx2")> + Has<cpu_feature!("bmi2")>> LineStores<T> for InRegisters {
    #[inline(always)]
    fn line<const STEP: i32>(token: T, squares: u8, first: i32, places: &mut Places<'_>) {
        put(token, line_moves::<_, STEP>(token, squares, first), squares, places);
    }

    #[inline(always)]
    fn leaps<L: Leaper>(token: T, from: Square, targets: u64, places: &mut Places<'_>) {
        let chosen = gather(token, targets, L::attacks(from));
        put(token, leaper_moves(token, L::LISTS[from.index()], chosen, from.index() as u8), chosen, places);
    }

    #[inline(always)]
    fn pawns(_: T, _: u64, targets: u64, from_target: u32, places: &mut Places<'_>) {
        each(
            targets,
            places,
            #[inline(always)]
            |to| to.wrapping_add(from_target as u16) & 63 | to << 6,
        );
    }
}

/// Stores as many moves as `byte` has set bits.
#[inline(always)]
fn put<T: Has<cpu_feature!("avx2")>>(token: T, moves: __m128i, byte: u8, places: &mut Places<'_>) {
    places.put(
        byte.count_ones() as usize,
        #[inline(always)]
        |chunk| store(token, moves, chunk),
    );
}
