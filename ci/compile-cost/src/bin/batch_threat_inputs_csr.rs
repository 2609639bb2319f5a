//! [`batch::threat_inputs_csr`](crate::batch::threat_inputs_csr)

use quadline::{Position, batch, threats::{Perspectives, ThreatLayout}};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let (mut offsets, mut inputs) = (vec![0; 2 * positions.len() + 1], vec![0; 256 * positions.len()]);
    let layout = ThreatLayout::INPUTS_59808;
    println!("{}", batch::threat_inputs_csr(&positions, &layout, Perspectives::Both, &mut offsets, &mut inputs));
}
