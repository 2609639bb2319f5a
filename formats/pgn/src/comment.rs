//! Comments, and the evaluations and clocks in them.

use std::time::Duration;

use quadline_kernels::internal::games::movetext::{Token, Wrong, next_token};

/// An iterator over the comments between two moves, except those in variations.
/// [`Plies::comments`](crate::Plies::comments) returns it.
#[derive(Clone, Debug)]
pub struct Comments<'a> {
    movetext: &'a [u8],
    at: usize,
    /// The end of the move before the comments.
    last_move: Option<usize>,
}

impl<'a> Comments<'a> {
    #[inline]
    pub(crate) fn new(movetext: &'a [u8], at: usize, last_move: Option<usize>) -> Self {
        Self { movetext, at, last_move }
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = Comment<'a>;

    #[inline]
    fn next(&mut self) -> Option<Comment<'a>> {
        let (text, mut at) = (self.movetext, self.at);
        while at < text.len() {
            match next_token(text, at, self.last_move) {
                Token::Skipped(end) | Token::Number(end) | Token::Variation(end) => at = end,
                Token::Comment(end) => {
                    self.at = end;
                    let has_brace = text[at] == b'{';
                    return Some(Comment { text: &text[at + 1..end - usize::from(has_brace)] });
                }
                // The moves go on behind the end of a comment or variation that has not begun.
                Token::Wrong(Wrong::Unmatched) => at += 1,
                Token::Result(_) | Token::Word | Token::Wrong(_) => break,
            }
        }
        self.at = at;
        None
    }
}

/// A comment, in braces or up to the end of a line.
///
/// Programs write numbers into comments as commands, such as `[%eval 0.17]` and `[%clk 0:03:00]` ([Chess
/// informant and ChessBase, 2001](https://www.enpassant.dk/chess/palview/enhancedpgn.htm)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    text: &'a [u8],
}

/// An evaluation from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluation {
    /// In pawns.
    Pawns(f32),
    /// The number of moves up to mate. It is negative if Black mates.
    Mate(i32),
}

impl<'a> Comment<'a> {
    /// Returns the text between the braces, or behind the semicolon.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the text of a command, such as `0:03:00` for the name `clk` of `[%clk 0:03:00]`.
    #[must_use]
    pub fn command(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.text;
        loop {
            let begin = memchr::memchr(b'[', rest)?;
            rest = &rest[begin + 1..];
            let Some(value) = rest.strip_prefix(b"%").and_then(|rest| rest.strip_prefix(name.as_bytes()))
            else {
                continue;
            };
            if value.first().is_some_and(u8::is_ascii_whitespace) {
                let end = memchr::memchr(b']', value)?;
                return std::str::from_utf8(value[..end].trim_ascii()).ok();
            }
        }
    }

    /// Returns the evaluation of the command `eval`.
    ///
    /// | text | is |
    /// |---|---|
    /// | `0.17`, `+0.17`, `-1`, `.5` | pawns |
    /// | `0.17,20`, `0.17/20` | pawns, and the depth |
    /// | `-77,23` | hundredths of a pawn, and the depth, as ChessBase and ChessGUI write it |
    /// | `#-3`, `-#3`, `#3,20` | mate in 3 moves |
    /// | `M5`, `-M3`, `M-3` | the same |
    ///
    /// There is no evaluation in another text, nor in `0,35`: with one digit, the comma may be that of a
    /// decimal fraction.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_pgn::{Evaluation, Reader};
    ///
    /// let file = "1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 {[%eval #-3]} *";
    /// let mut reader = Reader::in_memory(file.as_bytes());
    /// let game = reader.next_game().unwrap()?;
    /// let mut plies = game.plies();
    /// plies.next();
    /// let comment = plies.comments().next().unwrap();
    /// assert_eq!(comment.evaluation(), Some(Evaluation::Pawns(0.17)));
    /// assert_eq!(comment.clock().unwrap().as_secs(), 180);
    /// plies.next();
    /// assert_eq!(plies.comments().next().unwrap().evaluation(), Some(Evaluation::Mate(-3)));
    /// # Ok::<(), quadline_pgn::Error>(())
    /// ```
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        let text = self.command("eval")?;
        let (value, depth) = match text.split_once([',', '/']) {
            Some((value, depth)) => (value.trim(), Some(depth.trim())),
            None => (text, None),
        };
        if depth.is_some_and(|depth| !is_digits(depth)) {
            return None;
        }
        let (is_negative, unsigned) = signed(value);
        if let Some(moves) = unsigned.strip_prefix(['#', 'M']) {
            let (is_negative_moves, digits) = signed(moves);
            // There is one sign, before the character or behind it.
            let signs = value.len() - unsigned.len() + moves.len() - digits.len();
            let moves: i32 = digits.parse().ok().filter(|_| is_digits(digits) && signs < 2)?;
            return Some(Evaluation::Mate(if is_negative || is_negative_moves { -moves } else { moves }));
        }
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = whole.len() + fraction.len();
        if digits == 0 || [whole, fraction].iter().any(|part| !part.is_empty() && !is_digits(part)) {
            return None;
        }
        let is_whole = unsigned.len() == whole.len();
        let number: f32 = value.parse().ok().filter(|number: &f32| number.is_finite())?;
        match depth {
            Some(_) if is_whole && whole.len() > 1 && text.contains(',') => {
                Some(Evaluation::Pawns(number / 100.0))
            }
            Some(_) if is_whole => None,
            _ => Some(Evaluation::Pawns(number)),
        }
    }

    /// Returns the time on the clock of the player who moved, of the command `clk`.
    ///
    /// It is written as hours, minutes and seconds, such as `0:03:00` or `1:02:03.5`, which the definition of
    /// the command prescribes. Other text gives no time: `1:30` may be minutes and seconds, or hours and
    /// minutes.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        duration(self.command("clk")?)
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a number has a minus sign, and the number without its sign.
fn signed(text: &str) -> (bool, &str) {
    (text.starts_with('-'), text.strip_prefix(['-', '+']).unwrap_or(text))
}

/// Reads a time such as `1:02:03.5`.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':');
    let [hours, minutes, seconds] = [parts.next()?, parts.next()?, parts.next()?];
    let are_digits = [hours, minutes, seconds, fraction].into_iter().all(is_digits);
    if parts.next().is_some() || !are_digits {
        return None;
    }
    let [minutes, seconds]: [u64; 2] = [minutes.parse().ok()?, seconds.parse().ok()?];
    if minutes >= 60 || seconds >= 60 {
        return None;
    }
    let hours = hours.parse::<u64>().ok()?.checked_mul(3600)?;
    let digits = fraction.bytes().chain([b'0'; 9]).take(9);
    let nanoseconds = digits.fold(0, |nanoseconds, digit| 10 * nanoseconds + u32::from(digit - b'0'));
    Some(Duration::new(hours.checked_add(60 * minutes + seconds)?, nanoseconds))
}
