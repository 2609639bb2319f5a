//! [`Reader`]: the games of a file that is read.

use std::io::{ErrorKind, Read};

use crate::parts::{End, RawGame, end_of};
use crate::{Error, Game, Problem};

/// The number of bytes that are read at once.
const BLOCK_BYTES: usize = 1 << 16;

/// An iterator over the games of a file that is read.
///
/// It has memory for one game and for 64 KiB of the file. A game with an error does not concern the others.
/// After an error of which [`Error::is_last`] is true, the iterator ends.
///
/// # Examples
///
/// ```no_run
/// use quadline_viriformat::Reader;
///
/// let file = std::fs::File::open("games.vf")?;
/// for game in Reader::new(file) {
///     for entry in game?.entries() {
///         println!("{} {} {}", entry.position, entry.chess_move, entry.score);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    file: R,
    /// A block of the file. The bytes from `begin` to `end` are not used yet.
    bytes: Vec<u8>,
    begin: usize,
    end: usize,
    /// The place of the next game in the file, and its number.
    offset: u64,
    number: u64,
    has_ended: bool,
}

impl<R: Read> Reader<R> {
    /// Creates a reader. It reads large blocks at once, so `file` needs no buffer.
    pub const fn new(file: R) -> Self {
        Self { file, bytes: Vec::new(), begin: 0, end: 0, offset: 0, number: 1, has_ended: false }
    }

    /// Replaces `game` by the next one and returns true, or false at the end of the file. The memory of its
    /// moves is used again, so this takes less time than the iterator.
    ///
    /// # Errors
    ///
    /// Returns the first error in the game. `game` has no moves then. The next call reads the next game,
    /// unless [`Error::is_last`] is true.
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    pub fn read_into(&mut self, game: &mut Game) -> Result<bool, Error> {
        game.moves.clear();
        match self.next_raw()? {
            Some(raw) => raw.read_into(game).map(|()| true),
            None => Ok(false),
        }
    }

    /// Returns the next game without reading more than its end, or `None` at the end of the file. This skips
    /// games, or collects their bytes for threads that read them with
    /// [`games_of_part`](crate::games_of_part).
    ///
    /// # Examples
    ///
    /// ```
    /// use quadline::Position;
    /// use quadline_viriformat::{Game, Reader, Writer};
    ///
    /// let mut writer = Writer::new(Vec::new());
    /// writer.write(&Game::new(Position::START))?;
    /// let file = writer.finish()?;
    /// let mut reader = Reader::new(&file[..]);
    /// assert_eq!(reader.next_raw()?.map(|game| game.bytes()), Some(&file[..]));
    /// assert!(reader.next_raw()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the game has no end. There are no more games then.
    pub fn next_raw(&mut self) -> Result<Option<RawGame<'_>>, Error> {
        if self.has_ended {
            return Ok(None);
        }
        let (number, offset) = (self.number, self.offset);
        match self.next_bytes() {
            Ok(0) => {
                self.has_ended = true;
                Ok(None)
            }
            Ok(length) => {
                let begin = self.begin;
                self.begin += length;
                self.offset += length as u64;
                self.number += 1;
                Ok(Some(RawGame::new(number, offset, &self.bytes[begin..][..length])))
            }
            Err(problem) => {
                self.has_ended = true;
                Err(Error::new(number, offset, problem))
            }
        }
    }

    /// Reads the file up to the end of the next game, and returns its length, or 0 at the end of the file.
    fn next_bytes(&mut self) -> Result<usize, Problem> {
        let mut searched = 0;
        loop {
            let game = &self.bytes[self.begin..self.end];
            let missing = match end_of(game, searched) {
                End::At(length) => return Ok(length),
                End::TooLong => return Err(Problem::TooLong),
                End::Missing(missing) => missing,
            };
            // What is left of a move is searched again.
            searched = game.len() & !3;
            self.make_room();
            match self.file.read(&mut self.bytes[self.end..]) {
                Ok(0) if self.begin == self.end => return Ok(0),
                Ok(0) => return Err(Problem::CutFile { missing: missing as u64 }),
                Ok(read) => self.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Problem::Read(error)),
            }
        }
    }

    /// Moves the bytes that are not used to the front, and makes room for more of them.
    fn make_room(&mut self) {
        if self.end < self.bytes.len() {
            return;
        }
        self.bytes.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        if self.bytes.len() < self.end + BLOCK_BYTES {
            self.bytes.resize(self.end + BLOCK_BYTES, 0);
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut game = Game::new(quadline::Position::START);
        match self.read_into(&mut game) {
            Ok(true) => Some(Ok(game)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
