//! Boards of bulletformat from entries of quadline-binpack.

use bulletformat::ChessBoard;
use quadline::{Color, NibbleCodes, Position};
use quadline_binpack::Entry;

/// Returns the board of an entry, from the view of the side to move.
pub fn board_of(entry: &Entry) -> ChessBoard {
    board(&entry.position, entry.score, entry.result)
}

/// Returns the board of a position, given score and result for the side to move.
pub fn board(position: &Position, score: i16, result: i8) -> ChessBoard {
    let own = if position.side_to_move() == Color::White { *position } else { position.mirrored() };
    let (occ, pcs) = own.to_nibbles(&NibbleCodes::BULLETFORMAT).expect("at most 32 pieces");
    let king = |side| own.king(side).map_or(64, |square| square.index() as u8);
    ChessBoard {
        occ,
        pcs,
        score,
        result: (1 + result) as u8,
        ksq: king(Color::White),
        opp_ksq: king(Color::Black) ^ 56,
        extra: [0; 3],
    }
}
