//! [`ParseFenError`] and its parts.

use core::fmt::{self, Write};

use super::FIELDS;
use crate::chess::{Color, InvalidPosition};

/// The error returned when parsing a FEN fails, with the place of the problem.
///
/// `Display` writes one line with the field, what is wrong, and what would be right.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::Position;
///
/// let error = "8/8/8/8/8/8/8/K6k x - - 0 1".parse::<Position>().unwrap_err();
/// assert_eq!((error.field(), error.column()), (Some(2), 19));
/// println!("{error}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseFenError {
    pub(super) problem: FenProblem,
    pub(super) column: usize,
}

impl ParseFenError {
    /// Returns the problem.
    #[must_use]
    pub const fn problem(&self) -> FenProblem {
        self.problem
    }

    /// Returns the number of the byte at which the problem begins, from 1.
    ///
    /// For a wrong placement as a whole (such as two kings), it is the beginning of the field; for a missing
    /// field, the end of the text.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns the field with the problem, from 1 for the piece placement to 6 for the fullmove number, or
    /// `None` if the number of fields is wrong or the operations of an EPD follow.
    #[must_use]
    pub const fn field(&self) -> Option<u8> {
        self.problem.field()
    }
}

/// A problem of a FEN. [`ParseFenError`] contains it, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenProblem {
    /// The number of fields is neither four nor six.
    FieldCount(usize),
    /// The operations of an EPD follow.
    EpdOperation {
        /// The first word of the operations.
        text: Excerpt,
        /// The number of fields before it: 4, or 6 if there are counters.
        fields_before: usize,
    },
    /// The number of ranks is not eight.
    RankCount(usize),
    /// A rank does not describe eight squares.
    RankLength {
        /// The rank, 1 to 8.
        rank: u8,
        /// The number of squares it describes.
        squares: usize,
    },
    /// A character is neither a piece nor a number of empty squares.
    UnknownPiece {
        /// The rank, 1 to 8.
        rank: u8,
        /// The character, or the replacement character if the bytes are not UTF-8.
        character: char,
    },
    /// The side to move is neither `w` nor `b`.
    SideToMove(Excerpt),
    /// A character is not a letter of a castling right.
    CastlingCharacter(char),
    /// A castling right is repeated.
    CastlingRepeated(char),
    /// The king or rook of a castling right is not where it has to be.
    CastlingPlacement {
        /// The letter of the right.
        letter: char,
    },
    /// The en passant square is neither `-` nor a square.
    EnPassantSquare(Excerpt),
    /// The halfmove clock is not a number.
    HalfmoveClock(Excerpt),
    /// The fullmove number is not a number.
    FullmoveNumber(Excerpt),
    /// The FEN can be read, but it does not describe a valid position.
    Position(InvalidPosition),
}

impl FenProblem {
    pub(super) const fn field(self) -> Option<u8> {
        match self {
            Self::FieldCount(_) | Self::EpdOperation { .. } => None,
            Self::RankCount(_) | Self::RankLength { .. } | Self::UnknownPiece { .. } => Some(1),
            Self::SideToMove(_) => Some(2),
            Self::CastlingCharacter(_) | Self::CastlingRepeated(_) | Self::CastlingPlacement { .. } => {
                Some(3)
            }
            Self::EnPassantSquare(_) => Some(4),
            Self::HalfmoveClock(_) => Some(5),
            Self::FullmoveNumber(_) => Some(6),
            Self::Position(problem) => Some(problem.field()),
        }
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = self.field() {
            write!(formatter, "{} (field {field}): ", FIELDS[usize::from(field - 1)])?;
        }
        match self.problem {
            FenProblem::FieldCount(fields) => {
                match FIELDS.get(fields) {
                    Some(missing) => write!(formatter, "{missing} (field {}) is missing", fields + 1)?,
                    None => write!(formatter, "too many fields ({fields})")?,
                }
                formatter.write_str("; a FEN has 6 fields, or only the first 4: ")?;
                for (index, field) in FIELDS.into_iter().enumerate() {
                    write!(formatter, "{}{field}", if index == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            FenProblem::EpdOperation { text, fields_before } => write!(
                formatter,
                "{text:?} begins the operations of an EPD, which are not part of a FEN; leave out what follows the \
                 first {fields_before} fields"
            ),
            FenProblem::RankCount(ranks) => {
                write!(formatter, "found {ranks} ranks instead of 8; ranks are separated by '/'")
            }
            FenProblem::RankLength { rank, squares } => {
                write!(formatter, "rank {rank} has {squares} squares instead of 8")
            }
            FenProblem::UnknownPiece { character: '\u{feff}', .. } => formatter
                .write_str("found a byte order mark (U+FEFF), which is not part of a FEN; leave it out"),
            FenProblem::UnknownPiece { rank, character } => write!(
                formatter,
                "found {character:?} on rank {rank}; expected pieces (PNBRQK, pnbrqk) and numbers of empty squares (1 to 8)"
            ),
            FenProblem::SideToMove(text) => write!(formatter, "found {text:?}; expected 'w' or 'b'"),
            FenProblem::CastlingCharacter(character) => write!(
                formatter,
                "found {character:?}; expected '-' or letters of KQkq, or in Chess960 the files of the rooks \
                 (A to H for white, a to h for black)"
            ),
            FenProblem::CastlingRepeated(letter) => {
                write!(
                    formatter,
                    "'{letter}' repeats a castling right; each side has at most one on each side of its king"
                )
            }
            FenProblem::CastlingPlacement { letter } => castling_placement(letter, formatter),
            FenProblem::EnPassantSquare(text) => {
                write!(formatter, "found {text:?}; expected '-' or a square such as e3")
            }
            FenProblem::HalfmoveClock(text) => {
                write!(formatter, "found {text:?}; expected a whole number from 0 to 65535")
            }
            FenProblem::FullmoveNumber(text) => {
                write!(formatter, "found {text:?}; expected a whole number from 0 to 65535; 0 is read as 1")
            }
            FenProblem::Position(problem) => problem.write(formatter),
        }
    }
}

/// Prints the column and the message, because that is what `unwrap` shows.
impl fmt::Debug for ParseFenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParseFenError(column {}: {self})", self.column)
    }
}

impl core::error::Error for ParseFenError {}

/// Writes what the letter of a castling right requires.
fn castling_placement(letter: char, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (color, rank) = if letter.is_ascii_uppercase() { (Color::White, 1) } else { (Color::Black, 8) };
    let (file, wing) = match letter.to_ascii_lowercase() {
        'k' => ('h', "right"),
        'q' => ('a', "left"),
        file => {
            return write!(
                formatter,
                "'{letter}' requires the {color} king on rank {rank} and a {color} rook on {file}{rank}"
            );
        }
    };
    write!(
        formatter,
        "'{letter}' requires the {color} king on e{rank} and a {color} rook on {file}{rank} \
         (in Chess960, the king on rank {rank} and a rook to the {wing} of it)"
    )
}

/// The beginning of an invalid field, at most 32 bytes, so errors do not allocate. `Debug` writes it in
/// quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    bytes: [u8; Self::LENGTH],
    /// The length of the whole field, or 255 if it is longer.
    length: u8,
}

impl Excerpt {
    const LENGTH: usize = 32;

    pub(crate) fn of(text: &[u8]) -> Self {
        let mut bytes = [0; Self::LENGTH];
        let kept = text.len().min(Self::LENGTH);
        bytes[..kept].copy_from_slice(&text[..kept]);
        Self { bytes, length: text.len().min(usize::from(u8::MAX)) as u8 }
    }

    /// Returns the bytes of the field, at most the first 32.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(Self::LENGTH)]
    }
}

/// Writes the text in quotes, escapes unprintable characters, and adds three dots if it is cut.
impl fmt::Debug for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("\"")?;
        for chunk in self.as_bytes().utf8_chunks() {
            for character in chunk.valid().chars() {
                match character {
                    '\'' => formatter.write_char(character)?,
                    _ => write!(formatter, "{}", character.escape_debug())?,
                }
            }
            write!(formatter, "{}", chunk.invalid().escape_ascii())?;
        }
        formatter.write_str(if usize::from(self.length) > Self::LENGTH { "...\"" } else { "\"" })
    }
}
