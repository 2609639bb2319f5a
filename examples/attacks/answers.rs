//! Computes the attacks of many positions at once, and writes the results.

use anstyle::{AnsiColor, Style};
use quadline::{ChecksAndPins, Piece, Position, Square, batch};
use serde::Serialize;

/// The format of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One line of hexadecimal numbers for each position.
    Numbers,
    /// Boards side by side.
    Boards,
    /// A JSON object for each position.
    Json,
}

/// A batch of input lines, with their positions and the results.
pub struct Answers {
    format: Format,
    lines: Vec<Line>,
    positions: Vec<Position>,
    /// The FEN of each position as it was read, with its counters. Empty if only numbers are written.
    fens: Vec<String>,
    white: Vec<u64>,
    black: Vec<u64>,
    checks_and_pins: Vec<ChecksAndPins>,
    counts: Vec<u16>,
    text: Vec<u8>,
}

/// A line of the input.
struct Line {
    number: u64,
    /// The index of the position, or the reason why the line is not a position.
    content: Result<usize, String>,
}

/// The output for an invalid line.
const BROKEN: &[u8] = b"-\n";

/// The JSON object of a position. Bitboards are hexadecimal, because some readers of JSON do not keep all 64
/// bits of a number.
#[derive(Serialize)]
struct JsonPosition<'a> {
    line: u64,
    fen: &'a str,
    white: String,
    black: String,
    checkers: String,
    pinned: String,
    legal_moves: u16,
}

/// The JSON object of an invalid line.
#[derive(Serialize)]
struct JsonError<'a> {
    line: u64,
    error: &'a str,
}

impl Answers {
    pub fn new(format: Format) -> Self {
        Self {
            format,
            lines: Vec::new(),
            positions: Vec::new(),
            fens: Vec::new(),
            white: Vec::new(),
            black: Vec::new(),
            checks_and_pins: Vec::new(),
            counts: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Removes all lines, but keeps the allocations.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.positions.clear();
        self.fens.clear();
    }

    pub fn push(&mut self, number: u64, position: Position, fen: &[u8]) {
        self.lines.push(Line { number, content: Ok(self.positions.len()) });
        self.positions.push(position);
        if self.format != Format::Numbers {
            self.fens.push(String::from_utf8_lossy(fen).into_owned());
        }
    }

    pub fn push_broken(&mut self, number: u64, problem: String) {
        self.lines.push(Line { number, content: Err(problem) });
    }

    /// Computes the results of all positions together, and returns the text for all lines.
    pub fn text(&mut self) -> &[u8] {
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
            match (&line.content, self.format) {
                (Ok(index), Format::Numbers) => self.write_numbers(*index, &mut text),
                (Ok(index), Format::Boards) => text.extend_from_slice(self.drawing(*index).as_bytes()),
                (Ok(index), Format::Json) => write_json(&self.json(line.number, *index), &mut text),
                (Err(problem), Format::Json) => {
                    write_json(&JsonError { line: line.number, error: problem }, &mut text);
                }
                (Err(_), _) => text.extend_from_slice(BROKEN),
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

    fn json(&self, line: u64, index: usize) -> JsonPosition<'_> {
        let [white, black, checkers, pinned] =
            self.bitboards(index).map(|bitboard| format!("{bitboard:016x}"));
        let (fen, legal_moves) = (self.fens[index].as_str(), self.counts[index]);
        JsonPosition { line, fen, white, black, checkers, pinned, legal_moves }
    }

    /// Returns the FEN, a line of headings, five boards side by side, and an empty line.
    fn drawing(&self, index: usize) -> String {
        const GAP: &str = "    ";
        const WIDTH: usize = 19;
        const BOLD: Style = Style::new().bold();
        let colors = [AnsiColor::Green, AnsiColor::Green, AnsiColor::Red, AnsiColor::Yellow];
        let position = &self.positions[index];
        let legal_moves = format!("{} legal moves", self.counts[index]);
        let headings = [legal_moves.as_str(), "White attacks", "Black attacks", "checkers", "pinned"];
        let headings = headings.map(|name| format!("{name:WIDTH$}")).concat();
        let mut drawing = format!("{}\n{BOLD}{}{BOLD:#}\n", self.fens[index], headings.trim_end());
        for rank in Square::ALL.rchunks(8) {
            let row = |letter: &dyn Fn(Square) -> String| {
                rank.iter().map(|&square| letter(square)).collect::<Vec<_>>().join(" ")
            };
            let pieces = row(&|square| position.piece_at(square).map_or('.', Piece::letter).to_string());
            let sets = self.bitboards(index).into_iter().zip(colors).map(|(bitboard, color)| {
                let style = color.on_default();
                row(&|square| {
                    if bitboard & square.bit() == 0 { ".".to_owned() } else { format!("{style}1{style:#}") }
                })
            });
            let columns: Vec<String> = core::iter::once(pieces).chain(sets).collect();
            drawing += &columns.join(GAP);
            drawing.push('\n');
        }
        drawing.push('\n');
        drawing
    }
}

fn write_json(value: &impl Serialize, text: &mut Vec<u8>) {
    serde_json::to_writer(&mut *text, value).expect("strings and numbers are JSON, and memory takes them");
    text.push(b'\n');
}
