//! What Black Marlin computes after each move, with the types of cozy-chess. `run.py` copies this file into `src` of a copy of that
//! crate.

use crate::quadline_danger::{knight_steps, pawn_steps};
use crate::{BitBoard, Board, Color, Piece};

/// Returns the pieces of Black and of White that pieces of less value attack. The network has them as inputs.
pub fn threats(board: &Board) -> (BitBoard, BitBoard) {
    let [pawns, knights, bishops, rooks, queens, _] = Piece::ALL.map(|piece| board.pieces(piece).0);
    let by = |color| {
        let (own, majors) = (board.colors(color).0, rooks | queens);
        let (lines, diagonals) = quadline::rook_and_bishop_set_attacks(rooks & own, bishops & own, board.occupied().0);
        let by_pawns = pawn_steps(pawns & own, color == Color::White) & (knights | bishops | majors);
        let by_minors = (knight_steps(knights & own) | diagonals) & majors;
        BitBoard((by_pawns | by_minors | lines & queens) & !own)
    };
    (by(Color::White), by(Color::Black))
}
