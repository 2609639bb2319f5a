//! The squares that each side attacks.

use super::king::BoardFills;
use super::sides::{Pieces, king_attacks, knight_attacks, off};
use crate::formula::fill::Fills;
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, H_FILE};

/// Returns the squares that White attacks and those that Black attacks, including the pieces that they
/// protect.
#[inline(always)]
pub fn attacked_squares<V: PositionLanes, F: Fills<V>>(token: V::Token, words: [V; 8]) -> [V; 2] {
    let [white, black, ..] = words;
    let board = BoardFills::<V, F>::new(token, white | black);
    let (white, black) = (Pieces::of(white, words), Pieces::of(black, words));
    let [white_pawns, black_pawns] = pawn_attacks(token, words);
    [attacks(token, &board, &white) | white_pawns, attacks(token, &board, &black) | black_pawns]
}

/// Returns the attacks of all pieces except pawns.
#[inline(always)]
fn attacks<V: PositionLanes, F: Fills<V>>(
    token: V::Token,
    board: &BoardFills<V, F>,
    pieces: &Pieces<V>,
) -> V {
    board.attacks(token, pieces.orthogonal, pieces.diagonal).union()
        | knight_attacks(token, pieces.knights)
        | king_attacks(token, pieces.king)
}

/// Returns the attacks of White's pawns and of Black's.
#[inline(always)]
pub fn pawn_attacks<V: PositionLanes>(token: V::Token, [white, black, pawns, ..]: [V; 8]) -> [V; 2] {
    let (white, black) = (pawns & white, pawns & black);
    [
        (white.shift_left_by(9) & off(token, A_FILE)) | (white.shift_left_by(7) & off(token, H_FILE)),
        (black.shift_right_by(7) & off(token, A_FILE)) | (black.shift_right_by(9) & off(token, H_FILE)),
    ]
}
