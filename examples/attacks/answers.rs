//! What is asked about many positions at once, and how it is written.

use quadline::{ChecksAndPins, Position, Square, batch};

/// Positions, in their order and with the gaps of lines that are none; then what the kernels say about them.
#[derive(Default)]
pub struct Answers {
    /// The number of each line's position; none for a line that is none.
    lines: Vec<Option<usize>>,
    positions: Vec<Position>,
    white: Vec<u64>,
    black: Vec<u64>,
    checks_and_pins: Vec<ChecksAndPins>,
    counts: Vec<u16>,
    text: Vec<u8>,
}

/// A line for a line that is no position.
const BROKEN: &[u8] = b"-\n";

impl Answers {
    /// Forgets all positions, and keeps the memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.positions.clear();
    }

    pub fn push(&mut self, position: Position) {
        self.lines.push(Some(self.positions.len()));
        self.positions.push(position);
    }

    pub fn push_broken(&mut self) {
        self.lines.push(None);
    }

    /// Asks about all positions together, and gives all lines.
    pub fn text(&mut self, draw: bool) -> &[u8] {
        let count = self.positions.len();
        self.white.resize(count, 0);
        self.black.resize(count, 0);
        self.checks_and_pins.resize(count, ChecksAndPins::default());
        self.counts.resize(count, 0);
        batch::attacked_squares(&self.positions, &mut self.white, &mut self.black);
        batch::checks_and_pins(&self.positions, &mut self.checks_and_pins);
        batch::legal_move_counts(&self.positions, &mut self.counts);

        let mut text = core::mem::take(&mut self.text);
        text.clear();
        for line in &self.lines {
            match line {
                None => text.extend_from_slice(BROKEN),
                Some(index) if draw => text.extend_from_slice(self.drawing(*index).as_bytes()),
                Some(index) => self.write_numbers(*index, &mut text),
            }
        }
        self.text = text;
        &self.text
    }

    fn bitboards(&self, index: usize) -> [u64; 4] {
        let ChecksAndPins { checkers, pinned, .. } = self.checks_and_pins[index];
        [self.white[index], self.black[index], checkers, pinned]
    }

    fn write_numbers(&self, index: usize, text: &mut Vec<u8>) {
        const DIGITS: usize = 16;
        for bitboard in self.bitboards(index) {
            let mut digits = [b' '; DIGITS + 1];
            hex::encode_to_slice(bitboard.to_be_bytes(), &mut digits[..DIGITS])
                .expect("two digits for each byte");
            text.extend_from_slice(&digits);
        }
        text.extend_from_slice(self.counts[index].to_string().as_bytes());
        text.push(b'\n');
    }

    /// The FEN, a line of headings, five boards beside each other, an empty line.
    fn drawing(&self, index: usize) -> String {
        const WIDTH: usize = 19;
        let position = &self.positions[index];
        let bitboards = self.bitboards(index);
        let legal_moves = format!("{} legal moves", self.counts[index]);
        let headings = [legal_moves.as_str(), "White attacks", "Black attacks", "checkers", "pinned"];
        let mut drawing =
            format!("{position}\n{}\n", headings.map(|name| format!("{name:WIDTH$}")).concat().trim_end());
        for rank in Square::ALL.rchunks(8) {
            let row = |letter: &dyn Fn(Square) -> char| {
                let letters: Vec<String> = rank.iter().map(|&square| letter(square).to_string()).collect();
                format!("{:WIDTH$}", letters.join(" "))
            };
            let mut line = row(&|square| position.piece_at(square).map_or('.', quadline::Piece::letter));
            for bitboard in bitboards {
                line += &row(&|square| if bitboard & square.bit() == 0 { '.' } else { '1' });
            }
            drawing += line.trim_end();
            drawing.push('\n');
        }
        drawing.push('\n');
        drawing
    }
}
