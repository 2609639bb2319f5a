//! [`Writer`]: games to a file.

use std::fmt;
use std::io::{self, Write};

use quadline::{Color, InvalidPosition, Move, MoveKind, NibbleCodes, Position, Role};

use crate::decode::{BLACK_TO_MOVE, BOARD_BYTES, END, MOVE_BYTES, NO_SQUARE};
use crate::{DEFAULT_LIMIT, Game, ScoredMove};

/// The most moves of a game that a reader accepts without another limit.
const MAX_PLIES: usize = (DEFAULT_LIMIT - BOARD_BYTES) / MOVE_BYTES - 1;

/// Writes games to a file.
///
/// # Examples
///
/// ```
/// use quadline::Position;
/// use quadline_viriformat::{Game, WriteError, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// writer.write(&Game { result: -1, ..Game::new(Position::START) })?;
/// let error = writer.write(&Game { result: 2, ..Game::new(Position::START) }).unwrap_err();
/// assert_eq!(error.to_string(), "the result is 2; it must be -1, 0 or 1");
/// assert_eq!(writer.finish()?.len(), 32 + 4); // the first game only
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    file: W,
    /// A game, in memory that is used again.
    game: Vec<u8>,
    /// Whether a part of a game may be missing in the file.
    has_failed: bool,
}

/// A game that cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written, now or in a call before.
    Write(io::Error),
    /// The first position is not valid.
    Position(InvalidPosition),
    /// A move is not legal.
    Move {
        /// The number of the move in the game, from 0.
        number: usize,
        /// The move.
        chess_move: Move,
        /// The position before the move.
        position: Box<Position>,
    },
    /// The result is not -1, 0 or 1.
    Result(i8),
    /// The game has more bytes than [`DEFAULT_LIMIT`]. This is the number of its moves.
    TooLong(usize),
}

impl fmt::Display for WriteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => write!(formatter, "cannot write the file: {error}"),
            Self::Position(error) => write!(formatter, "the first position is not valid: {error}"),
            Self::Move { number, chess_move, position } => {
                write!(formatter, "move {number} (from 0), {chess_move}, is not legal in \"{position}\"")
            }
            Self::Result(result) => write!(formatter, "the result is {result}; it must be -1, 0 or 1"),
            Self::TooLong(moves) => {
                write!(formatter, "the game has {moves} moves; it can have at most {MAX_PLIES}")
            }
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Write(error) => Some(error),
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl<W: Write> Writer<W> {
    /// Creates a writer. It writes a game at a time, so `file` should have a buffer.
    pub const fn new(file: W) -> Self {
        Self { file, game: Vec::new(), has_failed: false }
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the game cannot be written, and leaves it out. After [`WriteError::Write`] the
    /// file may end within a game, so every later call returns an error, too.
    ///
    /// # Panics
    ///
    /// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
    pub fn write(&mut self, game: &Game) -> Result<(), WriteError> {
        if self.has_failed {
            return Err(WriteError::Write(failed_before()));
        }
        self.pack(game)?;
        // Until the whole game is there, also if `write_all` panics.
        self.has_failed = true;
        self.file.write_all(&self.game).map_err(WriteError::Write)?;
        self.has_failed = false;
        Ok(())
    }

    /// Checks a game and packs it.
    fn pack(&mut self, game: &Game) -> Result<(), WriteError> {
        game.start.check().map_err(WriteError::Position)?;
        if !(-1..=1).contains(&game.result) {
            return Err(WriteError::Result(game.result));
        }
        if game.moves.len() > MAX_PLIES {
            return Err(WriteError::TooLong(game.moves.len()));
        }
        let packed = game.start.to_nibbles(&NibbleCodes::VIRIFORMAT);
        let (occupied, nibbles) = packed.ok_or_else(|| {
            let pieces = game.start.occupied().count_ones();
            WriteError::Position(InvalidPosition::TooManyPieces { pieces })
        })?;
        let square = game.start.en_passant().map_or(NO_SQUARE, u8::from);
        let black = if game.start.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        let bytes = &mut self.game;
        bytes.clear();
        bytes.reserve(BOARD_BYTES + MOVE_BYTES * (game.moves.len() + 1));
        bytes.extend(occupied.to_le_bytes());
        bytes.extend(nibbles);
        bytes.extend([square | black, game.halfmove_clock]);
        bytes.extend(game.fullmove_number.to_le_bytes());
        bytes.extend(game.score.to_le_bytes());
        bytes.extend([(game.result + 1) as u8, game.extra]);
        let mut position = game.start;
        for (number, &ScoredMove { chess_move, score }) in game.moves.iter().enumerate() {
            if !position.is_legal(chess_move) {
                return Err(WriteError::Move { number, chess_move, position: Box::new(position) });
            }
            bytes.extend(bits_of(chess_move).to_le_bytes());
            bytes.extend(score.to_le_bytes());
            position.play_mut(chess_move);
        }
        bytes.extend(END);
        Ok(())
    }

    /// Returns the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or could not be written in a call before.
    pub fn finish(mut self) -> io::Result<W> {
        if self.has_failed {
            return Err(failed_before());
        }
        self.file.flush()?;
        Ok(self.file)
    }
}

/// Returns the bits of a move.
fn bits_of(chess_move: Move) -> u16 {
    let kind = match chess_move.kind() {
        MoveKind::Normal | MoveKind::DoublePush => 0,
        MoveKind::EnPassant => 1 << 14,
        MoveKind::Castling => 2 << 14,
        MoveKind::Promotion(role) => 3 << 14 | (role as u16 - Role::Knight as u16) << 12,
    };
    kind | (chess_move.to().index() << 6 | chess_move.from().index()) as u16
}

/// The error of calls after one that could not write the file.
#[cold]
fn failed_before() -> io::Error {
    io::Error::other("it could not be written before and may end within a game; write all games again")
}
