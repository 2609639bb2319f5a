//! [`batch::successor_move_counts`](crate::batch::successor_move_counts)

use quadline::{MAX_LEGAL_MOVES, Position, batch};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{}", batch::successor_move_counts(position, &mut [0; MAX_LEGAL_MOVES]));
    }
}
