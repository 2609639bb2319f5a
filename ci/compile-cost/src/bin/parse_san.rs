//! [`Position::parse_san`](crate::Position::parse_san)

use quadline::Position;

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.parse_san("e4"));
    }
}
