//! The moves of a game in movetext: moves in SAN between numbers, comments, annotations, variations and a
//! result.
//!
//! ```text
//! 1. e4 $1 e5 {[%eval 0.2]} 2. Nf3 (2. f4 exf4) 2... Nc6! ; the rest of the line
//! 3. Bb5 *
//! ```
//!
//! A byte selects what to do by a table, and the ends of comments are searched in words of eight bytes. What
//! few programs write, such as marks of opinions, is looked for only if a word is not a move, so that it
//! costs nothing elsewhere.
//!
//! This file contains the only grammar of the text between moves. [`next_token`] reads what may come between
//! two moves, `is_token_end` defines where a token ends, and [`result_length`] which texts are results. The
//! reader of files in `formats/pgn` uses the same functions.

use core::fmt;

use super::explain::explain;
use super::{san, token};
use crate::chess::{Excerpt, Move, ParseMoveError, Position};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// The kind of what a byte begins, outside of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A move, or text that is none.
    Move,
    /// White space, dots, commas, and annotations that are written alone.
    Skipped,
    Digit,
    /// `{`, `;`, `(`, `$`, `*`, `%` and the characters that only end something.
    Structure,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Move; 256];
    let mut index = 0;
    while index < SKIPPED.len() {
        classes[SKIPPED[index] as usize] = Class::Skipped;
        index += 1;
    }
    index = 0;
    while index < STRUCTURE.len() {
        classes[STRUCTURE[index] as usize] = Class::Structure;
        index += 1;
    }
    index = b'0' as usize;
    while index <= b'9' as usize {
        classes[index] = Class::Digit;
        index += 1;
    }
    classes
};

const SKIPPED: &[u8] = b" \t\r\n\x0b\x0c.,!?";
const STRUCTURE: &[u8] = b"{};()$*%[]";

/// Returns whether a token ends before this byte, because the byte is not part of any move, number or result.
/// [`is_token_end`] also reads the characters that are not ASCII.
#[inline(always)]
fn ends_token(byte: u8) -> bool {
    matches!(
        byte,
        b'\t'
            ..=b'\r'
                | b' '
                | b'!'
                | b'$'
                | b'('
                | b')'
                | b'*'
                | b','
                | b'.'
                | b';'
                | b'?'
                | b'['
                | b']'
                | b'{'
                | b'}'
    )
}

/// The byte order mark, which some programs write at the beginning of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The marks that are skipped behind a move, glued to it or alone. `Movetext` documents them. Those of one or
/// two letters could be the beginning of a move, so they are skipped only behind a move.
const MARKS_OF_LETTERS: [&str; 3] = ["N", "TN", "D"];
const MARKS: [&str; 45] = [
    "e.p.",
    "e.p",
    "ep",
    "+",
    "++",
    "#",
    "=",
    "+=",
    "=+",
    "+/=",
    "=/+",
    "+/-",
    "-/+",
    "+-",
    "-+",
    "+\u{2212}",
    "\u{2212}+",
    "+\u{2013}",
    "\u{2013}+",
    "~",
    "±",
    "∓",
    "⩲",
    "⩱",
    "∞",
    "⯹",
    "⇆",
    "⇄",
    "→",
    "↑",
    "⟳",
    "↻",
    "□",
    "⨀",
    "⊙",
    "○",
    "⊕",
    "∆",
    "△",
    "▽",
    "⌓",
    "‼",
    "⁇",
    "⁈",
    "⁉",
];

/// Other characters that are skipped: a no-break space, and three dots in one.
const SPACES: [&str; 2] = ["\u{a0}", "…"];

/// The characters that separate the two sides of a result.
const SEPARATORS: [&str; 8] = ["-", ":", "‐", "‑", "‒", "–", "—", "\u{2212}"];

/// The state of a game that is read: the position before the next move, and its place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Replay {
    /// The position before the next move.
    pub position: Position,
    /// The number of bytes that are read.
    pub offset: usize,
    /// The number of moves that are read.
    pub ply: usize,
    /// Whether the game has ended, by a result, the end of the text or an error.
    pub is_over: bool,
}

/// The next move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A move. The position is the one after it.
    Move(Move),
    /// The end of the game.
    End,
    /// Text that is no legal move. The offset of the game is that of the error.
    Wrong(Wrong),
}

/// The reason why a text is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A word that is not a legal move.
    Move,
    /// A null move, which cannot be replayed.
    NullMove,
    /// Digits that are not the number of a move or a result.
    Number,
    /// A comment without an end.
    OpenComment,
    /// A variation without an end.
    OpenVariation,
    /// The end of a comment or of a variation without its beginning.
    Unmatched,
    /// A tag of a header.
    Tag,
}

/// A token of movetext. The offsets are those of the ends of the tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// White space, punctuation, an annotation, a mark, or a line for other programs.
    Skipped(usize),
    /// A number of a move.
    Number(usize),
    /// A comment, in braces or up to the end of the line.
    Comment(usize),
    /// A variation, with the variations and comments in it.
    Variation(usize),
    /// A result, which ends the game.
    Result(usize),
    /// A move, or text that is none.
    Word,
    /// Text that cannot be here.
    Wrong(Wrong),
}

/// Reads the token at an offset, which may be anything between two moves, or the next move. `last_move` is the
/// end of the last move, if there is one.
///
/// # Panics
///
/// Panics if the offset is not in the text.
#[inline]
pub fn next_token(text: &[u8], at: usize, last_move: Option<usize>) -> Token {
    match first_token(text, at, text[at]) {
        // Nearly all words are moves, and searching for each mark first would take longer than all the rest.
        Token::Word if !begins_as_move(text, at) => rare_token(text, at, last_move),
        token => token,
    }
}

/// Returns whether two bytes begin a word that is neither a mark nor a result: a letter, and then a file, a
/// rank, the sign of a capture or the hyphen of castling. No mark of letters goes on so.
#[inline(always)]
fn begins_as_move(text: &[u8], at: usize) -> bool {
    text[at].is_ascii_alphabetic()
        && matches!(text.get(at + 1), Some(b'a'..=b'h' | b'1'..=b'8' | b'x' | b'-'))
}

/// Reads a token by its first byte. Marks and results that begin with another character than a digit are a
/// [`Token::Word`], which [`rare_token`] reads.
#[inline(always)]
fn first_token(text: &[u8], at: usize, byte: u8) -> Token {
    match CLASSES[usize::from(byte)] {
        Class::Skipped => Token::Skipped(at + 1),
        Class::Move => Token::Word,
        Class::Digit => number(text, at),
        Class::Structure => structure(text, at, byte),
    }
}

/// Reads a byte order mark, other white space, a mark or a result in the place of a move.
#[cold]
#[inline]
fn rare_token(text: &[u8], at: usize, last_move: Option<usize>) -> Token {
    if at == 0 && text.starts_with(BYTE_ORDER_MARK) {
        return Token::Skipped(BYTE_ORDER_MARK.len());
    }
    if let Some(space) = SPACES.iter().find(|space| text[at..].starts_with(space.as_bytes())) {
        return Token::Skipped(at + space.len());
    }
    let may_be_letters = matches!(text[at], b'N' | b'T' | b'D') && is_behind_move(text, last_move, at);
    if let Some(end) = marks_end(text, at, may_be_letters) {
        return Token::Skipped(end);
    }
    result_length(&text[at..]).map_or(Token::Word, |length| Token::Result(at + length))
}

/// Reads the next move, and plays it.
#[inline(always)]
pub fn next_ply<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    replay: &mut Replay,
    text: &[u8],
) -> Next {
    if replay.is_over {
        return Next::End;
    }
    let mut at = replay.offset;
    loop {
        loop {
            let Some(&byte) = text.get(at) else { return replay.end(at) };
            match first_token(text, at, byte) {
                Token::Skipped(end) | Token::Number(end) | Token::Comment(end) | Token::Variation(end) => {
                    at = end;
                }
                Token::Word => break,
                Token::Result(end) => return replay.end(end),
                Token::Wrong(wrong) => return replay.fail(at, wrong),
            }
        }
        if let Some(chess_move) = read_move::<T, F, K>(token, replay, text, at) {
            return Next::Move(chess_move);
        }
        match rare_token(text, at, replay.last_move()) {
            Token::Skipped(end) => at = end,
            Token::Result(end) => return replay.end(end),
            _ => return rare_word(replay, text, at),
        }
    }
}

impl Replay {
    /// Creates the state before the first move.
    #[inline]
    pub const fn new(position: Position) -> Self {
        Self { position, offset: 0, ply: 0, is_over: false }
    }

    /// Returns the end of the last move, if there is one and nothing but tokens between moves was read since.
    #[inline]
    pub const fn last_move(&self) -> Option<usize> {
        if self.ply > 0 { Some(self.offset) } else { None }
    }

    #[inline(always)]
    fn end(&mut self, at: usize) -> Next {
        self.offset = at;
        self.is_over = true;
        Next::End
    }

    #[cold]
    fn fail(&mut self, at: usize, wrong: Wrong) -> Next {
        self.offset = at;
        self.is_over = true;
        Next::Wrong(wrong)
    }
}

/// Reads a move at an offset, and plays it, if it is a legal move as nearly all programs write it.
#[inline(always)]
fn read_move<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    replay: &mut Replay,
    text: &[u8],
    at: usize,
) -> Option<Move> {
    let mut end = at;
    let found = san::play::<T, F, K>(
        token,
        &mut replay.position,
        token::first_word(&text[at..]),
        #[inline(always)]
        |length| {
            end += length;
            while text.get(end).is_some_and(|&byte| token::is_mark(byte)) {
                end += 1;
            }
            if text.get(end).is_none_or(|&byte| ends_token(byte)) {
                return true;
            }
            let glued = glued_marks_end(text, at + length, end);
            end = glued.unwrap_or(end);
            glued.is_some()
        },
    );
    if found == 0 {
        return None;
    }
    replay.offset = end;
    replay.ply += 1;
    Some(Move::from_bits(found as u16))
}

/// Reads a move that few programs write so, in long algebraic notation or with a mark that is glued to it, and
/// plays it.
#[cold]
#[inline]
fn rare_word(replay: &mut Replay, text: &[u8], at: usize) -> Next {
    // The longest move is eight bytes long, with the letter of a pawn or a hyphen.
    for start_of_marks in (at + 2..=at + 8).rev() {
        let Some(word) = text.get(at..start_of_marks) else { continue };
        let marks = text[start_of_marks..].iter().take_while(|&&byte| token::is_mark(byte)).count();
        let Some(end) = glued_marks_end(text, start_of_marks, start_of_marks + marks) else { continue };
        let found = san::read_rare(&replay.position, word);
        if found != 0 {
            let chess_move = Move::from_bits(found as u16);
            replay.position.play_mut(chess_move);
            replay.offset = end;
            replay.ply += 1;
            return Next::Move(chess_move);
        }
    }
    let is_null_move = is_null_move(&text[at..]);
    replay.fail(at, if is_null_move { Wrong::NullMove } else { Wrong::Move })
}

/// Returns the end of the marks behind a move, which begin somewhere between two offsets, or `None` if the
/// text there is something else. Up to the second offset, all bytes are check marks and annotations.
#[cold]
#[inline]
fn glued_marks_end(text: &[u8], from: usize, to: usize) -> Option<usize> {
    if is_token_end(text, to) {
        return Some(to);
    }
    // `e4!e5` is read as `e4! e5`, because `!` and `?` are in no move and no number.
    if let Some(annotation) = text[from..to].iter().rposition(|byte| matches!(byte, b'!' | b'?')) {
        return Some(from + annotation + 1);
    }
    // Two of the bytes may be the beginning of a mark such as `+/-`.
    (to.saturating_sub(2).max(from)..=to).find_map(|at| marks_end(text, at, true))
}

/// Returns the end of one or more marks at an offset, or `None` if there is none, or only one that is the
/// beginning of another word.
#[inline]
fn marks_end(text: &[u8], at: usize, may_be_letters: bool) -> Option<usize> {
    let letters = if may_be_letters { &MARKS_OF_LETTERS[..] } else { &[] };
    let (mut end, mut found, mut is_behind_ascii) = (at, None, false);
    loop {
        let rest = &text[end..];
        // No two marks of ASCII characters in a row, because `=N` could be a promotion, except `e.p.+`.
        let may_follow = |mark: &str| !is_behind_ascii || !mark.is_ascii() || mark == "+" || mark == "#";
        let fits = |mark: &&str| rest.starts_with(mark.as_bytes()) && may_follow(mark);
        let Some(mark) = MARKS.iter().chain(letters).copied().filter(fits).max_by_key(|mark| mark.len())
        else {
            return found;
        };
        end += mark.len();
        is_behind_ascii = mark.is_ascii();
        // A mark of ASCII characters ends before the next token, and another character is a token of its own.
        if is_token_end(text, end) || !is_behind_ascii {
            found = Some(end);
        }
    }
}

/// Returns whether there are only marks and white space between the last move and an offset. Behind the
/// number of a move or a comment, a letter could belong to the next move, as in `2. N f3`.
#[inline]
fn is_behind_move(text: &[u8], last_move: Option<usize>, at: usize) -> bool {
    // The limit keeps the time proportional to the length of the text.
    let Some(mut from) = last_move.filter(|end| at - end <= 64) else { return false };
    while from < at {
        from = match text[from] {
            b'!' | b'?' => from + 1,
            byte if byte.is_ascii_whitespace() => from + 1,
            b'$' => match structure(text, from, b'$') {
                Token::Skipped(end) => end,
                _ => return false,
            },
            _ => match marks_end(text, from, true) {
                Some(end) => end,
                None => return false,
            },
        };
    }
    true
}

/// The most bytes that [`result_length`] reads: two halves, a dash, and the mark behind them.
pub const RESULT_WINDOW: usize = 2 * "1/2".len() + "–".len() + 4;

/// Returns the length of the result at the beginning of a text, if it is one: `1-0`, `0-1`, `1/2-1/2`, `1/2`,
/// or the same with a colon or a dash, or with `½`.
#[inline]
pub fn result_length(text: &[u8]) -> Option<usize> {
    // Nearly all results are one of these, before white space.
    let usual = if text.starts_with(b"1-0") || text.starts_with(b"0-1") {
        3
    } else if text.starts_with(b"1/2-1/2") {
        7
    } else {
        return any_result_length(text);
    };
    if text.get(usual).is_none_or(|&byte| ends_token(byte)) { Some(usual) } else { any_result_length(text) }
}

/// Returns the length of a result that is written in any way.
#[cold]
#[inline]
fn any_result_length(text: &[u8]) -> Option<usize> {
    // The points of a side in halves, and the text after them.
    let side = |text: &[u8]| {
        let sides = [("1/2", 1), ("½", 1), ("1", 2), ("0", 0)];
        sides.into_iter().find_map(|(side, points)| Some((points, text.strip_prefix(side.as_bytes())?.len())))
    };
    let (points, rest) = side(text)?;
    let behind = &text[text.len() - rest..];
    let both = SEPARATORS.iter().find_map(|separator| {
        let (others, rest) = side(behind.strip_prefix(separator.as_bytes())?)?;
        (points + others == 2).then_some(rest)
    });
    let rest = both.or_else(|| (points == 1).then_some(rest))?;
    let end = text.len() - rest;
    is_token_end(text, end).then_some(end)
}

/// Returns whether a token ends at an offset: before a byte that is in no move, number or result, before
/// `½`, white space or a mark that is not ASCII, and at the end of the text.
#[inline]
fn is_token_end(text: &[u8], at: usize) -> bool {
    let follows = |other: &&str| text[at..].starts_with(other.as_bytes());
    match text.get(at) {
        None => true,
        Some(&byte) if byte.is_ascii() => ends_token(byte),
        Some(_) => SPACES.iter().chain(&MARKS).chain(&["½"]).any(follows),
    }
}

/// Returns whether a token may begin at an offset, because one ends there. For readers that search for
/// results and do not read the moves before them.
#[inline]
pub fn begins_token(text: &[u8], at: usize) -> bool {
    match text[..at].last() {
        None => true,
        // The digits behind `$` are a token with it.
        Some(b'$') => false,
        Some(&byte) => ends_token(byte) || begins_token_behind(text, at, byte),
    }
}

/// Returns whether a token may begin behind a byte that does not end one.
#[cold]
#[inline]
fn begins_token_behind(text: &[u8], at: usize, byte: u8) -> bool {
    // `½` is a token of its own, and so is each mark that is not ASCII, of which some end with `+`.
    let is_mark = |mark: &&str| !mark.is_ascii() && text[..at].ends_with(mark.as_bytes());
    !byte.is_ascii() || text[at..].starts_with("½".as_bytes()) || byte == b'+' && MARKS.iter().any(is_mark)
}

/// Returns whether a text begins with one of the ways to write a null move.
#[inline]
fn is_null_move(text: &[u8]) -> bool {
    token::NULL_MOVES.iter().any(|each| text.starts_with(each))
}

/// Reads text that begins with a digit.
#[inline(always)]
fn number(text: &[u8], at: usize) -> Token {
    let mut end = at + 1;
    while text.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    match text.get(end) {
        Some(b'.') => Token::Number(end),
        None => bare_number(text, at, end),
        Some(&byte) if ends_token(byte) => bare_number(text, at, end),
        Some(_) => result(text, at, end),
    }
}

/// Returns the number of a move without a dot, unless it is a null move in UCI notation.
#[inline(always)]
fn bare_number(text: &[u8], at: usize, end: usize) -> Token {
    if text[at..end] == *b"0000" { Token::Wrong(Wrong::NullMove) } else { Token::Number(end) }
}

/// Reads a result, castling with zeros, or a number to which a mark is glued. The digits end at an offset.
#[cold]
#[inline]
fn result(text: &[u8], at: usize, end_of_digits: usize) -> Token {
    if let Some(length) = result_length(&text[at..]) {
        return Token::Result(at + length);
    }
    if token::is_castling_with_any_dash(&text[at..]) {
        return Token::Word;
    }
    let is_number = is_token_end(text, end_of_digits) || marks_end(text, end_of_digits, false).is_some();
    if is_number {
        Token::Number(end_of_digits)
    } else {
        Token::Wrong(if is_null_move(&text[at..]) { Wrong::NullMove } else { Wrong::Number })
    }
}

/// Reads a comment, a variation, an annotation, a line for other programs, or the result `*`.
#[inline(always)]
fn structure(text: &[u8], at: usize, byte: u8) -> Token {
    match byte {
        b'{' => {
            find(text, at + 1, [b'}']).map_or(Token::Wrong(Wrong::OpenComment), |end| Token::Comment(end + 1))
        }
        b';' => Token::Comment(line_end(text, at)),
        b'(' => variation(text, at).map_or_else(Token::Wrong, Token::Variation),
        b'$' => {
            let digits = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 { Token::Wrong(Wrong::Number) } else { Token::Skipped(at + 1 + digits) }
        }
        b'*' => Token::Result(at + 1),
        b'%' if begins_line(text, at) => Token::Skipped(line_end(text, at)),
        b'%' => Token::Wrong(Wrong::Move),
        b'[' => Token::Wrong(Wrong::Tag),
        _ => Token::Wrong(Wrong::Unmatched),
    }
}

/// Skips a variation and the variations in it. Returns its end.
#[cold]
#[inline]
fn variation(text: &[u8], start: usize) -> Result<usize, Wrong> {
    let (mut at, mut depth) = (start, 0usize);
    loop {
        match text.get(at) {
            None => return Err(Wrong::OpenVariation),
            Some(b'(') => depth += 1,
            Some(b')') => depth -= 1,
            Some(b'{') => at = find(text, at + 1, [b'}']).ok_or(Wrong::OpenVariation)?,
            Some(b';') => at = line_end(text, at),
            Some(b'%') if begins_line(text, at) => at = line_end(text, at),
            Some(_) => {}
        }
        at += 1;
        if depth == 0 {
            return Ok(at);
        }
    }
}

/// Returns whether an offset is the beginning of a line.
#[inline]
fn begins_line(text: &[u8], at: usize) -> bool {
    matches!(text[..at].last(), None | Some(b'\n' | b'\r')) || text[..at] == *BYTE_ORDER_MARK
}

/// Returns the end of a line: its line feed or carriage return, or the end of the text.
#[inline]
fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, [b'\n', b'\r']).unwrap_or(text.len())
}

/// Returns the offset of the first byte with one of some values, from an offset on.
#[inline(always)]
fn find<const N: usize>(text: &[u8], from: usize, bytes: [u8; N]) -> Option<usize> {
    let rest = text.get(from..)?;
    let (words, last) = rest.as_chunks::<8>();
    for (index, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word);
        // Of each value, the lowest byte that becomes 0 is marked; marks above it may be wrong.
        let found = bytes.iter().fold(0, |found, &byte| {
            let word = word ^ (LOWEST * u64::from(byte));
            found | word.wrapping_sub(LOWEST) & !word & LOWEST << 7
        });
        if found != 0 {
            return Some(from + 8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    last.iter().position(|each| bytes.contains(each)).map(|index| from + 8 * words.len() + index)
}

/// The error of [movetext](crate::level::Movetext) that contains something else than legal moves.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Movetext, Position};
///
/// let error = Movetext::new(Position::START, "1. e4 e5 2. Nf6").find_map(Result::err).unwrap();
/// assert_eq!((error.offset(), error.ply()), (12, 2));
/// assert_eq!(
///     error.to_string(),
///     "movetext, byte 12, after 2 plies: invalid move \"Nf6\": no white knight can move to f6"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MovetextError {
    offset: usize,
    ply: usize,
    problem: MovetextProblem,
}

/// A problem of movetext. [`MovetextError`] contains it, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MovetextProblem {
    /// The text is not a legal move.
    Move(ParseMoveError),
    /// A null move, such as `--`.
    NullMove(Excerpt),
    /// Text that begins with a digit or `$` and is neither a number nor a result.
    Number(Excerpt),
    /// A comment that does not end.
    OpenComment,
    /// A variation that does not end.
    OpenVariation,
    /// The end of a comment or of a variation that has not begun.
    Unmatched(char),
    /// A tag pair, which is not part of movetext.
    Tag,
}

impl MovetextError {
    /// Returns the error at the offset of a game.
    #[doc(hidden)]
    #[cold]
    #[inline]
    pub fn new(replay: &Replay, text: &[u8], wrong: Wrong) -> Self {
        let rest = &text[replay.offset..];
        let length = rest.iter().position(|&byte| ends_token(byte)).unwrap_or(rest.len());
        let word = &rest[..length];
        let problem = match wrong {
            Wrong::Move => MovetextProblem::Move(explain(&replay.position, word)),
            Wrong::NullMove => MovetextProblem::NullMove(Excerpt::of(word)),
            Wrong::Number => {
                MovetextProblem::Number(Excerpt::of(if word.is_empty() { &rest[..1] } else { word }))
            }
            Wrong::OpenComment => MovetextProblem::OpenComment,
            Wrong::OpenVariation => MovetextProblem::OpenVariation,
            Wrong::Unmatched => {
                MovetextProblem::Unmatched(rest.first().map_or(' ', |&byte| char::from(byte)))
            }
            Wrong::Tag => MovetextProblem::Tag,
        };
        Self { offset: replay.offset, ply: replay.ply, problem }
    }

    /// Returns the offset of the first byte that is wrong.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of moves before the error, of both sides. All of them are legal.
    ///
    /// It is 0 for an error in the first move. The message has the same number: `after 2 plies`.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the problem.
    #[must_use]
    pub const fn problem(&self) -> MovetextProblem {
        self.problem
    }
}

impl fmt::Display for MovetextError {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = if self.ply == 1 { "ply" } else { "plies" };
        write!(formatter, "movetext, byte {}, after {} {plies}: ", self.offset, self.ply)?;
        match self.problem {
            MovetextProblem::Move(error) => error.fmt(formatter),
            MovetextProblem::NullMove(text) => {
                write!(formatter, "{text:?} is a null move, which is not legal; expected a move such as Nf3")
            }
            MovetextProblem::Number(text) => write!(
                formatter,
                "{text:?} is neither the number of a move, such as 12. or $3, nor a result: 1-0, 0-1, 1/2-1/2 or *"
            ),
            MovetextProblem::OpenComment => {
                formatter.write_str("the comment that begins here has no closing '}'")
            }
            MovetextProblem::OpenVariation => {
                formatter.write_str("the variation that begins here has no closing ')'")
            }
            MovetextProblem::Unmatched(character) => {
                write!(formatter, "'{character}' closes nothing; expected a move, a comment or a result")
            }
            MovetextProblem::Tag => {
                formatter.write_str("a tag pair begins here; movetext begins after the tags of a game")
            }
        }
    }
}

/// Prints the message, because that is what `unwrap` shows.
impl fmt::Debug for MovetextError {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "MovetextError({self})")
    }
}

impl core::error::Error for MovetextError {}
