//! Writes the FENs of one position after another.

use quadline::fen::Fen;
use quadline::{Color, Role, Square};

/// Writes FENs. This is faster than [`Fen`] if a position differs from the one before in a few squares.
///
/// A move changes two squares or some more. So the letters of the squares and the text of each rank are kept,
/// and only those of squares that have changed are written again. The same holds for the castling rights.
#[derive(Default)]
pub struct FenWriter {
    /// The sets of pieces of the position that was written last.
    pieces: [u64; 7],
    /// The letters on each rank, from the first rank on, and 0 for empty squares.
    letters: [[u8; 8]; 8],
    /// The texts of the ranks, each with a slash behind it.
    ranks: [Short; 8],
    /// The state that the text of the castling rights depends on: the rooks, and the kings on their ranks.
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
        Self::rank([0; 8])
    }
}

/// For each set of empty squares of a rank, the digits of the empty squares: how many in a row end with each.
static EMPTY: [[u8; 8]; 256] = {
    let (mut table, mut empty) = ([[0; 8]; 256], 0);
    while empty < 256 {
        let (mut file, mut count) = (0, 0);
        while file < 8 {
            count = if empty >> file & 1 == 0 { 0 } else { count + 1 };
            table[empty][file] = if count == 0 { 0 } else { b'0' + count };
            file += 1;
        }
        empty += 1;
    }
    table
};

impl Short {
    /// Writes a rank. Each square is stored, and those that are empty before another empty one are
    /// overwritten by the next, so no branch depends on the pieces.
    fn rank(letters: [u8; 8]) -> Self {
        let mut text = Self { bytes: [0; 16], length: 0 };
        let empty = letters.iter().rev().fold(0, |empty, &letter| empty << 1 | usize::from(letter == 0));
        let last = !(empty & empty >> 1);
        for (file, (letter, digit)) in letters.into_iter().zip(EMPTY[empty]).enumerate() {
            text.bytes[text.length % 16] = letter | digit;
            text.length += last >> file & 1;
        }
        text.bytes[text.length % 16] = b'/';
        text.length += 1;
        text
    }
}

impl FenWriter {
    /// Appends a FEN to a text.
    pub fn write(&mut self, fen: &Fen, text: &mut Vec<u8>) {
        let position = &fen.position;
        let [pieces @ .., _] = *position.words();
        let before = std::mem::replace(&mut self.pieces, pieces);
        let mut changed = pieces.iter().zip(before).fold(0, |changed, (now, before)| changed | now ^ before);
        let mut ranks = 0u32;
        while changed != 0 {
            let square = changed.trailing_zeros() as u8;
            changed &= changed - 1;
            ranks |= 1 << (square / 8);
            let piece = Square::new(square).and_then(|square| position.piece_at(square));
            let letter = piece.map_or(0, |piece| piece.letter() as u8);
            self.letters[usize::from(square / 8)][usize::from(square % 8)] = letter;
        }
        while ranks != 0 {
            let rank = ranks.trailing_zeros() as usize;
            ranks &= ranks - 1;
            self.ranks[rank] = Short::rank(self.letters[rank]);
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
