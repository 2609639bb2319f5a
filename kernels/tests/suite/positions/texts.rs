//! Keys of positions, FENs and UCI notation.

use quadline_conformance::Kernels;
use quadline_conformance::boards::Words;
use quadline_conformance::positions::known::KNOWN;
use quadline_conformance::positions::*;
use quadline_kernels::{Position, Setup, Square, ZobristKeys};

use crate::{every, percent};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Known positions, those made for legality, all with their mirror images, and random ones.
fn positions(words: &mut Words, random_ones: usize) -> Vec<Position> {
    let known = KNOWN.iter().map(|known| known.fen).chain(MADE_FOR_LEGALITY.iter().copied()).map(position);
    let mut positions: Vec<_> = known.flat_map(|each| [each, each.mirrored()]).collect();
    positions.extend((0..random_ones).map(|_| random::position(words)));
    positions
}

#[test]
fn keys() {
    let mut words = Words(0x1970_2016);
    let numbers = key_numbers(&mut words);
    let positions = positions(&mut words, (2_000 * percent()).div_ceil(100));
    for (position, other) in positions.iter().zip(positions.iter().rev()) {
        prop_keys_equal_oracle(&numbers, position, other);
        prop_key_sets_equal_oracle(&mut words, &numbers, position, other);
    }
}

/// Keys of all numbers of positions up to two groups and a rest, at different alignments, and of many
/// positions.
#[test]
fn keys_of_many() {
    let mut words = Words(0xba7c_4201);
    let mut positions = positions(&mut words, (2_000 * percent()).div_ceil(100));
    positions.extend(castling_positions().step_by(every()));
    for at in 1..positions.len() {
        positions.swap(at, words.word() as usize % (at + 1));
    }
    let expected = expected_keys(&positions);
    for kernel in &Kernels::of_this_cpu().engine {
        prop_keys_of_many_equal_oracle(&**kernel, &positions, &expected, 1);
        for length in (0..=200).filter(|length| (length + 1) % every().min(7) == 0) {
            let start = (words.word() >> 8) as usize % (positions.len() - length);
            let range = start..start + length;
            prop_keys_of_many_equal_oracle(&**kernel, &positions[range.clone()], &expected[range], length);
        }
    }
}

/// Every file of the en passant square, with own pawns on any files of their rank: the square counts if a
/// pawn is on the next file, and not if one is on the other edge of the board.
#[test]
fn en_passant_squares_in_keys() {
    let mut words = Words(0xe9_a55a);
    let numbers = key_numbers(&mut words);
    let keys = ZobristKeys::from_numbers(numbers);
    let kings = Square::A1.bit() | Square::H8.bit();
    for file in 0..8 {
        let on = |rank: u8, file: u8| Square::new_masked(8 * rank + file);
        for files in (0..=u8::MAX).filter(|files| files >> file & 1 == 0) {
            // Own pawns on the rank of the enemy pawn, and on the ranks around it.
            for rank in 3..6 {
                let own = u64::from(files) << (8 * rank) & !on(5, file).bit();
                let setup = Setup {
                    white: Square::A1.bit() | own,
                    black: Square::H8.bit() | on(4, file).bit(),
                    pawns: own | on(4, file).bit(),
                    kings,
                    en_passant: Some(on(5, file)),
                    ..Setup::default()
                };
                let position = Position::new(setup).expect("a position");
                let without = Position::new(Setup { en_passant: None, ..setup }).expect("a position");
                let is_beside = rank == 4
                    && [file.wrapping_sub(1), file + 1].iter().any(|&f| f < 8 && files >> f & 1 == 1);
                for (position, without) in [(position, without), (position.mirrored(), without.mirrored())] {
                    let difference = keys.key(&position) ^ keys.key(&without);
                    let expected = if is_beside { numbers[772 + usize::from(file)] } else { 0 };
                    assert_eq!(difference, expected, "{position:?}");
                    let found = position.polyglot_key() == without.polyglot_key();
                    assert_eq!(found, !is_beside, "{position:?}");
                }
            }
        }
    }
}

/// A pawn on the other edge of the board does not attack the en passant square.
#[test]
fn pawns_around_the_edge_in_keys() {
    for (with, without) in [
        (
            "rnbqkbnr/1ppppppp/8/p7/7P/8/PPPPPPP1/RNBQKBNR w KQkq a6 0 1",
            "rnbqkbnr/1ppppppp/8/p7/7P/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1",
        ),
        ("4k3/8/P7/P6p/8/8/8/4K3 w - h6 0 1", "4k3/8/P7/P6p/8/8/8/4K3 w - - 0 1"),
    ] {
        assert_eq!(position(with).polyglot_key(), position(without).polyglot_key(), "{with}");
        let mirrored = [with, without].map(|fen| position(fen).mirrored().polyglot_key());
        assert_eq!(mirrored[0], mirrored[1], "{with}");
    }
}

#[test]
fn positions_are_written_as_by_the_oracle() {
    let mut words = Words(0x0fe2);
    for position in positions(&mut words, (10_000 * percent()).div_ceil(100)) {
        prop_a_position_is_written_as_by_the_oracle(&position);
    }
    castling_positions().step_by(every()).for_each(|each| prop_a_position_is_written_as_by_the_oracle(&each));
    // Words that are no position are written as well.
    for _ in 0..(1_000 * percent()).div_ceil(100) {
        assert_eq!(random::unruly(&mut words).to_string().lines().count(), 1);
    }
}

#[test]
fn numbers_of_chess960_are_the_positions_of_the_oracle() {
    (0..1_000).chain([u16::MAX]).for_each(prop_chess960_equals_oracle);
}

/// FENs with characters replaced, removed, repeated, and bytes that are not UTF-8.
#[test]
fn bytes_that_are_nearly_fens() {
    let mut words = Words(0xbad_fe2);
    let characters = b"KQRBNPkqrbnp12345678/ wb-abcdefghABCDEFGH09\t\xff\xc3\x80\0";
    for position in positions(&mut words, (3_000 * percent()).div_ceil(100)) {
        let fen = position.to_string().into_bytes();
        prop_fen_bytes(&fen);
        for _ in 0..4 {
            let mut bytes = fen.clone();
            let at = words.word() as usize % bytes.len();
            let character = characters[(words.word() >> 20) as usize % characters.len()];
            match words.word() >> 9 & 3 {
                0 => bytes[at] = character,
                1 => bytes.insert(at, character),
                2 => bytes.truncate(at),
                _ => _ = bytes.remove(at),
            }
            prop_fen_bytes(&bytes);
        }
    }
}

#[test]
fn every_move_is_written_as_by_the_oracle() {
    for chess_move in all_moves() {
        prop_a_move_is_written_as_by_the_oracle(chess_move);
    }
}

/// The text of every move, right and wrong.
#[test]
fn every_text_of_a_move_is_read_as_by_the_oracle() {
    let mut words = Words(0x0c1);
    for (index, position) in positions(&mut words, (300 * percent()).div_ceil(100)).into_iter().enumerate() {
        let texts = uci_texts(&position);
        for text in texts.iter().skip(index % every().min(11)).step_by(every().min(11)) {
            prop_uci_equals_oracle(&position, text);
        }
    }
}
