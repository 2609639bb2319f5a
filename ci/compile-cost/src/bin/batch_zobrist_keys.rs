//! [`batch::zobrist_keys`](crate::batch::zobrist_keys)

use quadline::{Position, ZobristKeys, batch};

static KEYS: ZobristKeys = ZobristKeys::DEFAULT;

fn main() {
    let fens = std::env::args().skip(1);
    let positions: Vec<Position> = fens.map(|fen| fen.parse().expect("a FEN")).collect();
    let mut keys = vec![0; positions.len()];
    batch::zobrist_keys(&positions, &KEYS, &mut keys);
    println!("{keys:?}");
}
