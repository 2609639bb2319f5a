//! Kernels for whole positions.
//!
//! | file | contents |
//! |---|---|
//! | `attacked.rs`, `king.rs`, `counts.rs` | many positions, with one in each lane: attacks, checks and pins, counts |
//! | `ranks/` | the same for longer batches, with a rank of a position in each byte |
//! | `many.rs` | the choice between these kernels |
//! | `directions.rs`, `direction_fills.rs` | one position, with a direction in each lane |
//! | `slider_by_slider.rs` | one position by loops over its sliders, for levels without vectors |
//! | `lists/` | lists of legal moves |
//! | `successors.rs`, `successor_counts.rs` | the positions after each legal move, and the numbers of their moves |
//! | `engine/` | the functions that a search calls for one position |
//! | `packed/` | packed boards |
//! | `keys.rs` | hash keys of many positions |
//! | `numbered/` | moves that are named by numbers, with a position in each lane |
//! | `castling.rs`, `en_passant.rs`, `sides.rs`, `next_side.rs` | rules that these kernels share, with a position in each lane |
//! | `popcount.rs`, `words.rs` | the numbers of bits of lanes, and one position with 64-bit integers |
//!
//! # One position in each lane
//!
//! Computing attacks one slider at a time leaves most of a vector unused: a position has about seven sliders,
//! and each needs its own masks. Programs rarely have just one position, though. A search has the children of
//! a node, and a data set has rows. Each lane therefore holds a position:
//!
//! ```text
//!              lane 0        lane 1              lane 7
//! white       . . . . .     . . . . .           . . . . .
//! black       . . . . .     . . . . .    ...    . . . . .      eight words of a position,
//! pawns       . . . . .     . . . . .           . . . . .      transposed in registers
//!   ...
//! ```
//!
//! All further steps are operations on sets of squares. There is no loop over pieces, no lookup by square,
//! and no branch that depends on the position, except for castling and en passant:
//!
//! - [`sides`] splits the pieces into those of the side to move and those of the enemy. Apart from that, the
//!   two colors differ only in the direction of the pawns.
//! - [`king`] computes the king's lines, the enemy's fills, and from both the checks, the pins and the
//!   squares that are dangerous for the king. A square that the king reaches along a line and an enemy slider
//!   reaches by its fill along the same line is either empty, and a move to it stops a check, or holds a
//!   piece of the king's side, which is pinned.
//! - [`counts`] counts legal moves. The rays of a side in one direction never overlap, so the squares of a
//!   fill are the moves in that direction. At levels without a popcount instruction, the sets are first added
//!   bit by bit.
//! - [`attacked`] computes the squares that each side attacks.
//!
//! A single position has its eight [`directions`] in the lanes instead. Levels without vectors have loops
//! [`slider_by_slider`].
//!
//! The fills are those of [`formula::fill`](crate::formula::fill), selected for each level.

pub mod attacked;
mod castling;
pub mod counts;
mod direction_fills;
pub mod directions;
mod en_passant;
pub mod engine;
pub mod keys;
pub mod king;
pub mod lists;
pub mod many;
mod next_side;
pub mod numbered;
pub mod packed;
mod popcount;
pub mod ranks;
pub mod sides;
pub mod slider_by_slider;
pub mod successor_counts;
pub mod successors;
mod words;

use core::marker::PhantomData;

use crate::chess::{ByRole, CheckInfo, ChecksAndPins, Color, Move, NodeInfo, Position, state, word};
use crate::formula::{Formula, fill::Fills, kings::KingLines};
use crate::lanes::{EightLanes, Outlined, PositionLanes, Simd};
use king::King;
use lists::targets::{self, TargetsOfMany};
use lists::{Places, Selection};
use sides::Sides;
use words::Word;

/// Positions in lanes `V`, with the fills `F`.
#[derive(Clone, Copy, Debug)]
pub struct InLanes<V, F>(PhantomData<(V, F)>);

/// A level's kernel for groups of positions, one in each lane. All slices of a call have the same length.
pub trait GroupsKernel<T> {
    /// The number of positions in a group.
    const LANES: usize;

    /// Writes the squares that each side attacks.
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]);
    /// Writes the checkers, pinned pieces, evasions and king danger.
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]);
    /// Writes the numbers of legal moves.
    fn legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]);
    /// Computes the targets of some positions. Their number is 0 or at least half of [`LANES`](Self::LANES).
    fn targets(token: T, positions: &[Position], targets: &mut TargetsOfMany);
}

/// A kernel for comparisons of [exchanges](engine::exchange) with a threshold.
pub trait Exchange<T: Simd> {
    /// Returns whether the exchange that a move begins is worth at least `threshold` for the side to move.
    fn see_at_least<F: Formula<T>, Q: engine::exchange::Pins>(
        token: T,
        position: &Position,
        pins: Q,
        chess_move: Move,
        values: &[i32; 6],
        threshold: i32,
    ) -> bool
    where
        T: Outlined;
}

/// A level's kernels for one position.
pub trait PositionKernel<T: Simd>: Sized {
    /// Returns the squares that White attacks, and those that Black attacks.
    fn attacked_squares(token: T, position: &Position) -> [u64; 2];
    /// Returns the checkers, pinned pieces, evasions and king danger.
    fn checks_and_pins(token: T, position: &Position) -> ChecksAndPins;
    /// Returns the number of legal moves.
    fn legal_move_count(token: T, position: &Position) -> u16;
    /// Returns the sum of the numbers of legal moves of positions with the same side to move.
    #[inline(always)]
    fn sum_of_counts(token: T, positions: &[Position]) -> u64 {
        let mut sum = 0;
        for position in positions {
            sum += u64::from(Self::legal_move_count(token, position));
        }
        sum
    }
    /// Returns the squares that a set of rooks attacks, and those that a set of bishops attacks.
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2];
    /// Returns the squares that the pieces of White and of Black attack, by role in the order of
    /// [`Role::ALL`](crate::Role::ALL).
    fn attacks_by_role(token: T, position: &Position) -> [[u64; 6]; 2];
    /// Returns the squares that bishops, rooks and queens of one color attack.
    ///
    /// Rooks and bishops share one fill, because they use different lanes. Queens need a second one.
    #[inline(always)]
    fn slider_attacks_by_role_of(token: T, position: &Position, color: Color, occupied: u64) -> [u64; 3] {
        let own = position.color(color);
        let (diagonal, orthogonal) = (position.diagonal_sliders() & own, position.orthogonal_sliders() & own);
        let queens = diagonal & orthogonal;
        let [rook, bishop] = Self::set_attacks(token, orthogonal ^ queens, diagonal ^ queens, occupied);
        let [queen, queen_too] = Self::set_attacks(token, queens, queens, occupied);
        [bishop, rook, queen | queen_too]
    }
    /// Returns checks, pins and checking squares of both kings.
    #[inline(always)]
    fn check_info<F: Formula<T>>(token: T, position: &Position) -> CheckInfo {
        engine::check_info::check_info::<T, Self, F>(token, position)
    }
    /// Returns the attacks of the side that is not to move, and checks and pins of both kings.
    #[inline(always)]
    fn node_info<F: Formula<T>>(token: T, position: &Position) -> NodeInfo {
        // An index. A branch on the side to move would be unpredictable.
        let side = ((position.words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
        let color = Color::ALL[side ^ 1];
        let occupied = position.occupied() & !(position.kings() & position.words[side]);
        let sliders = Self::slider_attacks_by_role_of(token, position, color, occupied);
        let attacks = ByRole(engine::attackers::with_others(position, color, sliders));
        engine::node_info::node_info_of(position, attacks, Self::check_info::<F>(token, position))
    }
    /// Writes the selected moves and returns true if they are captures that the kernel finds in less time
    /// than the list of all moves. Otherwise writes nothing.
    #[inline(always)]
    fn write_captures<F: Formula<T>>(
        _token: T,
        _position: &Position,
        _selection: &Selection,
        _places: &mut Places<'_>,
    ) -> bool
    where
        T: Outlined,
    {
        false
    }
    /// Lanes for the eight words of a position.
    type Words: EightLanes<Token = T>;
    /// Lanes for the lines of both kings.
    type Kings: KingLines<Token = T>;
    /// The kernel for comparisons of exchanges.
    type Exchange: Exchange<T>;

    /// Returns the pieces from the point of view of the side to move, and its king.
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>);
}

/// At least as many lanes as any vector has.
const MOST_POSITION_LANES: usize = 8;

/// Calls `group` for each group of as many positions as there are lanes, with their start and number.
///
/// The last group overlaps the one before it. A single group is filled up with copies of its last position,
/// whose results are ignored.
#[inline(always)]
fn in_groups<V: PositionLanes>(positions: &[Position], mut group: impl FnMut(&[Position], usize, usize)) {
    let Some(&last) = positions.last() else { return };
    let count = positions.len().min(V::COUNT);
    let mut filled;
    let groups = if count == V::COUNT {
        positions
    } else {
        filled = [last; MOST_POSITION_LANES];
        // Not `copy_from_slice`, which is a call.
        for (index, place) in filled[..V::COUNT].iter_mut().enumerate() {
            *place = positions[index.min(count - 1)];
        }
        &filled[..V::COUNT]
    };
    let mut next = 0;
    while next < groups.len() {
        let start = next.min(groups.len() - V::COUNT);
        group(&groups[start..start + V::COUNT], start, count);
        next += V::COUNT;
    }
}

impl<T: Simd, V: PositionLanes<Token = T>, F: Fills<V>> GroupsKernel<T> for InLanes<V, F> {
    const LANES: usize = V::COUNT;

    #[inline(always)]
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                let attacked = attacked::attacked_squares::<V, F>(token, V::load_positions(token, group));
                attacked[0].store_some(&mut white[start..start + count]);
                attacked[1].store_some(&mut black[start..start + count]);
            },
        );
    }

    #[inline(always)]
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                let found = king::checks_and_pins::<V, F>(token, V::load_positions(token, group));
                let mut words = [[0; 4]; MOST_POSITION_LANES];
                V::store_interleaved(found, &mut words[..V::COUNT]);
                for (result, &[checkers, pinned, evasions, king_danger]) in
                    results[start..start + count].iter_mut().zip(&words)
                {
                    *result = ChecksAndPins { checkers, pinned, evasions, king_danger };
                }
            },
        );
    }

    #[inline(always)]
    fn targets(token: T, positions: &[Position], targets: &mut TargetsOfMany) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, _| {
                targets.store(start, targets::of_many::<V, F>(token, V::load_positions(token, group)))
            },
        );
    }

    #[inline(always)]
    fn legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                let found = counts::legal_move_counts::<V, F>(token, V::load_positions(token, group));
                if count == V::COUNT {
                    found.store_u16(&mut counts[start..start + count]);
                } else {
                    let mut words = [0; MOST_POSITION_LANES];
                    found.store_u16(&mut words[..V::COUNT]);
                    counts[start..start + count].copy_from_slice(&words[..count]);
                }
            },
        );
    }
}
