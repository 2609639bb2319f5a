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
    assert_eq!(error, "movetext, byte 3, after 0 plies: invalid move \"e5\": no white pawn can move to e5");
    assert_eq!(
        wrong("1. e4 e4").2,
        "movetext, byte 6, after 1 ply: invalid move \"e4\": no black pawn can move to e4"
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
    for (length, patterns) in [
        (10_000_000, &["e4", "1.e4", "(", "{", "{}", "()", "$1", "1", ".", "O-O", "x", "\n%"][..]),
        (1_000_000, &["=", "= ", "⩲", "N", "N ", "+-", "+- ", "½", "–", "e4+", "1+"]),
    ] {
        for pattern in patterns {
            let text = format!("e4 {}", pattern.repeat(length / pattern.len()));
            let (moves, error) = replay(Position::START, &text);
            assert!(moves.len() <= 1, "{pattern}");
            if let Some(error) = error {
                assert!(error.to_string().len() < 300, "{error}");
            }
            assert!(Position::START.parse_san(&text).is_err());
        }
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
    let castles = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let two_pawns = position("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    let pins = position("4k3/4r3/8/b7/1N6/8/4N3/4K3 w - - 0 1");
    let two_pins = position("4k3/8/8/b7/7b/8/3N1N2/4K3 w - - 0 1");
    let promotes = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let captures = position("4k3/8/8/3p4/4P3/8/3p4/1N2K3 w - - 0 1");
    for (position, text, message) in [
        (rooks, "Rd1", "the rooks on a1 and f1 can move to d1; write Rad1 or Rfd1"),
        (rooks, "Rhd1", "only the rooks on a1 and f1 can move to d1"),
        (rooks, "Rxd1", "there is nothing to capture on d1"),
        (rooks, "Rf1", "f1 has a white rook, which white cannot capture"),
        (rooks, "Qd1", "no white queen can move to d1"),
        (rooks, "O-O", "white has no right to castle on this side"),
        (rooks, "Kf7=Q", "the piece is not a pawn"),
        (knights, "Nce2", "only the knight on g1 can move to e2"),
        (knights, "Nd5", "if the knight on c3 moved to d5, its own king would be attacked"),
        (position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), "a8", "must be promoted"),
        (position("r3k3/8/8/8/8/8/8/R2QK3 w Q - 0 1"), "O-O-O", "cannot castle with the rook on a1 now"),
        (Position::START, "Ne2", "e2 has a white pawn, which white cannot capture"),
        (Position::START, "Ke2", "e2 has a white pawn, which white cannot capture"),
        (Position::START, "g1f3", "this is UCI notation, which parse_uci reads"),
        (Position::START, "e7e8q", "this is UCI notation, which parse_uci reads"),
        (Position::START, "e2e5", "no white pawn can move to e5"),
        (Position::START, "a8", "no white pawn can move to a8"),
        (Position::START, "--", "a null move is not legal"),
        (Position::START, "0000", "a null move is not legal"),
        (Position::START, "O–O", "'–' (U+2013) is not the hyphen '-' (U+002D); write '-'"),
        (Position::START, "0−0-0+", "'−' (U+2212) is not the hyphen"),
        (Position::START, "e2‑e4", "'‑' (U+2011) is not the hyphen"),
        (Position::START, "a–b", "expected standard algebraic notation"),
        (Position::START, "N9d2", "expected standard algebraic notation"),
        (Position::START, "O-0", "expected standard algebraic notation"),
        (Position::START, "0-O", "expected standard algebraic notation"),
        (Position::START, "O-O-0", "expected standard algebraic notation"),
        (castles, "Kh1", "castling is written O-O"),
        (castles, "Kxa1", "castling is written O-O-O"),
        (castles, "Kg1", "castling is written O-O"),
        (castles, "Ke1-c1+", "castling is written O-O-O"),
        (castles, "e1g1", "this is UCI notation"),
        (castles, "Ra1h1", "h1 has a white rook, which white cannot capture"),
        (two_pawns, "d5", "only the pawns on c4 and e4 can move to d5"),
        (two_pawns, "P4xd5", "the pawns on c4 and e4 can move to d5; write cxd5 or exd5"),
        (pins, "Nd4", "if the knight on e2 moved to d4, its own king would be attacked"),
        (two_pins, "Ne4", "if one of the knights on d2 and f2 moved to e4, its own king would be attacked"),
        // The letter of a promotion is small only behind the sign.
        (promotes, "a7a8n", "this is UCI notation"),
        (promotes, "a7a8b", "this is UCI notation"),
        (promotes, "a7a8r", "this is UCI notation"),
        (promotes, "a7a8q", "this is UCI notation"),
        (promotes, "a8n", "expected standard algebraic notation"),
        (promotes, "axb8b", "expected standard algebraic notation"),
        (promotes, "axb8r", "expected standard algebraic notation"),
        (promotes, "axb8q", "expected standard algebraic notation"),
        // A hyphen is between two squares.
        (captures, "Nbx-d2", "expected standard algebraic notation"),
        (captures, "Nb1-xd2", "expected standard algebraic notation"),
        (captures, "ex-d5", "expected standard algebraic notation"),
        (Position::START, "PNf3", "expected standard algebraic notation"),
        (Position::START, "e2-e", "expected standard algebraic notation"),
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

/// The moves of the game in which tokens are put together.
const MOVES: [&str; 7] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"];

/// The tokens that the PGN standard has, and marks. An empty text is the next move of the game.
const TOKENS: [&str; 24] = [
    "",
    "",
    "7.",
    "7",
    "...",
    ",",
    "$14",
    "!?",
    "{) ( ; \n% }",
    "; } ) (\n",
    "(d4 {)} (d4) ; )\nd5)",
    "(d4\n%)\n\n% ( {\r\n)",
    "((\r%)(\r))",
    "\n% e4 ) {\n",
    "*",
    "1-0",
    "1/2-1/2",
    "½–½",
    "=",
    "+-",
    "⩲",
    "…",
    "\u{a0}",
    "N",
];

const MARKS: [&str; 3] = ["=", "+-", "N"];

/// What a slow reader finds in a text: the number of moves, and the offset behind the result or of the error.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Result(usize, usize),
    Error(usize, usize),
    End(usize),
}

/// A reader that follows section 7 of the PGN standard literally: a symbol is as long as there are characters
/// of symbols, and all other tokens end by themselves. A symbol is a number, a result, a mark, or a move with
/// at most one mark.
fn read_by_the_standard(text: &str) -> Found {
    let (mut moves, mut depth, mut at, mut is_behind_move) = (0, 0, 0, false);
    let is_symbol = |character: &char| character.is_ascii_alphanumeric() || "_+#=:-/".contains(*character);
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let symbol: String = rest.chars().take_while(is_symbol).collect();
        let length = match character {
            '%' if text[..at].is_empty() || text[..at].ends_with(['\n', '\r']) => line,
            ';' => line,
            '{' => rest.find('}').expect("an end") + 1,
            '(' | ')' => {
                depth = if character == '(' { depth + 1 } else { depth - 1 };
                1
            }
            '$' => 1 + rest[1..].find(|each: char| !each.is_ascii_digit()).unwrap_or(rest.len() - 1),
            _ => symbol.len().max(character.len_utf8()),
        };
        let before = is_behind_move;
        is_behind_move &= !"%;{().,…\u{a0}".contains(character);
        at += length;
        if depth > 0 {
            continue;
        }
        if character == '*' || ["1-0", "1/2-1/2"].contains(&symbol.as_str()) || rest.starts_with("½–½") {
            let end = if character == '½' { at - length + "½–½".len() } else { at };
            let is_end = text[end..].chars().next().is_none_or(|next| !is_symbol(&next));
            return if is_end || character == '*' {
                Found::Result(moves, end)
            } else {
                Found::Error(moves, at - length)
            };
        }
        let is_one = |symbol: &str, before: bool| MARKS.contains(&symbol) && (symbol != "N" || before);
        if symbol.is_empty() || is_one(&symbol, before) {
            continue;
        }
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_marked_number = MARKS[..2].iter().any(|mark| symbol.strip_suffix(mark).is_some_and(is_number));
        is_behind_move = false;
        if is_number(&symbol) || is_marked_number {
            continue;
        }
        let rest = MOVES.get(moves).and_then(|each| symbol.strip_prefix(each));
        if rest.is_none_or(|rest| !rest.is_empty() && !is_one(rest, true)) {
            return Found::Error(moves, at - length);
        }
        (moves, is_behind_move) = (moves + 1, true);
    }
    Found::End(moves)
}

/// Every token before every other one, glued and with white space, in all groups of three behind a move.
#[test]
fn tokens_end_where_the_standard_says() {
    let mut ends = [0; 3];
    let separators = ["", " ", "\r"];
    for number in 0..TOKENS.len().pow(3) * separators.len().pow(3) {
        let (mut number, mut text, mut moves) = (number, "e4".to_owned(), 1);
        for _ in 0..3 {
            text += separators[number % separators.len()];
            number /= separators.len();
            let token = TOKENS[number % TOKENS.len()];
            number /= TOKENS.len();
            text += if token.is_empty() { MOVES[moves] } else { token };
            moves += usize::from(token.is_empty());
        }
        let mut game = Movetext::new(Position::START, &text);
        let error = game.by_ref().find_map(Result::err);
        let found = match (error, game.offset()) {
            (Some(error), offset) => {
                assert_eq!(error.offset(), offset, "{text:?}");
                Found::Error(error.ply(), offset)
            }
            (None, offset) if offset < text.len() || text.ends_with(['*', '0', '2', '½']) => {
                Found::Result(game.ply(), offset)
            }
            (None, _) => Found::End(game.ply()),
        };
        let expected = read_by_the_standard(&text);
        ends[match expected {
            Found::Result(..) => 0,
            Found::Error(..) => 1,
            Found::End(_) => 2,
        }] += 1;
        assert_eq!(found, expected, "{text:?}");
    }
    println!("{ends:?} texts with a result, an error and neither");
    assert!(ends.iter().all(|&count| count > 10_000), "{ends:?}");
}

#[test]
fn marks_are_skipped_behind_a_move() {
    let marks = "N TN D e.p. e.p ep + ++ # = += =+ +/= =/+ +/- -/+ +- -+ +− −+ +– –+ ~ ⩲ ⩱ ± ∓ ∞ ⯹ ‼ ⁇ ⁈ ⁉ □ ⇆ ⇄ → ↑ ⟳ ↻ ⨀ ⊙ ○ ⊕ ∆ △ ▽ ⌓ \
                 =∞ ±□ !⩲ $14 D⩲N";
    for mark in marks.split(' ') {
        for text in [
            format!("1. e4 {mark} e5 2. Nf3 {mark} Nc6{mark}"),
            format!("1. e4{mark} e5! {mark} {mark} 2.Nf3{mark}\nNc6!{mark} 1-0"),
            format!("e4 e5+{mark}{{x}}Nf3{mark}(d4)Nc6{mark}*"),
        ] {
            let (moves, error) = replay(Position::START, &text);
            assert!(error.is_none(), "{text}: {error:?}");
            assert_eq!(moves.join(" "), "e4 e5 Nf3 Nc6", "{text}");
        }
    }
    for text in ["1…e4 1… e5\u{a0}2.\u{a0}Nf3… Nc6\u{a0}", "1,e4,e5, 2, Nf3,Nc6"] {
        assert_eq!(replay(Position::START, text).0.join(" "), "e4 e5 Nf3 Nc6", "{text}");
    }
    let passed = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6 e.p.", "exd6e.p.", "exd6ep+", "e5xd6e.p. *", "e5-d6 ep"] {
        assert_eq!(replay(passed, text), (vec!["exd6".into()], None), "{text}");
    }
    // Where a letter could belong to a move, and what is no mark.
    for (text, offset) in [
        ("1. e4 e5 2. N f3", 12),
        ("N 1. e4", 0),
        ("1. e4 {a} N f6", 10),
        ("1. e4 1... N f6", 11),
        ("1. e4 ... N f6", 10),
        ("1. e4 Nf", 6),
        ("1. e4N4 e5", 3),
        ("1. e4=e5", 3),
        ("1. e4 =Q", 6),
        ("1. e4=N e5", 3),
        ("1. e4… N f6", 9),
        ("1. e4 1… N f6", 11),
        ("1. e4 \u{a0}N f6", 8),
        ("1. e4=+- e5", 3),
        ("1. e4é", 3),
    ] {
        let (at, _, error) = wrong(text);
        assert_eq!(at, offset, "{text}: {error}");
    }
}

#[test]
fn results_with_other_characters() {
    for result in
        ["1:0", "1–0", "0—1", "1‑0", "0−1", "½-½", "½–½", "½:½", "1/2–1/2", "1/2:1/2", "½-1/2", "½", "1/2"]
    {
        for text in [
            format!("1. e4 {result} e5"),
            format!("1. e4! {result}⩲ e5"),
            format!("1. e4 {result}"),
            format!("1. e4 {{x}}{result}\n"),
        ] {
            let mut game = Movetext::new(Position::START, &text);
            assert_eq!(game.by_ref().map(|ply| ply.map(drop)).collect::<Vec<_>>(), [Ok(())], "{text}");
            let end = text.find(result).expect("a result") + result.len();
            assert_eq!(game.offset(), end, "{text}");
        }
    }
    for text in ["1. e4 1-1", "1. e4 0:0", "1. e4 ½-1", "1. e4 1/2-0", "1. e4 1–", "1. e4 ½x", "1. e4½x"]
    {
        assert!((3..=6).contains(&wrong(text).0), "{text}");
    }
}

/// Long algebraic notation, and the letter of a pawn.
#[test]
fn long_algebraic_notation() {
    let (moves, error) = replay(
        Position::START,
        "1. e2-e4 d7-d5 2. e4xd5 Ng8-f6 3. Bf1-b5+ c7-c6 4. d5xc6 Qd8-b6! 5.c6xb7+ Ke8-d8 6.Pb7xa8=Q Qb6xb5?? 7. Ng1-f3 *",
    );
    assert_eq!(error, None);
    assert_eq!(moves.join(" "), "e4 d5 exd5 Nf6 Bb5+ c6 dxc6 Qb6 cxb7+ Kd8 bxa8=Q Qxb5 Nf3");
    let pawns = position("5q2/1P6/8/k7/4K3/8/p3pp2/4R3 b - - 0 1");
    for text in ["Pf2xe1=N", "Pf2xe1N", "f2xe1=n", "f2-e1=N+", "Pf2-e1N"] {
        assert_eq!(pawns.parse_san(text), pawns.parse_uci("f2e1n"), "{text}");
        let mut next = pawns;
        assert_eq!(next.play_san(text), pawns.parse_uci("f2e1n"), "{text}");
        assert_eq!(next, pawns.play(pawns.parse_uci("f2e1n").expect("a move")), "{text}");
        assert_eq!(replay(pawns, text).0, ["fxe1=N"], "{text}");
    }
    for text in [
        "e2-e5",
        "e2--e4",
        "e-e4",
        "e2-",
        "-e4",
        "e2-e4-",
        "Ng1-f3-e5",
        "2-e4",
        "Xe2-e4",
        "PPe2-e4",
        "NPg1-f3",
    ] {
        assert!(Position::START.parse_san(text).is_err(), "{text}");
        assert!(replay(Position::START, text).1.is_some(), "{text}");
    }
}

#[test]
fn byte_order_marks_and_lines() {
    for text in [
        "\u{feff}1. e4 e5",
        "\u{feff}% x\n1. e4 e5",
        "\u{feff}e4 e5",
        "e4 ; a comment\r% x { (\re5\r",
        "e4 ;\re5",
        "e4;x\r\ne5",
    ] {
        let (moves, error) = replay(Position::START, text);
        assert_eq!(error, None, "{text:?}");
        assert_eq!(moves, ["e4", "e5"], "{text:?}");
    }
    assert_eq!(wrong("1. e4 \u{feff}e5").0, 6);
    assert!(replay(Position::START, "\u{feff}").1.is_none());
}

/// Does what the message of an error advises, which must be accepted. Returns whether there was advice.
fn follow(position: &Position, text: &str, error: &ParseMoveError) -> Option<&'static str> {
    let message = error.to_string();
    let accepted = |text: &str| position.parse_san(text).unwrap_or_else(|error| panic!("{message}: {error}"));
    match *error {
        ParseMoveError::NoPromotion { square, is_san: true, .. } => {
            let square = square.to_string();
            let at = text.rfind(&square).expect("the square") + 2;
            for role in ["=Q", "=R", "=B", "=N"] {
                assert!(message.contains(role), "{message}");
                accepted(&format!("{}{role}{}", &text[..at], &text[at..]));
            }
            Some("promotion in SAN")
        }
        ParseMoveError::NoPromotion { .. } => {
            for role in ["n", "b", "r", "q"] {
                assert!(position.parse_uci(&format!("{text}{role}")).is_ok(), "{message}");
            }
            Some("promotion in UCI")
        }
        ParseMoveError::Ambiguous { candidates, .. } => {
            let choices = message.rsplit_once("write ").expect("choices").1.replace(" or ", ", ");
            let origins = choices.split(", ").map(|each| {
                let chess_move = accepted(each);
                let san = position.to_san(chess_move).trim_end_matches(['+', '#']).replace(['x', '='], "");
                assert!(each.replace(['x', '='], "") == san || text.len() > 4, "{message}: {san}");
                chess_move.from().bit()
            });
            assert_eq!(origins.fold(0, |set, bit| set | bit), candidates, "{message}");
            Some("several moves")
        }
        ParseMoveError::KingMove { .. } => {
            assert!(accepted(message.rsplit_once(' ').expect("a word").1).is_castling(), "{message}");
            Some("castling")
        }
        ParseMoveError::Uci(_) => {
            let found = position.parse_uci(text);
            assert!(!matches!(found, Err(ParseMoveError::Notation(_))), "{message}");
            Some("UCI")
        }
        ParseMoveError::Dash { character, .. } => {
            let found = position.parse_san(text.replace(character, "-"));
            assert!(!matches!(found, Err(ParseMoveError::San(_) | ParseMoveError::Dash { .. })), "{message}");
            Some("dash")
        }
        ParseMoveError::Illegal { square, role, legal, .. } if legal != 0 => {
            let role = ["", "N", "B", "R", "Q", "K"][role as usize];
            let promotion = if role.is_empty() && matches!(square.rank(), 0 | 7) { "=Q" } else { "" };
            for from in quadline::squares(legal) {
                accepted(&format!("{role}{from}{square}{promotion}"));
            }
            Some("only another piece")
        }
        _ => None,
    }
}

/// The advice of every error, for texts that are nearly legal moves of positions with many possibilities.
#[test]
fn advice_is_accepted() {
    let mut followed = std::collections::BTreeMap::new();
    for fen in [
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "7k/8/8/1Q1Q4/8/1Q1Q4/8/4K3 w - - 0 1",
        "1n1n1n2/P1P1P2k/8/8/1N3N2/8/1N3N2/4K3 w - - 0 1",
        "4k3/8/3p1p2/P1P1P1P1/8/4r3/4N1N1/R1N1K2R w KQ - 0 1",
        "r3k2r/8/8/8/3b4/8/p1p1p1p1/R3K2R b KQkq - 0 1",
        "rnbqkbnr/pp1ppppp/8/8/2pP4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1",
        "bqrkrnnb/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBec - 0 1",
    ] {
        let position = position(fen);
        let mut texts = vec![];
        for chess_move in position.moves() {
            let (san, uci) = (position.to_san(chess_move).to_string(), chess_move.to_string());
            let role = position.role_at(chess_move.from()).expect("a piece");
            let letter = ["", "N", "B", "R", "Q", "K"][role as usize];
            let (from, to) = (chess_move.from(), chess_move.to());
            let [short, long] = [format!("{letter}{to}"), format!("{letter}{from}{to}")];
            texts.extend([
                san.replace('-', "–"),
                format!("{letter}{from}−{to}"),
                format!("{letter}x{to}+"),
                format!("{letter}{}{to}", &from.to_string()[..1]),
                format!("P{}x{to}", &from.to_string()[1..]),
                format!("N{to}!"),
                format!("K{to}"),
                format!("Kx{}", &uci[2..4]),
                uci[..4].to_owned(),
                format!("{}x", &uci[2..4]),
                uci,
                short,
                long,
            ]);
        }
        for text in texts {
            let in_uci = position.parse_uci(&text);
            let in_san = position.parse_san(&text);
            let in_movetext = Movetext::new(position, &text).next().expect("an item");
            if let (Err(error), Err(other), false) = (in_san, in_movetext, text.contains('!')) {
                assert_eq!(other.problem(), MovetextProblem::Move(error), "{text}");
            }
            for error in [in_uci.err(), in_san.err()].into_iter().flatten() {
                if let Some(kind) = follow(&position, &text, &error) {
                    *followed.entry(kind).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{followed:?}");
    assert!(followed.len() == 7 && followed.values().all(|&count| count > 3), "{followed:?}");
}

/// Words of eight bytes and what is behind the last one, and the bytes of other characters.
#[test]
fn the_last_bytes_of_a_text() {
    let pawns = position("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["axb8=Q", "a7xb8=Q", "a7xb8=N", "Pa7xb8=R"] {
        let promotion = pawns.parse_san(text).expect(text).promotion();
        assert_eq!(promotion.map(|role| role.letter().to_ascii_uppercase()), text.chars().last(), "{text}");
        assert_eq!(replay(pawns, text).1, None, "{text}");
    }
    assert!(pawns.parse_san("a7xb8=K").is_err() && pawns.parse_san("a7xb8=").is_err());
    for length in 0..40 {
        for end in ["", "}", "} e5", "}e5 *"] {
            let text = format!("1. e4 {{{}{end}", "x".repeat(length));
            let (moves, error) = replay(Position::START, &text);
            assert_eq!(
                (moves.len(), error.is_some()),
                (1 + usize::from(end.len() > 1), end.is_empty()),
                "{text}"
            );
            let text = format!("1. e4 ;{}{}e5", "x".repeat(length), if end.is_empty() { "\n" } else { "\r" });
            assert_eq!(replay(Position::START, &text).0, ["e4", "e5"], "{text:?}");
        }
    }
    let (moves, error) = replay(Position::START, "1. e4 {Grüße aus Köln, überall} e5 ; ÿýû\n2. Nf3 (é) Nc6");
    assert_eq!((moves.len(), error), (4, None));
    assert!(wrong("1. e4 $").2.contains("\"$\" is neither"), "{}", wrong("1. e4 $").2);
}
