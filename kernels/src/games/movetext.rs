//! The moves of a game in movetext: moves in SAN between numbers, comments, annotations, variations and a result.
//!
//! ```text
//! 1. e4 $1 e5 {[%eval 0.2]} 2. Nf3 (2. f4 exf4) 2... Nc6! ; the rest of the line
//! 3. Bb5 *
//! ```
//!
//! A byte selects what to do by a table, and the ends of comments are searched in words of eight bytes.

use core::fmt;

use super::{san, token};
use crate::chess::{Excerpt, Move, ParseMoveError, Position};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;

/// The lowest bit of each byte.
const LOWEST: u64 = 0x0101_0101_0101_0101;

/// What a byte begins, outside of comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A move, or text that is none.
    Move,
    /// White space, dots, and annotations that are written alone.
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

const SKIPPED: &[u8] = b" \t\r\n\x0b\x0c.!?";
const STRUCTURE: &[u8] = b"{};()$*%[]";

/// Returns whether a token ends before this byte.
#[inline(always)]
fn ends_token(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c | b'{' | b'}' | b'(' | b')' | b';' | b'$')
}

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
        let Some(&byte) = text.get(at) else { return replay.end(at) };
        match CLASSES[usize::from(byte)] {
            Class::Skipped => at += 1,
            Class::Move => break,
            Class::Digit => match number(text, at) {
                Number::Of(end) => at = end,
                Number::Result(end) => return replay.end(end),
                Number::Castling => break,
                Number::Wrong => {
                    let is_null_move = is_null_move(&text[at..]);
                    return replay.fail(at, if is_null_move { Wrong::NullMove } else { Wrong::Number });
                }
            },
            Class::Structure => match structure(text, at, byte) {
                Ok(Some(end)) => at = end,
                Ok(None) => return replay.end(at + 1),
                Err(wrong) => return replay.fail(at, wrong),
            },
        }
    }
    read_move::<T, F, K>(token, replay, text, at)
}

impl Replay {
    /// Creates the state before the first move.
    #[inline]
    pub const fn new(position: Position) -> Self {
        Self { position, offset: 0, ply: 0, is_over: false }
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

/// Reads a move at an offset, and plays it.
#[inline(always)]
fn read_move<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    replay: &mut Replay,
    text: &[u8],
    at: usize,
) -> Next {
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
            text.get(end).is_none_or(|&byte| ends_token(byte))
        },
    );
    if found == 0 {
        return replay.fail(at, if is_null_move(&text[at..]) { Wrong::NullMove } else { Wrong::Move });
    }
    let chess_move = Move::from_bits(found as u16);
    replay.offset = end;
    replay.ply += 1;
    Next::Move(chess_move)
}

/// Returns whether a text begins with one of the ways to write a null move.
fn is_null_move(text: &[u8]) -> bool {
    [&b"--"[..], b"Z0", b"0000", b"@@@@", b"null"].iter().any(|each| text.starts_with(each))
}

/// What begins with a digit.
enum Number {
    /// The number of a move, which ends here.
    Of(usize),
    /// The result of the game, which ends here.
    Result(usize),
    /// Castling, written with zeros.
    Castling,
    Wrong,
}

/// Reads text that begins with a digit.
#[inline(always)]
fn number(text: &[u8], at: usize) -> Number {
    let mut end = at + 1;
    while text.get(end).is_some_and(u8::is_ascii_digit) {
        end += 1;
    }
    match text.get(end) {
        Some(b'.') => Number::Of(end),
        None => bare_number(text, at, end),
        Some(&byte) if ends_token(byte) => bare_number(text, at, end),
        Some(_) => result(&text[at..], at),
    }
}

/// Returns the number of a move without a dot, unless it is a null move in UCI notation.
#[inline(always)]
fn bare_number(text: &[u8], at: usize, end: usize) -> Number {
    if text[at..end] == *b"0000" { Number::Wrong } else { Number::Of(end) }
}

/// Reads a result, or castling with zeros.
#[cold]
fn result(text: &[u8], at: usize) -> Number {
    for result in [&b"1-0"[..], b"0-1", b"1/2-1/2", b"1/2"] {
        if text.starts_with(result) && text.get(result.len()).is_none_or(|&byte| ends_token(byte)) {
            return Number::Result(at + result.len());
        }
    }
    if text.starts_with(b"0-0") { Number::Castling } else { Number::Wrong }
}

/// Skips a comment, a variation or an annotation. Returns its end, or `None` for the result `*`.
#[inline(always)]
fn structure(text: &[u8], at: usize, byte: u8) -> Result<Option<usize>, Wrong> {
    match byte {
        b'{' => find(text, at + 1, b'}').map(|end| Some(end + 1)).ok_or(Wrong::OpenComment),
        b';' => Ok(Some(line_end(text, at))),
        b'(' => variation(text, at).map(Some),
        b'$' => {
            let digits = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 { Err(Wrong::Number) } else { Ok(Some(at + 1 + digits)) }
        }
        b'*' => Ok(None),
        // A line that begins with a percent sign is for other programs.
        b'%' if at == 0 || text[at - 1] == b'\n' => Ok(Some(line_end(text, at))),
        b'%' => Err(Wrong::Move),
        b'[' => Err(Wrong::Tag),
        _ => Err(Wrong::Unmatched),
    }
}

/// Skips a variation and the variations in it. Returns its end.
#[cold]
fn variation(text: &[u8], start: usize) -> Result<usize, Wrong> {
    let (mut at, mut depth) = (start, 0usize);
    loop {
        match text.get(at) {
            None => return Err(Wrong::OpenVariation),
            Some(b'(') => depth += 1,
            Some(b')') => depth -= 1,
            Some(b'{') => at = find(text, at + 1, b'}').ok_or(Wrong::OpenVariation)?,
            Some(b';') => at = line_end(text, at),
            Some(_) => {}
        }
        at += 1;
        if depth == 0 {
            return Ok(at);
        }
    }
}

/// Returns the end of a line: its line feed, or the end of the text.
fn line_end(text: &[u8], at: usize) -> usize {
    find(text, at, b'\n').unwrap_or(text.len())
}

/// Returns the offset of the first byte with a value, from an offset on.
#[inline(always)]
fn find(text: &[u8], from: usize, byte: u8) -> Option<usize> {
    let rest = text.get(from..)?;
    let (words, last) = rest.as_chunks::<8>();
    for (index, &word) in words.iter().enumerate() {
        // The lowest byte that becomes 0 is marked; marks above it may be wrong.
        let word = u64::from_le_bytes(word) ^ (LOWEST * u64::from(byte));
        let found = word.wrapping_sub(LOWEST) & !word & LOWEST << 7;
        if found != 0 {
            return Some(from + 8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    last.iter().position(|&each| each == byte).map(|index| from + 8 * words.len() + index)
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
///     "movetext, byte 12, ply 3: invalid move \"Nf6\": no white knight can move to f6"
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
    pub fn new<T: Outlined, F: Formula<T>>(token: T, replay: &Replay, text: &[u8], wrong: Wrong) -> Self {
        let rest = &text[replay.offset..];
        let length = rest.iter().position(|&byte| ends_token(byte)).unwrap_or(rest.len());
        let word = &rest[..length];
        let problem = match wrong {
            Wrong::Move => MovetextProblem::Move(san::explain::<T, F>(token, &replay.position, word)),
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

    /// Returns the number of moves before the error. All of them are legal.
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
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "movetext, byte {}, ply {}: ", self.offset, self.ply + 1)?;
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
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "MovetextError({self})")
    }
}

impl core::error::Error for MovetextError {}
