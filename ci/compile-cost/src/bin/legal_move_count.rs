//! [`Position::legal_move_count`](crate::Position::legal_move_count)

use quadline::Position;

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.legal_move_count());
    }
}
