//! Obstruction difference: the lower ray's closest blocker subtracted from the upper ray's.
//!
//! `2 * ls1b(upper) - ms1b(lower)` is a run of ones from the closest blocker below to the closest blocker above, both
//! included: the line between its obstructions. With no blocker above, the subtraction borrows from a bit that is not
//! there, and the run goes up to the edge; below, a1 stands in (see [the sentinel](crate::tables)).
//!
//! By Michael Hoffmann; the shorter [`ObstructionFlip`] by Daniel Infuehr (2022).

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

/// Infuehr's form: `upper ^ (upper - ms1b(lower))`, which needs no LS1B: the borrow finds it.
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

/// The two rays apart: `(upper ^ (upper - 1)) & ms1b_and_above(lower)`.
///
/// The first factor is every bit up to the closest blocker above, the second every bit from the closest blocker below;
/// both are all ones where there is none, so that no sentinel is needed. With a leading-zero count per lane the second
/// is one arithmetic shift.
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
/// In two's complement all bits from the MS1B upwards are `-ms1b`, and all bits are `-1`: the sum subtracts the closest
/// blocker below where there is one, and 1 where there is none. That spares both the sentinel and the second factor of
/// [`ObstructionShift`].
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
