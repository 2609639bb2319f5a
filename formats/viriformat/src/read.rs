//! [`Reader`]: the games of a file or of bytes in memory.

use std::io::{ErrorKind, Read};
use std::mem;

use quadline::Position;

use crate::decode::{DEFAULT_LIMIT, End, end_of, read_game};
use crate::{Error, Game, Problem};

/// The number of bytes that are read at once.
const BLOCK_BYTES: usize = 1 << 16;

/// Reads the games of a file, one after the other.
///
/// It is an iterator over games. [`next_game`](Self::next_game) lends each game instead, which takes less time.
/// A reader has memory for one game and for 64 KiB of the file.
///
/// A game is read whole before anything of it is given out. A game with an error does not concern the others:
/// the next one is read, unless [`Error::is_fatal`] returns true.
///
/// # Examples
///
/// ```no_run
/// use quadline_viriformat::Reader;
///
/// let mut reader = Reader::new(std::fs::File::open("games.vf")?);
/// while let Some(game) = reader.next_game() {
///     for entry in game?.entries() {
///         println!("{} {} {}", entry.position, entry.chess_move, entry.score);
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    file: R,
    pub(crate) limit: usize,
    /// A block of the file. The bytes from `begin` to `end` are those of the last game and of the next ones.
    bytes: Vec<u8>,
    begin: usize,
    end: usize,
    /// The number of the last game, its place in the file, and the number of its bytes.
    pub(crate) number: u64,
    offset: u64,
    length: usize,
    has_ended: bool,
    game: Game,
}

impl<'a> Reader<&'a [u8]> {
    /// Creates a reader of the games of a file in memory, for example one that is mapped.
    #[must_use]
    pub const fn in_memory(bytes: &'a [u8]) -> Self {
        Self::new(bytes)
    }
}

impl<R: Read> Reader<R> {
    /// Creates a reader of the games of a file. It reads large blocks at once, so `file` needs no buffer.
    pub const fn new(file: R) -> Self {
        Self::from_place(file, 0, 0)
    }

    /// Creates a reader of a file that begins so many games and bytes behind the beginning of another one.
    pub(crate) const fn from_place(file: R, number: u64, offset: u64) -> Self {
        Self {
            file,
            limit: DEFAULT_LIMIT,
            bytes: Vec::new(),
            begin: 0,
            end: 0,
            number,
            offset,
            length: 0,
            has_ended: false,
            game: Game::new(Position::START),
        }
    }

    /// Sets the bytes of the longest game. A longer game is an error, after which no more follows. Without
    /// this, it is [`DEFAULT_LIMIT`].
    #[must_use]
    pub fn with_limit(self, bytes: usize) -> Self {
        Self { limit: bytes.max(1), ..self }
    }

    /// Returns the next game, or `None` at the end of the file. The memory of its moves is used again.
    ///
    /// # Errors
    ///
    /// Returns the first error in the game. The next call returns the next game, unless [`Error::is_fatal`]
    /// is true; then it returns `None`.
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    pub fn next_game(&mut self) -> Option<Result<&Game, Error>> {
        let found = self.find()?.and_then(|()| {
            let bytes = &self.bytes[self.begin..][..self.length];
            read_game(bytes, self.number, self.offset, &mut self.game)
        });
        Some(found.map(|()| &self.game))
    }

    /// Returns the number of games that were read, with those that have an error.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the place of the next game in the file, in bytes.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset + self.length as u64
    }

    /// Returns the bytes of the game that was found last.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.begin..][..self.length]
    }

    /// Finds the next game without reading more than its end. Returns `None` at the end of the file and after
    /// an error.
    pub(crate) fn find(&mut self) -> Option<Result<(), Error>> {
        if self.has_ended {
            return None;
        }
        let length = mem::take(&mut self.length);
        self.begin += length;
        self.offset += length as u64;
        match self.next_length() {
            Ok(0) => {
                self.has_ended = true;
                None
            }
            found => {
                self.number += 1;
                Some(found.map(|length| self.length = length).map_err(|problem| {
                    self.has_ended = true;
                    Error::new(self.number, self.offset, problem)
                }))
            }
        }
    }

    /// Reads the file up to the end of the next game, and returns its length, or 0 at the end of the file.
    fn next_length(&mut self) -> Result<usize, Problem> {
        let mut searched = 0;
        loop {
            let game = &self.bytes[self.begin..self.end];
            let missing = match end_of(game, searched, self.limit) {
                End::At(length) => return Ok(length),
                End::TooLong => return Err(Problem::TooLong(self.limit)),
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
        if let Err(error) = self.next_game()? {
            return Some(Err(error));
        }
        Some(Ok(mem::replace(&mut self.game, Game::new(Position::START))))
    }
}
