//! [`Position::is_legal`](crate::Position::is_legal)

use quadline::{Move, Position};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.is_legal(Move::from_bits(position.occupied() as u16)));
    }
}
