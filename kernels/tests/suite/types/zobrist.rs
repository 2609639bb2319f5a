//! Tests of `kernels/src/chess/zobrist.rs`.

use quadline_properties::boards::Words;
use quadline_properties::positions::random;

use quadline_kernels::*;

/// Checks each number against the FEN of a position.
#[test]
fn each_number_is_where_the_format_says() {
    let mut words = Words(0x2016_1970);
    let numbers = core::array::from_fn(|_| words.word());
    let keys = ZobristKeys::from_numbers(numbers);
    let of_files = [0; 2].map(|_| [0; 8].map(|_: u64| words.word()));
    let by_file = keys.by_file(of_files);
    for (fen, rights, file) in [
        ("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", &[0, 1, 2, 3][..], Some(3)),
        ("r3k2r/8/8/8/pP6/8/8/R3K2R b Kq b3 0 1", &[0, 3], Some(1)),
        // No pawn attacks the square.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qk e3 0 1", &[1, 2], None),
        ("8/2k5/8/pP6/8/8/8/K6Q w - a6 0 1", &[], Some(0)),
        ("8/2k5/8/6Pp/8/8/8/K6Q w - h6 0 1", &[], Some(7)),
    ] {
        let position: Position = fen.parse().expect(fen);
        let board = fen.split(' ').next().expect(fen);
        let mut expected = if fen.contains(" w ") { numbers[780] } else { 0 };
        for (rank, row) in (0..8).rev().zip(board.split('/')) {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    let kind = "pPnNbBrRqQkK".find(letter).expect("a piece");
                    expected ^= numbers[64 * kind + 8 * rank + file];
                    file += 1;
                }
            }
        }
        let corners = |right: usize| of_files[right / 2][7 - 7 * (right % 2)];
        let castling = rights.iter().fold(0, |key, right| key ^ numbers[768 + right]);
        let castling_by_file = rights.iter().fold(0, |key, &right| key ^ corners(right));
        expected ^= castling;
        expected ^= file.map_or(0, |file: usize| numbers[772 + file]);
        assert_eq!(keys.key(&position), expected, "{fen}");
        assert_eq!(by_file.key(&position), expected ^ castling ^ castling_by_file, "{fen}");
    }
}

#[test]
fn keys_are_updated_along_games() {
    let mut words = Words(0x9a3e);
    for _ in 0..40 {
        let start = random::start(&mut words);
        // The conformance package links a build of this crate without `cfg(test)`, so its positions are
        // another type.
        let game = random::game(&mut words, start, 100).map(|each| Position::from_words(*each.words()));
        let game: Vec<_> = game.collect();
        let mut key = ZobristKeys::DEFAULT.key(&game[0]);
        for pair in game.windows(2) {
            key = ZobristKeys::DEFAULT.update(key, &pair[0], &pair[1]);
            assert_eq!(key, ZobristKeys::DEFAULT.key(&pair[1]), "{:?} {:?}", pair[0], pair[1]);
        }
    }
}

#[test]
fn keys_are_updated_between_any_positions() {
    let fens = [
        "4k3/8/8/8/8/8/8/3RK3 w D - 0 1",
        // The rook keeps its right, and is on the other side of the king.
        "4k3/8/8/8/8/8/8/2KR4 b D - 0 1",
        "4k3/8/8/8/8/8/8/3RK3 b - - 0 1",
        "2kr4/8/8/8/8/8/8/3RK3 w Dd - 0 1",
        "3rk3/8/8/8/8/8/8/3RK3 b Dd - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "8/2k5/8/pP6/8/8/8/K6Q w - a6 0 1",
    ];
    let positions = fens.map(|fen| fen.parse::<Position>().expect(fen));
    for keys in [ZobristKeys::DEFAULT, ZobristKeys::POLYGLOT] {
        for before in &positions {
            for chess_move in before.moves() {
                let after = before.play(chess_move);
                let found = keys.key_after(keys.key(before), before, chess_move);
                assert_eq!(found, keys.key(&after), "{before} {chess_move}");
            }
            // Without castling rights and en passant, a key has the numbers of pieces and of the side to move.
            let numbers = Square::ALL
                .map(|square| before.piece_at(square).map_or(0, |piece| keys.of_piece(piece, square)));
            let white = if before.side_to_move() == Color::White { keys.of_white_to_move() } else { 0 };
            let setup = Setup { castling_rooks: 0, en_passant: None, ..Setup::from(*before) };
            let expected = numbers.into_iter().fold(white, |key, number| key ^ number);
            assert_eq!(keys.key(&Position::new_unchecked(setup)), expected, "{before}");
            for after in &positions {
                assert_eq!(keys.update(keys.key(before), before, after), keys.key(after), "{before} {after}");
            }
        }
    }
}
