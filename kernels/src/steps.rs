//! Attacks of sets of pawns, knights and kings, computed by shifts without tables.
//!
//! See [knight pattern](https://www.chessprogramming.org/Knight_Pattern) in the Chess Programming Wiki.

use crate::Color;
use crate::line::{A_FILE, H_FILE};

/// The leaps of a knight, as files and ranks. Opposite leaps are four apart.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the squares that knights attack.
#[must_use]
pub const fn knight_attacks(knights: u64) -> u64 {
    let one_file = (knights & !H_FILE) << 1 | (knights & !A_FILE) >> 1;
    let two_files = (knights & !(H_FILE | H_FILE >> 1)) << 2 | (knights & !(A_FILE | A_FILE << 1)) >> 2;
    one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8
}

/// Returns the squares that kings attack.
#[must_use]
pub const fn king_attacks(kings: u64) -> u64 {
    let beside = (kings & !H_FILE) << 1 | (kings & !A_FILE) >> 1;
    let three_files = beside | kings;
    beside | three_files << 8 | three_files >> 8
}

/// Returns the squares that pawns of one color attack.
#[must_use]
pub const fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    let beside = (pawns & !H_FILE) << 1 | (pawns & !A_FILE) >> 1;
    match color {
        Color::White => beside << 8,
        Color::Black => beside >> 8,
    }
}

#[cfg(test)]
mod tests {
    use quadline_properties::boards::Words;

    use super::*;
    use crate::bitboard;

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
            let goes = |&(from, to): &(i32, i32)| {
                pieces & 1 << from != 0 && steps(to % 8 - from % 8, to / 8 - from / 8)
            };
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
}
