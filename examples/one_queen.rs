//! Computes the attacks of one queen and draws them: `cargo run --example one_queen`.

use quadline::{Bitboard, Square, bitboard, queen_attacks, queen_attacks_x4};

fn main() {
    let occupied = bitboard! {
        . . . . . . . .
        . . . 1 . . . .
        . 1 . . . . . .
        . . . . . . . .
        . . . 1 . 1 . .
        . . . . 1 . . .
        . . . . . . . .
        . . . . . . . .
    };

    // The queen on d4 attacks each square up to and including the first piece in each direction.
    let attacks = queen_attacks(Square::D4, occupied);
    println!("A queen on d4 attacks {} squares:\n\n{}\n", attacks.count_ones(), Bitboard(attacks));
    assert_eq!(attacks.count_ones(), 21);

    // The four lines come from one pass, and the rook's and the bishop's attacks with them.
    let lines = queen_attacks_x4(Square::D4, occupied);
    println!("On the rank of d4:\n\n{}", Bitboard(lines.rank()));
    assert_eq!(lines.rook() | lines.bishop(), attacks);
}

#[test]
fn runs() {
    main();
}
