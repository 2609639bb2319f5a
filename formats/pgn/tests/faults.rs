//! Small files, each with a fault that files in the wild have, or with text that was once read wrongly.

use std::fs;
use std::io::Read;
use std::path::Path;

use quadline_pgn::{Parts, Problem, Reader, Source};

/// The player, the number of moves and the result of each game, and its error.
fn games_of<S: Source>(mut games: Reader<S>, found: &mut Vec<String>) {
    while let Some(game) = games.next_game() {
        let reason = |error: quadline_pgn::Error| {
            let text = error.to_string();
            let reason = text.split_once(": ").map_or(&*text, |(_, reason)| reason).to_owned();
            format!("line {}: {reason}", error.line())
        };
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                found.push(reason(error));
                continue;
            }
        };
        let (mut count, mut error) = (0, String::new());
        for ply in game.plies() {
            match ply {
                Ok(_) => count += 1,
                Err(wrong) => {
                    // What is wrong with the tags is known before the moves are read.
                    let is_of_moves = matches!(wrong.problem(), Problem::Moves(_));
                    assert!(is_of_moves || game.error().is_some());
                    error = format!(", {}", reason(wrong));
                }
            }
        }
        let white = game.tag("white").unwrap_or("-".into()).into_owned();
        let result = game.result().map_or("-", |result| result.as_str());
        found.push(format!("{white}: {count}, {result}{error}"));
    }
}

/// A reader that returns few bytes at once, and is interrupted before each of them.
struct Drops<'a>(&'a [u8], bool);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let (now, later) = self.0.split_at(self.0.len().min(3).min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

fn check(name: &str, expected: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(name);
    let file = fs::read(path).expect("the file");
    let [mut whole, mut pieces, mut parts] = [const { Vec::new() }; 3];
    games_of(Reader::in_memory(&file), &mut whole);
    assert_eq!(whole, expected, "{name}");
    games_of(Reader::new(Drops(&file, false)), &mut pieces);
    assert_eq!(pieces, expected, "{name} in pieces");
    for part in Parts::new(Drops(&file, false)).with_size(1) {
        games_of(part.expect("a part").games(), &mut parts);
    }
    assert_eq!(parts, expected, "{name} in parts");
}

const OPEN: &str = "the value of the tag that begins here has no closing '\"'";
const REPEATED: &str =
    "the game has a tag of this name already; a game is given each name once, or two games are mixed";

#[test]
fn two_games_never_become_one() {
    check("cut-in-a-value.pgn", &[&format!("Base: 0, -, line 2: {OPEN}"), "New: 2, 0-1"]);
    check("cut-between-tags.pgn", &["Base: 0, -", "New: 2, 0-1"]);
    let no_value = "the tag that begins here has no value in quotes; expected a tag such as [White \"Ann\"]";
    check("cut-in-a-name.pgn", &[&format!("Base: 0, -, line 3: {no_value}"), "New: 2, 0-1"]);
    check("cut-before-a-line.pgn", &[&format!("Base: 0, -, line 3: {OPEN}"), "New: 2, 0-1"]);
    check("result-before-a-space.pgn", &["-: 2, 1-0", "-: 2, 0-1"]);
    check(
        "result-before-marks.pgn",
        &[
            "A: 2, 1-0",
            "B: 1, 0-1",
            "C: 1, 1/2-1/2",
            "D: 1, 1/2-1/2",
            "-: 1, 1-0",
            "-: 0, 1/2-1/2",
            "-: 0, *, line 15: invalid move \"e5\": no white pawn can move to e5",
        ],
    );
}

#[test]
fn the_first_tag_of_a_name_counts() {
    check(
        "repeated-tag.pgn",
        &[&format!("First: 2, 1-0, line 3: {REPEATED}"), &format!("-: 1, *, line 8: {REPEATED}")],
    );
}

#[test]
fn values_that_end_with_a_backslash() {
    check("backslash.pgn", &["Stockfish 7 /Level 6\\: 2, 1-0", "in\\: 1, *"]);
}

#[test]
fn starts_that_are_not_known_and_names_of_standard_chess() {
    check("unknown-start.pgn", &["0: 1, *", "1: 1, *", "2: 1, *", "3: 1, *", "4: 1, *", "5: 1, *"]);
    let refused = |line: u64, name: &str| {
        format!("line {line}: the variant {name:?} is not supported; expected standard chess or Chess960")
    };
    let mut expected = vec!["-: 1, *".to_owned(); 7];
    expected.extend([refused(29, "wild/23"), refused(33, "wild/8b"), refused(37, "Atomic")]);
    check("variants.pgn", &expected.iter().map(|text| &**text).collect::<Vec<_>>());
}

#[test]
fn faults_that_leave_the_moves_as_they_are() {
    check(
        "broken-tags.pgn",
        &[
            &format!("A: 2, 1-0, line 2: {OPEN}"),
            "-: 1, *, line 8: the tag that begins here has no value in quotes; expected a tag such as [White \"Ann\"]",
            "-: 2, *, line 13: the tag SetUp is \"1\", but there is no tag FEN with the position",
            "-: 1, *, line 18: the tag here has no '[' before its name",
            // The start is not known without this tag.
            &format!("line 23: {OPEN}"),
            &format!("-: 1, *, line 28: {OPEN}"),
        ],
    );
    check(
        "stray-ends.pgn",
        &[
            "-: 3, 1-0, line 3: ')' closes nothing; expected a move, a comment or a result",
            "-: 2, *, line 7: invalid move \"Qh8\": no white queen can move to h8",
            "-: 1, *, line 9: ')' closes nothing; expected a move, a comment or a result",
        ],
    );
    check(
        "percent-behind-a-tag.pgn",
        &[
            "-: 0, *, line 1: invalid move \"%\": expected standard algebraic notation, such as e4, Nf3, exd5, a8=Q or O-O",
        ],
    );
}

#[test]
fn bytes_that_fill_or_end_a_file() {
    check("end-of-dos.pgn", &["-: 2, 1-0", "-: 1, -"]);
    check("zeros.pgn", &["-: 2, 1-0", "-: 1, *", "-: 2, -"]);
    // Between moves, they are an error, because moves may have been there.
    check(
        "zeros-in-a-game.pgn",
        &[
            "-: 1, 1-0, line 3: invalid move \"\\0\\0\": expected standard algebraic notation, such as e4, Nf3, exd5, a8=Q or O-O",
        ],
    );
}
