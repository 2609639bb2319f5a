//! Fills: the attacks of all sliders of a side along one line, computed at once.
//!
//! A side's rays in one direction never overlap, because a ray ends at the next piece and another slider on
//! the line is such a piece. No loop over sliders and no table is needed. A fill takes three steps, each
//! twice as long as the one before:
//!
//! ```text
//! . . r . . . x .     the slider r and a blocker x
//! . . r 1 . . x .     after one step east: r and the next square
//! . . r 1 1 1 x .     after two steps more; four steps more add nothing here
//! . . . 1 1 1 1 .     moved by one: the attacks, including the blocker
//! ```
//!
//! The squares that let a ray pass are the same for every fill on one board, and are computed first: empty
//! squares, runs of two, and runs of four.
//!
//! Source: [Kogge-Stone Algorithm](https://www.chessprogramming.org/Kogge-Stone_Algorithm), Steffan Westcott
//! (2003).

use crate::line::{A_FILE, H_FILE};

/// A fill along the line whose squares are `STEP` bits apart.
///
/// A step up cannot reach the squares `NOT_UP`, because it would wrap around the side of the board; a step
/// down cannot reach `NOT_DOWN`.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone<const STEP: u32, const NOT_UP: u64, const NOT_DOWN: u64> {
    upwards: [u64; 3],
    downwards: [u64; 3],
}

/// The fill to the east and west.
pub type KoggeStoneRank = KoggeStone<1, A_FILE, H_FILE>;
/// The fill to the north and south.
pub type KoggeStoneFile = KoggeStone<8, 0, 0>;
/// The fill to the north-east and south-west.
pub type KoggeStoneDiagonal = KoggeStone<9, A_FILE, H_FILE>;
/// The fill to the north-west and south-east.
pub type KoggeStoneAntidiagonal = KoggeStone<7, H_FILE, A_FILE>;

/// Returns the squares that let one, two and four steps pass.
#[inline(always)]
fn passes(one: u64, step: u32, shift: impl Fn(u64, u32) -> u64) -> [u64; 3] {
    let two = one & shift(one, step);
    [one, two, two & shift(two, 2 * step)]
}

/// Returns the squares that the sliders reach in up to seven steps over squares that let them pass, and one
/// step more.
#[inline(always)]
fn fill(sliders: u64, passes: &[u64; 3], step: u32, shift: impl Fn(u64, u32) -> u64) -> u64 {
    let filled = sliders | (passes[0] & shift(sliders, step));
    let filled = filled | (passes[1] & shift(filled, 2 * step));
    let filled = filled | (passes[2] & shift(filled, 4 * step));
    shift(filled, step)
}

#[inline(always)]
fn up(squares: u64, count: u32) -> u64 {
    squares << count
}

#[inline(always)]
fn down(squares: u64, count: u32) -> u64 {
    squares >> count
}

impl<const STEP: u32, const NOT_UP: u64, const NOT_DOWN: u64> KoggeStone<STEP, NOT_UP, NOT_DOWN> {
    /// Prepares the fill for boards with these occupied squares.
    #[inline(always)]
    #[must_use]
    pub fn new(occupied: u64) -> Self {
        Self {
            upwards: passes(!(occupied | NOT_UP), STEP, up),
            downwards: passes(!(occupied | NOT_DOWN), STEP, down),
        }
    }

    /// Returns the attacks of the sliders in both directions. All occupied squares block; the sliders' own
    /// need not be occupied.
    #[inline(always)]
    #[must_use]
    pub fn attacks(&self, sliders: u64) -> u64 {
        fill(sliders, &self.upwards, STEP, up) & !NOT_UP
            | fill(sliders, &self.downwards, STEP, down) & !NOT_DOWN
    }
}
