//! Kernels for whole positions.
//!
//! | file | contents |
//! |---|---|
//! | `many.rs` | batches: the first positions by a kernel for many, the rest one after the other |
//! | `ranks/` | many positions, with a rank of a position in each byte |
//! | `directions.rs`, `direction_fills.rs` | one position, with a direction in each lane |
//! | `slider_by_slider.rs` | one position by loops over its sliders, for levels without vectors |
//! | `attacked.rs`, `king.rs`, `counts.rs`, `words.rs` | the parts of one position that are computed with 64-bit integers at every level |
//! | `lists/` | lists of legal moves |
//! | `successors.rs`, `successor_counts.rs` | the positions after each legal move, and the numbers of their moves |
//! | `engine/` | the functions that a search calls for one position |
//! | `packed/` | packed boards |
//! | `keys.rs` | hash keys of many positions |
//! | `numbered/` | moves that are named by numbers, with a position in each lane |
//! | `castling.rs`, `en_passant.rs`, `sides.rs`, `next_side.rs` | rules that these kernels share |
//!
//! # Two shapes of data
//!
//! Computing attacks one slider at a time leaves most of a vector unused: a position has about seven sliders,
//! and each needs its own masks. There are two ways to fill the lanes.
//!
//! One position has its eight [`directions`] in the lanes. Many positions are spread over [`ranks`], with one
//! rank of 16, 32 or 64 positions in a vector. A group takes the same time for any number of positions, so
//! single calls are faster for the first 14 to 30; [`ranks::rank_plans`] has the numbers. A third shape,
//! with a position in each 64-bit lane, had taken 0.35 to 0.7 of the time of single calls for 2 to 48
//! positions, but nothing in this repository computes such batches.
//!
//! In both shapes, checks and pins come from an intersection: a square that the king reaches along a line and
//! an enemy slider reaches by its fill along the same line is either empty, and a move to it stops a check,
//! or holds a piece of the king's side, which is pinned.
//!
//! Levels without vectors have loops [`slider_by_slider`].

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
pub mod ranks;
pub mod sides;
pub mod slider_by_slider;
pub mod successor_counts;
pub mod successors;
mod words;

use crate::chess::{ByRole, ChecksAndPins, Color, Move, NodeInfo, Position, state, word};
use crate::formula::Formula;
use crate::lanes::{EightLanes, Outlined, Simd};
use king::King;
use lists::{Places, Selection};
use sides::Sides;
use words::Word;

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
    /// Returns the attacks of the side that is not to move, and checks and pins of both kings.
    #[inline(always)]
    fn node_info<F: Formula<T>>(token: T, position: &Position) -> NodeInfo {
        // An index. A branch on the side to move would be unpredictable.
        let side = ((position.words[word::STATE] / state::BLACK_TO_MOVE) & 1) as usize;
        let color = Color::ALL[side ^ 1];
        let occupied = position.occupied() & !(position.kings() & position.words[side]);
        let sliders = Self::slider_attacks_by_role_of(token, position, color, occupied);
        let attacks = ByRole(engine::attackers::with_others(position, color, sliders));
        engine::node_info::node_info_of(
            position,
            attacks,
            engine::check_info::check_info::<T, F>(token, position),
        )
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
    /// The kernel for comparisons of exchanges.
    type Exchange: Exchange<T>;

    /// Returns the pieces from the point of view of the side to move, and its king.
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>);
}
