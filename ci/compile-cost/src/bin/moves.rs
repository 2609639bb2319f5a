//! [`Position::moves`](crate::Position::moves)

use quadline::Position;

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.moves());
    }
}
