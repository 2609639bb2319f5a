//! SBAMG, subtraction-based attack mask generation: `o ^ (o - 3 * cbn)`.
//!
//! `o` is the occupancy of the line without the slider, and `cbn` is the closest blocker of the negative
//! (lower) ray. Subtracting `cbn` once clears that blocker. Subtracting it three times also borrows from the
//! next square up, and the borrow runs through the empty squares to the first blocker above. The bits of the
//! line that change are the attacked squares.
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
//! Source: [SBAMG](https://www.chessprogramming.org/SBAMG), Syed Fahad and Gerd Isenberg (2022). The original
//! sets the outer squares of the line in `o`; setting only a1 is enough, see [the sentinel](crate::tables).

use core::num::Wrapping;

use crate::lanes::{Lanes, OneLane};
use crate::tables;
use crate::{Line, Square};

use super::masks::LineMasks;
use super::{LineFormula, SimdFormula};

/// `o ^ (o - 3 * cbn)`, with `3 * cbn` computed by a shift or an addition.
#[derive(Clone, Copy, Debug)]
pub struct Sbamg;

impl SimdFormula for Sbamg {
    const NAME: &'static str = "sbamg";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        sbamg(masks, occupied, V::three_ms1b)
    }
}

/// Evaluates the formula. `three_cbn` returns three times the most significant bit of the blockers below the
/// slider.
#[inline(always)]
fn sbamg<V: Lanes>(masks: &LineMasks<V>, occupied: V, three_cbn: impl FnOnce(V) -> V) -> V {
    let occupied = occupied | masks.a1;
    let o = occupied & masks.line_ex_and_a1;
    (o ^ (o - three_cbn(occupied & masks.lower_and_a1))) & masks.line_ex
}

/// `3 << square` for every square, in 512 bytes.
pub static THREE_TIMES: tables::SquareTable = tables::SquareTable({
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = 3 << index;
        index += 1;
    }
    table
});

/// SBAMG with 64-bit integers, line by line, with `3 * cbn` read from [`THREE_TIMES`].
#[derive(Clone, Copy, Debug)]
pub struct SbamgLookup;

impl LineFormula for SbamgLookup {
    const NAME: &'static str = "sbamg-lookup";
    const TABLE_BYTES: usize = <Sbamg as SimdFormula>::TABLE_BYTES + tables::SQUARE_TABLE_BYTES;

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        let three_cbn = |lower: OneLane| Wrapping(THREE_TIMES.0[(lower.0 | 1).ilog2() as usize]);
        sbamg(&LineMasks::of_line(square, line), Wrapping(occupied), three_cbn).0
    }
}
