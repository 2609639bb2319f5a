//! [`Position::threats`](crate::Position::threats)

use quadline::{Position, threats::{MAX_THREATS, Threat, ThreatKinds}};

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    for position in &positions {
        println!("{:?}", position.threats(ThreatKinds::ALL, &mut [Threat::NONE; MAX_THREATS]));
    }
}
