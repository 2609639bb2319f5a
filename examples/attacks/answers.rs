//! Computes the attacks of many positions at once, and writes the results.

use anstyle::{AnsiColor, Style};
use jzon::{JsonValue, object};
use quadline::{ChecksAndPins, Piece, Position, Square, batch};

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
    /// The number of columns for boards.
    width: usize,
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

impl Answers {
    pub fn new(format: Format, width: usize) -> Self {
        Self {
            format,
            width,
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
                    write_json(&object! { "line": line.number, "error": problem.as_str() }, &mut text);
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

    /// Returns the JSON object of a position. Bitboards are hexadecimal, because some readers of JSON do not
    /// keep all 64 bits of a number.
    fn json(&self, line: u64, index: usize) -> JsonValue {
        let [white, black, checkers, pinned] =
            self.bitboards(index).map(|bitboard| format!("{bitboard:016x}"));
        object! {
            "line": line,
            "fen": self.fens[index].as_str(),
            "white": white,
            "black": black,
            "checkers": checkers,
            "pinned": pinned,
            "legal_moves": self.counts[index],
        }
    }

    /// Returns the FEN, five boards with their headings, and an empty line. There are as many boards side by
    /// side as fit.
    fn drawing(&self, index: usize) -> String {
        const GAP: &str = "    ";
        const WIDTH: usize = 15;
        const BOLD: Style = Style::new().bold();
        let position = &self.positions[index];
        let legal_moves = format!("{} legal moves", self.counts[index]);
        let sets =
            ["White attacks", "Black attacks", "checkers", "pinned"].into_iter().zip(self.bitboards(index));
        let colors = [AnsiColor::Green, AnsiColor::Green, AnsiColor::Red, AnsiColor::Yellow];
        let sets = sets.zip(colors).map(|((heading, bitboard), color)| {
            let style = color.on_default();
            let letter = |square: Square| {
                if bitboard & square.bit() == 0 { ".".to_owned() } else { format!("{style}1{style:#}") }
            };
            (heading, rows(letter))
        });
        let pieces = rows(|square| position.piece_at(square).map_or('.', Piece::letter).to_string());
        let boards: Vec<(&str, [String; 8])> =
            core::iter::once((legal_moves.as_str(), pieces)).chain(sets).collect();

        let mut drawing = format!("{}\n", self.fens[index]);
        let at_once = ((self.width.saturating_add(GAP.len())) / (WIDTH + GAP.len())).clamp(1, boards.len());
        for boards in boards.chunks(at_once) {
            let headings: Vec<String> =
                boards.iter().map(|(heading, _)| format!("{heading:WIDTH$}")).collect();
            drawing += &format!("{BOLD}{}{BOLD:#}\n", headings.join(GAP).trim_end());
            for rank in 0..8 {
                let columns: Vec<&str> = boards.iter().map(|(_, rows)| rows[rank].as_str()).collect();
                drawing += &columns.join(GAP);
                drawing.push('\n');
            }
        }
        drawing.push('\n');
        drawing
    }
}

/// Returns the rows of a board, from the eighth rank down.
fn rows(letter: impl Fn(Square) -> String) -> [String; 8] {
    core::array::from_fn(|row| {
        let rank = &Square::ALL[8 * (7 - row)..][..8];
        rank.iter().map(|&square| letter(square)).collect::<Vec<_>>().join(" ")
    })
}

fn write_json(value: &JsonValue, text: &mut Vec<u8>) {
    value.write(text).expect("memory takes all text");
    text.push(b'\n');
}
