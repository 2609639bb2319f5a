//! Writes the FENs of one position after another.

use quadline::fen::Fen;
use quadline::{Color, Position, Role, Square};

/// Writes FENs. This is faster than [`Fen`] if a position differs from the one before in a few squares.
///
/// A move changes one or two ranks of the board. So the text of each rank is kept, and is written again only
/// if a piece on the rank has changed. The same holds for the castling rights.
#[derive(Default)]
pub struct FenWriter {
    /// The sets of pieces of the position that was written last.
    pieces: [u64; 7],
    /// The texts of the ranks, each with a slash behind it, from the first rank on.
    ranks: [Short; 8],
    /// What the text of the castling rights depends on: the rooks, and the kings on their ranks.
    rights: (u64, u64),
    castling: Short,
}

/// A short text: a rank of a FEN with the slash behind it, or castling rights.
#[derive(Clone, Copy)]
struct Short {
    bytes: [u8; 16],
    length: usize,
}

impl Default for Short {
    /// Returns an empty rank.
    fn default() -> Self {
        Self::of(&Position::from_words([0; 8]), 0)
    }
}

impl Short {
    /// Writes a rank.
    fn of(position: &Position, rank: u8) -> Self {
        let mut text = Self { bytes: [0; 16], length: 0 };
        let mut occupied = position.occupied() >> (8 * rank) & 0xff;
        let mut file = 0;
        while occupied != 0 {
            let next = occupied.trailing_zeros() as u8;
            occupied &= occupied - 1;
            text.put_empty(next - file);
            file = next + 1;
            let piece = Square::new(8 * rank + next).and_then(|square| position.piece_at(square));
            text.put(piece.map_or(b'?', |piece| piece.letter() as u8));
        }
        text.put_empty(8 - file);
        text.put(b'/');
        text
    }

    fn put(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// Writes the number of empty squares, if there are any.
    fn put_empty(&mut self, count: u8) {
        self.bytes[self.length] = b'0' + count;
        self.length += usize::from(count != 0);
    }
}

impl FenWriter {
    /// Appends a FEN to a text.
    pub fn write(&mut self, fen: &Fen, text: &mut Vec<u8>) {
        let position = &fen.position;
        let [pieces @ .., _] = *position.words();
        let before = std::mem::replace(&mut self.pieces, pieces);
        let mut changed = pieces.iter().zip(before).fold(0, |changed, (now, before)| changed | now ^ before);
        while changed != 0 {
            let rank = changed.trailing_zeros() / 8;
            self.ranks[rank as usize] = Short::of(position, rank as u8);
            changed &= !(0xff << (8 * rank));
        }
        let mut line = Line { bytes: [0; 192], length: 0 };
        self.ranks.iter().rev().for_each(|rank| line.put(rank.bytes, rank.length));
        // In place of the last slash.
        line.length -= 1;
        line.put(if position.side_to_move() == Color::White { *b" w " } else { *b" b " }, 3);
        let rooks = position.castling_rooks();
        if rooks == 0 {
            line.put(*b"-", 1);
        } else {
            // The king of a side without rights may be anywhere.
            let is_of_side = |color: &Color| rooks & color.back_rank() != 0;
            let kings =
                Color::ALL.into_iter().filter(is_of_side).map(|color| position.pieces(color, Role::King));
            let rights = (rooks, kings.sum());
            if self.rights != rights {
                self.rights = rights;
                let text = position.to_string();
                let castling = text.split(' ').nth(2).unwrap_or_default();
                self.castling = Short { bytes: [0; 16], length: castling.len() };
                self.castling.bytes[..castling.len()].copy_from_slice(castling.as_bytes());
            }
            line.put(self.castling.bytes, self.castling.length);
        }
        match position.en_passant() {
            Some(square) => line.put([b' ', b'a' + square.file(), b'1' + square.rank(), b' '], 4),
            None => line.put(*b" - ", 3),
        }
        line.put_number(fen.halfmove_clock);
        line.put(*b" ", 1);
        line.put_number(fen.fullmove_number);
        text.extend_from_slice(&line.bytes[..line.length]);
    }
}

/// A FEN while it is written. It is stored in parts of fixed lengths, because calls with other lengths take
/// longer.
struct Line {
    /// More than the longest FEN: 71 characters of pieces, 16 of castling rights, and 20 others.
    bytes: [u8; 192],
    length: usize,
}

impl Line {
    /// Stores bytes, of which the first `length` belong to the text.
    fn put<const STORED: usize>(&mut self, bytes: [u8; STORED], length: usize) {
        self.bytes[self.length..][..STORED].copy_from_slice(&bytes);
        self.length += length;
    }

    fn put_number(&mut self, number: u16) {
        if number >= 10 {
            self.put_number(number / 10);
        }
        self.put([b'0' + (number % 10) as u8], 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All counters have each number of digits, and positions of several games follow each other.
    #[test]
    fn equals_the_fen() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 9 98",
            "bnrkqbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRKQBRN w GCgc - 99 998",
            "8/8/8/8/8/6k1/8/7K b - - 998 9998",
            "r3k2r/8/8/pP6/8/8/8/R3K2R w Kq a6 65535 65535",
        ];
        let (mut writer, mut state) = (FenWriter::default(), 1u64);
        for start in starts.iter().cycle().take(200) {
            let mut fen: Fen = start.parse().expect("a FEN");
            for _ in 0..60 {
                let mut text = b"before ".to_vec();
                writer.write(&fen, &mut text);
                assert_eq!(String::from_utf8(text), Ok(format!("before {fen}")));
                let moves = fen.position.moves();
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let Some(&chosen) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                fen = fen.play(chosen);
            }
        }
    }

    /// The rooks are on the same squares, and the rights have other letters.
    #[test]
    fn castling_rights_depend_on_the_kings() {
        let (mut writer, mut text) = (FenWriter::default(), Vec::new());
        let fens = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1"];
        for expected in fens.iter().cycle().take(4) {
            text.clear();
            writer.write(&expected.parse().expect("a FEN"), &mut text);
            assert_eq!(str::from_utf8(&text), Ok(*expected));
        }
    }
}
