//! [`queen_attacks`](crate::queen_attacks)

use quadline::Square;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let mut next = || numbers.next().expect("two numbers");
    println!("{}", quadline::queen_attacks(Square::new_masked(next() as u8), next()));
}
