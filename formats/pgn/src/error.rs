//! The error of a game.

use std::fmt;
use std::io;

use quadline::{MovetextError, ParseFenError};

use crate::scan::TagProblem;

/// The error of a game, with its place in the file.
///
/// # Examples
///
/// ```
/// use quadline_pgn::Reader;
///
/// let file = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\n\n1. d4 d5 *\n";
/// let mut reader = Reader::in_memory(file.as_bytes());
/// assert_eq!(reader.next_game().unwrap()?.tag("White").as_deref(), Some("A"));
/// // The moves of this game can be read nevertheless.
/// let error = reader.next_game().unwrap()?.error().unwrap();
/// assert_eq!((error.game(), error.line(), error.offset()), (2, 5, 25));
/// assert_eq!(error.to_string(), "game 2, line 5, byte 25: the value of the tag that begins here has no closing '\"'");
/// # Ok::<(), quadline_pgn::Error>(())
/// ```
#[derive(Debug)]
pub struct Error(Box<Contents>);

#[derive(Debug)]
struct Contents {
    game: u64,
    line: u64,
    offset: u64,
    problem: Problem,
}

/// The reason why a game cannot be read. [`Error`] contains it, with its place.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read. No other game follows.
    Read(io::Error),
    /// The game is longer than the limit in bytes.
    TooLong(usize),
    /// A tag pair is not complete.
    Tag(TagProblem),
    /// The tag `FEN` is not a position.
    Start(ParseFenError),
    /// The tag `SetUp` is not `0` and there is no tag `FEN`, or it is neither `0` nor `1`.
    SetUp(String),
    /// The tag `Variant` names rules that are neither those of standard chess nor of Chess960.
    Variant(String),
    /// The movetext contains something else than legal moves.
    Moves(MovetextError),
}

impl Error {
    pub(crate) fn new(game: u64, line: u64, offset: u64, problem: Problem) -> Self {
        Self(Box::new(Contents { game, line, offset, problem }))
    }

    /// Returns the number of the game in the file. The first game has number 1.
    #[must_use]
    pub fn game(&self) -> u64 {
        self.0.game
    }

    /// Returns the line of the error. The first line has number 1. Lines end with a line feed; in a file
    /// without line feeds there is one line.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.0.line
    }

    /// Returns the offset of the first byte that is wrong: the beginning of a tag or of a move. For a game
    /// that is too long it is the beginning of the game.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.0.offset
    }

    /// Returns the reason.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// Returns whether the file cannot be read any further. If not, the next games can be read.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        matches!(self.0.problem, Problem::Read(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contents { game, line, offset, problem } = &*self.0;
        let next = if let Problem::Moves(_) = problem { ", " } else { ": " };
        write!(formatter, "game {game}, line {line}, byte {offset}{next}")?;
        match problem {
            Problem::Read(error) => error.fmt(formatter),
            Problem::TooLong(limit) => {
                write!(formatter, "the game is longer than {limit} bytes; a comment may have no closing '}}'")
            }
            Problem::Tag(problem) => formatter.write_str(match problem {
                TagProblem::NoName => {
                    "the tag that begins here has no name; expected a tag such as [White \"Ann\"]"
                }
                TagProblem::NoValue => {
                    "the tag that begins here has no value in quotes; expected a tag such as [White \"Ann\"]"
                }
                TagProblem::OpenValue => "the value of the tag that begins here has no closing '\"'",
                TagProblem::NoBracket => "the tag that begins here has no closing ']'",
                TagProblem::NoOpening => "the tag here has no '[' before its name",
                TagProblem::Repeated => {
                    "the game has a tag of this name already; a game is given each name once, or two games are mixed"
                }
            }),
            Problem::Start(error) => write!(formatter, "the tag FEN is not a position: {error}"),
            Problem::SetUp(value) if value == "1" => {
                formatter.write_str("the tag SetUp is \"1\", but there is no tag FEN with the position")
            }
            Problem::SetUp(value) => write!(formatter, "the tag SetUp is {value:?}; expected \"0\" or \"1\""),
            Problem::Variant(name) => {
                write!(
                    formatter,
                    "the variant {name:?} is not supported; expected standard chess or Chess960"
                )
            }
            Problem::Moves(error) => {
                // "movetext, byte 12, after 2 plies: ..": the place in the movetext is before the second
                // comma.
                let message = error.to_string();
                formatter.write_str(message.splitn(3, ", ").nth(2).unwrap_or(&message))
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.problem() {
            Problem::Read(error) => Some(error),
            Problem::Start(error) => Some(error),
            Problem::Moves(error) => Some(error),
            _ => None,
        }
    }
}
