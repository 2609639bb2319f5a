//! Occluded fills in three steps, each twice as long as the one before.
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

use super::line::Fill;
use crate::lanes::PositionLanes;
use crate::line::{A_FILE, H_FILE};

/// A fill along the line whose squares are `STEP` bits apart.
///
/// A step up cannot reach the squares `NOT_UP`, because it would wrap around the side of the board; a step
/// down cannot reach `NOT_DOWN`.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone<V, const STEP: u32, const NOT_UP: u64, const NOT_DOWN: u64> {
    upwards: [V; 3],
    downwards: [V; 3],
}

/// The fill to the east and west.
pub type KoggeStoneRank<V> = KoggeStone<V, 1, A_FILE, H_FILE>;
/// The fill to the north and south.
pub type KoggeStoneFile<V> = KoggeStone<V, 8, 0, 0>;
/// The fill to the north-east and south-west.
pub type KoggeStoneDiagonal<V> = KoggeStone<V, 9, A_FILE, H_FILE>;
/// The fill to the north-west and south-east.
pub type KoggeStoneAntidiagonal<V> = KoggeStone<V, 7, H_FILE, A_FILE>;

/// Returns `squares` without those of `constant`. No instruction is needed if `constant` is zero.
#[inline(always)]
fn without<V: PositionLanes>(token: V::Token, squares: V, constant: u64) -> V {
    if constant == 0 { squares } else { squares & V::splat(token, !constant) }
}

/// Returns the squares that let one, two and four steps pass.
#[inline(always)]
fn passes<V: PositionLanes>(one: V, step: u32, shift: impl Fn(V, u32) -> V) -> [V; 3] {
    let two = one & shift(one, step);
    [one, two, two & shift(two, 2 * step)]
}

/// Returns the squares that the sliders reach in up to seven steps over squares that let them pass, and one
/// step more.
#[inline(always)]
fn fill<V: PositionLanes>(sliders: V, passes: &[V; 3], step: u32, shift: impl Fn(V, u32) -> V) -> V {
    let filled = sliders | (passes[0] & shift(sliders, step));
    let filled = filled | (passes[1] & shift(filled, 2 * step));
    let filled = filled | (passes[2] & shift(filled, 4 * step));
    shift(filled, step)
}

impl<V: PositionLanes, const STEP: u32, const NOT_UP: u64, const NOT_DOWN: u64>
    KoggeStone<V, STEP, NOT_UP, NOT_DOWN>
{
    #[inline(always)]
    pub(super) fn up(&self, token: V::Token, sliders: V) -> V {
        without(
            token,
            fill(
                sliders,
                &self.upwards,
                STEP,
                #[inline(always)]
                |squares: V, count| squares.shift_left_by(count),
            ),
            NOT_UP,
        )
    }

    #[inline(always)]
    pub(super) fn down(&self, token: V::Token, sliders: V) -> V {
        without(
            token,
            fill(
                sliders,
                &self.downwards,
                STEP,
                #[inline(always)]
                |squares: V, count| squares.shift_right_by(count),
            ),
            NOT_DOWN,
        )
    }
}

impl<V: PositionLanes, const STEP: u32, const NOT_UP: u64, const NOT_DOWN: u64> Fill<V>
    for KoggeStone<V, STEP, NOT_UP, NOT_DOWN>
{
    #[inline(always)]
    fn new(token: V::Token, occupied: V) -> Self {
        Self {
            upwards: passes(
                without(token, !occupied, NOT_UP),
                STEP,
                #[inline(always)]
                |squares: V, count| squares.shift_left_by(count),
            ),
            downwards: passes(
                without(token, !occupied, NOT_DOWN),
                STEP,
                #[inline(always)]
                |squares: V, count| squares.shift_right_by(count),
            ),
        }
    }

    #[inline(always)]
    fn attacks(&self, token: V::Token, sliders: V) -> V {
        self.up(token, sliders) | self.down(token, sliders)
    }

    #[inline(always)]
    fn mobility(&self, token: V::Token, sliders: V, targets: V) -> [V; 2] {
        [self.up(token, sliders) & targets, self.down(token, sliders) & targets]
    }
}
