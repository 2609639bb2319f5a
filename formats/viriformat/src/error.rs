//! [`Error`]: what is wrong with a game, and where.

use std::{fmt, io};

use quadline::{InvalidPosition, Position, Square};

/// The error of a game, with its place in the file.
///
/// # Examples
///
/// ```
/// use quadline::Position;
/// use quadline_viriformat::{Game, Problem, Reader, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&Game::new(Position::START))?;
/// let mut file = writer.finish()?;
/// file[30] = 3;
/// let error = Reader::in_memory(&file).next().unwrap().unwrap_err();
/// assert_eq!((error.game(), error.offset()), (1, 0));
/// assert!(matches!(error.problem(), Problem::Result(3)));
/// assert_eq!(
///     error.to_string(),
///     "game 1, byte 0: the result is the number 3; it must be 0 if Black wins, 1 for a draw, or 2 if White wins"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Error {
    game: u64,
    offset: u64,
    problem: Problem,
}

/// The reason why a game cannot be read. [`Error`] contains it, with its place.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read. No other game follows.
    Read(io::Error),
    /// The file ends within the game. No other game follows.
    CutFile {
        /// The number of bytes that are missing, or more.
        missing: u64,
    },
    /// The game is longer than the limit in bytes. No other game follows.
    TooLong(usize),
    /// The first position is not valid.
    Position(InvalidPosition),
    /// The number of the en passant square is larger than 64.
    EnPassant(u8),
    /// The number of the result is larger than 2.
    Result(u8),
    /// A move is not legal.
    Move {
        /// The number of the move in the game, from 0.
        number: usize,
        /// The move as it is in the file.
        bits: u16,
        /// The position before the move.
        position: Box<Position>,
    },
}

impl Error {
    pub(crate) const fn new(game: u64, offset: u64, problem: Problem) -> Self {
        Self { game, offset, problem }
    }

    /// Returns the number of the game in the file, from 1.
    #[must_use]
    pub const fn game(&self) -> u64 {
        self.game
    }

    /// Returns the place in the file in bytes from its beginning: that of a move, and otherwise that of the
    /// game.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns whether no more follows, because it is unknown where the next game begins. If not, the next
    /// game can be read.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self.problem, Problem::Read(_) | Problem::CutFile { .. } | Problem::TooLong(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "game {}, byte {}: ", self.game, self.offset)?;
        match &self.problem {
            Problem::Read(error) => write!(formatter, "cannot read the file: {error}"),
            Problem::CutFile { missing } => write!(
                formatter,
                "the file ends at least {missing} bytes before the game does; four zero bytes end each game"
            ),
            Problem::TooLong(limit) => {
                write!(formatter, "the game is longer than {limit} bytes; four zero bytes end each game")
            }
            Problem::Position(error) => write!(formatter, "the first position is not valid: {error}"),
            Problem::EnPassant(square) => write!(
                formatter,
                "the number of the en passant square is {square}; it must be below 64, or 64 if there is none"
            ),
            Problem::Result(result) => write!(
                formatter,
                "the result is the number {result}; it must be 0 if Black wins, 1 for a draw, or 2 if White wins"
            ),
            Problem::Move { number, bits, position } => {
                let square = |bits: u16| Square::ALL[usize::from(bits & 63)];
                let (from, to) = (square(*bits), square(bits >> 6));
                let kind = ["a usual move", "en passant", "castling", "a promotion"][usize::from(bits >> 14)];
                write!(
                    formatter,
                    "move {number} (from 0), from {from} to {to} with the type {} ({kind}), is not legal in \
                     \"{position}\"",
                    bits >> 14
                )?;
                if *bits & 0xfff == 0 {
                    formatter.write_str("; the end of a game is four zero bytes")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Read(error) => Some(error),
            Problem::Position(error) => Some(error),
            _ => None,
        }
    }
}
