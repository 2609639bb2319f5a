//! Obstruction difference: the upper ray's closest blocker minus the lower ray's.
//!
//! `2 * ls1b(upper) - ms1b(lower)` is a run of ones from the closest blocker below to the closest blocker
//! above, including both. Without a blocker above, the subtraction borrows from beyond bit 63 and the run
//! extends to the edge. Without a blocker below, [the sentinel](crate::tables) on a1 takes its place.
//!
//! Source: [Obstruction Difference](https://www.chessprogramming.org/Obstruction_Difference), Michael
//! Hoffmann; the shorter [`ObstructionFlip`] by Daniel Infuehr (2022).

use crate::lanes::Lanes;
use crate::tables;

use super::SimdFormula;
use super::masks::LineMasks;

/// Hoffmann's form: `2 * ls1b(upper) - ms1b(lower)`.
#[derive(Clone, Copy, Debug)]
pub struct ObstructionDifference;

impl SimdFormula for ObstructionDifference {
    const NAME: &'static str = "obstruction-difference";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        let lower = (occupied | masks.a1) & masks.lower_and_a1;
        let upper_ls1b = (occupied & masks.upper).ls1b();
        (upper_ls1b + upper_ls1b - lower.ms1b()) & masks.line_ex
    }
}

/// Infuehr's form: `upper ^ (upper - ms1b(lower))`. It needs no LS1B, because the borrow stops there.
#[derive(Clone, Copy, Debug)]
pub struct ObstructionFlip;

impl SimdFormula for ObstructionFlip {
    const NAME: &'static str = "obstruction-flip";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        let lower = (occupied | masks.a1) & masks.lower_and_a1;
        let upper = occupied & masks.upper;
        (upper ^ (upper - lower.ms1b())) & masks.line_ex
    }
}

/// The two rays separately: `(upper ^ (upper - 1)) & ms1b_and_above(lower)`.
///
/// The first factor is every bit up to the closest blocker above, and the second is every bit from the
/// closest blocker below. A factor is all ones if its ray has no blocker, so the formula needs no sentinel.
/// With a leading-zero count per lane the second factor takes one arithmetic shift.
#[derive(Clone, Copy, Debug)]
pub struct ObstructionShift;

impl SimdFormula for ObstructionShift {
    const NAME: &'static str = "obstruction-shift";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        let upper = occupied & masks.upper;
        let lower = occupied & masks.lower;
        (upper ^ (upper - masks.a1)) & lower.ms1b_and_above() & masks.line_ex
    }
}

/// Infuehr's form with the difference written as a sum: `upper ^ (upper + ms1b_and_above(lower))`.
///
/// In two's complement, all bits from the MS1B upward are `-ms1b`, and all ones are `-1`. The sum therefore
/// subtracts the closest blocker below if there is one, and 1 otherwise. It needs neither the sentinel nor
/// the second factor of [`ObstructionShift`].
#[derive(Clone, Copy, Debug)]
pub struct ObstructionSum;

impl SimdFormula for ObstructionSum {
    const NAME: &'static str = "obstruction-sum";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        let upper = occupied & masks.upper;
        let lower = occupied & masks.lower;
        (upper ^ (upper + lower.ms1b_and_above())) & masks.line_ex
    }
}
