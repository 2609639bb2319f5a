//! Files of games: bytes that are read as a file in memory and in pieces, and written again.

use std::io::{self, Read};

use arbitrary::Arbitrary;
use quadline_viriformat::{Error, Game, Parts, Reader, Writer};

/// A file and the number of bytes that it gives at once.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub struct Viriformat<'a> {
    most: u8,
    bytes: &'a [u8],
}

/// A file that gives a few bytes at once.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let most = to.len().min(self.1);
        self.0.read(&mut to[..most])
    }
}

impl Viriformat<'_> {
    /// Checks that all ways to read find the same, that their entries are legal, and that games can be
    /// written and read again.
    pub fn check(self) {
        let text = |error: Error| error.to_string();
        let found: Vec<Result<Game, String>> =
            Reader::in_memory(self.bytes).map(|game| game.map_err(text)).collect();
        let most = usize::from(self.most) + 1;
        let reader = Reader::new(Pieces(self.bytes, most));
        assert_eq!(reader.map(|game| game.map_err(text)).collect::<Vec<_>>(), found);
        let of_parts = Parts::new(self.bytes).with_size(most).flat_map(|part| match part {
            Ok(part) => part.games().map(|game| game.map_err(text)).collect(),
            Err(error) => vec![Err(text(error))],
        });
        assert_eq!(of_parts.collect::<Vec<_>>(), found);

        let (mut writer, mut valid) = (Writer::new(Vec::new()), Vec::new());
        for game in found.into_iter().flatten() {
            let mut count = 0;
            for entry in game.entries() {
                assert!(entry.position.check().is_ok() && entry.position.is_legal(entry.chess_move));
                count += 1;
            }
            assert_eq!(count, game.moves.len());
            writer.write(&game).expect("a game that was read");
            valid.push(game);
        }
        let file = writer.finish().expect("memory");
        assert!(file.len() <= self.bytes.len());
        let again: Vec<Game> = Reader::new(&file[..]).map(|game| game.expect("a game")).collect();
        assert_eq!(again, valid);
    }
}
