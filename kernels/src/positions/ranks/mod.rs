//! Kernels for many positions at once, with one rank of a position in each byte of a vector.
//!
//! The other kernels for many positions have a whole position in each lane: four with AVX2, eight with
//! AVX-512. Here a position is spread over eight vectors, one for each rank, and byte `i` of every vector
//! belongs to position `i`. Each instruction therefore computes 16, 32 or 64 positions:
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
//! This layout needs about half as many instructions per position:
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
//! 4. Count the positions that this layout does not support with the other kernel.
//!
//! The squares that each side attacks need no sides and no king, and have sweeps of their own; see
//! [`attacked`].
//!
//! Unsupported are positions in which the side to move has more than four knights, because more than four may
//! reach the same square. They are rare. [`counts::legal_move_counts`] returns a bit for each such position.

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

use super::many::ManyKernel;
use crate::chess::{ChecksAndPins, Position};
use crate::lanes::{RankLanes, RankStore, Simd};
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
/// The number of positions that are passed to the other kernel together.
const HANDED_OVER: usize = 8;
/// Whether a build is probably not optimized. The stack frames of these kernels then need 3 MB, and a thread
/// has 2 MB. The tests and the fuzz targets are optimized.
pub(super) const NOT_OPTIMIZED: bool = cfg!(all(debug_assertions, not(fuzzing)));

impl<V: RankLanes, P: RankPlans> InRanks<V, P> {
    /// The least number of positions for a group of attacked squares, or of checks.
    const FROM: usize = if NOT_OPTIMIZED {
        usize::MAX
    } else if P::FROM > V::COUNT {
        P::FROM
    } else {
        V::COUNT
    };
}

impl<T: Simd, V: RankStore<Token = T>, P: RankPlans> ManyKernel<T> for InRanks<V, P> {
    const ATTACKED_FROM: usize = Self::FROM;
    const CHECKS_FROM: usize = Self::FROM;

    #[inline(always)]
    fn counts(number: usize) -> bool {
        let RankPlan { single_from, several_from, .. } = P::COUNTS;
        let least = if number > V::COUNT { several_from } else { single_from };
        !NOT_OPTIMIZED && number >= least && number >= P::FROM
    }

    #[inline(always)]
    fn attacked_squares(
        token: T,
        positions: &[Position],
        white: &mut [u64],
        black: &mut [u64],
        few: impl Fn(&[Position], &mut [u64], &mut [u64]),
    ) {
        const { assert!(P::ATTACKED_REST_FROM <= V::COUNT) };
        let mut start = 0;
        while positions.len() - start >= P::ATTACKED_REST_FROM {
            let range = range_of_group::<V>(positions, start);
            start = range.end;
            let places = [&mut white[range.clone()], &mut black[range.clone()]];
            attacked::attacked_squares::<V>(token, &positions[range], places);
        }
        few(&positions[start..], &mut white[start..], &mut black[start..]);
    }

    #[inline(always)]
    fn checks_and_pins(
        token: T,
        positions: &[Position],
        results: &mut [ChecksAndPins],
        few: impl Fn(&[Position], &mut [ChecksAndPins]),
    ) {
        const { assert!(P::CHECKS_REST_FROM <= V::COUNT) };
        let mut found = [[0; 4]; MOST_BYTE_LANES];
        let mut start = 0;
        while positions.len() - start >= P::CHECKS_REST_FROM {
            let range = range_of_group::<V>(positions, start);
            start = range.end;
            king::checks_and_pins::<V>(token, &positions[range.clone()], &mut found[..V::COUNT]);
            for (result, &[checkers, pinned, evasions, king_danger]) in results[range].iter_mut().zip(&found)
            {
                *result = ChecksAndPins { checkers, pinned, evasions, king_danger };
            }
        }
        few(&positions[start..], &mut results[start..]);
    }

    #[inline(always)]
    fn legal_move_counts(
        token: T,
        positions: &[Position],
        counts: &mut [u16],
        few: impl Fn(&[Position], &mut [u16]),
    ) {
        const { assert!(P::COUNTS.rest_from <= P::COUNTS.single_from && HANDED_OVER < P::COUNTS.single_from) };
        let mut others = Others { indices: [0; MOST_BYTE_LANES + HANDED_OVER], count: 0 };
        let (mut gathered, mut found) = ([Position::from_words([0; 8]); HANDED_OVER], [0; HANDED_OVER]);
        let rest = positions.len() % V::COUNT;
        let others_begin = if positions.len() > V::COUNT && rest < P::COUNTS.rest_from {
            positions.len() - rest
        } else {
            positions.len()
        };
        let mut start = 0;
        loop {
            if start < others_begin && others.count < HANDED_OVER {
                let range = range_of_group::<V>(positions, start);
                start = range.end;
                let mut padded;
                let group = if range.len() == V::COUNT {
                    &positions[range.clone()]
                } else {
                    padded = [Position::from_words([0; 8]); MOST_BYTE_LANES];
                    padded[..range.len()].copy_from_slice(&positions[range.clone()]);
                    &padded[..V::COUNT]
                };
                let mut found = [0; MOST_BYTE_LANES];
                let uncounted = counts::legal_move_counts::<V>(token, group, &mut found);
                counts[range.clone()].copy_from_slice(&found[..range.len()]);
                others.add(range.start, uncounted & (u64::MAX >> (64 - range.len())));
                continue;
            }
            // The other kernel is long, so there is one call of it, for gathered positions and for the rest,
            // which needs no copy. With copies, 65 to 112 positions took up to 1.16 times as long as without
            // byte lanes (Zen 4, avx512-vbmi).
            let indices = others.take_last();
            let (group, places) = if !indices.is_empty() {
                for (place, &index) in gathered.iter_mut().zip(indices) {
                    *place = positions[index];
                }
                (&gathered[..indices.len()], &mut found[..indices.len()])
            } else if start < positions.len() {
                let first = core::mem::replace(&mut start, positions.len());
                (&positions[first..], &mut counts[first..])
            } else {
                break;
            };
            few(group, places);
            for (&index, &count) in indices.iter().zip(&found) {
                counts[index] = count;
            }
        }
    }
}

/// Returns the range of the group at `start`. The last group overlaps the one before it, and a single group
/// may be too short.
#[inline(always)]
pub(super) fn range_of_group<V: RankLanes>(positions: &[Position], start: usize) -> Range<usize> {
    let start = start.min(positions.len().saturating_sub(V::COUNT));
    start..positions.len().min(start + V::COUNT)
}

/// The positions for the other kernel.
struct Others {
    indices: [usize; MOST_BYTE_LANES + HANDED_OVER],
    count: usize,
}

impl Others {
    /// Adds the positions whose bit is set. Bit 0 is the position at `start`.
    #[inline(always)]
    fn add(&mut self, start: usize, bits: u64) {
        let mut bits = bits;
        while bits != 0 {
            self.indices[self.count] = start + bits.trailing_zeros() as usize;
            self.count += 1;
            bits &= bits - 1;
        }
    }

    /// Removes and returns the positions that were added last.
    #[inline(always)]
    fn take_last(&mut self) -> &[usize] {
        let end = self.count;
        self.count = end.saturating_sub(HANDED_OVER);
        &self.indices[self.count..end]
    }
}
