//! [`Places`]: the destination of a list of moves, written in stores of fixed size.

use core::mem::MaybeUninit;

use super::MoveSink;
use crate::position::Move;

/// The places for a list of moves.
///
/// Stores have a fixed size, and only the first moves of a store count: the next store begins after them. A store
/// without enough room is skipped. Code with a fixed number of stores reserves room for all of them at
/// once, so that there is one branch for all.
#[derive(Debug)]
pub struct Places<'a> {
    places: &'a mut [MaybeUninit<Move>],
    /// The number of moves. All places before this index hold moves.
    count: usize,
    /// The number of moves before the first that is neither normal nor a double push.
    simple: usize,
    /// The number of places after the moves that are known to exist, at most `places.len() - count`. It is constant
    /// wherever a function is inlined, so it takes no instruction.
    reserved: usize,
    is_short: bool,
}

impl<'a> Places<'a> {
    #[inline(always)]
    pub(crate) fn new(moves: &'a mut [Move]) -> Self {
        // SAFETY: the two types have the same layout, and `Places` writes nothing but moves.
        Self::uninit(unsafe { &mut *(moves as *mut [Move] as *mut [MaybeUninit<Move>]) })
    }

    #[inline(always)]
    pub(crate) fn uninit(places: &'a mut [MaybeUninit<Move>]) -> Self {
        Self { places, count: 0, simple: 0, reserved: 0, is_short: false }
    }

    /// Takes the places out, leaving none. Used to pass them to a function that returns them.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::uninit(&mut []))
    }

    /// Reserves room for stores of so many moves in total, whatever the number of moves that count. If there is not
    /// enough, no move may be written instead, because the list is then written again elsewhere.
    #[inline(always)]
    #[must_use]
    pub(super) fn reserve(&mut self, moves: usize) -> bool {
        if self.reserved < moves {
            if self.places.len() - self.count < moves {
                self.is_short = true;
                return false;
            }
            self.reserved = moves;
        }
        true
    }

    /// Writes up to `N` moves with one store, and keeps the first `count`.
    #[inline(always)]
    pub(super) fn put<const N: usize>(
        &mut self,
        count: usize,
        store: impl FnOnce(&mut [MaybeUninit<Move>; N]),
    ) {
        if self.reserve(N) {
            // SAFETY: at least `N` places are left after the moves, because so many are reserved.
            store(unsafe { &mut *self.places.as_mut_ptr().add(self.count).cast() });
            // At most `N` of the reserved places now hold moves.
            self.reserved -= N;
            self.count += count.min(N);
        }
    }

    /// Records that all moves so far are normal moves or double pushes.
    #[inline(always)]
    pub(super) fn mark(&mut self) {
        self.simple = self.count;
    }

    /// Returns the number of moves, or `None` if a store was skipped.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<usize> {
        if self.is_short { None } else { Some(self.count) }
    }

    /// Returns the number of moves before the [mark](Self::mark).
    #[inline(always)]
    pub(crate) fn simple(&self) -> usize {
        self.simple
    }

    #[inline(always)]
    pub(crate) fn written(self) -> &'a [Move] {
        let (count, places) = (self.count, self.places);
        // SAFETY: the places before `count` were written by `put`, whose stores fill a whole chunk.
        unsafe { &*(&raw const places[..count] as *const [Move]) }
    }
}

impl MoveSink for Places<'_> {
    #[inline(always)]
    fn moves<const N: usize>(&mut self, moves: [Move; N]) {
        self.put(N, |chunk| *chunk = moves.map(MaybeUninit::new));
    }
}
