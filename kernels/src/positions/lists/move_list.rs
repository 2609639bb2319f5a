//! [`MoveList`]: the legal moves of a position.

use core::fmt;
use core::iter::FusedIterator;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut, Range};
use core::slice;

use super::{MAX_LEGAL_MOVES, MoveLists, Places, SLACK, Selection, write, write_selected};
use crate::chess::{Move, Position};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;

/// A list of moves with room for those of any position, as returned by
/// [`Position::moves`](crate::Position::moves).
///
/// It dereferences to a slice and needs no allocation: it takes 616 bytes, and only the moves are written.
///
/// Two lists are equal if they contain the same moves in the same order. The order of the legal moves differs
/// between levels, so sort both lists to compare the moves of two positions as sets.
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
/// for chess_move in Position::START.moves() {
///     assert_eq!(Position::START.play(chess_move).legal_move_count(), 20);
/// }
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

    /// Replaces the moves with the selected legal moves of a position.
    #[inline(always)]
    pub(crate) fn fill_selected<T: Outlined, F: Formula<T>, P: PositionKernel<T>>(
        &mut self,
        token: T,
        position: &Position,
        selection: &Selection,
        list: impl FnOnce(&mut [MaybeUninit<Move>]) -> Result<usize, usize>,
    ) {
        let written = write_selected::<T, F, P>(token, position, selection, &mut self.moves, list);
        self.count = written.unwrap_or_else(|before| before);
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

impl AsRef<[Move]> for MoveList {
    #[inline]
    fn as_ref(&self) -> &[Move] {
        self
    }
}

impl AsMut<[Move]> for MoveList {
    #[inline]
    fn as_mut(&mut self) -> &mut [Move] {
        self
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

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = slice::IterMut<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoMoves;

    #[inline]
    fn into_iter(self) -> IntoMoves {
        IntoMoves { left: 0..self.count, list: self }
    }
}

/// An iterator over the moves of a [`MoveList`], created by its `into_iter`.
#[derive(Clone)]
pub struct IntoMoves {
    list: MoveList,
    /// The indexes of the moves that are left.
    left: Range<usize>,
}

impl IntoMoves {
    /// Returns the moves that are left, as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.list.get(self.left.clone()).unwrap_or_default()
    }
}

impl Iterator for IntoMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.left.next().and_then(|index| self.list.get(index).copied())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<Move> {
        self.left.nth(skipped).and_then(|index| self.list.get(index).copied())
    }
}

impl DoubleEndedIterator for IntoMoves {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.left.next_back().and_then(|index| self.list.get(index).copied())
    }
}

impl ExactSizeIterator for IntoMoves {}

impl FusedIterator for IntoMoves {}

/// Prints the moves that are left.
impl fmt::Debug for IntoMoves {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.as_slice()).finish()
    }
}

/// Compares the moves in their order, which differs between levels.
impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self).finish()
    }
}
