//! Lanes with a list of pieces, one byte for each, for [threats](crate::threats).

use super::inputs::lanes::ThreatNumbers;
use super::kernel::Room;
use crate::chess::Position;
use crate::lanes::Simd;
use crate::threats::types::ThreatKinds;
#[cfg(target_feature = "sse2")]
use crate::{Line, Square};

/// An instruction set's list of the pieces of a board.
pub trait ThreatLanes: Copy {
    /// The token that proves the CPU features.
    type Token: Simd;
    /// The lanes that number the threats.
    type Numbers: ThreatNumbers<Token = Self::Token>;

    /// Writes the threats of a position with at most 32 pieces.
    fn write_threats(token: Self::Token, position: &Position, kinds: ThreatKinds, room: &mut Room<'_>);
}

/// Two tables of sixteen bytes, for adjacent pieces and for others. Both are stored twice, so that a
/// permutation of 64 bytes can look up numbers with one more bit.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct ByDistance(pub [u128; 4]);

/// The pieces that attack along a family of lines: tables with ones in the bytes of these pieces.
#[derive(Clone, Copy, Debug)]
pub struct Movers {
    /// The pieces that attack the next piece.
    pub up: ByDistance,
    /// The pieces that attack the previous piece.
    pub down: ByDistance,
}

impl Movers {
    /// Returns a table of the pieces with these bytes.
    const fn table(codes: &[u8]) -> u128 {
        let (mut table, mut index) = (0, 0);
        while index < codes.len() {
            table |= 0xff << (8 * codes[index]);
            index += 1;
        }
        table
    }

    const fn new(sliders: &[u8; 4], up: &[u8], down: &[u8]) -> Self {
        let far = Self::table(sliders);
        let (up, down) = (far | Self::table(up), far | Self::table(down));
        Self { up: ByDistance([up, far, up, far]), down: ByDistance([down, far, down, far]) }
    }

    /// Rooks and queens at any distance; kings adjacent.
    pub const ORTHOGONAL: Self = Self::new(&[4, 5, 12, 13], &[6, 14], &[6, 14]);
    /// Bishops and queens at any distance; kings and pawns adjacent. For lists in which the next piece of a
    /// line is on a higher rank.
    pub const DIAGONAL: Self = Self::new(&[3, 5, 11, 13], &[6, 14, 1], &[6, 14, 9]);
    /// [`DIAGONAL`](Self::DIAGONAL) for lists in which the next piece of a line is on a lower rank.
    pub const DIAGONAL_DOWNWARD: Self = Self::new(&[3, 5, 11, 13], &[6, 14, 9], &[6, 14, 1]);
}

/// The bit of each piece's role, indexed by the piece's byte.
pub const ROLE_BITS: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, 1, 2, 4, 8, 16, 32, 0]);

/// Returns all squares in the order of a family of lines: each line from its lowest rank, and ranks from the
/// a-file.
#[cfg(target_feature = "sse2")]
pub(crate) const fn in_line_order(line: Line) -> [u8; 64] {
    // The place of the next square of each line.
    let (mut places, mut index) = ([0_usize; 16], 0);
    while index < 64 {
        places[line_number(line, Square::ALL[index]) as usize + 1] += 1;
        index += 1;
    }
    let mut number = 1;
    while number < 16 {
        places[number] += places[number - 1];
        number += 1;
    }
    let (mut order, mut index) = ([0; 64], 0);
    while index < 64 {
        let number = line_number(line, Square::ALL[index]) as usize;
        order[places[number]] = index as u8;
        places[number] += 1;
        index += 1;
    }
    order
}

/// Returns the number of a square's line within its family.
#[cfg(target_feature = "sse2")]
const fn line_number(line: Line, square: Square) -> u8 {
    match line {
        Line::Rank => square.rank(),
        Line::File => square.file(),
        Line::Diagonal => 7 + square.rank() - square.file(),
        Line::Antidiagonal => square.rank() + square.file(),
    }
}
