//! The work of the scanner is proportional to the length of the text, whatever the text is.

use super::{Scanner, Step, work};

/// The tokens of the grammar, and beginnings of them.
const TOKENS: [&str; 44] = [
    "[",
    "[a \"",
    "[a \"x",
    "\"",
    "\"]",
    "]",
    "[Event \"x\"]",
    "[A \"x\"]",
    "[ b\n\"",
    "[1 \"",
    "a \"",
    "A\"x\"]",
    "[a ",
    "a",
    "\\\"",
    "\\\"]",
    "\\",
    "\\[a \"",
    "{",
    "}",
    "{\n\n",
    "(",
    ")",
    ";",
    "\n%",
    "%",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "*",
    "1-0",
    "½",
    "1–0",
    "1.",
    "1",
    "\n\n1.",
    "e4",
    "!",
    "$1",
    "+",
    "⩲",
    "\u{a0}",
    "\0",
];

/// The beginnings of the texts: nothing, moves, tags, comments, and values that are not closed.
const BEGINNINGS: [&str; 7] =
    ["", "1. e4 ", "[A \"a\"]\n", "1. e4 {", "1. e4 {\n\n[A \"a\"]\n", "1. e4 [a \"", "[A \"x"];

/// Returns the number of bytes and names that are looked at until all games are found.
fn work_of(text: &[u8], piece: usize, limit: usize) -> u64 {
    let mut scanner = Scanner::new(limit, true);
    work::take();
    let mut length = text.len().min(piece);
    loop {
        match scanner.scan(&text[..length], length == text.len()) {
            Step::Game => scanner.begin_game(),
            Step::More(count) => length = text.len().min(length + count.max(piece)),
            Step::End => return work::take(),
        }
    }
}

fn check(text: &str, piece: usize, limit: usize) {
    let work = work_of(text.as_bytes(), piece, limit);
    // A byte can be a game, for which a block is read, and a tag is compared with at most 64 others.
    let most = 150 * text.len() as u64 + 5_000;
    assert!(work <= most, "{work} for {} bytes: {:.60?}, {piece} at once", text.len(), text);
}

#[test]
fn tokens_again_and_again() {
    for beginning in BEGINNINGS {
        for token in TOKENS {
            check(&format!("{beginning}{}", token.repeat(60_000 / token.len())), 1 << 30, 1 << 24);
            check(&format!("{beginning}{}", token.repeat(20_000 / token.len())), 1000, 1 << 24);
            for other in TOKENS {
                let pair = format!("{token}{other}");
                check(&format!("{beginning}{}", pair.repeat(3_000 / pair.len())), 1 << 30, 1 << 24);
            }
        }
    }
}

#[test]
fn three_tokens_again_and_again() {
    for (index, beginning) in BEGINNINGS.into_iter().enumerate() {
        for number in (index..TOKENS.len().pow(3)).step_by(if cfg!(miri) { 9973 } else { 29 }) {
            let [a, b, c] =
                [1, TOKENS.len(), TOKENS.len().pow(2)].map(|each| TOKENS[number / each % TOKENS.len()]);
            let group = format!("{a}{b}{c}");
            check(&format!("{beginning}{}", group.repeat(2_000 / group.len())), 1 << 30, 1 << 24);
        }
    }
}

#[test]
fn ten_megabytes_of_one_pattern() {
    for pattern in ["[a \"", "["] {
        check(&format!("1. e4 {}", pattern.repeat(10_000_000 / pattern.len())), 1 << 16, 1 << 24);
    }
    // Tags with blanks between them, each with another name.
    let tags: String = (0..20_000).map(|number| format!("[A{number} \"x\"]\n\n")).collect();
    let work = work_of(tags.as_bytes(), 1 << 16, 1 << 24);
    assert!(work < 80 * tags.len() as u64, "{work}");
}
