//! Writes a FEN.

use core::fmt;

use super::placement;
use super::text::Text;
use crate::Square;
use crate::chess::{Color, Position};
use crate::line::A_FILE;

/// Writes a FEN of six fields, with `0 1` as counters.
///
/// The castling rights of a side are `KQ` or `kq` if its king and the rooks are on their squares of standard
/// chess. Otherwise all of them are the files of the rooks (Shredder-FEN), which programs for Chess960 read.
impl fmt::Display for Position {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = four_fields(self);
        text.put_all(b" 0 1");
        formatter.write_str(text.as_str())
    }
}

#[cfg(feature = "std")]
impl Position {
    /// Returns the FEN, with `0 1` as counters. [`Fen`](crate::Fen) keeps the counters of a game.
    ///
    /// It is the text that the position is displayed as. The method allocates, so it requires the feature
    /// `std`. Without it, `to_string()` of `alloc` returns the same text, and `write!(buffer, "{position}")`
    /// writes it to any [`fmt::Write`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use quadline_kernels as quadline;
    /// use quadline::Position;
    ///
    /// let start = Position::START;
    /// assert_eq!(start.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// assert_eq!(start.fen().parse(), Ok(start));
    /// ```
    #[must_use]
    #[inline]
    pub fn fen(&self) -> std::string::String {
        std::string::ToString::to_string(self)
    }
}

/// Returns the first four fields of a position.
#[inline(always)]
pub(super) fn four_fields(position: &Position) -> Text {
    let mut text = Text::new();
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

#[inline]
fn write_castling(position: &Position, text: &mut Text) {
    if position.castling_rooks() == 0 {
        text.put(b'-', 1);
    }
    for color in Color::ALL {
        let king = position.king(color).map(Square::file);
        let rooks = position.castling_rooks() & color.back_rank();
        // Of one form for a side: other programs refuse a mixture, such as `KB`.
        let is_usual = king == Some(4) && rooks & !(A_FILE | A_FILE << 7) == 0;
        // The king's wing first, as in `KQkq`.
        for file in (0..8).rev().filter(|file| rooks & A_FILE << file != 0) {
            let letter = match file {
                7 if is_usual => b'k',
                0 if is_usual => b'q',
                _ => b'a' + file,
            };
            text.put(if color == Color::White { letter.to_ascii_uppercase() } else { letter }, 1);
        }
    }
}
