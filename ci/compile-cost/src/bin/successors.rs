//! [`Position::successors`](crate::Position::successors)

use quadline::{MAX_LEGAL_MOVES, Position};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.successors(&mut [Position::START; MAX_LEGAL_MOVES]));
    }
}
