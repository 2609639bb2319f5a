//! The squares that each side attacks, with 64-bit integers.

use crate::arrays::MapEach;
use crate::chess::{Color, Position};
use crate::formula::fill::{KoggeStoneAntidiagonal, KoggeStoneDiagonal, KoggeStoneFile, KoggeStoneRank};
use crate::steps::{self, king_attacks, knight_attacks};

/// Returns the squares that White attacks and those that Black attacks, including the pieces that they
/// protect.
#[inline(always)]
pub fn attacked_squares(position: &Position) -> [u64; 2] {
    let occupied = position.occupied();
    let (rank, file) = (KoggeStoneRank::new(occupied), KoggeStoneFile::new(occupied));
    let (diagonal, antidiagonal) = (KoggeStoneDiagonal::new(occupied), KoggeStoneAntidiagonal::new(occupied));
    let [white_pawns, black_pawns] = pawn_attacks(position);
    let [white, black] = Color::ALL.map_each(
        #[inline(always)]
        |color| {
            let own = position.color(color);
            let (orthogonals, diagonals) =
                (position.orthogonal_sliders() & own, position.diagonal_sliders() & own);
            rank.attacks(orthogonals)
                | file.attacks(orthogonals)
                | diagonal.attacks(diagonals)
                | antidiagonal.attacks(diagonals)
                | knight_attacks(position.knights() & own)
                | king_attacks(position.kings() & own)
        },
    );
    [white | white_pawns, black | black_pawns]
}

/// Returns the attacks of White's pawns and of Black's.
#[inline(always)]
pub fn pawn_attacks(position: &Position) -> [u64; 2] {
    Color::ALL.map_each(
        #[inline(always)]
        |color| steps::pawn_attacks(color, position.pawns() & position.color(color)),
    )
}
