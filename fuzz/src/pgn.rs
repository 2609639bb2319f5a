//! Files of games: any bytes, read whole, in small pieces and in parts.

use std::io::{self, Read};

use arbitrary::Arbitrary;
use quadline_pgn::{Games, Parts, Problem, Source};

/// A file and how it is read.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Pgn<'a> {
    /// The bytes that are read at once.
    piece: u8,
    /// The least size of a part.
    part: u16,
    limit: u16,
    file: &'a [u8],
}

/// A reader that returns few bytes at once.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (now, later) = self.0.split_at(self.1.min(buffer.len()).min(self.0.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.0 = later;
        Ok(now.len())
    }
}

/// A game or an error: number, line, offset and end, the number of tags, and the moves or the message.
type Found = Vec<(u64, u64, u64, u64, usize, String)>;

fn collect<S: Source>(games: &mut Games<S>, found: &mut Found) {
    while let Some(game) = games.next_game() {
        match game {
            Ok(game) => {
                let mut text = String::new();
                for ply in game.plies() {
                    match ply {
                        Ok((_, chess_move)) => text += &format!("{chess_move} "),
                        Err(error) => text += &error.to_string(),
                    }
                }
                let end = game.offset() + game.bytes().len() as u64;
                found.push((game.number(), game.line(), game.offset(), end, game.tags().len(), text));
            }
            Err(error) => {
                found.push((error.game(), error.line(), error.offset(), error.offset(), 0, error.to_string()))
            }
        }
    }
}

impl Pgn<'_> {
    /// Checks that all ways to read find the same, and that no byte but white space, comments and escaped
    /// lines is between the games.
    pub fn check(self) {
        // Below this, what is looked ahead for is longer than a game may be.
        let limit = 8192 + usize::from(self.limit);
        let mut whole = Vec::new();
        collect(&mut Games::in_memory(self.file).with_limit(limit), &mut whole);

        let mut end = 0;
        for (index, found) in whole.iter().enumerate() {
            assert_eq!(found.0, index as u64 + 1);
            assert!(found.2 >= end && found.3 <= self.file.len() as u64, "{found:?} begins before {end}");
            let lines = self.file[..found.2 as usize].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(found.1, lines as u64 + 1);
            // An error is somewhere in its game.
            end = if found.3 > found.2 { found.3 } else { end };
        }
        if whole.is_empty() {
            let first = self.file.iter().find(|byte| !byte.is_ascii_whitespace());
            assert!(first.is_none_or(|byte| b"%;{\xef\x0b".contains(byte)), "no game in {:?}", self.file);
        }

        let piece = 1 + usize::from(self.piece);
        let mut pieces = Vec::new();
        collect(&mut Games::new(Pieces(self.file, piece)).with_limit(limit), &mut pieces);
        assert_eq!(pieces, whole);

        let mut parts = Vec::new();
        for part in Parts::new(Pieces(self.file, piece)).with_size(self.part.into()).with_limit(limit) {
            match part {
                Ok(part) => collect(&mut part.games(), &mut parts),
                Err(error) => {
                    assert!(matches!(error.problem(), Problem::TooLong(_)));
                    parts.push((
                        error.game(),
                        error.line(),
                        error.offset(),
                        error.offset(),
                        0,
                        error.to_string(),
                    ));
                }
            }
        }
        assert_eq!(parts, whole);
    }
}
