//! The scanner of files and [`Movetext`] read the same grammar: for texts of generated tokens, a game ends where
//! `Movetext` ends it, and the comments of each move are those that were written.

use quadline::{Movetext, Position};
use quadline_pgn::{GameResult, Parts, Reader, Source};

/// A generator of random numbers (Marsaglia, 2003, xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// The moves of the game in which tokens are put together.
const MOVES: [&str; 10] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6", "d4", "exd4"];

/// What may be between two moves: white space, numbers, annotations, marks, variations and lines for other
/// programs.
const BETWEEN: [&str; 37] = [
    " ",
    " ",
    " ",
    "\n",
    "\r",
    "\t",
    "\u{a0}",
    "…",
    ".",
    ",",
    " 7.",
    " 7 ",
    " 12...",
    "$14",
    "!",
    "?!",
    " =",
    "+-",
    " +/-",
    "⩲",
    "±",
    "−+",
    "‼",
    " N ",
    " TN\n",
    " e.p.",
    "(d4 {)} (d4) ; )\nd5)",
    "(1-0)",
    "(*)",
    "((\r%)(\r))",
    "\n% 1-0 {\n",
    "\r%) *\r",
    "()",
    "($1)",
    "(½)",
    " 1/",
    "□",
];

const RESULTS: [&str; 18] = [
    "1-0", "0-1", "1/2-1/2", "1/2", "*", "½", "½-½", "1:0", "0–1", "1—0", "½−½", "1/2‑½", "1-½", "1-1",
    "0-0", "1-00-1", "1/2½", "1-0x",
];

/// What may follow a result.
const BEHIND: [&str; 14] = ["", " ", "\n", "\r\n", "\u{a0}", "…", "⩲", "½", "{x}", ";", "!", "$1", "(", "–"];

/// Text in a comment, of characters that mean something elsewhere.
const IN_COMMENT: [&str; 13] =
    ["a", " ", "{", "(", ")", ";", "*", " 1-0 ", "½", "…", "[%eval 0.3]", "%", "\\"];

/// A game as text, with the comments behind each of its moves.
fn game(random: &mut Random) -> (String, Vec<Vec<String>>) {
    let (mut text, mut comments) = (String::new(), vec![Vec::new()]);
    for chess_move in &MOVES[..random.below(MOVES.len() + 1)] {
        // Numbers and moves are glued to what is before them as often as it may be.
        if random.below(3) > 0 {
            text += " ";
        }
        text += chess_move;
        comments.push(Vec::new());
        for _ in 0..random.below(5) {
            if random.below(3) > 0 {
                text += random.pick(&BETWEEN);
                continue;
            }
            let inner: String = (0..random.below(6)).map(|_| random.pick(&IN_COMMENT)).collect();
            text += &if random.below(3) > 0 { format!("{{{inner}}}") } else { format!(";{inner}\n") };
            comments.last_mut().expect("a list").push(inner);
        }
    }
    if random.below(6) > 0 {
        text += random.pick(&["", " ", "\n", "⩲", "!", "{", "$", "1"]);
        text += random.pick(&RESULTS);
    }
    text += random.pick(&BEHIND);
    (text, comments)
}

/// Where `Movetext` ends a game in a text.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Game(usize),
    Error(usize),
}

fn end_of(text: &str) -> End {
    let mut moves = Movetext::new(Position::START, text);
    match moves.by_ref().find_map(Result::err) {
        Some(error) => End::Error(error.offset()),
        None => End::Game(moves.offset()),
    }
}

/// Adds the offset, the length and the result of each game.
fn places<S: Source>(mut games: Reader<S>, found: &mut Vec<(u64, usize, Option<GameResult>)>) {
    while let Some(game) = games.next_game() {
        let game = game.expect("no error");
        found.push((game.offset(), game.bytes().len(), game.result()));
    }
}

fn cases() -> u64 {
    if cfg!(miri) { 3 } else { 20_000 }
}

#[test]
fn a_game_ends_where_movetext_ends_it() {
    let (mut random, mut ends) = (Random(1), [0; 3]);
    for _ in 0..cases() {
        let (first, _) = game(&mut random);
        let (second, _) = game(&mut random);
        // With and without tags before it, and with something behind it.
        let tags = random.pick(&["", "[A \"a\"]\n", "[A \"a\"]\n\n"]);
        let file = format!("{tags}{first}{second}");
        let mut games = Reader::in_memory(file.as_bytes());
        let Some(found) = games.next_game() else { continue };
        let found = found.expect("no error");
        let begin = found.offset() as usize + found.bytes().len() - found.movetext().len();
        let text = &file[begin..];
        if text.starts_with('%') {
            continue;
        }
        let length = found.movetext().len();
        let end = end_of(text);
        match end {
            End::Game(end) => assert_eq!(length, end, "{text:?}"),
            // The scanner does not read moves. The game has an error, and no byte of it is in another one.
            End::Error(error) => assert!(length >= error, "{text:?}"),
        }
        let has_result = matches!(end, End::Game(end) if end < text.len());
        assert!(!has_result || found.result().is_some(), "{text:?}");
        ends[usize::from(matches!(end, End::Error(_))) + 2 * usize::from(has_result)] += 1;
        // The same games in parts, in which nothing is before or behind them.
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        places(Reader::in_memory(file.as_bytes()), &mut whole);
        for part in Parts::new(file.as_bytes()).with_size(1) {
            places(part.expect("a part").games(), &mut parts);
        }
        assert_eq!(parts, whole, "{file:?}");
    }
    println!("{ends:?} games up to the end of the text, with an error, and with a result");
    assert!(cfg!(miri) || ends[1] > 1000 && ends[2] > 1000, "{ends:?}");
}

#[test]
fn the_comments_of_each_move() {
    let (mut random, mut count) = (Random(2), 0);
    for _ in 0..cases() {
        let (text, comments) = game(&mut random);
        let file = format!("[A \"a\"]\n\n{text}");
        let mut games = Reader::in_memory(file.as_bytes());
        let found = games.next_game().expect("a game").expect("no error");
        let mut plies = found.plies();
        let mut read = vec![plies.comments().map(|comment| comment.bytes().to_vec()).collect::<Vec<_>>()];
        let mut has_error = false;
        while let Some(ply) = plies.next() {
            has_error |= ply.is_err();
            if ply.is_ok() {
                read.push(plies.comments().map(|comment| comment.bytes().to_vec()).collect());
            }
        }
        // Comments before the first move are tested elsewhere.
        if has_error || text.ends_with(['{', ';', '}']) {
            continue;
        }
        count += 1;
        let expected: Vec<Vec<_>> =
            comments.iter().map(|list| list.iter().map(|text| text.clone().into_bytes()).collect()).collect();
        // What is behind a result belongs to no move, and castling with zeros is a move.
        if text.contains("{x}") || text.contains(";\n") || text.contains("0-0") {
            continue;
        }
        assert_eq!(read, expected, "{text:?}");
    }
    assert!(cfg!(miri) || count > 1000, "{count}");
}
