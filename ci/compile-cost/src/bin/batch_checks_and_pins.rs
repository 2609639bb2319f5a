//! [`batch::checks_and_pins`](crate::batch::checks_and_pins)

use quadline::{ChecksAndPins, Position, batch};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let mut checks_and_pins = vec![ChecksAndPins::default(); positions.len()];
    batch::checks_and_pins(&positions, &mut checks_and_pins);
    println!("{checks_and_pins:?}");
}
