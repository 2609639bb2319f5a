//! Properties of every kernel for one slider.

use quadline_kernels::{LineAttacks, Square, reference};

use super::Single;
use crate::draw::assert_same;

/// Checks every call against the ray walk.
pub fn prop_equals_oracle(kernel: &dyn Single, square: Square, occupied: u64) {
    prop_equals(kernel, square, occupied, reference::queen_attacks_x4(square, occupied));
}

/// Checks every call against attacks that were computed before.
#[inline]
pub fn prop_equals(kernel: &dyn Single, square: Square, occupied: u64, expected: LineAttacks) {
    let same = |what, found, expected| assert_same(kernel.name(), what, square, occupied, found, expected);
    let found = kernel.queen_attacks_x4(square, occupied);
    same("rank of queen_attacks_x4", found.rank(), expected.rank());
    same("file of queen_attacks_x4", found.file(), expected.file());
    same("diagonal of queen_attacks_x4", found.diagonal(), expected.diagonal());
    same("antidiagonal of queen_attacks_x4", found.antidiagonal(), expected.antidiagonal());
    let rook = expected.rank() | expected.file();
    let bishop = expected.diagonal() | expected.antidiagonal();
    same("rook_attacks", kernel.rook_attacks(square, occupied), rook);
    same("bishop_attacks", kernel.bishop_attacks(square, occupied), bishop);
    same("queen_attacks", kernel.queen_attacks(square, occupied), rook | bishop);
    same("LineAttacks::rook", found.rook(), rook);
    same("LineAttacks::bishop", found.bishop(), bishop);
    same("LineAttacks::queen", found.queen(), rook | bishop);
}
