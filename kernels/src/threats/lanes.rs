//! Lanes with a list of pieces, one byte for each, for [threats](crate::threats).

use core::mem::MaybeUninit;
use core::ops::BitAnd;

use super::inputs::lanes::ThreatNumbers;
use crate::chess::Position;
use crate::lanes::Simd;
use crate::threats::types::{Threat, ThreatKinds, WHITE_KNIGHT};
#[cfg(target_feature = "sse2")]
use crate::{Line, Square};

/// A list of squares in the order of a family of lines, one byte for each, or other bytes in the same order.
pub trait ThreatLanes: Copy + BitAnd<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Simd;
    /// The lanes that number the threats.
    type Numbers: ThreatNumbers<Token = Self::Token>;
    /// A set of lanes.
    type Mask: Copy;
    /// The lanes that have a next piece on the line, in the form that
    /// [`with_common_bits`](Self::with_common_bits) needs.
    type OnALine: Copy;
    /// The lanes whose next piece is on a neighboring square, in the form that lookups need.
    type Adjacent: Copy;

    /// Writes the threats of a position with at most 32 pieces.
    ///
    /// `attacks` returns the lanes whose pieces attack the next pieces on their lines, and those whose next
    /// pieces attack them. It is called for each family of lines. A vector with enough room holds two
    /// families at once, both with the same kind of sliders. Threats by knights are computed separately, for
    /// the squares around some knights at a time.
    fn write_threats(
        token: Self::Token,
        position: &Position,
        kinds: ThreatKinds,
        attacks: impl Fn(&Neighbors<Self>, &'static Movers) -> [Self::Mask; 2],
        sink: &mut impl ThreatSink,
    );

    /// Returns `byte` in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// Returns the eight bytes of `word` in every word.
    fn splat_words(token: Self::Token, word: u64) -> Self;
    /// Loads a table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up the byte in each lane, 0..=15, in a table.
    fn lookup(self, table: Self) -> Self;
    /// Looks up each piece in the first table if the next piece is adjacent, and otherwise in the second.
    /// Keeps the bits of `rows`, which has a table of eight bytes in every word.
    fn lookup_by_distance(self, adjacent: Self::Adjacent, tables: &'static ByDistance, rows: Self) -> Self;
    /// Returns the lanes that have a next piece on the line and in which the two vectors have a common bit.
    fn with_common_bits(on_a_line: Self::OnALine, a: Self, b: Self) -> Self::Mask;
}

/// Returns a table that maps the bytes of the pieces that a knight may attack to numbers other than 0.
#[inline(always)]
pub fn knight_targets<V: ThreatLanes>(token: V::Token, kinds: ThreatKinds) -> V {
    V::table(token, &ROLE_BITS) & V::splat(token, kinds.row(WHITE_KNIGHT))
}

/// A destination of threats, in groups.
pub trait ThreatSink {
    /// Accepts the first `count` of the threats that `store` writes, which are as many as there are places.
    fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [MaybeUninit<Threat>; N]));
}

/// The pieces of a board, and the next piece of each on a line.
#[derive(Clone, Copy)]
pub struct Neighbors<V: ThreatLanes> {
    /// The squares of the pieces.
    pub squares: V,
    /// The bytes of the pieces.
    pub pieces: V,
    /// The squares of the next pieces.
    pub next_squares: V,
    /// The bytes of the next pieces.
    pub next_pieces: V,
    /// The lanes that have a next piece on the line.
    pub on_a_line: V::OnALine,
    /// The lanes whose next piece is on a neighboring square.
    pub adjacent: V::Adjacent,
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
