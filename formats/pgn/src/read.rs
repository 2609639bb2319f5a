//! [`Reader`]: the games of a file or of bytes in memory.

use std::io::{self, ErrorKind, Read};

use quadline::fen::Fen;

use crate::error::{Error, Problem};
use crate::game::{Fault, Game, Lines, Place, find_start};
use crate::part::{Origin, Part};
use crate::scan::{Scanner, Step};

/// The bytes of the longest game, if nothing else is set: 16 MB.
pub const DEFAULT_LIMIT: usize = 16 << 20;

/// The largest limit, so that places in a game fit into 32 bits.
const MOST_LIMIT: usize = 1 << 29;

/// The bytes that are read at once, which fit into the second cache of any CPU.
const BUFFER: usize = 1 << 16;

/// The bytes of a line of the cache.
const ALIGNMENT: usize = 64;

/// The bytes of a file in memory that are looked at together, so that places in them fit into 32 bits.
const WINDOW: usize = if usize::BITS > 32 { 1 << 30 } else { 1 << 29 };

/// The source of games: bytes in memory, or a reader with a buffer.
pub trait Source: sealed::Source {}

impl<S: sealed::Source> Source for S {}

pub(crate) mod sealed {
    use std::io;

    /// A part of a file that is in memory.
    pub trait Source {
        fn bytes(&self) -> &[u8];

        /// Returns whether the file has no other bytes.
        fn is_end(&self) -> bool;

        /// Drops bytes from the beginning, and adds at least the given number at the end, if the file has as
        /// many.
        fn advance(&mut self, dropped: usize, at_least: usize) -> io::Result<()>;
    }
}

/// Bytes in memory.
#[derive(Clone, Copy, Debug)]
pub struct Memory<'a> {
    bytes: &'a [u8],
    /// The number of bytes that are looked at.
    window: usize,
}

impl sealed::Source for Memory<'_> {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.window]
    }

    fn is_end(&self) -> bool {
        self.window == self.bytes.len()
    }

    fn advance(&mut self, dropped: usize, at_least: usize) -> io::Result<()> {
        let end = (self.window - dropped).saturating_add(at_least).max(WINDOW);
        self.bytes = &self.bytes[dropped..];
        self.window = end.min(self.bytes.len());
        Ok(())
    }
}

/// A reader with a buffer that grows up to the longest game.
#[derive(Clone, Debug)]
pub struct Buffered<R> {
    input: R,
    buffer: Vec<u8>,
    /// The places in the buffer where the bytes begin and end.
    begin: usize,
    end: usize,
    is_end: bool,
}

impl<R: Read> sealed::Source for Buffered<R> {
    fn bytes(&self) -> &[u8] {
        &self.buffer[self.begin..self.end]
    }

    fn is_end(&self) -> bool {
        self.is_end
    }

    fn advance(&mut self, dropped: usize, at_least: usize) -> io::Result<()> {
        let kept = self.end - self.begin - dropped;
        let wanted = kept + at_least;
        // A large free part, so that the games of one reading are many.
        let room = ALIGNMENT + wanted.max(BUFFER).max(2 * kept);
        if self.buffer.len() < room {
            self.buffer.resize(room, 0);
        }
        // The free part begins at the boundary of a line of the cache, because copying to other places takes
        // longer.
        let boundary = self.buffer.as_ptr().align_offset(ALIGNMENT) % ALIGNMENT;
        let end = boundary + kept.saturating_sub(boundary).next_multiple_of(ALIGNMENT);
        self.buffer.copy_within(self.begin + dropped..self.end, end - kept);
        (self.begin, self.end) = (end - kept, end);
        let wanted = self.begin + wanted;
        while self.end < wanted && !self.is_end {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_end = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Reads the games of a file, one after the other.
///
/// The whole import format of the PGN standard (Edwards, 1994,
/// <https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm>) is read: tags in any order, on one line
/// or several, or none; comments, lines that begin with `%`, any white space and line ends, and a byte order
/// mark. A file that is cut ends with a game that is cut.
///
/// No game is dropped silently: each game of the file is returned, either as a [`Game`] or as an
/// [`Error`] with its place. After an error, the next game is read. Which games are found does not depend on
/// the number of bytes that are read at once. The memory is bounded by the longest
/// game, see [`with_limit`](Self::with_limit).
///
/// A game borrows the buffer, so this is not an [`Iterator`], but it is used like one.
///
/// # Examples
///
/// ```
/// use quadline_pgn::{GameResult, Reader};
///
/// let file = "[White \"Ann\"]\n\n1. e4 {[%clk 0:03:00]} e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n";
/// let mut reader = Reader::new(file.as_bytes());
/// let mut plies = 0;
/// while let Some(game) = reader.next_game() {
///     let game = game?;
///     println!("{:?}: {:?}", game.tag("White"), game.result());
///     for ply in game.plies() {
///         let (_position, _chess_move) = ply?;
///         plies += 1;
///     }
/// }
/// assert_eq!(plies, 5);
/// # Ok::<(), quadline_pgn::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<S> {
    source: S,
    scanner: Scanner,
    limit: usize,
    /// The offset of the first byte in memory.
    base: u64,
    lines: Lines,
    /// The number of games that were found.
    number: u64,
    state: State,
    /// The start that the tags of the last game define.
    start: Option<Fen>,
    /// The place of a game whose beginning was dropped.
    cut: Option<(u64, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before a game.
    Before,
    /// The scanner has found a game, which was returned.
    Found,
    /// The file has ended, or cannot be read.
    Over,
}

impl<R: Read> Reader<Buffered<R>> {
    /// Creates a reader of the games of a file. The reader has a buffer, so a `BufReader` around the file is
    /// of no use.
    pub fn new(input: R) -> Self {
        let source = Buffered { input, buffer: Vec::new(), begin: 0, end: 0, is_end: false };
        Self::from_source(source, Origin::FILE, true)
    }
}

impl<'a> Reader<Memory<'a>> {
    /// Creates a reader of the games of a file in memory.
    #[must_use]
    pub fn in_memory(bytes: &'a [u8]) -> Self {
        Self::part(bytes, Origin::FILE, true)
    }

    pub(crate) fn part(bytes: &'a [u8], origin: Origin, begins_line: bool) -> Self {
        let source = Memory { bytes, window: bytes.len().min(WINDOW) };
        Self::from_source(source, origin, begins_line)
    }
}

impl<S: Source> Reader<S> {
    fn from_source(source: S, origin: Origin, begins_line: bool) -> Self {
        Self {
            source,
            scanner: Scanner::new(DEFAULT_LIMIT, begins_line),
            limit: DEFAULT_LIMIT,
            base: origin.offset,
            lines: Lines::new(origin.lines),
            number: origin.games,
            state: State::Before,
            start: None,
            cut: None,
        }
    }

    /// Sets the bytes of the longest game, up to 512 MB. A longer game is an error, and the next one is read.
    #[must_use]
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes.min(MOST_LIMIT);
        self.scanner.set_limit(self.limit);
        self
    }

    /// Returns the next game, or `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, and then `None`. Also returns an error if a game is too
    /// long, has no starting position, or the rules of another variant; the next call returns the next game.
    /// Faults that leave the moves as they are do not belong to these: [`Game::error`] returns them.
    #[inline]
    pub fn next_game(&mut self) -> Option<Result<Game<'_>, Error>> {
        match self.advance() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        }
        if self.scanner.is_cut() {
            return Some(Err(self.too_long()));
        }
        let place =
            Place { number: self.number, bytes: self.source.bytes(), base: self.base, lines: &self.lines };
        let span = self.scanner.game();
        if self.scanner.is_too_long() {
            return Some(Err(place.error(span.begin, Problem::TooLong(self.limit))));
        }
        let mut fault = self.scanner.problem().map(|(at, problem)| (at, Fault::Tag(problem)));
        if let Some((at, Fault::Tag(problem))) = fault.filter(|_| self.scanner.has_no_start()) {
            return Some(Err(place.error(at, Problem::Tag(problem))));
        }
        self.start = None;
        if self.scanner.may_have_start() {
            match find_start(&place, self.scanner.tags()) {
                Ok((start, only_set_up)) => {
                    self.start = start;
                    let only_set_up = only_set_up.map(|at| (at, Fault::SetUp));
                    fault = fault.into_iter().chain(only_set_up).min_by_key(|&(at, _)| at);
                }
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(Game::new(place, span, self.scanner.tags(), self.start.as_ref(), fault)))
    }

    /// Returns the error of a game of which bytes were dropped.
    fn too_long(&mut self) -> Error {
        let (offset, line) = self.cut.take().unwrap_or_default();
        Error::new(self.number, line, offset, Problem::TooLong(self.limit))
    }

    /// Searches for the next game. Returns whether there is one.
    #[inline]
    fn advance(&mut self) -> Result<bool, Error> {
        match self.state {
            State::Before => {}
            State::Found => self.scanner.begin_game(),
            State::Over => return Ok(false),
        }
        self.state = State::Before;
        loop {
            match self.scanner.scan(self.source.bytes(), self.source.is_end()) {
                Step::Game => {
                    self.number += 1;
                    self.state = State::Found;
                    return Ok(true);
                }
                Step::End => {
                    self.state = State::Over;
                    return Ok(false);
                }
                Step::More(count) => {
                    let dropped = self.dropped();
                    self.read_more(dropped, count)?;
                }
            }
        }
    }

    /// Returns the number of bytes that are not needed any more. If the game that is being read has become too
    /// long, they are those up to the scanner's place, and the place of the game is kept.
    #[cold]
    fn dropped(&mut self) -> usize {
        let was_cut = self.scanner.is_cut();
        self.scanner.cut();
        if self.scanner.is_cut() && !was_cut {
            let begin = self.scanner.begin().unwrap_or_default();
            self.cut = Some((self.base + begin as u64, self.lines.of(self.source.bytes(), begin)));
        }
        self.scanner.kept_from()
    }

    /// Drops bytes, and reads others.
    #[cold]
    fn read_more(&mut self, dropped: usize, count: usize) -> Result<(), Error> {
        self.lines.rebase(self.source.bytes(), dropped);
        self.scanner.rebase(dropped);
        self.base += dropped as u64;
        self.source.advance(dropped, count).map_err(|error| {
            self.state = State::Over;
            let bytes = self.source.bytes();
            let line = self.lines.of(bytes, bytes.len());
            Error::new(self.number + 1, line, self.base + bytes.len() as u64, Problem::Read(error))
        })
    }

    /// Reads games up to a part of at least this size, or up to the end, or to an error.
    pub(crate) fn take_part(&mut self, size: usize) -> (Part, Option<Error>) {
        let mut part =
            Part { bytes: Vec::new(), origin: Origin::FILE, begins_line: false, limit: self.limit };
        // The length up to the end of the last game, and the place in memory up to which bytes have been
        // copied.
        let (mut length, mut copied) = (0, None);
        let error = loop {
            match self.state {
                State::Before => {}
                State::Found => self.scanner.begin_game(),
                State::Over => break None,
            }
            self.state = State::Before;
            match self.scanner.scan(self.source.bytes(), self.source.is_end()) {
                Step::Game => {
                    self.number += 1;
                    self.state = State::Found;
                    if self.scanner.is_cut() {
                        break Some(self.too_long());
                    }
                    let (span, bytes) = (self.scanner.game(), self.source.bytes());
                    let from = *copied.get_or_insert_with(|| {
                        part.origin = Origin {
                            offset: self.base + span.begin as u64,
                            lines: self.lines.of(bytes, span.begin) - 1,
                            games: self.number - 1,
                        };
                        part.begins_line = self.scanner.is_line_start(bytes, span.begin);
                        span.begin
                    });
                    let end = self.scanner.read_end();
                    part.bytes.extend_from_slice(&bytes[from..end]);
                    (length, copied) = (part.bytes.len(), Some(end));
                    if length >= size {
                        break None;
                    }
                }
                Step::End => {
                    self.state = State::Over;
                    break None;
                }
                Step::More(count) => {
                    let dropped = self.dropped();
                    if let Some(from) = copied.filter(|&from| from < dropped) {
                        part.bytes.extend_from_slice(&self.source.bytes()[from..dropped]);
                        copied = Some(dropped);
                    }
                    if let Err(error) = self.read_more(dropped, count) {
                        break Some(error);
                    }
                    copied = copied.map(|place| place - dropped);
                    // The part ends before a game that is too long, and before white space that is.
                    if length > 0 && part.bytes.len() - length > size {
                        break None;
                    }
                }
            }
        };
        part.bytes.truncate(length);
        (part, error)
    }
}
