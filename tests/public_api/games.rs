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

/// A reader that follows section 7 of the PGN standard literally: a symbol is as long as there are characters of symbols, and
/// all other tokens end by themselves. A symbol is a number, a result, a mark, or a move with at most one mark.
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
