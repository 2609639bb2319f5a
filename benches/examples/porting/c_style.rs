//! Squares as numbers and boards as integers, as in C programs and programs derived from them.

use quadline::Square;
use quadline_benches::generator::Single;
use quadline_benches::peers::{FancyMagic, Peer};
use quadline_benches::positions::Sliders;

/// `U64 rook_attacks(int square, U64 occupied)` with a1 = 0. A number that is not a square is taken modulo
/// 64, without a branch or access out of bounds.
fn rook_attacks(square: i32, occupied: u64) -> u64 {
    quadline::rook_attacks(Square::new_masked(square as u8), occupied)
}

fn bishop_attacks(square: i32, occupied: u64) -> u64 {
    quadline::bishop_attacks(Square::new_masked(square as u8), occupied)
}

/// The same with a8 = 0: the board is mirrored before and after.
fn rook_attacks_from_a8(square: i32, occupied: u64) -> u64 {
    rook_attacks(square ^ 56, occupied.swap_bytes()).swap_bytes()
}

fn bishop_attacks_from_a8(square: i32, occupied: u64) -> u64 {
    bishop_attacks(square ^ 56, occupied.swap_bytes()).swap_bytes()
}

#[inline(never)]
pub fn before(positions: &[Sliders]) -> u64 {
    let magic = FancyMagic::detect().expect("magics run everywhere");
    crate::mobility(
        positions,
        |square, occupied| magic.rook(Square::new_masked(square), occupied),
        |square, occupied| magic.bishop(Square::new_masked(square), occupied),
    )
}

#[inline(never)]
pub fn after(positions: &[Sliders]) -> u64 {
    crate::mobility(
        positions,
        |square, occupied| rook_attacks(i32::from(square), occupied),
        |square, occupied| bishop_attacks(i32::from(square), occupied),
    )
}

/// This function sees mirrored positions, for which the number of attacks is the same.
#[inline(never)]
pub fn after_from_a8(positions: &[Sliders]) -> u64 {
    crate::mobility(
        positions,
        |square, occupied| rook_attacks_from_a8(i32::from(square ^ 56), occupied.swap_bytes()),
        |square, occupied| bishop_attacks_from_a8(i32::from(square ^ 56), occupied.swap_bytes()),
    )
}
