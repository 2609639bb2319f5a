//! What the crate `chess` calls instead of a test of each square that the king may enter. `run.py` copies this file into `src`
//! of a copy of that crate.

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::piece::Piece;
use crate::square::Square;
use crate::color::Color;

#[inline(always)]
pub fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square.to_int())
}

/// Returns the squares that the enemy attacks on a board without the king of the side to move.
#[inline(always)]
pub fn danger(board: &Board) -> BitBoard {
    let side = board.side_to_move();
    let enemy = board.color_combined(!side).0;
    let of = |piece| board.pieces(piece).0 & enemy;
    let occupied = board.combined().0 & !(board.pieces(Piece::King).0 & !enemy);
    let queens = of(Piece::Queen);
    let sliders = quadline::rook_set_attacks(of(Piece::Rook) | queens, occupied)
        | quadline::bishop_set_attacks(of(Piece::Bishop) | queens, occupied);
    let pawns = of(Piece::Pawn);
    let beside = (pawns & !0x8080_8080_8080_8080) << 1 | (pawns & !0x0101_0101_0101_0101) >> 1;
    let ahead = if side == Color::Black { beside << 8 } else { beside >> 8 };
    let steps = quadline::squares(of(Piece::Knight)).fold(0, |set, from| set | quadline::knight_attacks(from));
    let king = quadline::Square::new_masked(of(Piece::King).trailing_zeros() as u8);
    BitBoard(sliders | ahead | steps | quadline::king_attacks(king))
}
