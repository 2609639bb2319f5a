//! What does not depend on the occupancy: steps of knights, kings and pawns, and the geometry of lines.
//!
//! All of it is built at compile time. Sliding attacks are quadline's.

use quadline::Square;

use crate::board::Color;

/// The squares of the a file; the other files are this one shifted left by 1 to 7.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the h file.
pub const FILE_H: u64 = FILE_A << 7;
/// The squares of the first rank; the other ranks are this one shifted left by 8 to 56.
pub const RANK_1: u64 = 0xff;

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

static KNIGHT_ATTACKS: [u64; 64] = step_attacks(&KNIGHT_STEPS);
static KING_ATTACKS: [u64; 64] = step_attacks(&KING_STEPS);
static PAWN_ATTACKS: [[u64; 64]; 2] = [step_attacks(&[(1, -1), (1, 1)]), step_attacks(&[(-1, -1), (-1, 1)])];
static DIAGONALS: [u64; 64] = lines_through(1, 1);
static ANTIDIAGONALS: [u64; 64] = lines_through(-1, 1);
static BETWEEN: [[u64; 64]; 64] = pair_table(false);
static LINE: [[u64; 64]; 64] = pair_table(true);

/// The squares a knight attacks.
#[inline(always)]
pub fn knight_attacks(square: Square) -> u64 {
    KNIGHT_ATTACKS[square.index()]
}

/// The squares a king attacks.
#[inline(always)]
pub fn king_attacks(square: Square) -> u64 {
    KING_ATTACKS[square.index()]
}

/// The squares a pawn of `color` attacks.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> u64 {
    PAWN_ATTACKS[color as usize][square.index()]
}

/// The whole file through a square, the square included.
#[inline(always)]
pub fn file_through(square: Square) -> u64 {
    FILE_A << (square.index() % 8)
}

/// The whole diagonal (a1-h8 direction) through a square, the square included.
#[inline(always)]
pub fn diagonal_through(square: Square) -> u64 {
    DIAGONALS[square.index()]
}

/// The whole antidiagonal (h1-a8 direction) through a square, the square included.
#[inline(always)]
pub fn antidiagonal_through(square: Square) -> u64 {
    ANTIDIAGONALS[square.index()]
}

/// The squares strictly between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(one: Square, other: Square) -> u64 {
    BETWEEN[one.index()][other.index()]
}

/// The whole line through two squares, both included; none if they share no line.
#[inline(always)]
pub fn line_through(one: Square, other: Square) -> u64 {
    LINE[one.index()][other.index()]
}

/// The square `(rank, file)` steps away, while it is on the board.
const fn step(square: i8, (rank, file): (i8, i8)) -> Option<i8> {
    let (to_rank, to_file) = (square / 8 + rank, square % 8 + file);
    if 0 <= to_rank && to_rank < 8 && 0 <= to_file && to_file < 8 {
        Some(8 * to_rank + to_file)
    } else {
        None
    }
}

/// All squares from a square (excluded) in one direction to the edge of the board.
const fn ray(square: i8, direction: (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut at = square;
    while let Some(next) = step(at, direction) {
        squares |= 1 << next;
        at = next;
    }
    squares
}

const fn step_attacks(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut attacks = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square as i8, steps[i]) {
                attacks[square] |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    attacks
}

const fn lines_through(rank: i8, file: i8) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = 1 << square | ray(square as i8, (rank, file)) | ray(square as i8, (-rank, -file));
        square += 1;
    }
    lines
}

/// For each pair of squares on one line: the whole line, or only what is strictly between them.
const fn pair_table(whole_line: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < KING_STEPS.len() {
            let (rank, file) = KING_STEPS[i];
            let line = 1 << from | ray(from as i8, (rank, file)) | ray(from as i8, (-rank, -file));
            let mut passed = 0;
            let mut at = from as i8;
            while let Some(to) = step(at, (rank, file)) {
                table[from][to as usize] = if whole_line { line } else { passed };
                passed |= 1 << to;
                at = to;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn squares(names: &str) -> u64 {
        names.split_whitespace().map(|name| 1 << square(name).index()).sum()
    }

    #[test]
    fn steps_stop_at_the_edges() {
        assert_eq!(knight_attacks(square("a1")), squares("b3 c2"));
        assert_eq!(king_attacks(square("h8")), squares("g8 g7 h7"));
        assert_eq!(pawn_attacks(Color::White, square("a2")), squares("b3"));
        assert_eq!(pawn_attacks(Color::Black, square("e5")), squares("d4 f4"));
    }

    #[test]
    fn lines_and_what_is_between() {
        assert_eq!(between(square("b2"), square("f6")), squares("c3 d4 e5"));
        assert_eq!(between(square("h5"), square("f5")), squares("g5"));
        assert_eq!(between(square("a1"), square("b3")), 0);
        assert_eq!(line_through(square("g2"), square("h1")), antidiagonal_through(square("a8")));
        assert_eq!(line_through(square("c7"), square("c2")), file_through(square("c1")));
        assert_eq!(line_through(square("b2"), square("f6")), diagonal_through(square("a1")));
        assert_eq!(line_through(square("a1"), square("b3")), 0);
        for one in Square::ALL {
            for other in Square::ALL {
                assert_eq!(between(one, other), between(other, one));
                assert_eq!(line_through(one, other), line_through(other, one));
            }
        }
    }
}
