//! [`Error`]: what is wrong with a file, and where.

use std::{fmt, io};

use quadline::{InvalidPosition, Move, Square};

/// An error in a file of training data, with its place.
///
/// # Examples
///
/// ```
/// use quadline_binpack::{Problem, Reader};
///
/// let error = Reader::in_memory(b"PINB\0\0\0\0").next().unwrap().unwrap_err();
/// assert!(error.offset() == 0 && error.is_fatal());
/// assert!(matches!(error.problem(), Problem::NotAChunk(_)));
/// assert_eq!(error.to_string(), "byte 0: a chunk begins with the letters BINP, not with the bytes 50 49 4e 42");
/// ```
#[derive(Debug)]
pub struct Error {
    pub(crate) offset: u64,
    pub(crate) problem: Problem,
}

/// An error in a file of training data.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read. No more follows.
    Read(io::Error),
    /// A chunk does not begin with `BINP`. No more follows.
    NotAChunk([u8; 4]),
    /// A chunk is longer than the limit. No more follows.
    TooLong {
        /// The bytes of the chunk.
        bytes: u32,
        /// The bytes that it may have.
        limit: usize,
    },
    /// The file ends within a chunk or within the eight bytes before it. No more follows.
    CutFile {
        /// The number of bytes that are missing.
        missing: u64,
    },
    /// A chunk ends within an entry.
    CutChunk,
    /// The first position of a chain is not valid.
    Position(InvalidPosition),
    /// The first move of a chain is not legal.
    Move {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// The result is not a win, a draw or a loss.
    Result,
    /// An entry names a piece by a number that the side to move does not have.
    Piece {
        /// The number of the piece, from 0.
        number: u32,
        /// The number of pieces.
        pieces: u32,
    },
    /// An entry names a move by a number that the piece does not have.
    MoveNumber {
        /// The square of the piece.
        from: Square,
        /// The number of the move, from 0.
        number: u32,
        /// The number of moves.
        moves: u32,
    },
    /// A king castles although pieces are in the way.
    Castling(Move),
    /// A move captures the king.
    KingCaptured(Move),
    /// A score has more than 16 bits.
    Score,
}

impl Error {
    pub(crate) const fn new(offset: u64, problem: Problem) -> Self {
        Self { offset, problem }
    }

    /// Returns the place in the file in bytes from its beginning.
    ///
    /// Of an entry that is not the first of its chain, it is the byte in which the entry begins.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns whether no more follows, because it is unknown where the next chunk begins. If not, the next
    /// chunk can be read.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        use Problem::{CutFile, NotAChunk, Read, TooLong};
        matches!(self.problem, Read(_) | NotAChunk(_) | TooLong { .. } | CutFile { .. })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "byte {}: ", self.offset)?;
        match &self.problem {
            Problem::Read(error) => write!(formatter, "cannot read the file: {error}"),
            Problem::NotAChunk([a, b, c, d]) => write!(
                formatter,
                "a chunk begins with the letters BINP, not with the bytes {a:02x} {b:02x} {c:02x} {d:02x}"
            ),
            Problem::TooLong { bytes, limit } => {
                write!(formatter, "the chunk has {bytes} bytes; it may have at most {limit}")
            }
            Problem::CutFile { missing } => {
                write!(formatter, "the file ends {missing} bytes before its last chunk does")
            }
            Problem::CutChunk => formatter.write_str("the chunk ends within an entry"),
            Problem::Position(error) => {
                write!(formatter, "the first position of a chain is not valid: {error}")
            }
            Problem::Move { from, to } => {
                write!(formatter, "the first move of a chain, from {from} to {to}, is not legal")
            }
            Problem::Result => formatter.write_str("the result is the number 3; it must be 0, 1 or 2"),
            Problem::Piece { number, pieces } => {
                write!(
                    formatter,
                    "the side to move has {pieces} pieces, and piece {number} (from 0) is to move"
                )
            }
            Problem::MoveNumber { from, number, moves } => {
                write!(
                    formatter,
                    "the piece on {from} has {moves} moves, and move {number} (from 0) is played"
                )
            }
            Problem::Castling(chess_move) => {
                write!(formatter, "castling with the rook on {} is not possible", chess_move.to())
            }
            Problem::KingCaptured(chess_move) => {
                write!(formatter, "the move {chess_move} captures the king")
            }
            Problem::Score => formatter.write_str("a score has more than four groups of four bits"),
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
