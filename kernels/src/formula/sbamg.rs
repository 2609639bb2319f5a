//! SBAMG, subtraction based attack mask generation: `o ^ (o - 3 * cbn)`.
//!
//! `o` is the occupancy of the line without the slider, `cbn` the closest blocker of the negative (lower) ray. Taking
//! `cbn` away once clears that blocker, taking it away three times borrows from the next square on: the borrow runs up
//! through the empty squares to the first blocker above. What changed, on the line, is attacked.
//!
//! ```text
//! bit                  7654 3210
//! blockers, rook       .b.. r.bb
//! o                    0100 0011   0x43
//! cbn                  0000 0010   0x02
//! o - 3 * cbn          0011 1101   0x3d
//! o ^ (o - 3 * cbn)    0111 1110   0x7e
//! without the rook     0111 0110   0x76
//! ```
//!
//! By Syed Fahad and Gerd Isenberg (2022). The original sets the outer squares of the line in `o`; setting a1 alone is
//! enough, see [the sentinel](crate::masks).

use crate::lanes::{Lanes, OneLane};
use crate::level::vectors::Vectors;
use crate::masks::{self, LineMasks};
use crate::{Line, LineAttacks, Square};

use super::{Formula, LaneFormula, LineFormula};

/// `o ^ (o - 3 * cbn)`, the three times `cbn` by shift or addition.
#[derive(Clone, Copy, Debug)]
pub struct Sbamg;

impl LaneFormula for Sbamg {
    const NAME: &'static str = "sbamg";
    const TABLE_BYTES: usize = 3 * masks::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        let occupied = occupied | masks.a1;
        let o = occupied & masks.line_ex_and_a1;
        let three_cbn = (occupied & masks.lower_and_a1).three_ms1b();
        (o ^ (o - three_cbn)) & masks.line_ex
    }
}

/// `3 << square` for every square, 512 bytes: three times the closest blocker, by its number.
pub static THREE_TIMES: masks::SquareTable = masks::SquareTable({
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = 3 << index;
        index += 1;
    }
    table
});

/// The same with three times `cbn` looked up by the number of the blocker; on plain words, line by line.
#[derive(Clone, Copy, Debug)]
pub struct SbamgLookup;

impl LineFormula for SbamgLookup {
    const NAME: &'static str = "sbamg-lookup";

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        let masks = LineMasks::<OneLane>::of_line(square, line);
        let occupied = occupied | 1;
        let o = occupied & masks.line_ex_and_a1.0;
        let cbn = (occupied & masks.lower_and_a1.0 | 1).ilog2();
        let three_cbn = THREE_TIMES.0[cbn as usize];
        (o ^ o.wrapping_sub(three_cbn)) & masks.line_ex.0
    }
}

impl SbamgLookup {
    #[inline(always)]
    fn four_lines(square: Square, occupied: u64) -> LineAttacks {
        // Written out: `map` over the lines may stay a loop, at three times the cost.
        LineAttacks::from_array([
            Self::line_attacks(square, Line::Rank, occupied),
            Self::line_attacks(square, Line::File, occupied),
            Self::line_attacks(square, Line::Diagonal, occupied),
            Self::line_attacks(square, Line::Antidiagonal, occupied),
        ])
    }
}

impl<L: Vectors> Formula<L> for SbamgLookup {
    const NAME: &'static str = <Self as LineFormula>::NAME;
    const TABLE_BYTES: usize = <Sbamg as LaneFormula>::TABLE_BYTES + masks::SQUARE_TABLE_BYTES;

    #[inline(always)]
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes {
        L::FourLanes::load(level, &Self::four_lines(square, occupied).to_array())
    }

    // They are words: no way through the lanes of the level.
    #[inline(always)]
    fn queen_attacks_x4(_: L, square: Square, occupied: u64) -> LineAttacks {
        Self::four_lines(square, occupied)
    }

    #[inline(always)]
    fn rook_attacks(_: L, square: Square, occupied: u64) -> u64 {
        Self::four_lines(square, occupied).rook()
    }

    #[inline(always)]
    fn bishop_attacks(_: L, square: Square, occupied: u64) -> u64 {
        Self::four_lines(square, occupied).bishop()
    }

    #[inline(always)]
    fn queen_attacks(_: L, square: Square, occupied: u64) -> u64 {
        Self::four_lines(square, occupied).queen()
    }
}
