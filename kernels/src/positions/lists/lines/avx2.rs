//! Lists of moves by lines with AVX2 and BMI2: eight moves in a register.
//!
//! Without this kernel, `legal_moves` takes 1.27 times as long, with stores of words (`avx2`, Zen 5).

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

use core::mem::MaybeUninit;

use super::words::{each, signed};
use super::{Leaper, LineStores, apart, first};
use crate::chess::Move;
use crate::levels::proof::{Has, cpu_feature, with_features};
use crate::positions::lists::Places;
use crate::{Line, Square};

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

/// The bits of the first move along each line of each square, twice, in 1 KiB. A broadcast of 32 bits from
/// memory is one instruction.
static FIRST: [[[u16; 2]; 4]; 64] = {
    let mut table = [[[0; 2]; 4]; 64];
    let mut entry = 0;
    while entry < 256 {
        let (square, line) = (Square::ALL[entry / 4], Line::ALL[entry % 4]);
        table[entry / 4][entry % 4] = [first(square, line) as u16; 2];
        entry += 1;
    }
    table
};

with_features! { ["avx2"];
    fn line_moves<const STEP: i32>(_, squares: u8, first: i32) -> __m128i {
        let numbers = _mm_cvtepu8_epi16(_mm_set_epi64x(0, LISTS.0[usize::from(squares)] as i64));
        _mm_add_epi16(_mm_mullo_epi16(numbers, _mm_set1_epi16(STEP as i16)), _mm_set1_epi16(first as i16))
    }
    fn moves_along<const STEP: i32>(_, squares: u8, first: &'static [u16; 2]) -> __m128i {
        let numbers = _mm_cvtepu8_epi16(_mm_set_epi64x(0, LISTS.0[usize::from(squares)] as i64));
        let first = _mm_set1_epi32(i32::from(first[0]) | i32::from(first[1]) << 16);
        _mm_add_epi16(_mm_mullo_epi16(numbers, _mm_set1_epi16(STEP as i16)), first)
    }
    fn leaper_moves(token, squares: u64, chosen: u8, from: u8) -> __m128i {
        let to = chosen_squares(token, squares, chosen);
        _mm_add_epi16(_mm_slli_epi16::<6>(to), _mm_set1_epi16(i16::from(from)))
    }
    /// Returns the moves of pawns from the chosen ones of eight squares. A step is `apart` in the bits of a
    /// move.
    fn pawn_moves(token, squares: u64, chosen: u8, apart: i16) -> __m128i {
        let from = chosen_squares(token, squares, chosen);
        // The origin, and the destination without the step.
        let both = _mm_add_epi16(from, _mm_slli_epi16::<6>(from));
        _mm_add_epi16(both, _mm_set1_epi16(apart))
    }
    /// Returns the chosen bytes of a word, in 16 bits each.
    fn chosen_squares(_, squares: u64, chosen: u8) -> __m128i {
        let numbers = _mm_set_epi64x(0, LISTS.0[usize::from(chosen)] as i64);
        _mm_cvtepu8_epi16(_mm_shuffle_epi8(_mm_set_epi64x(0, squares as i64), numbers))
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

/// Returns the squares of a set of at most eight, one byte for each, the lowest first. The bytes after them
/// are unspecified.
#[inline(always)]
fn list(mut set: u64) -> u64 {
    // Two halves, because their unions do not depend on each other.
    let mut halves = [0_u32; 2];
    for half in &mut halves {
        for _ in 0..4 {
            // With a shift for each place instead of a rotation, LLVM moves the eight words to a vector one
            // by one where vectors can count zeros: at `avx512`, lists took 1.15 to 1.19 times as long (Zen
            // 5).
            *half = (*half | set.trailing_zeros()).rotate_right(8);
            set &= set.wrapping_sub(1);
        }
    }
    u64::from(halves[0]) | u64::from(halves[1]) << 32
}

impl<T: Has<cpu_feature!("avx2")> + Has<cpu_feature!("bmi2")>> LineStores<T> for InRegisters {
    // Three ways of pawns, double pushes and the king.
    const RESERVED: usize = (3 + 1 + 1) * 8;

    #[inline(always)]
    fn line<const STEP: i32>(token: T, squares: u8, first: i32, places: &mut Places<'_>) {
        put(token, line_moves::<_, STEP>(token, squares, first), squares, places);
    }

    #[inline(always)]
    fn along<const STEP: i32>(token: T, squares: u8, from: Square, line: Line, places: &mut Places<'_>) {
        let moves = moves_along::<_, STEP>(token, squares, &FIRST[from.index()][line.lane()]);
        put(token, moves, squares, places);
    }

    #[inline(always)]
    fn leaps<L: Leaper>(token: T, from: Square, targets: u64, places: &mut Places<'_>) {
        let chosen = gather(token, targets, L::attacks(from));
        put(token, leaper_moves(token, L::LISTS[from.index()], chosen, from.index() as u8), chosen, places);
    }

    /// Has no loop: the pawns that move are a byte, which chooses their squares from the list of all pawns.
    #[inline(always)]
    fn pawns(token: T, pawns: u64, targets: u64, from_target: u32, places: &mut Places<'_>) {
        if pawns.count_ones() > 8 {
            *places = many_pawns(targets, from_target, places.take());
            return;
        }
        let chosen = gather(token, targets.rotate_left(from_target), pawns);
        put(
            token,
            pawn_moves(token, list(pawns), chosen, apart(-signed(from_target)) as i16),
            chosen,
            places,
        );
    }
}

/// Writes the moves of more pawns than a side has in a game.
#[cold]
#[inline(never)]
fn many_pawns(targets: u64, from_target: u32, mut places: Places<'_>) -> Places<'_> {
    each(targets, apart(1) + 1, signed(from_target), &mut places);
    places
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
