//! Attacked squares of a whole side at once, in place of loops over pieces and squares. `run.py` copies this
//! file into `src` of copies of the crates `chess` and `cozy-chess`.

fn right(set: u64) -> u64 {
    (set & !0x8080_8080_8080_8080) << 1
}

fn left(set: u64) -> u64 {
    (set & !0x0101_0101_0101_0101) >> 1
}

/// Returns the squares that pawns attack.
#[inline(always)]
pub fn pawn_steps(pawns: u64, is_white: bool) -> u64 {
    let beside = right(pawns) | left(pawns);
    if is_white { beside << 8 } else { beside >> 8 }
}

/// Returns the squares that knights attack.
#[inline(always)]
pub fn knight_steps(knights: u64) -> u64 {
    let (one, two) = (right(knights) | left(knights), right(right(knights)) | left(left(knights)));
    one << 16 | one >> 16 | two << 8 | two >> 8
}

/// Returns the squares that a side attacks, given its pieces by role and the occupied squares without the
/// king of the other side.
#[inline(always)]
pub fn danger(pieces: [u64; 6], occupied: u64, is_white: bool) -> u64 {
    let [pawns, knights, bishops, rooks, queens, kings] = pieces;
    let king = quadline::Square::new_masked(kings.trailing_zeros() as u8);
    let (lines, diagonals) = quadline::rook_and_bishop_set_attacks(rooks | queens, bishops | queens, occupied);
    pawn_steps(pawns, is_white) | knight_steps(knights) | quadline::king_attacks(king) | lines | diagonals
}
