//! The functions that replace the sliders and exchanges of Reckless, and its work after each move. `run.py`
//! copies this file into `src`.

use quadline::{CheckInfo, MoveKind, NodeInfo, Position, Role};

use crate::board::Board;
use crate::quadline_threats::square;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

#[inline(always)]
pub fn attackers_to(board: &Board, on: Square, occupied: Bitboard) -> Bitboard {
    let lines = quadline::queen_attacks_x4(square(on), occupied.0);
    let [white, black] = [Color::White, Color::Black].map(|color| {
        let pawns = board.colored_pieces(color, PieceType::Pawn).0;
        quadline::pawn_attacks(quadline::Color::ALL[1 - color as usize], square(on)) & pawns
    });
    Bitboard(
        lines.rook() & board.pieces2(PieceType::Rook, PieceType::Queen).0
            | lines.bishop() & board.pieces2(PieceType::Bishop, PieceType::Queen).0
            | quadline::knight_attacks(square(on)) & board.pieces(PieceType::Knight).0
            | quadline::king_attacks(square(on)) & board.pieces(PieceType::King).0
            | white
            | black,
    )
}

/// The position on Reckless's board. It has no castling rights and no en passant square.
#[inline(always)]
pub fn position(board: &Board) -> Position {
    Position::from_words([
        board.colors(Color::White).0,
        board.colors(Color::Black).0,
        board.pieces(PieceType::Pawn).0,
        board.pieces(PieceType::Knight).0,
        board.pieces2(PieceType::Bishop, PieceType::Queen).0,
        board.pieces2(PieceType::Rook, PieceType::Queen).0,
        board.pieces(PieceType::King).0,
        (board.side_to_move() as u64) << 32,
    ])
}

/// Returns whether an exchange is worth at least a threshold, given the position and its checks and pins.
#[inline]
pub fn see(position: &Position, info: &CheckInfo, mv: Move, threshold: i32) -> bool {
    use PieceType::*;
    if mv.is_castling() {
        return true;
    }
    let kind = if mv.is_promotion() {
        MoveKind::Promotion(Role::ALL[mv.promo_piece_type() as usize])
    } else if mv.is_en_passant() {
        MoveKind::EnPassant
    } else {
        MoveKind::Normal
    };
    let values = [Pawn, Knight, Bishop, Rook, Queen, King].map(PieceType::value);
    let mv = quadline::Move::new(square(mv.from()), square(mv.to()), kind);
    position.see_at_least_with(info, mv, &values, threshold)
}

/// The facts about a position that Reckless keeps.
pub struct Node {
    pub threats: [Bitboard; 6],
    pub all_threats: Bitboard,
    pub checkers: Bitboard,
    pub pinned: [Bitboard; 2],
    /// The pieces of a color that pin, not those that pin pieces of a color.
    pub pinners: [Bitboard; 2],
    pub checking_squares: [Bitboard; 6],
}

#[inline(always)]
pub fn node(info: &NodeInfo) -> Node {
    let [white, black] = quadline::Color::ALL;
    let checks = info.check_info();
    Node {
        threats: Role::ALL.map(|role| Bitboard(info.attacks(role))),
        all_threats: Bitboard(info.king_danger()),
        checkers: Bitboard(checks.checkers()),
        pinned: [white, black].map(|color| Bitboard(checks.pinned(color))),
        pinners: [black, white].map(|color| Bitboard(checks.pinners(color))),
        checking_squares: Role::ALL.map(|role| Bitboard(checks.checks(role))),
    }
}
