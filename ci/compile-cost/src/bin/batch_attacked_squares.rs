//! [`batch::attacked_squares`](crate::batch::attacked_squares)

use quadline::{Position, batch};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let (mut white, mut black) = (vec![0; positions.len()], vec![0; positions.len()]);
    batch::attacked_squares(&positions, &mut white, &mut black);
    println!("{white:?} {black:?}");
}
