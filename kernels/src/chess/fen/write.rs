//! Writes a FEN.

use core::fmt;

use super::placement;
use crate::Square;
use crate::chess::{Color, Position};
use crate::line::A_FILE;

/// Writes a FEN of six fields, with `0 1` as counters.
///
/// Castling rights are `KQkq` if king and rook are on their squares of standard chess. Otherwise they are the
/// file of the rook (Shredder-FEN), which programs for Chess960 read.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::of(self);
        text.put_all(b" 0 1");
        formatter.write_str(text.as_str())
    }
}

/// More than the longest text: 71 characters of placement, castling with all of 16 squares, and 22 other characters.
const SIZE: usize = 128;

/// A FEN in memory. Writing to a formatter has a cost for every call, so there is one call for the whole text.
pub(super) struct Text {
    bytes: [u8; SIZE],
    length: usize,
}

impl Text {
    /// Returns the first four fields of a position.
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Self {
        let mut text = Self { bytes: [0; SIZE], length: 0 };
        placement::write(&position.words, &mut text);
        text.put_all(match position.side_to_move() {
            Color::White => b" w ",
            Color::Black => b" b ",
        });
        write_castling(position, &mut text);
        text.put(b' ', 1);
        match position.en_passant() {
            Some(square) => text.put_all(&[b'a' + square.file(), b'1' + square.rank()]),
            None => text.put(b'-', 1),
        }
        text
    }

    /// Stores a space and a number.
    pub(super) fn put_number(&mut self, number: u16) {
        self.put(b' ', 1);
        for power in [10_000, 1000, 100, 10, 1] {
            if number >= power || power == 1 {
                self.put(b'0' + (number / power % 10) as u8, 1);
            }
        }
    }

    /// Stores a character, and counts it if `count` is 1. If `count` is 0, the next character overwrites it.
    #[inline(always)]
    pub(super) fn put(&mut self, character: u8, count: usize) {
        // Masked instead of checked; no text is so long.
        self.bytes[self.length % SIZE] = character;
        self.length += count;
    }

    #[inline(always)]
    fn put_all(&mut self, characters: &[u8]) {
        for &character in characters {
            self.put(character, 1);
        }
    }

    pub(super) fn as_str(&self) -> &str {
        // All characters are ASCII.
        self.bytes.get(..self.length).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

fn write_castling(position: &Position, text: &mut Text) {
    if position.castling_rooks() == 0 {
        text.put(b'-', 1);
    }
    for color in Color::ALL {
        let king = position.king(color).map(Square::file);
        let rooks = position.castling_rooks() & color.back_rank();
        // The king's wing first, as in `KQkq`.
        for file in (0..8).rev().filter(|file| rooks & A_FILE << file != 0) {
            let letter = match (king, file) {
                (Some(4), 7) => b'k',
                (Some(4), 0) => b'q',
                _ => b'a' + file,
            };
            text.put(if color == Color::White { letter.to_ascii_uppercase() } else { letter }, 1);
        }
    }
}
