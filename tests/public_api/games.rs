//! Moves in SAN and movetext that people and programs write, right and wrong.

use quadline::{Movetext, MovetextError, MovetextProblem, ParseMoveError, Position};

/// Returns the moves before the end or the error, in SAN, and the error.
fn replay(start: Position, text: impl AsRef<[u8]>) -> (Vec<String>, Option<MovetextError>) {
    let (mut moves, mut error) = (Vec::new(), None);
    for ply in Movetext::new(start, text) {
        match ply {
            Ok((position, chess_move)) => moves.push(position.to_san(chess_move).to_string()),
            Err(wrong) => error = Some(wrong),
        }
    }
    (moves, error)
}

/// Returns the offset and the number of moves before an error, and its message.
fn wrong(text: impl AsRef<[u8]>) -> (usize, usize, String) {
    let (moves, error) = replay(Position::START, text.as_ref());
    let error = error.unwrap_or_else(|| panic!("{:?}", String::from_utf8_lossy(text.as_ref())));
    assert_eq!(moves.len(), error.ply());
    (error.offset(), error.ply(), error.to_string())
}

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

#[test]
fn games_that_are_cut() {
    // In the middle of a move, of a comment and of a variation.
    for (text, offset, ply, message) in [
        ("1. e4 e5 2. N", 12, 2, "expected standard algebraic notation"),
        ("1. e4 e5 2. Nf", 12, 2, "expected standard algebraic notation"),
        ("1. e4 e", 6, 1, "expected standard algebraic notation"),
        ("1. e4 {a comm", 6, 1, "no closing '}'"),
        ("1. e4 (1. d4 {)}", 6, 1, "no closing ')'"),
        ("1. e4 $", 6, 1, "neither the number of a move"),
    ] {
        let (at, plies, error) = wrong(text);
        assert_eq!((at, plies), (offset, ply), "{text}: {error}");
        assert!(error.contains(message), "{text}: {error}");
    }
    // Between moves, where nothing is wrong.
    for text in ["", "1", "1.", "1. e4", "1. e4 e5 2", "1. e4 e5 2. ", "1. e4 ;", "1. e4 e5 $1"] {
        assert!(replay(Position::START, text).1.is_none(), "{text}");
    }
}

#[test]
fn moves_of_the_other_side() {
    let (at, ply, error) = wrong("1. e5 e4");
    assert_eq!((at, ply), (3, 0));
    assert_eq!(error, "movetext, byte 3, ply 1: invalid move \"e5\": no white pawn can move to e5");
    assert_eq!(
        wrong("1. e4 e4").2,
        "movetext, byte 6, ply 2: invalid move \"e4\": no black pawn can move to e4"
    );
}

#[test]
fn null_moves() {
    for text in ["--", "Z0", "0000", "@@@@"] {
        let (at, ply, error) = wrong(format!("1. e4 {text} 2. d4"));
        assert_eq!((at, ply), (6, 1), "{error}");
        assert!(error.contains("is a null move"), "{error}");
    }
}

#[test]
fn results() {
    for result in ["1-0", "0-1", "1/2-1/2", "1/2", "*"] {
        let text = format!("1. e4 {result}\n\n[Event \"next\"]");
        let mut game = Movetext::new(Position::START, &text);
        assert_eq!(game.by_ref().filter_map(Result::ok).count(), 1);
        assert_eq!(&text[game.offset()..], "\n\n[Event \"next\"]");
    }
    // A result that is glued to a move, to another one or to a number.
    for (text, offset) in
        [("1. e4 e51-0", 6), ("1. e4 e5# 1-00-1", 10), ("1. e4 e5 2.Qh5+1-0", 11), ("1. e4 1-0e5", 6)]
    {
        let (at, _, error) = wrong(text);
        assert_eq!(at, offset, "{text}: {error}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let (at, ply, error) = wrong(b"1. e4 \xff\xfe\x00 e5");
    assert_eq!((at, ply), (6, 1), "{error}");
    assert!(error.contains("\\xff\\xfe"), "{error}");
    for byte in 0..=255u8 {
        // No byte panics, wherever it is.
        for text in
            [vec![byte], vec![b'e', byte], vec![b'e', b'4', byte], vec![b'1', byte, b'e'], vec![byte; 9]]
        {
            replay(Position::START, &text);
            let _ = Position::START.parse_san(&text);
        }
    }
}

/// The time is proportional to the length, and an error has room for the beginning of the text only.
#[test]
fn ten_megabytes_without_a_space() {
    for pattern in ["e4", "1.e4", "(", "{", "{}", "()", "$1", "1", ".", "O-O", "x", "("] {
        let text = pattern.repeat(10_000_000 / pattern.len());
        let (moves, error) = replay(Position::START, &text);
        assert!(moves.len() <= 1, "{pattern}");
        if let Some(error) = error {
            assert!(error.to_string().len() < 300, "{error}");
        }
        assert!(Position::START.parse_san(&text).is_err());
    }
}

#[test]
fn tags_and_ends_without_a_beginning() {
    assert!(wrong("[Event \"?\"]\n\n1. e4").2.contains("a tag pair begins here"));
    assert!(wrong("1. e4 ) e5").2.contains("')' closes nothing"));
    assert!(wrong("1. e4 } e5").2.contains("'}' closes nothing"));
    let (_, error) = replay(Position::START, "1. e4 )");
    assert!(matches!(error.expect("an error").problem(), MovetextProblem::Unmatched(')')));
}

/// The oracle of the suite compares every spelling. These are the messages.
#[test]
fn errors_name_the_candidates() {
    let rooks = position("4k3/8/8/8/8/8/8/R4R1K w - - 0 1");
    let knights = position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    for (position, text, message) in [
        (rooks, "Rd1", "the rooks on a1 and f1 can move to d1; add the file or the rank of one"),
        (rooks, "Rhd1", "only the rook on a1 and f1 can move to d1"),
        (rooks, "Rxd1", "there is nothing to capture on d1"),
        (rooks, "Rf1", "f1 has a white piece, which is not a rook to castle with"),
        (rooks, "Qd1", "no white queen can move to d1"),
        (rooks, "O-O", "white has no right to castle on this side"),
        (rooks, "Kf7=Q", "the piece is not a pawn"),
        (knights, "Nce2", "only the knight on g1 can move to e2"),
        (knights, "Nd5", "if the knight on c3 moved to d5, its own king would be attacked"),
        (position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8", "must be promoted"),
        (position("r3k3/8/8/8/8/8/8/R2QK3 w Q - 0 1"), "O-O-O", "cannot castle with the rook on a1 now"),
        (Position::START, "e2-e4", "expected standard algebraic notation"),
        (Position::START, "", "expected standard algebraic notation"),
        (Position::START, "e4 ", "expected standard algebraic notation"),
    ] {
        let error = position.parse_san(text).expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    // The pinned knight is not a candidate.
    let chess_move = knights.parse_san("Ne2").expect("a move");
    assert_eq!(knights.to_san(chess_move), "Ne2");
    assert!(matches!(rooks.parse_san("Rd1"), Err(ParseMoveError::Ambiguous { candidates: 0x21, .. })));
}

/// A game with everything that the PGN standard allows between moves.
#[test]
fn a_decorated_game() {
    let text = "1. e4 e5 {a (comment} 2. Nf3 (2. f4 {)} exf4 (2... d5)) 2... Nc6 $10 ; the rest ( {\n\
                % a line for another program 1. a4\n 3.Bb5 a6!? 4 Ba4 Nf6 ? 5. 0-0 Nxe4!! {[%clk 0:01:02]}{}6.d4 1-0";
    let (moves, error) = replay(Position::START, text);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(moves.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4");
}
