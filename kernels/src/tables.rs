//! Tables built by `const fn`: line masks, lines by file and rank, and the attacks of kings and knights.
//!
//! # Line masks
//!
//! Each table of line masks has four masks for every square, one for each line in lane order. One aligned
//! 32-byte load therefore reads the same mask of all four lines. A table has 2 KiB, and a kernel reads only
//! the tables that its formula names.
//!
//! *The a1 sentinel.* SBAMG and obstruction difference subtract the closest blocker of the lower ray, and
//! need one even if the ray is empty. Bit 0 serves as that blocker: no square is below it, so it is beyond
//! the lower end of every line. The tables with names ending in `_and_a1` keep that bit, and formulas set it
//! in the occupancy, so no branch is needed.

use crate::chess::word;
use crate::steps::{king_attacks, knight_attacks, pawn_attacks};
use crate::{Color, Line, Move, MoveKind, Square};

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
/// The slider's bit, `r`, four times, for
/// [`FourLanes::load_repeated`](crate::lanes::FourLanes::load_repeated). With one word for each square, a
/// queen takes 8% longer with AVX2 and GFNI, and 5% with AVX2 alone (Zen 4, 1,024 pairs).
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

/// The masks of a king or knight for each square, in 2 KiB, and a row of zeros for no square.
#[repr(align(64))]
pub struct StepRows(pub [[u64; 4]; 65]);

/// For each square: the attacks of a king, the attacks of a knight, and the diagonal and the antidiagonal
/// without the square.
pub static STEP_ROWS: StepRows = StepRows({
    let mut rows = [[0; 4]; 65];
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

/// Eight words for each square, in 4 KiB, and a row of zeros for no square.
#[repr(C, align(64))]
pub struct SquareRows(pub [[u64; 8]; 65]);

/// For each square, the squares from which white pawns, black pawns, knights (the third word) and kings (the
/// last one) attack it.
///
/// The order is that of `PieceLanes`, in `positions/engine/exchange/lanes.rs`. The words of the lanes of
/// sliders are 0.
pub static STEPS_TO: SquareRows = SquareRows({
    let mut rows = [[0; 8]; 65];
    let mut index = 0;
    while index < 64 {
        let bit = Square::ALL[index].bit();
        let [white, black] = [pawn_attacks(Color::Black, bit), pawn_attacks(Color::White, bit)];
        rows[index] = [white, black, knight_attacks(bit), 0, 0, 0, 0, king_attacks(bit)];
        index += 1;
    }
    rows
});

/// Returns the squares that a set of knights attacks, by lookups. This is shorter than shifts if there are no
/// more than two, and a third one is rare.
#[inline(always)]
pub(crate) const fn knight_attacks_by_lookup(knights: u64) -> u64 {
    let others = knights & knights.wrapping_sub(1);
    if others & others.wrapping_sub(1) != 0 {
        return knight_attacks(knights);
    }
    // Without a knight, the number of zeros is 64.
    STEP_ROWS.0[knights.trailing_zeros() as usize][1] | STEP_ROWS.0[others.trailing_zeros() as usize][1]
}

/// Returns the squares that a set of kings attacks, by a lookup if there is only one.
#[inline(always)]
pub(crate) const fn king_attacks_by_lookup(kings: u64) -> u64 {
    if kings & kings.wrapping_sub(1) != 0 {
        return king_attacks(kings);
    }
    STEP_ROWS.0[kings.trailing_zeros() as usize][0]
}

/// Returns the squares that a king on `square` attacks, from the table.
#[inline(always)]
#[must_use]
pub const fn king_attacks_from(square: Square) -> u64 {
    STEP_ROWS.0[square.index()][0]
}

/// Returns the squares that a knight on `square` attacks, from the table.
#[inline(always)]
#[must_use]
pub const fn knight_attacks_from(square: Square) -> u64 {
    STEP_ROWS.0[square.index()][1]
}

/// Returns the line through two squares without the square `a`, or 0 if the squares are the same or share no
/// line.
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
#[must_use]
pub const fn line_through(a: Square, b: Square) -> u64 {
    let others = shared_line(a, b);
    others | (others >> b.index() & 1) << a.index()
}

/// Returns the squares of a line strictly between two squares, or 0 if the squares are the same or share no
/// line.
///
/// The squares of a line are in the order of their indexes. Those between are therefore the line's bits in
/// `2^b - 2^(a + 1)`, for `a < b`.
#[inline(always)]
#[must_use]
pub const fn between(a: Square, b: Square) -> u64 {
    let (a_bit, b_bit) = (a.bit(), b.bit());
    let (lower, upper) = if a_bit < b_bit { (a_bit, b_bit) } else { (b_bit, a_bit) };
    shared_line(a, b) & upper.wrapping_sub(lower << 1)
}

/// The ways in which pieces move, for tests of single moves. 4,672 bytes.
///
/// The tables of distances are indexed by the difference of two squares in 0x88 notation, where ranks are 16
/// apart, so that each pair of files and ranks has a byte of its own ([Chess Programming
/// Wiki](https://www.chessprogramming.org/0x88#Square_Relations)). Entries that are no distance are 0. All
/// tables are in one structure, so that code needs only one address.
#[repr(C, align(64))]
pub(crate) struct MoveTables {
    /// The squares strictly between two squares of a line, by their distance, rotated as if the first square
    /// were a1.
    between: [u64; 256],
    /// The ways in which a piece moves over a distance, as bits of [`goes`].
    goes: [u16; 256],
    /// The ways in which the piece on a square moves, by the words of the position that contain the square.
    movers: [u16; 256],
    /// The ways in which pieces of each color can move to a square, with the same index.
    targets: [[u16; 256]; 2],
    /// The ways in which pieces can move to a square, by the words of a `NodeInfo` that contain it.
    targets_of_node: [u16; 16],
    /// The ways in which pieces can make a move, by its upper bits: its kind and the rank of its target. 0
    /// for castling and en passant captures.
    allowed: [u16; 128],
    /// The bit of each square.
    pub(crate) bits: [u64; 64],
    /// The squares in 0x88 notation.
    x88: [u8; 64],
}

/// The ways in which a white piece moves. Those of black pieces are eight bits higher.
pub(crate) mod goes {
    use crate::chess::word;

    /// A pawn's capture.
    pub(crate) const CAPTURE: u16 = 1;
    /// A pawn's step.
    pub(crate) const STEP: u16 = 1 << 1;
    /// A pawn's double push.
    pub(crate) const TWO_STEPS: u16 = 1 << 2;
    /// A knight's move.
    pub(crate) const KNIGHT: u16 = 1 << word::KNIGHTS;
    /// A bishop's or queen's move along a diagonal or antidiagonal.
    pub(crate) const DIAGONAL: u16 = 1 << word::DIAGONAL;
    /// A rook's or queen's move along a rank or file.
    pub(crate) const ORTHOGONAL: u16 = 1 << word::ORTHOGONAL;
    /// A king's step.
    pub(crate) const KING: u16 = 1 << word::KINGS;
    /// All moves of pieces other than pawns. These ways have the indexes of their words in a position.
    pub(crate) const PIECES: u16 = KNIGHT | DIAGONAL | ORTHOGONAL | KING;
    const _: () = assert!(PIECES & (CAPTURE | STEP | TWO_STEPS) == 0 && PIECES < 1 << 8);
}

/// The tables of moves.
pub(crate) static MOVES: MoveTables = {
    let (between, goes) = by_distance();
    let (movers, targets) = by_words();
    let (mut bits, mut x88) = ([0; 64], [0; 64]);
    let mut square = 0;
    while square < 64 {
        bits[square] = 1 << square;
        x88[square] = (square + (square & 56)) as u8;
        square += 1;
    }
    let targets_of_node = targets_of_node();
    MoveTables { between, goes, movers, targets, targets_of_node, allowed: allowed(), bits, x88 }
};

const fn by_distance() -> ([u64; 256], [u16; 256]) {
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
                let step = (files + 8 * ranks) / far;
                let mut square = 1;
                while square < far {
                    between[distance] |= 1 << ((step * square) & 63);
                    square += 1;
                }
            }
            goes[distance] |= match (far, near) {
                (1, _) => goes::KING,
                (2, 1) => goes::KNIGHT,
                _ => 0,
            };
            goes[distance] |= goes[distance] << 8;
            let pawn = match (files.abs(), ranks.abs()) {
                (1, 1) => goes::CAPTURE,
                (0, 1) => goes::STEP,
                (0, 2) => goes::TWO_STEPS,
                _ => 0,
            };
            goes[distance] |= if ranks > 0 { pawn } else { pawn << 8 };
            ranks += 1;
        }
        files += 1;
    }
    (between, goes)
}

/// The ways in which a pawn moves to a square with an enemy piece or without one.
const fn by_pawn(is_enemy: bool) -> u16 {
    if is_enemy { goes::CAPTURE } else { goes::STEP | goes::TWO_STEPS }
}

const fn targets_of_node() -> [u16; 16] {
    let mut targets = [0; 16];
    let mut words = 0;
    while words < 16 {
        let king = if words & 0b0010 == 0 { goes::KING } else { 0 };
        let others =
            if words & 0b0100 != 0 { goes::PIECES & !goes::KING | by_pawn(words & 1 != 0) } else { 0 };
        targets[words] = (king | others) << (words & 0b1000);
        words += 1;
    }
    targets
}

const fn by_words() -> ([u16; 256], [[u16; 256]; 2]) {
    const PAWN: u16 = by_pawn(true) | by_pawn(false);
    let (mut movers, mut targets) = ([0; 256], [[0; 256]; 2]);
    let mut words = 0;
    while words < 256 {
        let mut color = 0;
        while color < 2 {
            let is_own = words & 1 << color != 0;
            let is_enemy = words & 1 << (1 - color) != 0;
            if is_own {
                let pawn = if words & 1 << word::PAWNS != 0 { PAWN } else { 0 };
                movers[words] |= (words as u16 & goes::PIECES | pawn) << (8 * color);
            } else {
                targets[color][words] = (goes::PIECES | by_pawn(is_enemy)) << (8 * color);
            }
            color += 1;
        }
        words += 1;
    }
    (movers, targets)
}

const fn allowed() -> [u16; 128] {
    let mut allowed = [0; 128];
    let mut index = 0;
    while index < 128 {
        let mut color = 0;
        while color < 2 {
            // The rank as seen by the color.
            let rank = (index % 8) ^ (7 * color);
            let ways = match Move::from_bits((index as u16) << 9).kind() {
                MoveKind::Normal if rank == 7 => goes::PIECES,
                MoveKind::Normal => goes::PIECES | goes::STEP | goes::CAPTURE,
                MoveKind::DoublePush if rank == 3 => goes::TWO_STEPS,
                MoveKind::Promotion(_) if rank == 7 => goes::STEP | goes::CAPTURE,
                _ => 0,
            };
            allowed[index] |= ways << (8 * color);
            color += 1;
        }
        index += 1;
    }
    allowed
}

impl MoveTables {
    /// Returns the ways in which pieces can move to a square, by the words of the position that contain it.
    /// Only the bits of the colors matter. `color` is the side to move, and may be any number whose lowest
    /// bit is its index.
    #[inline(always)]
    pub(crate) fn target(&self, words: u8, color: u8) -> u16 {
        self.targets[usize::from(color & 1)][usize::from(words)]
    }

    /// Returns the ways in which pieces can move to a square, by the words of a `NodeInfo` that contain it.
    #[inline(always)]
    pub(crate) fn target_of_node(&self, words: u8) -> u16 {
        self.targets_of_node[usize::from(words & 15)]
    }

    /// Returns the ways in which a piece can make a move, and the squares of a line strictly between its
    /// squares, rotated as if its origin were a1, or 0 if they share no line. `mover` are the words of the
    /// position that contain the origin, and `target` the ways to move to the target.
    ///
    /// To find the pieces between, rotate the occupied squares to the right by the index of the origin. This
    /// is shorter than a shift, which would need the lower of the two squares.
    #[inline(always)]
    pub(crate) fn ways(&self, chess_move: Move, mover: u8, target: u16) -> (u16, u64) {
        let distance = self.distance(chess_move.from(), chess_move.to());
        let ways = self.goes[distance]
            & self.movers[usize::from(mover)]
            & target
            & self.allowed[usize::from(chess_move.to_bits() >> 9)];
        (ways, self.between[distance])
    }

    /// Returns the squares strictly between two squares of a line.
    #[inline(always)]
    pub(crate) fn between(&self, a: Square, b: Square) -> u64 {
        let distance = self.x88[b.index()].wrapping_sub(self.x88[a.index()]);
        self.between[usize::from(distance)].rotate_left(a.index() as u32)
    }

    /// Returns the distance of two squares.
    #[inline(always)]
    fn distance(&self, from: Square, to: Square) -> usize {
        usize::from(self.x88[to.index()].wrapping_sub(self.x88[from.index()]))
    }
}
