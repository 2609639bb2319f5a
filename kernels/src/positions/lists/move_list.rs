//! [`MoveList`]: the legal moves of a position.

use core::fmt;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::slice;

use super::{MAX_LEGAL_MOVES, MoveLists, Places, SLACK, Selection, write};
use crate::chess::{Move, Position};
use crate::lanes::Outlined;

/// A list of moves with room for those of any position, as returned by [`Position::moves`](crate::Position::moves).
///
/// It dereferences to a slice and needs no allocation: it takes 616 bytes, and only the moves are written.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{Move, Position};
///
/// let moves = Position::START.moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|chess_move| chess_move.to_string() == "e2e4"));
///
/// let mut sorted: Vec<Move> = moves.to_vec();
/// sorted.sort_unstable();
/// for chess_move in &moves {
///     assert!(sorted.binary_search(chess_move).is_ok());
/// }
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; MAX_LEGAL_MOVES + SLACK],
    /// The number of moves. All places before this index hold moves.
    count: usize,
}

impl MoveList {
    /// Returns an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: [const { MaybeUninit::uninit() }; MAX_LEGAL_MOVES + SLACK], count: 0 }
    }

    /// Replaces the moves with all legal moves of a position.
    #[inline(always)]
    pub(crate) fn fill<T: Outlined, K: MoveLists<T>>(&mut self, token: T, position: &Position) {
        let mut places = Places::uninit(&mut self.moves);
        write::<T, K>(token, position, &Selection::ALL, &mut places);
        self.count = places.written().len();
    }
}

/// Returns an empty list.
impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        let moves = &self.moves[..self.count];
        // SAFETY: the places before `count` hold moves, see `Places::written`.
        unsafe { &*(&raw const *moves as *const [Move]) }
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        let moves = &mut self.moves[..self.count];
        // SAFETY: the places before `count` hold moves, see `Places::written`.
        unsafe { &mut *(&raw mut *moves as *mut [Move]) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Compares the moves in their order.
impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self).finish()
    }
}
