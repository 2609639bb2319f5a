//! The work of Black Marlin after each move, with the types of cozy-chess. `run.py` copies this file into
//! `src` of a copy of that crate.

use crate::quadline_danger::{knight_steps, pawn_steps};
use crate::{BitBoard, Board, Color, Move, Piece, Square};

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

/// Returns whether an exchange is worth at least a threshold, or `None` if Black Marlin computes it: it lets
/// a king capture on an attacked square, and the other side take the king.
#[inline]
pub fn exchange(board: &Board, mv: Move, values: &[i32; 6], threshold: i32) -> Option<bool> {
    let roles = Piece::ALL.map(|piece| board.pieces(piece).0);
    let [pawns, knights, bishops, rooks, queens, kings] = roles;
    let has = |set: u64, on: Square| (set >> on as u32 & 1) as i32;
    // A sum has no branches, unlike a search for the piece.
    let value_on = |on| roles.iter().zip(values).map(|(&set, value)| has(set, on) * value).sum::<i32>();
    let gain = has(board.colors(!board.side_to_move()).0, mv.to) * value_on(mv.to);
    if gain < threshold || kings & mv.from.bitboard().0 != 0 || gain - value_on(mv.from) >= threshold {
        return Some(gain >= threshold);
    }
    let to = quadline::Square::new_masked(mv.to as u8);
    if quadline::king_attacks(to) & kings == kings {
        return None;
    }
    let [white, black] = [Color::White, Color::Black].map(|color| board.colors(color).0);
    let state = (board.side_to_move() as u64) << 32;
    let position = quadline::Position::from_words([white, black, pawns, knights, bishops | queens, rooks | queens, kings, state]);
    let mv = quadline::Move::new(quadline::Square::new_masked(mv.from as u8), to, quadline::MoveKind::Normal);
    Some(position.see_at_least(mv, values, threshold))
}
