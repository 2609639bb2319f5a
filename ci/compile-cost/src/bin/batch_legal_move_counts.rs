//! [`batch::legal_move_counts`](crate::batch::legal_move_counts)

use quadline::{Position, batch};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let mut counts = vec![0; positions.len()];
    batch::legal_move_counts(&positions, &mut counts);
    println!("{counts:?}");
}
