//! [`SuccessorCounter`](crate::SuccessorCounter)

use quadline::{Position, SuccessorCounter};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let mut counter = SuccessorCounter::new();
    positions.iter().for_each(|position| counter.add(position));
    println!("{}", counter.finish());
}
