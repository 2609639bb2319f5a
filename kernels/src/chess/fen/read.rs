//! Parses a FEN in one pass, without allocating.
//!
//! The reader stops at the first problem, and [`Reader::invalid`] then decides what to report: a wrong number
//! of fields or of ranks takes precedence.

use core::str::FromStr;

use super::placement;
use super::{Excerpt, FenProblem, ParseFenError};
use crate::chess::{Color, Position, Role, state, word};
use crate::line::A_FILE;
use crate::{ParseSquareError, Square};

/// Parses a FEN.
///
/// A FEN has six fields, or the first four, separated by white space. The operations of an EPD are not part
/// of it.
///
/// * Castling rights are `KQkq`, which in Chess960 means the outermost rook on that side of the king (X-FEN),
///   or the files of the rooks (`HAha`, Shredder-FEN).
/// * A fullmove number of 0, which some programs write, is read as 1.
/// * The counters are checked, but they are not part of a position, which is written with `0 1`.
///   [`Fen`](crate::Fen) keeps them.
/// * An en passant square is kept if a pawn may just have passed it.
/// * Digits in the placement may be adjacent.
impl FromStr for Position {
    type Err = ParseFenError;

    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        Self::from_fen_bytes(fen.as_bytes())
    }
}

impl Position {
    /// Parses a FEN from bytes, which need not be UTF-8, in one pass and without allocating.
    ///
    /// The syntax is that of [`str::parse`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let error = Position::from_fen_bytes(b"4k3/8/8/8/8/8/8/4K2x w - - 0 1").unwrap_err();
    /// assert_eq!((error.field(), error.column()), (Some(1), 20));
    /// assert_eq!(
    ///     error.to_string(),
    ///     "piece placement (field 1): found 'x' on rank 1; expected pieces (PNBRQK, pnbrqk) and numbers of empty squares (1 to 8)",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with the problem, its field and its column.
    #[doc(alias("from_fen", "set_fen"))]
    pub fn from_fen_bytes(fen: &[u8]) -> Result<Self, ParseFenError> {
        let mut position = Self { words: [0; 8] };
        Reader::read(fen, &mut position)?;
        Ok(position)
    }
}

/// The problem and the index at which it begins.
type Wrong = (usize, FenProblem);

pub(super) struct Reader<'a> {
    fen: &'a [u8],
    at: usize,
}

/// The effect of a character in the placement: it sets a bit in three words (some of them the same) and
/// advances.
#[derive(Clone, Copy)]
struct Letter {
    words: [u8; 3],
    /// The number of squares to advance, or 0 if the character is neither a piece nor a number.
    squares: u8,
}

static LETTERS: [Letter; 256] = letters();

const fn letters() -> [Letter; 256] {
    // Empty squares and unknown characters set a bit in the state, which is written last.
    let mut letters = [Letter { words: [word::STATE as u8; 3], squares: 0 }; 256];
    let mut empty = 1;
    while empty <= 8 {
        letters[(b'0' + empty) as usize].squares = empty;
        empty += 1;
    }
    let mut index = 0;
    while index < Role::ALL.len() {
        let role = Role::ALL[index];
        let (one, other) = match role {
            Role::Pawn => (word::PAWNS, word::PAWNS),
            Role::Knight => (word::KNIGHTS, word::KNIGHTS),
            Role::Bishop => (word::DIAGONAL, word::DIAGONAL),
            Role::Rook => (word::ORTHOGONAL, word::ORTHOGONAL),
            Role::Queen => (word::DIAGONAL, word::ORTHOGONAL),
            Role::King => (word::KINGS, word::KINGS),
        };
        let letter = role.letter();
        letters[letter as usize] = Letter { words: [word::BLACK as u8, one as u8, other as u8], squares: 1 };
        letters[letter.to_ascii_uppercase() as usize] =
            Letter { words: [word::WHITE as u8, one as u8, other as u8], squares: 1 };
        index += 1;
    }
    letters
}

impl<'a> Reader<'a> {
    /// Parses a FEN into the caller's memory, which avoids a copy, and returns its counters.
    #[inline]
    pub(super) fn read(fen: &'a [u8], position: &mut Position) -> Result<[u16; 2], ParseFenError> {
        let mut reader = Reader { fen, at: 0 };
        reader.position(position).map_err(|(column, problem)| reader.invalid(column, problem))
    }

    fn position(&mut self, position: &mut Position) -> Result<[u16; 2], Wrong> {
        self.skip_spaces();
        let placement = self.at;
        self.placement(&mut position.words)?;
        position.check_kings_and_pawns().map_err(|problem| (placement, FenProblem::Position(problem)))?;

        let (column, side) = self.field()?;
        position.words[word::STATE] = match side {
            b"w" => 0,
            b"b" => state::BLACK_TO_MOVE,
            _ => return Err((column, FenProblem::SideToMove(Excerpt::of(side)))),
        };
        position.check_opponent().map_err(|problem| (column, FenProblem::Position(problem)))?;

        let (column, castling) = self.field()?;
        if castling != b"-" {
            position.words[word::STATE] |=
                castling_rooks(castling, position).map_err(|(index, problem)| (column + index, problem))?;
        }

        let (column, target) = self.field()?;
        if target != b"-" {
            let square =
                square(target).map_err(|_| (column, FenProblem::EnPassantSquare(Excerpt::of(target))))?;
            position
                .check_en_passant(Some(square))
                .map_err(|problem| (column, FenProblem::Position(problem)))?;
            position.words[word::STATE] |= square.bit();
        }

        self.skip_spaces();
        if self.at < self.fen.len() {
            let (column, text) = self.field()?;
            let Some(clock) = number(text) else {
                return Err((column, FenProblem::HalfmoveClock(Excerpt::of(text))));
            };
            let (column, text) = self.field()?;
            let Some(move_number) = number(text) else {
                return Err((column, FenProblem::FullmoveNumber(Excerpt::of(text))));
            };
            self.skip_spaces();
            if self.at < self.fen.len() {
                // `invalid` counts the fields.
                return Err((self.at, FenProblem::FieldCount(7)));
            }
            return Ok([clock, move_number.max(1)]);
        }
        Ok([0, 1])
    }

    /// Parses the words of the pieces. The state is written later.
    fn placement(&mut self, words: &mut [u64; 8]) -> Result<(), Wrong> {
        let text = &self.fen[self.at..];
        match placement::read(text, words) {
            Some(length) if text.get(length).is_none_or(is_space) => {
                self.at += length;
                Ok(())
            }
            _ => {
                *words = self.doubtful_placement()?;
                Ok(())
            }
        }
    }

    /// Parses the placement rank by rank, to find the problem.
    #[cold]
    fn doubtful_placement(&mut self) -> Result<[u64; 8], Wrong> {
        let mut words = [0; 8];
        // The first square of the rank, the number of squares read so far, and the rank's index in the text.
        let (mut rank, mut squares, mut start) = (56_u32, 0_usize, self.at);
        loop {
            let byte = self.fen.get(self.at).copied().unwrap_or(b' ');
            let letter = LETTERS[usize::from(byte)];
            if letter.squares == 0 {
                if squares != 8 && is_rank_end(byte) {
                    return Err((start, FenProblem::RankLength { rank: rank as u8 / 8 + 1, squares }));
                }
                if byte != b'/' || rank == 0 {
                    break;
                }
                (rank, squares, start) = (rank - 8, 0, self.at + 1);
            } else {
                // Bits of a rank that is too long are wrong, but the result is then an error.
                let bit = 1_u64.wrapping_shl(rank + squares as u32);
                for index in letter.words {
                    words[usize::from(index & 7)] |= bit;
                }
                squares += usize::from(letter.squares);
            }
            self.at += 1;
        }
        match self.fen.get(self.at) {
            Some(byte) if !is_rank_end(*byte) => {
                let character = first_character(&self.fen[self.at..]);
                Err((self.at, FenProblem::UnknownPiece { rank: rank as u8 / 8 + 1, character }))
            }
            // The number of ranks is not eight; `invalid` counts them.
            end if end == Some(&b'/') || rank > 0 => Err((self.at, FenProblem::RankCount(0))),
            _ => Ok(words),
        }
    }

    fn skip_spaces(&mut self) {
        while self.fen.get(self.at).is_some_and(is_space) {
            self.at += 1;
        }
    }

    /// Returns the next field and its index.
    fn field(&mut self) -> Result<(usize, &'a [u8]), Wrong> {
        self.skip_spaces();
        let start = self.at;
        while self.fen.get(self.at).is_some_and(|byte| !is_space(byte)) {
            self.at += 1;
        }
        match &self.fen[start..self.at] {
            [] => Err((start, FenProblem::FieldCount(0))),
            field => Ok((start, field)),
        }
    }

    /// Returns the error to report, given the first problem.
    #[cold]
    fn invalid(&self, index: usize, problem: FenProblem) -> ParseFenError {
        let fields = || self.fen.split(is_space).filter(|field| !field.is_empty());
        let column = |field: &[u8]| field.as_ptr().addr() - self.fen.as_ptr().addr() + 1;
        let count = fields().count();
        // What is wrong in the first four fields would remain without the operations.
        let of_position = problem.field().is_some_and(|field| field <= 4);
        for fields_before in [4, 6] {
            if let Some(text) = fields().nth(fields_before).filter(|field| self.begins_operation(field)) {
                if of_position {
                    return self.invalid_ranks(index, problem);
                }
                let problem = FenProblem::EpdOperation { text: Excerpt::of(text), fields_before };
                return ParseFenError { problem, column: column(text) };
            }
        }
        if count != 4 && count != 6 {
            let too_many = fields().nth(6).map(column);
            let column = too_many.unwrap_or(self.fen.len() + 1);
            return ParseFenError { problem: FenProblem::FieldCount(count), column };
        }
        self.invalid_ranks(index, problem)
    }

    /// Returns whether a field behind the fourth is the beginning of EPD operations: a word, which ends with
    /// a semicolon somewhere, or the semicolon of a list of perft counts.
    fn begins_operation(&self, field: &[u8]) -> bool {
        match field {
            [b';', ..] => true,
            [first, ..] if first.is_ascii_alphabetic() => field.len() > 1 || self.fen.contains(&b';'),
            _ => false,
        }
    }

    /// Returns the error to report if the number of fields is right.
    fn invalid_ranks(&self, index: usize, problem: FenProblem) -> ParseFenError {
        let placement = self.fen.split(is_space).find(|field| !field.is_empty()).unwrap_or_default();
        let ranks = placement.split(|&byte| byte == b'/').count();
        if ranks != 8 {
            let column = placement.as_ptr().addr() - self.fen.as_ptr().addr() + 1;
            return ParseFenError { problem: FenProblem::RankCount(ranks), column };
        }
        ParseFenError { problem, column: index + 1 }
    }
}

fn is_rank_end(byte: u8) -> bool {
    byte == b'/' || is_space(&byte)
}

/// Returns whether a byte is white space, as in movetext: a space, or a control character from tab to
/// carriage return.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns the first character, or the replacement character if the bytes are not UTF-8.
fn first_character(text: &[u8]) -> char {
    let first = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn square(text: &[u8]) -> Result<Square, ParseSquareError> {
    core::str::from_utf8(text).map_err(|_| ParseSquareError::Name)?.parse()
}

/// Returns the value of a text that consists of digits only, if it is at most 65,535.
fn number(text: &[u8]) -> Option<u16> {
    text.iter().try_fold(0_u16, |number, &byte| match byte {
        b'0'..=b'9' => number.checked_mul(10)?.checked_add(u16::from(byte - b'0')),
        _ => None,
    })
}

/// Returns the rooks that the letters name, or an error with the index of a letter.
fn castling_rooks(letters: &[u8], position: &Position) -> Result<u64, Wrong> {
    let mut castling_rooks = 0;
    for (index, &byte) in letters.iter().enumerate() {
        let letter = char::from(byte);
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back_rank = color.back_rank();
        let king = position.kings() & position.color(color) & back_rank;
        let rooks = if king == 0 { 0 } else { position.rooks() & position.color(color) & back_rank };
        // The squares on the side of the a-file; those on the other side are above the king.
        let left = king.wrapping_sub(1);
        let rook = match byte.to_ascii_lowercase() {
            b'k' => highest(rooks & !left),
            b'q' => lowest(rooks & left),
            file @ b'a'..=b'h' => rooks & A_FILE << (file - b'a'),
            _ => {
                let character = first_character(&letters[index..]);
                return Err((index, FenProblem::CastlingCharacter(character)));
            }
        };
        if rook == 0 {
            return Err((index, FenProblem::CastlingPlacement { letter }));
        }
        let wing = if rook & left == 0 { !left } else { left };
        if castling_rooks & back_rank & wing != 0 {
            return Err((index, FenProblem::CastlingRepeated(letter)));
        }
        castling_rooks |= rook;
    }
    Ok(castling_rooks)
}

/// Returns the set of the lowest square of a set.
const fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

/// Returns the set of the highest square of a set.
const fn highest(squares: u64) -> u64 {
    if squares == 0 { 0 } else { 1 << squares.ilog2() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn a_placement_is_read_at_once_as_rank_by_rank() {
        let (mut right, mut wrong) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "4k3/44/1111p3/71/8/KQRBNP2/kqrbnp2/4K3 w - -",
        ] {
            for end in 0..fen.len() {
                for altered in [
                    "",
                    " ",
                    "/",
                    "//",
                    "1",
                    "7",
                    "8",
                    "9",
                    "K",
                    "q",
                    "x",
                    "\0",
                    "\u{e9}",
                    "88888888888888888",
                ] {
                    let text = format!("{}{altered}{}", &fen[..end], &fen[end + 1..]);
                    let (mut words, mut reader) = ([0; 8], Reader { fen: text.as_bytes(), at: 0 });
                    let at_once = reader.placement(&mut words).map(|()| (words, reader.at));
                    let mut reader = Reader { fen: text.as_bytes(), at: 0 };
                    let by_rank = reader.doubtful_placement().map(|words| (words, reader.at));
                    // The reader overwrites the state word later, so its contents do not matter here.
                    let pieces = |(mut words, at): ([u64; 8], usize)| {
                        words[word::STATE] = 0;
                        (words, at)
                    };
                    assert_eq!(at_once.map(pieces), by_rank.map(pieces), "{text}");
                    // The fast path must accept every valid placement.
                    let read_at_once = placement::read(text.as_bytes(), &mut words).is_some();
                    assert!(read_at_once || by_rank.is_err(), "{text}");
                    if by_rank.is_ok() { right += 1 } else { wrong += 1 }
                }
            }
        }
        assert!(right > 200 && wrong > 1000, "{right} right, {wrong} wrong");
    }
}
