//! Writes a FEN.

use core::fmt::{self, Write};

use crate::Square;
use crate::line::A_FILE;
use crate::position::{Color, Position};

/// Writes a FEN of six fields, with `0 1` as counters.
///
/// Castling rights are `KQkq` if king and rook are on their squares of standard chess. Otherwise they are the
/// file of the rook (Shredder-FEN), which programs for Chess960 read.
impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_placement(self, formatter)?;
        formatter.write_str(match self.side_to_move() {
            Color::White => " w ",
            Color::Black => " b ",
        })?;
        write_castling(self, formatter)?;
        match self.en_passant() {
            Some(square) => write!(formatter, " {square} 0 1"),
            None => formatter.write_str(" - 0 1"),
        }
    }
}

fn write_placement(position: &Position, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let piece = position.piece_at(Square::new_masked(8 * rank + file));
            if piece.is_none() {
                empty += 1;
            }
            // A number is written after the last empty square.
            if empty > 0 && (piece.is_some() || file == 7) {
                write!(formatter, "{empty}")?;
                empty = 0;
            }
            if let Some(piece) = piece {
                formatter.write_char(piece.letter())?;
            }
        }
        if rank > 0 {
            formatter.write_char('/')?;
        }
    }
    Ok(())
}

fn write_castling(position: &Position, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if position.castling_rooks() == 0 {
        return formatter.write_char('-');
    }
    for color in Color::ALL {
        let king = position.king(color).map(Square::file);
        // The king's wing first, as in `KQkq`.
        for file in (0..8).rev() {
            if position.castling_rooks() & color.back_rank() & A_FILE << file == 0 {
                continue;
            }
            let letter = match (king, file) {
                (Some(4), 7) => 'k',
                (Some(4), 0) => 'q',
                _ => char::from(b'a' + file),
            };
            formatter.write_char(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            })?;
        }
    }
    Ok(())
}
