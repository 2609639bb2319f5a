//! Files of games whose tags, moves and results are known, read in every way, whole and damaged.

use std::fmt::Write as _;
use std::io::{self, Read};

use quadline::{Move, MovetextProblem, Position};
use quadline_pgn::{Error, Parts, Problem, Reader, Source, TagProblem};

/// A generator of random numbers (Marsaglia, 2003, xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }
}

/// What a reader has to find.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    Game {
        tags: Vec<(String, String)>,
        moves: Vec<Move>,
        result: Option<&'static str>,
        /// A fault that leaves the moves as they are: its kind, and text at its place.
        fault: Option<(&'static str, String)>,
    },
    /// The kind of error, and text at its place.
    Wrong(&'static str, String),
}

/// How a game is damaged. The number of the kind is its name in the tests.
const DAMAGES: usize = 15;

/// A game as text, and what a reader has to find.
struct Made {
    text: String,
    expected: Expected,
}

const CASTLING: [&str; 3] = [
    "bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w KQkq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b HAha - 0 1",
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
];

/// Makes games with everything that the standard allows.
struct Maker {
    random: Random,
    line: &'static str,
    /// Whether there are closing braces in comments up to the end of a line.
    has_closing_braces: bool,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let line = random.pick(&["\n", "\r\n", "\r"]);
        Self { random, line, has_closing_braces: true }
    }

    /// Text for comments and values.
    fn words(&mut self, characters: &[&str], most: usize) -> String {
        (0..self.random.below(most)).map(|_| self.random.pick(characters)).collect()
    }

    fn space(&mut self) -> String {
        let line = self.line;
        let spaces = [" ", "  ", "\t", line, " ", &format!("{line}% 1-0 {{ [Event \"escape\"] ( * {line}")];
        self.random.pick(&spaces).to_owned()
    }

    /// A comment with all characters of meaning. A comment in braces has none of `}`.
    fn comment(&mut self) -> String {
        let line = self.line;
        let inner = [
            "{",
            ";",
            "(",
            ")",
            "[",
            "]",
            "\"",
            "*",
            " 1-0 ",
            "1/2-1/2",
            "%",
            "$",
            "a",
            " ",
            " e4 ",
            "½",
            "…",
            "\\",
            "[%eval 0.3]",
            "[Event \"x\"]",
            line,
        ];
        if self.random.one_in(4) {
            let text = self.words(&inner[..inner.len() - 1], 12);
            // A line for other programs begins with a percent sign, which is not in a comment here.
            // After a comment without an end, a brace at the end of a line would be that end.
            return format!(";{text}{}{line}", if self.has_closing_braces { "}" } else { "" });
        }
        // An empty line before a tag would be the end of a comment that is not closed.
        let mut text = self.words(&inner, 30);
        while text.contains(&format!("{line}{line}")) {
            text = text.replace(&format!("{line}{line}"), line);
        }
        if self.random.one_in(10) {
            text = format!("{text}a{line}{line}b");
        }
        format!("{{{text}}}")
    }

    fn variation(&mut self) -> String {
        let inner = ["e4", " 1-0 ", " * ", "1.", "Nf3", "[", "$1", " ", "!?", "0-1"];
        let mut text = self.words(&inner, 8).replace('[', "(x)");
        if self.random.one_in(3) {
            text += &self.comment();
        }
        if self.random.one_in(3) {
            text += &self.variation();
        }
        format!("({text})")
    }

    fn tags(&mut self, fen: Option<&str>) -> Vec<(String, String)> {
        let characters = [
            "a",
            "B",
            " ",
            "\"",
            "\\",
            "[",
            "]",
            "{",
            "}",
            ";",
            "%",
            "é",
            "1-0",
            "*",
            "\"]",
            "[Event \\\"x\\\"]",
        ];
        let mut tags = vec![("Event".to_owned(), self.words(&characters, 12))];
        if self.random.one_in(2) {
            for name in ["Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "Annotator_2"] {
                tags.push((name.to_owned(), self.words(&characters, 9)));
            }
        }
        if let Some(fen) = fen {
            let variant = self.random.pick(&["Chess960", "Fischerandom", "chess 960", "fischerrandom"]);
            tags.push(("Variant".to_owned(), variant.to_owned()));
            tags.push(("FEN".to_owned(), fen.to_owned()));
            if self.random.one_in(2) {
                tags.push(("SetUp".to_owned(), "1".to_owned()));
            }
            let last = tags.len() - 1;
            tags.swap(1, last);
        }
        tags
    }

    fn write_tags(&mut self, tags: &[(String, String)], is_plain: bool) -> String {
        let line = self.line;
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            if is_plain || self.random.one_in(2) {
                write!(text, "[{name} \"{value}\"]{line}").expect("a string");
                continue;
            }
            let before = self.random.pick(&["", " ", "\t "]);
            let [a, b, c, d] = [0; 4].map(|_: i32| self.random.pick(&["", " ", "  ", "\t"]));
            let after = self.random.pick(&[line, " ", "", line]);
            write!(text, "{before}[{a}{name}{b} {c}\"{value}\"{d}]{after}").expect("a string");
            if self.random.one_in(8) {
                write!(text, "{{between tags; [}}{line}").expect("a string");
            }
            if self.random.one_in(8) {
                write!(text, "; between tags {{ [{line}").expect("a string");
            }
        }
        text + line
    }

    fn game(&mut self, damage: Option<usize>) -> Made {
        let has_tags = damage.is_some() || !self.random.one_in(4);
        let fen =
            (has_tags && damage != Some(8) && self.random.one_in(3)).then(|| self.random.pick(&CASTLING));
        let mut tags = if has_tags { self.tags(fen) } else { Vec::new() };
        if !has_tags && self.random.one_in(8) {
            tags = vec![];
        }
        let mut position = fen.map_or(Position::START, |fen| fen.parse().expect("a FEN"));
        let mut moves = Vec::new();
        let mut movetext = String::new();
        if self.random.one_in(4) {
            movetext += &self.comment();
        }
        let count = if damage.is_some() { 6 + self.random.below(20) } else { self.random.below(50) };
        let at_damage = self.random.below(4) + 1;
        let mut place = None;
        for ply in 0..count {
            let legal = position.moves();
            if legal.is_empty() {
                break;
            }
            if damage == Some(4) && ply == at_damage {
                movetext += " ";
                place = Some("Qh9 1.".to_owned());
                movetext += "Qh9 1.";
            }
            if damage == Some(9) && ply == at_damage {
                movetext += " ";
                place = Some("\0\u{1}\u{fffd} ".to_owned());
                movetext += "\0\u{1}\u{fffd} ";
            }
            let castling = legal.iter().copied().find(|each| each.is_castling());
            let chosen = castling.unwrap_or_else(|| legal[self.random.below(legal.len())]);
            let mut san = position.to_san(chosen).to_string();
            if chosen.is_castling() && self.random.one_in(2) {
                san = san.replace('O', "0");
            }
            if self.random.one_in(2) {
                write!(movetext, "{}{}", ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." })
                    .expect("a string");
                if self.random.one_in(2) {
                    movetext += &self.space();
                }
            }
            movetext += &san;
            movetext += self.random.pick(&["", "!", "?!", " $14", ""]);
            match self.random.below(12) {
                0 | 1 => movetext += &self.comment(),
                2 => movetext += &format!("{}{}", self.space(), self.variation()),
                _ => {}
            }
            movetext += &self.space();
            moves.push(chosen);
            position.play_mut(chosen);
        }
        let is_half = |result: &str| result == "1/2-1/2";
        let mut result = Some(self.random.pick(&["1-0", "0-1", "1/2-1/2", "*"]));
        match damage {
            Some(0) => {
                // The comment has no end.
                place = Some("{no end".to_owned());
                movetext += "{no end [ ( ";
            }
            Some(1) => {
                place = Some("(no end".to_owned());
                movetext += "(no end ";
            }
            Some(5) => result = None,
            _ => {}
        }
        let line = self.line;
        let written = match result {
            Some("1/2-1/2") if self.random.one_in(3) => {
                self.random.pick(&["½-½", "1/2–1/2", "1/2:1/2", "1/2"])
            }
            Some(result) => result,
            None => "",
        };
        debug_assert!(!is_half("*"));
        movetext += written;
        movetext += self.random.pick(&[line, " ", &format!("{line}{line}"), &format!("{line} {line}")]);
        // A result that is not `*` needs something behind it, and so does the next game if there is none.
        if damage.is_some_and(|damage| damage < 2 || damage == 5) {
            movetext += &format!("{line}{line}");
        }
        let value = |text: &str| text.to_owned();
        let mut header = self.write_tags(&tags, damage.is_some());
        let game = |tags: &[(String, String)], kind: &'static str, place: &str| {
            let fault = Some((kind, value(place))).filter(|_| !kind.is_empty());
            Expected::Game { tags: tags.to_vec(), moves: moves.clone(), result, fault }
        };
        let mut expected = game(&tags, "", "");
        let wrong = |kind, place: &str| Expected::Wrong(kind, value(place));
        let cut = |header: &str, from: &str, to: &str| {
            assert!(header.contains(from), "{header:?} has no {from:?}");
            header.replacen(from, to, 1)
        };
        match damage {
            Some(0) => expected = wrong("moves", "{no end"),
            Some(1) => expected = wrong("moves", "(no end"),
            Some(2) => {
                header = format!("[Broken \"no quote{line}{header}");
                expected = game(&tags, "open value", "[Broken");
            }
            Some(3) => {
                header = format!(
                    "{}[Broken \"no bracket\"{line}{line}",
                    header.trim_end_matches(line).to_owned() + line
                );
                expected = game(&tags, "no bracket", "[Broken");
            }
            Some(4 | 9) => expected = wrong("moves", &place.unwrap_or_default()),
            Some(6) => {
                header = format!("[FEN \"8/8/8/8 w - - 0 1\"]{line}{}", header.replace("[FEN", "[Fen2"));
                expected = wrong("start", "[FEN \"8/8/8/8 w");
            }
            Some(7) => {
                header = format!("[Variant \"Crazyhouse\"]{line}{}", header.replace("[Variant", "[Variant2"));
                expected = wrong("variant", "[Variant \"Crazyhouse");
            }
            Some(8) => {
                header = format!("[SetUp \"1\"]{line}{header}");
                tags.insert(0, (value("SetUp"), value("1")));
                expected = game(&tags, "set up", "[SetUp \"1");
            }
            Some(10) => {
                header = cut(&header, "[Event", "Event");
                expected = game(&tags[1..], "no opening", "Event");
            }
            Some(11) => {
                header = format!("[\"no name\"]{line}{header}");
                expected = game(&tags, "no name", "[\"no name");
            }
            Some(12) => {
                header = format!("[NoValue]{line}{header}");
                expected = game(&tags, "no value", "[NoValue");
            }
            Some(13) => {
                movetext = format!(" {{closed}} stray }} {movetext}");
                expected = wrong("moves", "stray }");
            }
            Some(14) => {
                movetext = format!(" }} {{closed}} ) {movetext}");
                expected = game(&tags, "moves", "} {closed} )");
            }
            _ => {}
        }
        Made { text: header + &movetext, expected }
    }
}

fn kind(error: &Error) -> &'static str {
    match error.problem() {
        Problem::Tag(TagProblem::OpenValue) => "open value",
        Problem::Tag(TagProblem::NoBracket) => "no bracket",
        Problem::Tag(TagProblem::NoOpening) => "no opening",
        Problem::Tag(TagProblem::NoName) => "no name",
        Problem::Tag(TagProblem::NoValue) => "no value",
        Problem::Start(_) => "start",
        Problem::SetUp(_) => "set up",
        Problem::Variant(_) => "variant",
        Problem::Moves(_) => "moves",
        Problem::TooLong(_) => "too long",
        other => panic!("{other:?}"),
    }
}

/// What was found, with the place of each game or error: number, line and offset.
type Found = Vec<(Expected, (u64, u64, u64))>;

fn collect<S: Source>(games: &mut Reader<S>, file: &[u8], found: &mut Found) {
    let of_error = |error: &Error| {
        let place = &file[error.offset() as usize..];
        let text = String::from_utf8_lossy(&place[..place.len().min(24)]).into_owned();
        (Expected::Wrong(kind(error), text), (error.game(), error.line(), error.offset()))
    };
    while let Some(game) = games.next_game() {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                found.push(of_error(&error));
                continue;
            }
        };
        assert_eq!(game.bytes(), &file[game.offset() as usize..][..game.bytes().len()]);
        let (mut moves, mut error) = (Vec::new(), None);
        for ply in game.plies() {
            match ply {
                Ok((_, chess_move)) => moves.push(chess_move),
                Err(wrong) => error = Some(wrong),
            }
        }
        let is_fault = |error: &Error| match error.problem() {
            Problem::Moves(error) => matches!(error.problem(), MovetextProblem::Unmatched(_)),
            _ => game.error().is_some(),
        };
        match error.filter(|error| !is_fault(error)) {
            None => {
                // `Fen` counts in another way.
                let mut fen = game.start_fen();
                for (found, chess_move) in game.fens().flatten() {
                    assert_eq!(found, fen, "{chess_move}");
                    fen = fen.play(chess_move);
                }
                let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let tags = game.tags().map(|tag| (name(tag.name), tag.value().into_owned())).collect();
                let result = game.result().map(|result| result.as_str());
                let place = (game.number(), game.line(), game.offset());
                let fault = game.plies().find_map(Result::err).map(|error| match of_error(&error).0 {
                    Expected::Wrong(kind, text) => (kind, text),
                    Expected::Game { .. } => unreachable!("an error"),
                });
                found.push((Expected::Game { tags, moves, result, fault }, place));
            }
            Some(error) => found.push(of_error(&error)),
        }
    }
}

/// A reader that returns few bytes at once.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(buffer.len()).min(self.0.len());
        let (now, later) = self.0.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

/// Reads a file in every way, and checks that all find the same.
fn read(file: &[u8], limit: usize) -> Found {
    let mut whole = Vec::new();
    collect(&mut Reader::in_memory(file).with_limit(limit), file, &mut whole);
    for (index, (_, (number, line, offset))) in whole.iter().enumerate() {
        assert_eq!(*number, index as u64 + 1);
        let lines = file[..*offset as usize].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(*line, lines as u64 + 1);
    }
    for size in [1, 7, 64, 1000] {
        let mut found = Vec::new();
        collect(&mut Reader::new(Drops(file, size)).with_limit(limit), file, &mut found);
        assert_eq!(found, whole, "{size} bytes at once");
        let mut found = Vec::new();
        for part in Parts::new(Drops(file, size)).with_size(13 * size).with_limit(limit) {
            match part {
                Ok(part) => collect(&mut part.games(), file, &mut found),
                Err(error) => {
                    found.push((
                        Expected::Wrong(kind(&error), "".into()),
                        (error.game(), error.line(), error.offset()),
                    ));
                }
            }
        }
        let without_text = |found: &Found| -> Found {
            let mut found = found.clone();
            for (each, _) in &mut found {
                if let Expected::Wrong(kind @ "too long", _) = each {
                    *each = Expected::Wrong(kind, String::new());
                }
            }
            found
        };
        assert_eq!(without_text(&found), without_text(&whole), "parts of {} bytes", 13 * size);
    }
    whole
}

fn check(games: &[Made], begin: &str, seed: u64) {
    let mut file = begin.to_owned();
    games.iter().for_each(|game| file += &game.text);
    let found = read(file.as_bytes(), 1 << 20);
    for (index, (game, (found, _))) in games.iter().zip(&found).enumerate() {
        let is_same = match (&game.expected, found) {
            (Expected::Wrong(kind, place), Expected::Wrong(found, text)) => {
                kind == found && text.starts_with(&**place)
            }
            (
                Expected::Game { tags, moves, result, fault: Some((kind, place)) },
                Expected::Game { tags: t, moves: m, result: r, fault: Some((found, text)) },
            ) => (tags, moves, result, kind) == (t, m, r, found) && text.starts_with(&**place),
            (expected, found) => expected == found,
        };
        assert!(
            is_same,
            "seed {seed}, game {}: {found:?} instead of {:?} in\n{file}",
            index + 1,
            game.expected
        );
    }
    assert_eq!(found.len(), games.len(), "seed {seed}: {found:?}\n{file}");
}

fn cases() -> u64 {
    if cfg!(miri) { 1 } else { 300 }
}

#[test]
fn games_with_everything_that_the_standard_allows() {
    for seed in 1..=cases() {
        let mut maker = Maker::new(seed);
        let count = 1 + maker.random.below(6);
        let games: Vec<_> = (0..count).map(|_| maker.game(None)).collect();
        let begin = maker.random.pick(&["", "\u{feff}", "% a line { [Event\n", "\n\n  \n", "\u{feff}%{\n"]);
        check(&games, begin, seed);
    }
}

#[test]
fn each_damage_is_an_error_in_its_place() {
    for damage in 0..DAMAGES {
        for seed in 1..=cases() / 5 {
            let mut maker = Maker::new(seed + 1000 * damage as u64);
            let count = 2 + maker.random.below(4);
            maker.has_closing_braces = damage != 0;
            let damaged = maker.random.below(count);
            let games: Vec<_> = (0..count)
                .map(|index| match index.checked_sub(damaged) {
                    Some(0) => maker.game(Some(damage)),
                    // The next game has tags in lines of their own, as in files.
                    Some(1) => maker.game(Some(DAMAGES)),
                    _ => maker.game(None),
                })
                .collect();
            println!("damage {damage}, seed {seed}");
            check(&games, "", seed);
        }
    }
}
