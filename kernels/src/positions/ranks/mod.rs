//! Kernels for many positions at once, with one rank of a position in each byte of a vector.
//!
//! A position is spread over eight vectors, one for each rank, and byte `i` of every vector belongs to
//! position `i`. Each instruction therefore computes 16, 32 or 64 positions:
//!
//! ```text
//!                       byte 0            byte 1                  byte 31
//!
//! rank 8, a vector      . . . . k . . .   r . . . k . . .   ...   . . . . . . . .
//! rank 7, a vector      . . 1 . . . . .   1 . . . . 1 . .   ...   . . . . 1 . . .
//!   ...
//! rank 1, a vector      . . . . R . . .   . . . . R . K .   ...   . K . . . . . .
//! ```
//!
//! This layout needs about half as many instructions for a position as one with a position in each 64-bit
//! lane:
//!
//! - A step to the north is the next vector and needs no instruction. A step to the east adds the byte to
//!   itself. A square that leaves the board is carried out of the byte, so no mask is needed.
//! - A fill goes from rank to rank. The squares reached on a rank are `sliders | reached & empty` of the rank
//!   before it, which takes two instructions, and one step to the side along diagonals. See
//!   [`Front`](fills::Front).
//! - The king's rays are the same fills with the king as the only slider, so no table by square is needed.
//! - Castling happens on one rank, which is one vector.
//! - Boards are turned so that the pawns of the side to move always go north: vectors `k` and `7 - k`
//!   exchange the bytes of the positions with Black to move.
//! - The moves of a pawn are counted on its own square, where no other move of the side is counted. The sets
//!   of pawns and sliders can therefore share their bits, and ten sets are counted instead of 21. See
//!   [`counts`].
//!
//! Counting goes through these steps:
//!
//! 1. Load a group of positions and transpose them to ranks; see [`sides`].
//! 2. Sweep over the ranks to the north and to the south for checks, pins and danger; see [`king`]. Checks
//!    and pins are the results of this step, transposed back to a word for each position.
//! 3. Sweep again for the moves, and count them; see [`counts`].
//! 4. Mark the positions that this layout does not support. They are counted one by one afterwards.
//!
//! The squares that each side attacks need no sides and no king, and have sweeps of their own; see
//! [`attacked`].
//!
//! Unsupported are positions in which the side to move has more than four knights, because more than four may
//! reach the same square. They are rare. [`counts::legal_move_counts`] returns a bit for each such position.
//!
//! | file | contents |
//! |---|---|
//! | `sides.rs`, `fills.rs`, `steps.rs` | the ranks of a group, and sliders and other pieces on them |
//! | `king.rs`, `castling.rs`, `en_passant.rs`, `counts.rs` | checks and pins, special moves, and numbers of moves |
//! | `attacked.rs`, `children.rs` | attacked squares, and the moves of each child |
//! | `rank_plans.rs` | the lengths from which groups are faster |

pub mod attacked;
mod castling;
pub mod children;
pub mod counts;
mod en_passant;
pub mod fills;
pub mod king;
pub mod rank_plans;
pub mod sides;
pub mod steps;

use core::marker::PhantomData;
use core::ops::Range;

use super::many::{ManyKernel, UNCOUNTED};
use crate::chess::{ChecksAndPins, Position};
use crate::lanes::{Outlined, RankLanes, RankStore};
use rank_plans::{RankPlan, RankPlans};

/// The eight ranks of a set of squares, the first rank first.
pub type RankBoard<V> = [V; 8];

/// Calls a function for each rank, from the first to the eighth.
///
/// The calls are unrolled so that the vectors of a rank are in registers. In a loop they would be elements of
/// arrays in memory, and the arrays would be cleared first: 14.6 ns for a position instead of 9.8 with AVX2
/// on an Intel CPU of family 6, model 167.
#[inline(always)]
fn upwards(mut rank: impl FnMut(usize)) {
    rank(0);
    rank(1);
    rank(2);
    rank(3);
    rank(4);
    rank(5);
    rank(6);
    rank(7);
}

/// Calls a function for each rank, from the eighth to the first.
#[inline(always)]
fn downwards(mut rank: impl FnMut(usize)) {
    upwards(
        #[inline(always)]
        |number| rank(7 - number),
    );
}

/// Long batches in byte lanes `V`, by the numbers of the plan `P`.
#[derive(Clone, Copy, Debug)]
pub struct InRanks<V, P>(PhantomData<(V, P)>);

/// The size of the largest group.
const MOST_BYTE_LANES: usize = 64;
/// Whether a build is probably not optimized. The stack frames of these kernels then need 3 MB, and a thread
/// has 2 MB. The tests and the fuzz targets are optimized.
pub(super) const NOT_OPTIMIZED: bool = cfg!(all(debug_assertions, not(fuzzing)));

impl<T: Outlined, V: RankStore<Token = T>, P: RankPlans> ManyKernel<T> for InRanks<V, P> {
    #[inline(always)]
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]) -> usize {
        in_groups::<V>(
            token,
            positions,
            RankPlan { from: V::COUNT, rest_from: P::ATTACKED_REST_FROM },
            #[inline(always)]
            |group, range| {
                let places = [&mut white[range.clone()], &mut black[range]];
                attacked::attacked_squares::<V>(token, group, places);
            },
        )
    }

    #[inline(always)]
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]) -> usize {
        in_groups::<V>(
            token,
            positions,
            RankPlan { from: V::COUNT, rest_from: P::CHECKS_REST_FROM },
            #[inline(always)]
            |group, range| king::checks_and_pins::<V>(token, group, &mut results[range]),
        )
    }

    #[inline(always)]
    fn legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]) -> (usize, bool) {
        let mut is_incomplete = false;
        let done = in_groups::<V>(
            token,
            positions,
            P::COUNTS,
            #[inline(always)]
            |group, range| {
                let mut found = [0; MOST_BYTE_LANES];
                let mut uncounted = counts::legal_move_counts::<V>(token, group, &mut found);
                is_incomplete |= uncounted != 0;
                while uncounted != 0 {
                    found[uncounted.trailing_zeros() as usize] = UNCOUNTED;
                    uncounted &= uncounted - 1;
                }
                let count = range.len();
                counts[range].copy_from_slice(&found[..count]);
            },
        );
        (done, is_incomplete)
    }
}

/// Calls `group` for the positions that a plan computes in groups, with as many positions as there are lanes
/// and the range of their places, and returns their number.
#[inline(always)]
fn in_groups<V: RankLanes<Token: Outlined>>(
    token: V::Token,
    positions: &[Position],
    plan: RankPlan,
    mut group: impl FnMut(&[Position], Range<usize>),
) -> usize {
    let number = if NOT_OPTIMIZED { 0 } else { plan.in_groups(positions.len(), V::COUNT) };
    if number != 0 {
        let positions = &positions[..number];
        token.outlined(
            #[inline(always)]
            || {
                let mut start = 0;
                while start < number {
                    let range = range_of_group::<V>(positions, start);
                    start = range.end;
                    with_full_group::<V, _>(
                        positions,
                        &range,
                        #[inline(always)]
                        |full| group(full, range.clone()),
                    );
                }
            },
        );
    }
    number
}

/// Returns the range of the group at `start`. The last group overlaps the one before it, and a single group
/// may be too short.
#[inline(always)]
pub(super) fn range_of_group<V: RankLanes>(positions: &[Position], start: usize) -> Range<usize> {
    let start = start.min(positions.len().saturating_sub(V::COUNT));
    start..positions.len().min(start + V::COUNT)
}

/// Calls `function` with the positions of a [group](range_of_group), of which there is at least one. Copies of the
/// last position fill up a single group that is too short.
#[inline(always)]
pub(super) fn with_full_group<V: RankLanes, R>(
    positions: &[Position],
    range: &Range<usize>,
    function: impl FnOnce(&[Position]) -> R,
) -> R {
    let mut filled;
    let full = if range.len() == V::COUNT {
        &positions[range.clone()]
    } else {
        filled = [Position::from_words([0; 8]); MOST_BYTE_LANES];
        // Not `copy_from_slice`, which is a call.
        for (index, place) in filled[..V::COUNT].iter_mut().enumerate() {
            *place = positions[index.min(positions.len() - 1)];
        }
        &filled[..V::COUNT]
    };
    function(full)
}
