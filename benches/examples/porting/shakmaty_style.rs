//! Typed squares and boards, and functions that may be `const`.

use quadline_benches::positions::Sliders;
use shakmaty::{Bitboard, Square};

/// The only conversion: both count squares from a1 = 0, rank by rank.
const fn quadline_square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square as u8)
}

/// Replaces `shakmaty::attacks::rook_attacks`.
fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(quadline::rook_attacks(quadline_square(square), occupied.0))
}

fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(quadline::bishop_attacks(quadline_square(square), occupied.0))
}

/// For functions that must stay `const`.
const fn rook_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(quadline::constant::rook_attacks(quadline_square(square), occupied.0))
}

const fn bishop_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(quadline::constant::bishop_attacks(quadline_square(square), occupied.0))
}

/// Computed at compile time.
const ROOK_ON_A1: Bitboard = rook_attacks_const(Square::A1, Bitboard(0));
const _: () = assert!(ROOK_ON_A1.0.count_ones() == 14);

#[inline(always)]
fn of(
    positions: &[Sliders],
    rook: impl Fn(Square, Bitboard) -> Bitboard,
    bishop: impl Fn(Square, Bitboard) -> Bitboard,
) -> u64 {
    let square = |number: u8| Square::new(u32::from(number));
    crate::mobility(
        positions,
        |number, occupied| rook(square(number), Bitboard(occupied)).0,
        |number, occupied| bishop(square(number), Bitboard(occupied)).0,
    )
}

#[inline(never)]
pub fn before(positions: &[Sliders]) -> u64 {
    of(positions, shakmaty::attacks::rook_attacks, shakmaty::attacks::bishop_attacks)
}

#[inline(never)]
pub fn after(positions: &[Sliders]) -> u64 {
    of(positions, rook_attacks, bishop_attacks)
}

#[inline(never)]
pub fn after_in_const(positions: &[Sliders]) -> u64 {
    of(positions, rook_attacks_const, bishop_attacks_const)
}
