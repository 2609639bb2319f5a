//! One set of attacked squares in place of a test of each square that a king may enter. `run.py` copies this file into `src` of copies
//! of the crates `chess` and `cozy-chess`.

/// Returns the squares that a side attacks, given its pieces by role and the occupied squares without the king of the other side.
#[inline(always)]
pub fn danger(pieces: [u64; 6], occupied: u64, is_white: bool) -> u64 {
    let [pawns, knights, bishops, rooks, queens, kings] = pieces;
    let beside = (pawns & !0x8080_8080_8080_8080) << 1 | (pawns & !0x0101_0101_0101_0101) >> 1;
    let steps = quadline::squares(knights).fold(0, |set, from| set | quadline::knight_attacks(from));
    let king = quadline::Square::new_masked(kings.trailing_zeros() as u8);
    (if is_white { beside << 8 } else { beside >> 8 })
        | steps
        | quadline::king_attacks(king)
        | quadline::bishop_set_attacks(bishops | queens, occupied)
        | quadline::rook_set_attacks(rooks | queens, occupied)
}
