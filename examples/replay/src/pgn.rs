//! Games of a file in portable game notation (PGN): the tag `FEN` and the movetext of each.

use std::io::{self, BufRead};

/// A game of a file.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Game {
    /// The starting position, if it is not that of standard chess.
    pub fen: Option<String>,
    /// Everything after the tags.
    pub movetext: Vec<u8>,
}

/// Reads the games of a file one after the other.
pub struct Games<R> {
    lines: R,
    /// The first line of the next game, if it has been read.
    next: Vec<u8>,
}

impl<R: BufRead> Games<R> {
    /// Creates a reader.
    pub fn new(lines: R) -> Self {
        Self { lines, next: Vec::new() }
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Game>;

    /// A line that begins with `[` is a tag, unless it is in a comment. The first tag after movetext begins the next game.
    fn next(&mut self) -> Option<io::Result<Game>> {
        let (mut game, mut is_empty) = (Game::default(), true);
        let (mut is_in_comment, mut has_moves) = (false, false);
        let mut line = std::mem::take(&mut self.next);
        loop {
            if line.is_empty()
                && let Err(error) = self.lines.read_until(b'\n', &mut line)
            {
                return Some(Err(error));
            }
            if line.is_empty() {
                return (!is_empty).then_some(Ok(game));
            }
            if line.starts_with(b"[") && !is_in_comment {
                if has_moves {
                    self.next = line;
                    return Some(Ok(game));
                }
                if let Some(fen) =
                    line.strip_prefix(b"[FEN \"").and_then(|rest| rest.split(|&byte| byte == b'"').next())
                {
                    game.fen = Some(String::from_utf8_lossy(fen).into_owned());
                }
            } else {
                has_moves |= !line.trim_ascii().is_empty();
                for &byte in &line {
                    is_in_comment = byte == b'{' || is_in_comment && byte != b'}';
                }
                game.movetext.extend_from_slice(&line);
            }
            is_empty = false;
            line.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_tags_and_comments() {
        let file = b"[Event \"a\"]\n[FEN \"8/8/8/8/8/6k1/8/7K w - - 0 1\"]\n\n1. Kg1 {a comment\n[%eval 0] } *\n\n[Event \"b\"]\n\n1. e4 *";
        let games: Vec<_> = Games::new(&file[..]).map(|game| game.expect("no error")).collect();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].fen.as_deref(), Some("8/8/8/8/8/6k1/8/7K w - - 0 1"));
        assert_eq!(games[0].movetext, b"\n1. Kg1 {a comment\n[%eval 0] } *\n\n");
        assert_eq!((games[1].fen.as_deref(), &games[1].movetext[..]), (None, &b"\n1. e4 *"[..]));
        assert!(Games::new(&b""[..]).next().is_none());
    }
}
