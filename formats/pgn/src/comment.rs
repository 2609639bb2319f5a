//! Comments, and the evaluations and clocks in them.

use std::time::Duration;

use crate::scan::line_end;

/// An iterator over the comments at the beginning of a part of movetext, up to the next move or variation.
/// [`Plies::comments`](crate::Plies::comments) returns it.
#[derive(Clone, Debug)]
pub struct Comments<'a> {
    rest: &'a [u8],
}

impl<'a> Comments<'a> {
    pub(crate) fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    /// Returns the text from the next move or variation on.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = Comment<'a>;

    fn next(&mut self) -> Option<Comment<'a>> {
        loop {
            let (&byte, after) = self.rest.split_first()?;
            match byte {
                b'{' => {
                    let end = memchr::memchr(b'}', after)?;
                    self.rest = &after[end + 1..];
                    return Some(Comment { text: &after[..end] });
                }
                b';' => {
                    let end = line_end(after, 0);
                    self.rest = &after[end..];
                    return Some(Comment { text: &after[..end] });
                }
                // An annotation such as `$1` or `!?` is between the move and its comment.
                b'$' => {
                    let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    self.rest = &after[digits..];
                }
                b' ' | b'\t'..=b'\r' | b'!' | b'?' => self.rest = after,
                _ => return None,
            }
        }
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

    /// Returns the evaluation of the command `eval`, such as `0.17`, `#-3`, or `0.17,20` with a depth.
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline_pgn::{Evaluation, Games};
    ///
    /// let file = "1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 {[%eval #-3]} *";
    /// let mut games = Games::in_memory(file.as_bytes());
    /// let game = games.next_game().unwrap()?;
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
        let text = text.split(',').next().unwrap_or_default().trim();
        match text.strip_prefix('#') {
            Some(moves) => moves.parse().ok().map(Evaluation::Mate),
            None => text.parse().ok().filter(|pawns: &f32| pawns.is_finite()).map(Evaluation::Pawns),
        }
    }

    /// Returns the time on the clock of the player who moved, of the command `clk`.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        duration(self.command("clk")?)
    }
}

/// Reads a time such as `1:02:03.5`.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut seconds = 0u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let digits: String = fraction.chars().chain("000000000".chars()).take(9).collect();
    Some(Duration::new(seconds, digits.parse().ok()?))
}
