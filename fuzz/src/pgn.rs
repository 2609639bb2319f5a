//! Files of games: any bytes, read whole, in small pieces and in parts.

use std::io::{self, Read};

use arbitrary::Arbitrary;
use quadline_kernels::internal::games::movetext::{Token, next_token};
use quadline_pgn::{Parts, Problem, Reader, Source};

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

fn collect<S: Source>(games: &mut Reader<S>, found: &mut Found) {
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

/// Returns whether bytes can be between two games: white space, zeros, byte order marks, marks, escaped lines,
/// and comments before tags or at the end of the file. A brace can be in a tag in a comment, so each may end
/// the comment.
fn may_be_between(file: &[u8], begin: usize, end: usize) -> bool {
    let rest_of_line =
        |at: usize| file[at..end].iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(end - at);
    let mut is_reached = vec![false; end + 1];
    is_reached[begin] = true;
    for at in begin..end {
        if !is_reached[at] {
            continue;
        }
        let begins_line =
            at == 0 || matches!(file[at - 1], b'\n' | b'\r') || file[..at].ends_with(b"\xef\xbb\xbf");
        match file[at..end] {
            [0 | 26, ..] => is_reached[at + 1] = true,
            [b'%', ..] if begins_line => is_reached[at + rest_of_line(at)] = true,
            [b';', ..] => is_reached[at + rest_of_line(at)] = true,
            [b'{', ..] => {
                for close in at..end {
                    is_reached[close + 1] |= file[close] == b'}';
                }
                is_reached[end] = true;
            }
            [b'%' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', ..] => {}
            _ => {
                // The scanner looks at so many bytes.
                if let Token::Skipped(length) = next_token(&file[at..file.len().min(at + 64)], 0, None) {
                    is_reached[end.min(at + length)] = true;
                }
            }
        }
    }
    is_reached[end]
}

impl<'a> Pgn<'a> {
    /// Creates the case of a file with a limit, and sizes of pieces and of parts.
    #[allow(dead_code, reason = "tests with the stable compiler call it")]
    pub fn new(file: &'a [u8], limit: u16, piece: u8, part: u16) -> Self {
        Self { piece, part, limit, file }
    }

    /// Checks that all ways to read find the same, and that no byte but white space, comments and escaped
    /// lines is between the games.
    pub fn check(self) {
        let limit = 1 + usize::from(self.limit);
        let mut whole = Vec::new();
        collect(&mut Reader::in_memory(self.file).with_limit(limit), &mut whole);

        // No byte is lost: those of games, and those that may be between them, are all bytes of the file.
        let mut sum = Some(0);
        for &(_, _, begin, end, ..) in &whole {
            // An error is somewhere in its game, whose first and last byte are not known.
            sum = match sum {
                _ if begin == end => None,
                Some(sum) => {
                    assert!(
                        may_be_between(self.file, sum, begin as usize),
                        "{sum}, {begin}: {:?}",
                        self.file
                    );
                    Some(end as usize)
                }
                None => Some(end as usize),
            };
        }
        if let Some(sum) = sum {
            assert!(may_be_between(self.file, sum, self.file.len()), "from {sum}: {:?}", self.file);
        }

        let mut end = 0;
        for (index, found) in whole.iter().enumerate() {
            assert_eq!(found.0, index as u64 + 1);
            assert!(found.2 >= end && found.3 <= self.file.len() as u64, "{found:?} begins before {end}");
            let lines = self.file[..found.2 as usize].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(found.1, lines as u64 + 1);
            // An error is somewhere in its game.
            end = if found.3 > found.2 { found.3 } else { end };
        }
        let piece = 1 + usize::from(self.piece);
        let mut pieces = Vec::new();
        collect(&mut Reader::new(Pieces(self.file, piece)).with_limit(limit), &mut pieces);
        assert_eq!(pieces, whole, "{self:?}");

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
