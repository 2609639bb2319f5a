//! Tests of `kernels/src/chess/mod.rs`.

use quadline_kernels::*;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn squares(names: &str) -> u64 {
    names.split_whitespace().map(|name| name.parse::<Square>().expect(name).bit()).sum()
}

#[test]
fn a_position_is_one_cache_line() {
    assert_eq!((size_of::<Position>(), align_of::<Position>()), (64, 64));
    assert_eq!(Position::default(), Position::START);
}

#[test]
fn bitboards_of_every_kind() {
    let position = position("r3k2b/1q6/8/3pP3/8/8/1N6/R3K1Q1 b Qq - 0 1");
    assert_eq!(position.white(), squares("e5 b2 a1 e1 g1"));
    assert_eq!(position.black(), squares("a8 e8 h8 b7 d5"));
    assert_eq!(position.occupied(), position.white() | position.black());
    assert_eq!(position.pawns(), squares("d5 e5"));
    assert_eq!(position.knights(), squares("b2"));
    assert_eq!(position.bishops(), squares("h8"));
    assert_eq!(position.rooks(), squares("a1 a8"));
    assert_eq!(position.queens(), squares("g1 b7"));
    assert_eq!(position.kings(), squares("e1 e8"));
    assert_eq!(position.diagonal_sliders(), squares("h8 g1 b7"));
    assert_eq!(position.orthogonal_sliders(), squares("a1 a8 g1 b7"));
    assert_eq!(position.castling_rooks(), squares("a1 a8"));
    assert_eq!(position.side_to_move(), Color::Black);
    assert_eq!(position.en_passant(), None);
    assert_eq!(Color::ALL.map(|color| position.king(color)), [Some(Square::E1), Some(Square::E8)]);
    let words = [
        position.white(),
        position.black(),
        position.pawns(),
        position.knights(),
        position.diagonal_sliders(),
        position.orthogonal_sliders(),
        position.kings(),
        squares("a1 a8 a5"),
    ];
    assert_eq!(position.words(), &words);
    for square in Square::ALL {
        let found = position.piece_at(square);
        for color in Color::ALL {
            for role in Role::ALL {
                let stands = position.color(color) & position.role(role) & square.bit() != 0;
                assert_eq!(stands, found == Some(Piece::new(color, role)), "{color} {role} on {square}");
            }
        }
    }
    // Bits without a meaning are cleared.
    let mut nonsense = words;
    nonsense[7] |= squares("b5 a2 h7 d4");
    assert_eq!(Position::from_words(nonsense), position);
}

#[test]
fn it_is_drawn() {
    let drawn = format!("{:?}", position("4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 1"));
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "Position(4k3/8/8/8/8/8/1p6/R3K3 w Q - 0 1)");
    assert_eq!(lines[1], ". . . . k . . .");
    assert_eq!(lines[7..], [". p . . . . . .", "R . . . K . . ."]);
}

#[test]
fn mirrored_twice_is_the_same() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    ] {
        let position = position(fen);
        let mirrored = position.mirrored();
        assert_ne!(mirrored, position);
        assert_eq!(mirrored.mirrored(), position);
        assert_eq!(Position::new(Setup::from(mirrored)), Ok(mirrored));
        for square in Square::ALL {
            let opposite = Square::new_masked(u8::from(square) ^ 56);
            let seen =
                mirrored.piece_at(opposite).map(|piece| Piece::new(piece.color().opponent(), piece.role()));
            assert_eq!(position.piece_at(square), seen);
        }
    }
    assert_eq!(
        position("4k2r/8/8/8/8/8/8/4K3 w k - 0 1").mirrored().to_string(),
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    );
}

#[test]
fn what_is_wrong_with_bitboards_is_said() {
    let kings =
        Setup { white: squares("e1"), black: squares("e8"), kings: squares("e1 e8"), ..Setup::default() };
    assert!(Position::new(kings).is_ok());
    let rooks = Setup { white: squares("a1 b1 e1 h1"), rooks: squares("a1 b1 h1"), ..kings };
    let passed =
        Setup { black: squares("e8 d5"), pawns: squares("d5"), en_passant: Some(Square::D6), ..kings };
    assert!(Position::new(passed).is_ok());
    let cases = [
        (Setup { white: squares("e1 e8"), ..kings }, "piece placement: e8 belongs to both white and black; "),
        (
            Setup { knights: squares("c3"), ..kings },
            "piece placement: the knight on c3 belongs to neither white nor",
        ),
        (
            Setup { black: squares("e8 g7"), ..kings },
            "piece placement: g7 belongs to black, but there is no piece on it",
        ),
        (Setup { queens: squares("e1"), ..kings }, "piece placement: e1 has both a queen and a king; "),
        (
            Setup { bishops: squares("e8"), rooks: squares("e8"), ..kings },
            "piece placement: e8 has both a bishop and a rook",
        ),
        (Setup { white: 0, kings: squares("e8"), ..kings }, "piece placement: number of white kings: 0; "),
        (
            Setup { black: squares("e8 a8"), kings: squares("e1 e8 a8"), ..kings },
            "piece placement: number of black kings: 2; ",
        ),
        (
            Setup { white: squares("e1 h8"), pawns: squares("h8"), ..kings },
            "piece placement: there is a pawn on h8; ",
        ),
        (
            Setup { white: squares("e1 e3"), rooks: squares("e3"), ..kings },
            "side to move: white is to move, but the black king on e8 is in check; ",
        ),
        (
            Setup { castling_rooks: squares("a2"), ..kings },
            "castling rights: a2 is on the wrong rank; rooks that may castle are on ranks 1 and 8",
        ),
        (
            Setup { castling_rooks: squares("a8"), ..rooks },
            "castling rights: a8 requires the black king on rank 8 and a black rook on a8",
        ),
        // Neither a piece of its own that is not a rook, nor a rook of the enemy.
        (
            Setup { rooks: squares("a1 b1"), bishops: squares("h1"), castling_rooks: squares("h1"), ..rooks },
            "castling rights: h1 requires the white king on rank 1 and a white rook on h1",
        ),
        (
            Setup {
                white: squares("e1 g1"),
                black: squares("e8 h1"),
                knights: squares("g1"),
                rooks: squares("h1"),
                castling_rooks: squares("h1"),
                ..kings
            },
            "castling rights: h1 requires the white king on rank 1 and a white rook on h1",
        ),
        (
            Setup { castling_rooks: squares("a1 b1"), ..rooks },
            "castling rights: b1 repeats a castling right; ",
        ),
        (
            Setup {
                white: squares("c1 e1 g1 h1"),
                rooks: squares("c1 g1 h1"),
                castling_rooks: squares("c1 g1 h1"),
                ..rooks
            },
            "castling rights: h1 repeats a castling right; ",
        ),
        (
            Setup {
                white: squares("a1 e2"),
                kings: squares("e2 e8"),
                rooks: squares("a1"),
                castling_rooks: 1,
                ..kings
            },
            "castling rights: a1 requires the white king on rank 1 and",
        ),
        (
            Setup { en_passant: Some(Square::D5), ..passed },
            "en passant square: d5 is on the wrong rank; with white to move, it must be on rank 6",
        ),
        (
            Setup { en_passant: Some(Square::C6), ..passed },
            "en passant square: no pawn on c5 has just passed c6",
        ),
        (
            Setup { black: squares("e8 d5 d7"), knights: squares("d7"), ..passed },
            "en passant square: a pawn can only have passed d6 if d7 is empty",
        ),
    ];
    for (setup, start) in cases {
        let message = Position::new(setup).expect_err(start).to_string();
        assert!(message.starts_with(start), "     got: {message}\nexpected: {start}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    for castling_rooks in ["a1 h1", "b1 h1", "b1", "h1"] {
        let setup = Setup { castling_rooks: squares(castling_rooks), ..rooks };
        assert_eq!(Position::new(setup).map(|position| position.castling_rooks()), Ok(setup.castling_rooks));
    }
}

/// Checks the position after a line of moves in UCI notation.
#[track_caller]
fn assert_play(fen: &str, moves: &str, after: &str) {
    let mut position = position(fen);
    for text in moves.split_whitespace() {
        let chess_move = position.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position = position.play(chess_move);
        // The result is a valid position and equals its FEN when parsed.
        assert_eq!(Position::new(Setup::from(position)), Ok(position));
        assert_eq!(position.to_string().parse(), Ok(position));
    }
    assert_eq!(position.to_string(), after, "{fen} {moves}");
}

#[test]
fn moves_are_made() {
    let start = &Position::START.to_string();
    assert_play(start, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_play(start, "e2e4 d7d5 e4d5", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    // The en passant square is set if an enemy pawn is beside the pawn, on either side but not around the
    // edge.
    assert_play(
        start,
        "e2e4 a7a6 e4e5 d7d5",
        "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 1",
    );
    assert_play(
        start,
        "e2e4 a7a6 e4e5 f7f5",
        "rnbqkbnr/1pppp1pp/p7/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 1",
    );
    assert_play(
        start,
        "e2e4 a7a6 e4e5 f7f5 b1c3",
        "rnbqkbnr/1pppp1pp/p7/4Pp2/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 1",
    );
    assert_play(
        start,
        "e2e4 a7a6 e4e5 f7f5 e5f6",
        "rnbqkbnr/1pppp1pp/p4P2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    assert_play(
        start,
        "g1f3 d7d5 f3g1 d5d4 e2e4 d4e3",
        "rnbqkbnr/ppp1pppp/8/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
    );
    assert_play("4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", "4k3/8/8/P6p/8/8/8/4K3 w - - 0 1");
    assert_play("4k3/p7/8/7P/8/8/8/4K3 b - - 0 1", "a7a5", "4k3/8/8/p6P/8/8/8/4K3 w - - 0 1");
    assert_play("4k3/8/8/8/7p/p7/P5P1/4K3 w - - 0 1", "g2g4", "4k3/8/8/8/6Pp/p7/P7/4K3 b - g3 0 1");
    // A pawn of the same color beside it cannot capture it.
    assert_play("4k3/8/8/8/7P/8/6P1/4K3 w - - 0 1", "g2g4", "4k3/8/8/8/6PP/8/8/4K3 b - - 0 1");
    assert_play("4k3/6p1/8/7p/8/8/8/4K3 b - - 0 1", "g7g5", "4k3/8/8/6pp/8/8/8/4K3 w - - 0 1");

    let corners = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_play(corners, "e1g1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 0 1");
    assert_play(corners, "e1c1 e8g8", "r4rk1/8/8/8/8/8/8/2KR3R w - - 0 1");
    assert_play(corners, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 0 1");
    assert_play(corners, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    assert_play(corners, "h1g1 a8b8", "1r2k2r/8/8/8/8/8/8/R3K1R1 w Qk - 0 1");
    // King and rook of Chess960 on each other's destination, and on their own.
    assert_play("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1");
    assert_play("4k3/8/8/8/8/8/8/2KR3R w D - 0 1", "c1d1", "4k3/8/8/8/8/8/8/5RKR b - - 0 1");
    assert_play("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 0 1");
    assert_play("6kr/8/8/8/8/8/8/4K3 b h - 0 1", "g8h8", "5rk1/8/8/8/8/8/8/4K3 w - - 0 1");

    let last_but_one = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (letter, piece) in [('n', 'N'), ('b', 'B'), ('r', 'R'), ('q', 'Q')] {
        let (push, capture) = (format!("a7a8{letter}"), format!("a7b8{letter}"));
        assert_play(last_but_one, &push, &format!("{piece}n2k3/8/8/8/8/8/8/4K3 b - - 0 1"));
        assert_play(last_but_one, &capture, &format!("1{piece}2k3/8/8/8/8/8/8/4K3 b - - 0 1"));
    }
}

#[test]
fn a_move_has_sixteen_bits() {
    let mut kinds =
        [MoveKind::Normal, MoveKind::DoublePush, MoveKind::EnPassant, MoveKind::Castling].to_vec();
    kinds.extend(Role::PROMOTIONS.map(MoveKind::Promotion));
    for (number, &kind) in (0..).zip(&kinds) {
        for (from, to) in [(Square::A1, Square::H8), (Square::H8, Square::A1), (Square::E2, Square::E4)] {
            let chess_move = Move::new(from, to, kind);
            assert_eq!((chess_move.from(), chess_move.to(), chess_move.kind()), (from, to, kind));
            assert_eq!(chess_move.to_bits(), from.index() as u16 | (to.index() as u16) << 6 | number << 12);
            assert_eq!(Move::from_bits(chess_move.to_bits()), chess_move);
            assert_eq!(Move::from_bits(chess_move.to_bits() | 1 << 15), chess_move);
            assert_eq!(chess_move.is_castling(), kind == MoveKind::Castling);
            assert_eq!(chess_move.is_en_passant(), kind == MoveKind::EnPassant);
            assert_eq!(chess_move.promotion().map(MoveKind::Promotion), Some(kind).filter(|_| number >= 4));
        }
    }
    let promotion = |role| Move::new(Square::A7, Square::A8, MoveKind::Promotion(role));
    assert_eq!(promotion(Role::King), promotion(Role::Queen));
    assert_eq!(format!("{:?}", promotion(Role::Rook)), "Move(a7a8 Promotion(Rook))");
}

#[test]
fn uci_is_read_and_written() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", MoveKind::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1a1", MoveKind::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "e8h8", MoveKind::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8", MoveKind::Castling),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1", "e1g1", MoveKind::Castling),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1", "e1b1", MoveKind::Castling),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1g1", MoveKind::Normal),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "e1g1", MoveKind::Normal),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", MoveKind::EnPassant),
        ("4k3/8/3b4/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", "e5d6", MoveKind::Normal),
        ("4k3/8/8/3pPN2/8/8/8/4K3 w - d6 0 1", "f5d6", "f5d6", MoveKind::Normal),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "e2e4", MoveKind::DoublePush),
        ("3k4/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e4", "e2e4", MoveKind::Normal),
        ("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1n", "a2a1n", MoveKind::Promotion(Role::Knight)),
    ];
    for (fen, text, chess960, kind) in cases {
        let position = position(fen);
        for text in [text, chess960] {
            let chess_move = position.parse_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
            assert_eq!(chess_move.kind(), kind, "{fen} {text}");
            assert_eq!(chess_move, position.parse_uci(chess960).expect(chess960));
            assert_eq!(format!("{chess_move:#}"), chess960, "{fen}");
            assert_eq!(chess_move.to_uci_chess960(), chess960, "{fen}");
        }
        let chess_move = position.parse_uci(text).expect(text);
        assert_eq!(chess_move.to_string(), text, "{fen}");
        assert_eq!(chess_move.to_uci(), text, "{fen}");
    }
}

/// Every move of 16 bits, whether or not a piece moves like that, against the text made of its parts.
#[test]
fn every_move_has_its_uci_text() {
    for bits in 0..1 << 15 {
        let chess_move = Move::from_bits(bits);
        let (from, to) = (chess_move.from(), chess_move.to());
        let promotion = chess_move.promotion().map_or("".to_string(), |role| role.letter().to_string());
        let chess960 = format!("{from}{to}{promotion}");
        let standard = match (chess_move.is_castling(), from.file(), to.file()) {
            (true, 4, 0 | 7) => format!("{from}{}{}", if to > from { 'g' } else { 'c' }, from.rank() + 1),
            _ => chess960.clone(),
        };
        for (text, expected) in [(chess_move.to_uci(), &standard), (chess_move.to_uci_chess960(), &chess960)]
        {
            assert_eq!(*text, **expected);
            assert_eq!(text.as_bytes(), expected.as_bytes());
            assert_eq!(text.to_bytes()[..expected.len()], *expected.as_bytes());
            assert!(expected.len() == 5 || text.to_bytes()[4] == 0, "{expected}");
        }
        assert_eq!([chess_move.to_string(), format!("{chess_move:#}")], [standard, chess960]);
    }
    let text = Move::new(Square::A7, Square::A8, MoveKind::Promotion(Role::Rook)).to_uci();
    assert_eq!(format!("{text} {text:>7} {text:?}"), "a7a8r   a7a8r \"a7a8r\"");
    assert!(text == *"a7a8r" && text != *"a7a8" && text != "a7a8q");
    assert_eq!((AsRef::<str>::as_ref(&text), AsRef::<[u8]>::as_ref(&text)), ("a7a8r", &b"a7a8r"[..]));
}

#[test]
fn what_is_no_move_is_said() {
    let position = position("4k3/P7/8/8/8/8/4P3/4K2R w K - 0 1");
    let cases = [
        (
            "",
            "invalid move \"\": expected two squares, and n, b, r or q for a promotion, such as e2e4 or a7a8q",
        ),
        ("e2", "invalid move \"e2\": expected "),
        ("e2e9", "invalid move \"e2e9\": expected "),
        ("é2e4", "invalid move \"é2e4\": expected "),
        ("e2é", "invalid move \"e2é\": expected "),
        ("a7a8k", "invalid move \"a7a8k\": expected "),
        ("a7a8Q", "invalid move \"a7a8Q\": expected "),
        ("a7a8qq", "invalid move \"a7a8qq\": expected "),
        ("e8e7", "invalid move \"e8e7\": there is no white piece on e8"),
        ("e4e5", "invalid move \"e4e5\": there is no white piece on e4"),
        ("e1e2", "invalid move \"e1e2\": e2 has a white pawn, which is not a rook to castle with"),
        ("e2h1", "invalid move \"e2h1\": h1 has a white rook, which white cannot capture"),
        ("0000", "invalid move \"0000\": a null move is not legal"),
        ("a7a8", "invalid move \"a7a8\": a pawn that reaches a8 must be promoted; append n, b, r or q"),
        (
            "e2e3q",
            "invalid move \"e2e3q\": only a pawn that reaches the last rank can promote, and e3 is not on it",
        ),
        (
            "h1h8q",
            "invalid move \"h1h8q\": only a pawn that reaches the last rank can promote, and the piece is not a pawn",
        ),
    ];
    for (text, start) in cases {
        let message = position.parse_uci(text).expect_err(text).to_string();
        assert!(message.starts_with(start), "     got: {message}\nexpected: {start}");
    }
}

/// `unwrap` prints the same message as `Display`.
#[test]
fn errors_are_debugged_as_their_text() {
    let fen = "4k3/8/8/8/8/8/8/4K2x w - - 0 1".parse::<Position>().unwrap_err();
    assert_eq!(format!("{fen:?}"), format!("ParseFenError(column 20: {fen})"));
    let setup = Position::new(Setup::default()).unwrap_err();
    assert_eq!(format!("{setup:?}"), format!("InvalidPosition({setup})"));
    let chess_move = Position::START.parse_uci("e2e9").unwrap_err();
    assert_eq!(format!("{chess_move:?}"), format!("ParseMoveError({chess_move})"));
    let square = "e9".parse::<Square>().unwrap_err();
    assert_eq!(format!("{square:?}"), format!("ParseSquareError({square})"));
}

#[test]
fn checks_and_pins_are_drawn() {
    let mut checks_and_pins = ChecksAndPins::default();
    checks_and_pins.checkers = Square::D4.bit();
    let drawn = format!("{checks_and_pins:?}");
    assert!(
        drawn.contains("checkers: Bitboard(0x0000000008000000)") && drawn.contains(". . . 1 . . . ."),
        "{drawn}"
    );
}

/// Each number gives another position, which obeys the rules of Chess960 and whose parts give the number
/// again.
#[test]
fn starting_positions_of_chess960() {
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..960 {
        let position = Position::chess960(number).expect("a number below 960");
        assert_eq!(position.check(), Ok(()), "{number}");
        let fen = position.to_string();
        let (black, rest) = fen.split_once('/').expect("ranks");
        let white = black.to_uppercase();
        assert!(rest.starts_with(&format!("pppppppp/8/8/8/8/PPPPPPPP/{white} w ")), "{number}: {fen}");
        assert_eq!(position.castling_rooks(), position.rooks(), "{number}");
        let files = |piece| black.match_indices(piece).map(|(file, _)| file).collect::<Vec<_>>();
        let (bishops, rooks, king) = (files('b'), files('r'), files('k'));
        assert!(rooks[0] < king[0] && king[0] < rooks[1], "{number}: {black}");
        let of_shade =
            |odd| bishops.iter().find(|&&file| file % 2 == odd).expect("a bishop on each shade") / 2;
        let others: Vec<_> = black.chars().filter(|&piece| piece != 'b').collect();
        let queen = others.iter().position(|&piece| piece == 'q').expect("a queen");
        let places: Vec<_> = others.iter().filter(|&&piece| piece != 'q').collect();
        let knights: Vec<_> = (0..5).filter(|&place| *places[place] == 'n').collect();
        let knights = match knights[0] {
            0 => knights[1] - 1,
            1 => knights[1] + 2,
            2 => knights[1] + 4,
            _ => 9,
        };
        let parts = ((knights * 6 + queen) * 4 + of_shade(0)) * 4 + of_shade(1);
        assert_eq!(parts, usize::from(number), "{black}");
        assert!(seen.insert(white), "{number}: {black} again");
    }
    assert_eq!((Position::chess960(960), Position::chess960(u16::MAX)), (None, None));
    let last = Position::chess960(959).map(|position| position.to_string());
    assert_eq!(last.as_deref(), Some("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1"));
}

#[test]
fn pieces_of_a_color_and_a_role() {
    let position = position("r3k2b/1q6/8/3pP3/8/8/1N6/R3K1Q1 b Qq - 0 1");
    for color in Color::ALL {
        for role in Role::ALL {
            let is_there = |square: &Square| position.piece_at(*square) == Some(Piece::new(color, role));
            let expected = Square::ALL
                .iter()
                .filter(|square| is_there(square))
                .fold(0, |set, square| set | square.bit());
            assert_eq!(position.pieces(color, role), expected, "{color} {role}");
        }
    }
}

#[test]
fn squares_by_file_and_rank() {
    for (file, rank) in (0..=u8::MAX).flat_map(|file| (0..=u8::MAX).map(move |rank| (file, rank))) {
        let expected = Square::ALL.into_iter().find(|square| (square.file(), square.rank()) == (file, rank));
        assert_eq!(Square::at(file, rank), expected, "{file} {rank}");
    }
    assert!(Square::ALL.iter().enumerate().all(|(index, &square)| usize::from(square) == index));
}
