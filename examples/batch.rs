//! Computes the attacks of many queens in one call: `cargo run --release --example batch`.

use quadline::{Square, batch, level};

fn main() {
    // A queen on each square of 100 boards. Each board has one piece more than the one before it.
    let boards = (0..100).scan(0_u64, |occupied, step| {
        *occupied |= 1 << (step * 37 % 64);
        Some(*occupied)
    });
    let (squares, occupied): (Vec<Square>, Vec<u64>) =
        boards.flat_map(|occupied| Square::ALL.map(|square| (square, occupied))).unzip();

    // The caller owns the memory. The level is chosen once per call, not once per queen.
    let mut attacks = vec![0; squares.len()];
    batch::queen_attacks(&squares, &occupied, &mut attacks);

    let mobility: u32 = attacks.iter().map(|attacks| attacks.count_ones()).sum();
    println!("{} queens attack {mobility} squares, computed by level {}", squares.len(), level::active());

    // The same as one queen at a time.
    for ((&square, &occupied), &attacks) in squares.iter().zip(&occupied).zip(&attacks) {
        assert_eq!(attacks, quadline::queen_attacks(square, occupied));
    }
}

#[test]
fn runs() {
    main();
}
