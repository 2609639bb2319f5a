//! Lanes that hold a list of pieces, a byte for each: what [threats](crate::positions::threats) need.

use core::ops::BitAnd;

use super::Simd;
use crate::position::{Position, Threat};
use crate::{Line, Square};

/// A list of squares in the order of a family of lines, a byte each, or bytes that belong to them.
pub trait ListLanes: Copy + BitAnd<Output = Self> {
    /// What proves that the CPU can do this: the token of a level.
    type Token: Simd;
    /// The bytes of the pieces on the 64 squares, see [`Piece::to_byte`](crate::Piece::to_byte).
    type Board: Copy;
    /// A set of lanes.
    type Mask: Copy;

    /// The board of a position.
    fn board(token: Self::Token, position: &Position) -> Self::Board;

    /// Calls a function for the pieces of a position, at most 32, in the order of each family of lines. Where a vector has
    /// room, it holds two families at once, both with the same kind of sliders.
    fn for_each_family(
        token: Self::Token,
        board: &Self::Board,
        occupied: u64,
        show: impl FnMut(Neighbors<Self>, &'static Movers),
    );

    /// The same byte in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// The same eight bytes in every word.
    fn splat_words(token: Self::Token, word: u64) -> Self;
    /// A table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up the byte in each lane, 0 to 15, in a table.
    fn lookup(self, table: Self) -> Self;
    /// The bytes of the first where the mask is set, else those of the second.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The lanes of a mask in which the two vectors have a bit in common.
    fn with_common_bits(mask: Self::Mask, a: Self, b: Self) -> Self::Mask;

    /// Writes a threat for each lane of two masks: by the pieces to their next pieces, and by the next pieces to them.
    fn threats(neighbors: &Neighbors<Self>, there: Self::Mask, back: Self::Mask, sink: &mut impl ThreatSink);

    /// Writes the threats by the knights on some squares to the pieces whose bytes the table `wanted` does not map to 0.
    fn knight_threats(
        token: Self::Token,
        board: &Self::Board,
        knights: u64,
        wanted: Self,
        sink: &mut impl ThreatSink,
    );
}

/// Takes threats in groups.
pub trait ThreatSink {
    /// Takes the first `count` of the threats that `store` writes.
    fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [Threat; N]));
}

/// The pieces of a board in line order, and the next piece of each.
#[derive(Clone, Copy)]
pub struct Neighbors<V: ListLanes> {
    /// The squares of the pieces.
    pub squares: V,
    /// The bytes of the pieces.
    pub pieces: V,
    /// The squares of the next pieces.
    pub next_squares: V,
    /// The bytes of the next pieces.
    pub next_pieces: V,
    /// The lanes whose next piece is on the same line.
    pub on_a_line: V::Mask,
    /// Those whose next piece is a neighbor on the board.
    pub adjacent: V::Mask,
}

/// Which pieces attack along a family of lines: tables with ones in the bytes of these pieces.
#[derive(Clone, Copy, Debug)]
pub struct Movers {
    /// The sliders.
    pub sliders: u128,
    /// All that attack an adjacent next piece.
    pub up: u128,
    /// All that attack an adjacent piece before them.
    pub down: u128,
}

impl Movers {
    /// The pieces with these bytes.
    const fn table(codes: &[u8]) -> u128 {
        let (mut table, mut index) = (0, 0);
        while index < codes.len() {
            table |= 0xff << (8 * codes[index]);
            index += 1;
        }
        table
    }

    const fn new(sliders: &[u8; 4], up: &[u8], down: &[u8]) -> Self {
        let sliders = Self::table(sliders);
        Self { sliders, up: sliders | Self::table(up), down: sliders | Self::table(down) }
    }

    /// Rooks and queens; kings.
    pub const ORTHOGONAL: Self = Self::new(&[4, 5, 12, 13], &[6, 14], &[6, 14]);
    /// Bishops and queens; kings and pawns, on lists in which the next piece of a line is on a higher rank.
    pub const DIAGONAL: Self = Self::new(&[3, 5, 11, 13], &[6, 14, 1], &[6, 14, 9]);
    /// The same on lists in which it is on a lower rank.
    pub const DIAGONAL_DOWNWARD: Self = Self::new(&[3, 5, 11, 13], &[6, 14, 9], &[6, 14, 1]);
}

/// By the byte of a piece: the bit of its role.
pub const ROLE_BITS: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, 1, 2, 4, 8, 16, 32, 0]);

/// All squares in the order of a family of lines, each line from its lowest rank on, ranks from the a-file on.
pub(crate) const fn in_line_order(line: Line) -> [u8; 64] {
    let (mut order, mut count, mut number) = ([0; 64], 0, 0);
    while number < 15 {
        let mut index = 0;
        while index < 64 {
            if line_number(line, Square::ALL[index]) == number {
                order[count] = index as u8;
                count += 1;
            }
            index += 1;
        }
        number += 1;
    }
    order
}

/// Numbers the lines of a family.
const fn line_number(line: Line, square: Square) -> u8 {
    match line {
        Line::Rank => square.rank(),
        Line::File => square.file(),
        Line::Diagonal => 7 + square.rank() - square.file(),
        Line::Antidiagonal => square.rank() + square.file(),
    }
}

/// The knight's moves, as files and ranks.
pub(crate) const LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
