//! Tests of `kernels/src/steps.rs`.

use quadline_properties::boards::Words;

use quadline_kernels::internal::steps::{king_attacks, knight_attacks, pawn_attacks};
use quadline_kernels::*;

#[test]
fn steps_end_at_the_edges() {
    let corners_and_centre = bitboard! {
        1 . . . . . . 1
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . 1 . . .
        . . . . . . . .
        . . . . . . . .
        1 . . . . . . 1
    };
    assert_eq!(
        knight_attacks(corners_and_centre),
        bitboard! {
            . . . . . . . .
            . . 1 . . 1 . .
            . 1 . 1 . 1 1 .
            . . 1 . . . 1 .
            . . . . . . . .
            . 1 1 . . . 1 .
            . . 1 1 . 1 . .
            . . . . . . . .
        }
    );
    assert_eq!(
        king_attacks(corners_and_centre),
        bitboard! {
            . 1 . . . . 1 .
            1 1 . . . . 1 1
            . . . . . . . .
            . . . 1 1 1 . .
            . . . 1 . 1 . .
            . . . 1 1 1 . .
            1 1 . . . . 1 1
            . 1 . . . . 1 .
        }
    );
    assert_eq!(
        pawn_attacks(Color::White, corners_and_centre),
        bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . 1 . 1 . .
            . . . . . . . .
            . . . . . . . .
            . 1 . . . . 1 .
            . . . . . . . .
        }
    );
    assert_eq!(
        pawn_attacks(Color::Black, corners_and_centre),
        pawn_attacks(Color::White, corners_and_centre.swap_bytes()).swap_bytes()
    );
}

/// Checks each piece alone, by the distance of its steps, and sets in which many pieces attack one
/// square.
#[test]
fn pieces_alone_and_together() {
    fn attacks(pieces: u64, steps: fn(i32, i32) -> bool) -> u64 {
        let goes =
            |&(from, to): &(i32, i32)| pieces & 1 << from != 0 && steps(to % 8 - from % 8, to / 8 - from / 8);
        let pairs = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
        pairs.filter(goes).fold(0, |attacked, (_, to)| attacked | 1 << to)
    }
    let mut words = Words(0x57e9);
    let sets = (0..100).map(|_| words.word());
    for pieces in (0..64).map(|square| 1 << square).chain(sets) {
        let knights = attacks(pieces, |files, ranks| files * files + ranks * ranks == 5);
        let kings = attacks(pieces, |files, ranks| files.abs().max(ranks.abs()) == 1);
        let white = attacks(pieces, |files, ranks| files.abs() == 1 && ranks == 1);
        let black = attacks(pieces, |files, ranks| files.abs() == 1 && ranks == -1);
        assert_eq!([knight_attacks(pieces), king_attacks(pieces)], [knights, kings], "{pieces:#x}");
        let pawns = [Color::White, Color::Black].map(|color| pawn_attacks(color, pieces));
        assert_eq!(pawns, [white, black], "{pieces:#x}");
    }
}
