//! The number of legal moves of every successor of a position.
//!
//! A program that counts positions ([perft](https://www.chessprogramming.org/Perft)) needs the successors of
//! the last ply but one only to count their moves. Levels with byte lanes build them in registers and never
//! write them; see [`ranks::children`](super::ranks::children). The other levels play the moves and count one
//! position after the other.

use core::fmt;

use super::PositionKernel;
use super::lists::{MAX_LEGAL_MOVES, MORE_THAN_ANY, MoveLists, Places, Selection, write};
use super::successors::successors;
use crate::chess::{Move, Position};
use crate::lanes::Outlined;

/// The number of waiting moves at which they are counted.
pub(super) const MOST_WAITING: usize = 1024;
/// The room for waiting moves and for those of one more position, of which any may need a group of its own.
pub(super) const ROOM: usize = (MOST_WAITING + MORE_THAN_ANY + 64).next_multiple_of(64) + 64;

/// Counts the legal moves of all successors of many positions together.
///
/// One position has too few successors to fill the lanes of a vector. The positions that are
/// [added](Self::add), and then their moves, therefore wait until there are enough, and
/// [`finish`](Self::finish) counts the rest. The same calls exist as methods of a
/// [`Level`](crate::level::Level). All calls for one counter must use the same level, or the total is
/// unspecified.
///
/// It has a size of about 53 KB and allocates nothing.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Position, SuccessorCounter};
///
/// // Perft of depth 3: the starting position has 20 moves, and each of them is added.
/// let mut counter = SuccessorCounter::new();
/// let mut successors = [Position::START; 20];
/// Position::START.successors(&mut successors);
/// for position in &successors {
///     counter.add(position);
/// }
/// assert_eq!(counter.finish(), 8902);
/// ```
#[derive(Clone)]
pub struct SuccessorCounter {
    /// The sum of the counts so far.
    pub(super) total: u64,
    /// The number of waiting moves, including unused lanes before the last.
    pub(super) waiting: usize,
    /// The number of positions in the table of the last part.
    pub(super) in_table: usize,
    /// Whether the side to move has more than two knights in any of the waiting successors.
    pub(super) has_three_knights: bool,
    /// The waiting moves, each in the lane where its successor is counted.
    pub(super) moves: [Move; ROOM],
    /// The offset of each lane's position in the table of its part, or [`UNUSED`].
    pub(super) offsets: [u8; ROOM],
    /// The tables with the words of the positions, for one group after the other.
    pub(super) tables: [u64; ROOM],
    /// The successors that are played.
    successors: [Position; MAX_LEGAL_MOVES],
}

/// The offset of a lane without a move.
pub(super) const UNUSED: u8 = 0x80;

impl SuccessorCounter {
    /// Returns a counter without positions.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            total: 0,
            waiting: 0,
            in_table: 0,
            has_three_knights: false,
            moves: [Move::from_bits(0); ROOM],
            offsets: [UNUSED; ROOM],
            tables: [0; ROOM],
            successors: [Position::START; MAX_LEGAL_MOVES],
        }
    }
}

impl Default for SuccessorCounter {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SuccessorCounter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { total, waiting, .. } = self;
        formatter
            .debug_struct("SuccessorCounter")
            .field("total", total)
            .field("waiting", waiting)
            .finish_non_exhaustive()
    }
}

/// The kernels of a level for the nodes of a tree.
pub trait Nodes<T: Outlined> {
    /// Lists moves.
    type Lists: MoveLists<T>;
    /// Counts the legal moves of one position.
    type OnePosition: PositionKernel<T>;
}

/// A level's kernel for the numbers of legal moves of successors.
pub trait SuccessorCountsKernel<T: Outlined> {
    /// Adds a position to a counter.
    fn add<N: Nodes<T>>(token: T, position: &Position, counter: &mut SuccessorCounter);
    /// Counts the waiting moves, returns the total, and leaves the counter empty.
    fn finish<N: Nodes<T>>(token: T, counter: &mut SuccessorCounter) -> u64;
    /// Writes the counts that fit, in the order of the list, and returns the number of all moves.
    fn successor_move_counts<N: Nodes<T>>(token: T, position: &Position, counts: &mut [u16]) -> usize;
}

/// Plays the moves and counts one successor after the other.
#[derive(Clone, Copy, Debug)]
pub struct Played;

impl<T: Outlined> SuccessorCountsKernel<T> for Played {
    #[inline(always)]
    fn add<N: Nodes<T>>(token: T, position: &Position, counter: &mut SuccessorCounter) {
        play_and_count::<T, N>(token, position, counter);
    }

    #[inline(always)]
    fn finish<N: Nodes<T>>(_: T, counter: &mut SuccessorCounter) -> u64 {
        core::mem::take(&mut counter.total)
    }

    #[inline(always)]
    fn successor_move_counts<N: Nodes<T>>(token: T, position: &Position, counts: &mut [u16]) -> usize {
        play_and_write::<T, N>(token, position, counts)
    }
}

/// Adds the number of legal moves after all legal moves of any position, which are played, to the total of a
/// counter.
#[inline(always)]
fn play_and_count<T: Outlined, N: Nodes<T>>(token: T, position: &Position, counter: &mut SuccessorCounter) {
    let count = successors::<T, N::Lists, N::OnePosition>(token, position, &mut counter.successors);
    if let Some(successors) = counter.successors.get(..count) {
        counter.total += N::OnePosition::sum_of_counts(token, successors);
    } else {
        // A position that is not legal may have more moves.
        let mut counts = [0; MORE_THAN_ANY];
        play_and_write::<T, N>(token, position, &mut counts);
        counter.total += counts.iter().map(|&count: &u16| u64::from(count)).sum::<u64>();
    }
}

/// Writes the numbers of legal moves after the legal moves of any position, which are played, and returns the
/// number of all moves.
#[inline(always)]
pub(super) fn play_and_write<T: Outlined, N: Nodes<T>>(
    token: T,
    position: &Position,
    counts: &mut [u16],
) -> usize {
    with_moves::<T, N, _>(
        token,
        position,
        #[inline(always)]
        |moves| {
            for (&chess_move, count) in moves.iter().zip(counts) {
                *count = N::OnePosition::legal_move_count(token, &position.play(chess_move));
            }
            moves.len()
        },
    )
}

/// Lists the legal moves of any position, and calls a function with them.
#[inline(always)]
pub(super) fn with_moves<T: Outlined, N: Nodes<T>, R>(
    token: T,
    position: &Position,
    function: impl FnOnce(&[Move]) -> R,
) -> R {
    let mut list = [const { core::mem::MaybeUninit::uninit() }; MORE_THAN_ANY];
    let mut places = Places::uninit(&mut list);
    write::<T, N::Lists>(token, position, &Selection::ALL, &mut places);
    function(places.written())
}
