//! What is wrong with a FEN.

use core::fmt::{self, Write};

use super::FIELDS;
use crate::position::{Color, InvalidPosition};

/// Why a text is no [`Position`](crate::Position), and where.
///
/// `Display` names the field and says what is wrong and what would be right, in one line.
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
    /// What is wrong.
    pub const fn problem(&self) -> FenProblem {
        self.problem
    }

    /// Where in the text it begins: the number of the byte, from 1. Of a wrong placement as a whole (such as two kings) it is
    /// the beginning of the field, of a missing field the end of the text.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The field that it is about, 1 for the piece placement to 6 for the fullmove number; none if the number of
    /// fields is wrong.
    pub const fn field(&self) -> Option<u8> {
        self.problem.field()
    }
}

/// What can be wrong with a FEN: see [`ParseFenError`], which says it in words and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenProblem {
    /// Neither four fields nor six.
    FieldCount(usize),
    /// Not eight ranks between the slashes.
    RankCount(usize),
    /// A rank that does not describe eight squares.
    RankLength {
        /// 1 to 8.
        rank: u8,
        /// How many squares it describes.
        squares: usize,
    },
    /// A character that is neither a piece nor a number of empty squares.
    UnknownPiece {
        /// 1 to 8.
        rank: u8,
        /// The character; the replacement character if it is none.
        character: char,
    },
    /// Neither `w` nor `b`.
    SideToMove(Excerpt),
    /// Not the castling letters.
    CastlingCharacter(char),
    /// A right that is given twice.
    CastlingRepeated(char),
    /// A right whose king or rook is not where it has to be.
    CastlingPlacement {
        /// The letter of the right.
        letter: char,
    },
    /// Neither `-` nor a square.
    EnPassantSquare(Excerpt),
    /// The halfmove clock is no number.
    HalfmoveClock(Excerpt),
    /// The fullmove number is no number.
    FullmoveNumber(Excerpt),
    /// Well written, but no position.
    Position(InvalidPosition),
}

impl FenProblem {
    const fn field(self) -> Option<u8> {
        match self {
            Self::FieldCount(_) => None,
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
                    None => write!(formatter, "{fields} fields are too many")?,
                }
                formatter.write_str("; a FEN has 6 fields: ")?;
                for (index, field) in FIELDS.into_iter().enumerate() {
                    write!(formatter, "{}{field}", if index == 0 { "" } else { ", " })?;
                }
                formatter.write_str("; or the first 4 of them")
            }
            FenProblem::RankCount(ranks) => {
                write!(formatter, "{ranks} of 8 ranks; they are separated by '/'")
            }
            FenProblem::RankLength { rank, squares } => {
                write!(formatter, "rank {rank} has {squares} of 8 squares; pieces and numbers add up to 8")
            }
            FenProblem::UnknownPiece { rank, character } => write!(
                formatter,
                "{character:?} on rank {rank}; pieces are PNBRQK and pnbrqk, empty squares 1 to 8"
            ),
            FenProblem::SideToMove(text) => write!(formatter, "{text:?}; it is 'w' or 'b'"),
            FenProblem::CastlingCharacter(character) => write!(
                formatter,
                "{character:?}; it is '-' or letters of KQkq, or for Chess960 the files of the rooks \
                 (A to H white, a to h black)"
            ),
            FenProblem::CastlingRepeated(letter) => {
                write!(formatter, "'{letter}' repeats a right; each side has one per wing")
            }
            FenProblem::CastlingPlacement { letter } => castling_placement(letter, formatter),
            FenProblem::EnPassantSquare(text) => {
                write!(formatter, "{text:?}; it is '-' or a square such as e3")
            }
            FenProblem::HalfmoveClock(text) => {
                write!(formatter, "{text:?}; it is a whole number from 0 to 65535")
            }
            FenProblem::FullmoveNumber(text) => {
                write!(formatter, "{text:?}; it is a whole number from 1 to 65535")
            }
            FenProblem::Position(problem) => problem.write(formatter),
        }
    }
}

/// The column and the text, as `unwrap` prints them.
impl fmt::Debug for ParseFenError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ParseFenError(column {}: {self})", self.column)
    }
}

impl core::error::Error for ParseFenError {}

/// What the letter of a right needs.
fn castling_placement(letter: char, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (color, rank) = if letter.is_ascii_uppercase() { (Color::White, 1) } else { (Color::Black, 8) };
    let (file, wing) = match letter.to_ascii_lowercase() {
        'k' => ('h', "right"),
        'q' => ('a', "left"),
        file => {
            return write!(
                formatter,
                "'{letter}' needs the {color} king on rank {rank} and a {color} rook on {file}{rank}"
            );
        }
    };
    write!(
        formatter,
        "'{letter}' needs the {color} king on e{rank} and a {color} rook on {file}{rank} \
         (in Chess960 the king on rank {rank} and a rook to the {wing} of it)"
    )
}

/// The beginning of a field that was not understood, at most 32 bytes: errors own no memory. `Debug` writes it in quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    bytes: [u8; Self::LENGTH],
    /// Of the whole field, as far as it fits a byte.
    length: u8,
}

impl Excerpt {
    const LENGTH: usize = 32;

    pub(in crate::position) fn of(text: &[u8]) -> Self {
        let mut bytes = [0; Self::LENGTH];
        let kept = text.len().min(Self::LENGTH);
        bytes[..kept].copy_from_slice(&text[..kept]);
        Self { bytes, length: text.len().min(usize::from(u8::MAX)) as u8 }
    }

    /// The bytes that were kept.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length).min(Self::LENGTH)]
    }
}

/// In quotes, with what cannot be printed escaped, and three dots if there was more.
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
