//! [`Position::see_at_least`](crate::Position::see_at_least)

use quadline::{Move, Position};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.see_at_least(Move::from_bits(position.occupied() as u16), &[1, 3, 3, 5, 9, 0], 1));
    }
}
