//! [`batch::legal_moves`](crate::batch::legal_moves)

use quadline::{MAX_LEGAL_MOVES, Move, Position, batch};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let mut offsets = vec![0; positions.len() + 1];
    let mut moves = vec![Move::default(); MAX_LEGAL_MOVES * positions.len()];
    println!("{}", batch::legal_moves(&positions, &mut offsets, &mut moves));
}
