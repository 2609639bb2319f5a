//! [`Position::to_san`](crate::Position::to_san)

use quadline::{Move, Position};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.to_san(Move::from_bits(position.occupied() as u16)));
    }
}
