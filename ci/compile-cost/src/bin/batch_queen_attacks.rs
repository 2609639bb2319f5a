//! [`batch::queen_attacks`](crate::batch::queen_attacks)

use quadline::{Square, batch};

fn main() {
    let boards: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let squares: Vec<_> = boards.iter().map(|&board| Square::new_masked(board as u8)).collect();
    let mut attacks = vec![0; boards.len()];
    batch::queen_attacks(&squares, &boards, &mut attacks);
    println!("{attacks:?}");
}
