//! Tables built by `const fn`: line masks, lines by file and rank, and the attacks of kings and knights.
//!
//! # Line masks
//!
//! Each table of line masks has four masks for every square, one for each line in lane order. One aligned 32-byte load
//! therefore reads the same mask of all four lines. A table has 2 KiB, and a kernel reads only the tables that its
//! formula names.
//!
//! *The a1 sentinel.* SBAMG and obstruction difference subtract the closest blocker of the lower ray, and need one even
//! if the ray is empty. Bit 0 serves as that blocker: no square is below it, so it is beyond the lower end of every
//! line. The tables with names ending in `_and_a1` keep that bit, and formulas set it in the occupancy, so no branch is
//! needed.

use crate::steps::{king_attacks, knight_attacks};
use crate::{Line, Square};

/// One mask for each square and line, indexed by `[square][line]`, in 2 KiB.
#[repr(C, align(64))]
pub struct Table(pub [[u64; 4]; 64]);

/// One word for each square, in 512 bytes.
#[repr(C, align(64))]
pub struct SquareTable(pub [u64; 64]);

/// The line's squares below the slider.
pub static LOWER: Table = table(Part::Lower, 0);
/// The line's squares below the slider, and the a1 sentinel.
pub static LOWER_AND_A1: Table = table(Part::Lower, 1);
/// The line's squares above the slider.
pub static UPPER: Table = table(Part::Upper, 0);
/// The line's squares except the slider's own.
pub static LINE_EX: Table = table(Part::Both, 0);
/// The line's squares except the slider's own, and the a1 sentinel.
pub static LINE_EX_AND_A1: Table = table(Part::Both, 1);
/// The slider's bit, `r`, four times, for [`FourLanes::load_repeated`](crate::lanes::FourLanes::load_repeated). With one word for each
/// square, a queen takes 8% longer with AVX2 and GFNI, and 5% with AVX2 alone (Zen 4, 1,024 pairs).
pub static SLIDER: Table = slider(0);
/// `reverse(r)`, all 64 bits reversed, four times.
pub static SLIDER_BIT_REVERSED: Table = slider(63);

/// The size of a [`Table`] in bytes.
pub const TABLE_BYTES: usize = size_of::<Table>();
/// The size of a [`SquareTable`] in bytes.
pub const SQUARE_TABLE_BYTES: usize = size_of::<SquareTable>();

enum Part {
    Lower,
    Upper,
    Both,
}

const fn table(part: Part, sentinel: u64) -> Table {
    let mut table = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let below = square.bit() - 1;
        let mut lane = 0;
        while lane < 4 {
            let line = Line::ALL[lane].through(square);
            let squares = match part {
                Part::Lower => line & below,
                Part::Upper => line & !below & !square.bit(),
                Part::Both => line & !square.bit(),
            };
            table[index][lane] = squares | sentinel;
            lane += 1;
        }
        index += 1;
    }
    Table(table)
}

/// Returns, for each square, the bit of the square whose index differs by XOR with `mirror`, four times.
const fn slider(mirror: usize) -> Table {
    let mut table = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = [Square::ALL[index ^ mirror].bit(); 4];
        index += 1;
    }
    Table(table)
}

/// The lines of the board by number, for AVX-512 kernels.
#[cfg(target_feature = "sse2")]
pub(crate) mod numbered_lines {
    use crate::line::{A_FILE, FIRST_RANK};
    use crate::{Line, Square};

    /// The eight ranks.
    pub(crate) const RANKS: [u64; 8] = parallel_lines(FIRST_RANK, 8);
    /// The eight files.
    pub(crate) const FILES: [u64; 8] = parallel_lines(A_FILE, 1);

    const fn parallel_lines(first: u64, step: usize) -> [u64; 8] {
        let mut lines = [0; 8];
        let mut index = 0;
        while index < 8 {
            lines[index] = first << (step * index);
            index += 1;
        }
        lines
    }

    /// The diagonals, indexed by `(rank - file) & 15`.
    pub(crate) const DIAGONALS: ([u64; 8], [u64; 8]) = by_number(Line::Diagonal);
    /// The antidiagonals, indexed by `(rank + file) & 15`.
    pub(crate) const ANTIDIAGONALS: ([u64; 8], [u64; 8]) = by_number(Line::Antidiagonal);

    const fn by_number(line: Line) -> ([u64; 8], [u64; 8]) {
        let mut lines = ([0; 8], [0; 8]);
        let mut index = 0;
        while index < 64 {
            let square = Square::ALL[index];
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            let number = if matches!(line, Line::Diagonal) { (16 + rank - file) % 16 } else { rank + file };
            let half = if number < 8 { &mut lines.0 } else { &mut lines.1 };
            half[number % 8] = line.through(square);
            index += 1;
        }
        lines
    }
}

/// The masks of a king or knight for each square, in 2 KiB.
#[repr(align(64))]
pub struct StepRows(pub [[u64; 4]; 64]);

/// For each square: the attacks of a king, the attacks of a knight, and the diagonal and the antidiagonal without the
/// square.
pub static STEP_ROWS: StepRows = StepRows({
    let mut rows = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let bit = square.bit();
        rows[index] = [
            king_attacks(bit),
            knight_attacks(bit),
            Line::Diagonal.through(square) & !bit,
            Line::Antidiagonal.through(square) & !bit,
        ];
        index += 1;
    }
    rows
});

/// Returns the squares that a king on `square` attacks, from the table.
#[inline(always)]
pub const fn king_attacks_from(square: Square) -> u64 {
    STEP_ROWS.0[square.index()][0]
}

/// Returns the squares that a knight on `square` attacks, from the table.
#[inline(always)]
pub const fn knight_attacks_from(square: Square) -> u64 {
    STEP_ROWS.0[square.index()][1]
}

/// Returns the line through two squares without the square `a`, or 0 if the squares are the same or share no line.
#[inline(always)]
const fn shared_line(a: Square, b: Square) -> u64 {
    let lines = LINE_EX.0[a.index()];
    let (mut shared, mut lane) = (0, 0);
    while lane < 4 {
        // All ones if `b` is on the line. A branch here would be unpredictable.
        shared |= lines[lane] & (lines[lane] >> b.index() & 1).wrapping_neg();
        lane += 1;
    }
    shared
}

/// Returns the line through two squares, including both, or 0 if the squares are the same or share no line.
#[inline(always)]
pub const fn line_through(a: Square, b: Square) -> u64 {
    let others = shared_line(a, b);
    others | (others >> b.index() & 1) << a.index()
}

/// Returns the squares of a line strictly between two squares, or 0 if the squares are the same or share no line.
///
/// The squares of a line are in the order of their indexes. Those between are therefore the line's bits in
/// `2^b - 2^(a + 1)`, for `a < b`.
#[inline(always)]
pub const fn between(a: Square, b: Square) -> u64 {
    let (a_bit, b_bit) = (a.bit(), b.bit());
    let (lower, upper) = if a_bit < b_bit { (a_bit, b_bit) } else { (b_bit, a_bit) };
    shared_line(a, b) & upper.wrapping_sub(lower << 1)
}

/// How a piece can move from one square to another, by the distance of the squares. 2,304 bytes.
///
/// The distance is the difference of the squares in 0x88 notation, where ranks are 16 apart, so that each pair of files
/// and ranks has a byte of its own ([Chess Programming Wiki](https://www.chessprogramming.org/0x88#Square_Relations)).
#[repr(C, align(64))]
pub(crate) struct Distances {
    /// The squares between, shifted as if the lower square were a1.
    between: [u64; 256],
    /// The bits of [`goes`].
    goes: [u8; 256],
}

/// The ways in which a piece moves. Those of pieces have the indexes of their words in a position.
pub(crate) mod goes {
    use crate::position::word;

    /// A pawn's capture.
    pub(crate) const CAPTURE: u8 = 1;
    /// A pawn's step.
    pub(crate) const STEP: u8 = 1 << 1;
    /// A pawn's double push.
    pub(crate) const TWO_STEPS: u8 = 1 << 2;
    /// All moves of a pawn.
    pub(crate) const PAWN: u8 = CAPTURE | STEP | TWO_STEPS;
    /// A knight's move.
    pub(crate) const KNIGHT: u8 = 1 << word::KNIGHTS;
    /// A bishop's or queen's move along a diagonal or antidiagonal.
    pub(crate) const DIAGONAL: u8 = 1 << word::DIAGONAL;
    /// A rook's or queen's move along a rank or file.
    pub(crate) const ORTHOGONAL: u8 = 1 << word::ORTHOGONAL;
    /// A king's step.
    pub(crate) const KING: u8 = 1 << word::KINGS;
    /// All moves of other pieces.
    pub(crate) const PIECES: u8 = KNIGHT | DIAGONAL | ORTHOGONAL | KING;
    const _: () = assert!(word::PAWNS == 2 && PAWN & PIECES == 0);
}

/// The table of all distances. Entries that are no distance are 0.
pub(crate) static DISTANCES: Distances = {
    let (mut between, mut goes) = ([0; 256], [0; 256]);
    let mut files: i32 = -7;
    while files <= 7 {
        let mut ranks: i32 = -7;
        while ranks <= 7 {
            let distance = (files + 16 * ranks) as u8 as usize;
            let (far, near) = if files.abs() > ranks.abs() {
                (files.abs(), ranks.abs())
            } else {
                (ranks.abs(), files.abs())
            };
            if far > 0 && (near == 0 || near == far) {
                goes[distance] |= if near == 0 { goes::ORTHOGONAL } else { goes::DIAGONAL };
                // From the lower square upward.
                let step = (files + 8 * ranks).unsigned_abs() / far as u32;
                let mut square = 1;
                while square < far as u32 {
                    between[distance] |= 1 << (step * square);
                    square += 1;
                }
            }
            goes[distance] |= match (far, near) {
                (1, _) => goes::KING,
                (2, 1) => goes::KNIGHT,
                _ => 0,
            };
            goes[distance] |= match (files, ranks) {
                (-1 | 1, 1) => goes::CAPTURE,
                (0, 1) => goes::STEP,
                (0, 2) => goes::TWO_STEPS,
                _ => 0,
            };
            ranks += 1;
        }
        files += 1;
    }
    Distances { between, goes }
};

impl Distances {
    /// Returns the ways in which a piece can move from `from` to `to`. Pawns move up the board, or down if `down` is
    /// all ones.
    #[inline(always)]
    pub(crate) fn goes(&self, from: Square, to: Square, down: u8) -> u8 {
        let distance = (distance(from, to) ^ down).wrapping_sub(down);
        self.goes[usize::from(distance)]
    }

    /// Returns the squares of a line strictly between two squares, or 0 if they share none.
    #[inline(always)]
    pub(crate) fn between(&self, a: Square, b: Square) -> u64 {
        let lower = if a.index() < b.index() { a } else { b };
        self.between[usize::from(distance(a, b))] << lower.index()
    }
}

/// Returns the distance of two squares.
#[inline(always)]
fn distance(from: Square, to: Square) -> u8 {
    let x88 = |square: Square| (square.index() + (square.index() & 56)) as u8;
    x88(to).wrapping_sub(x88(from))
}
