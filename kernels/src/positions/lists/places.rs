//! [`Places`]: where a list of moves is written, a whole store at a time.

use core::mem::MaybeUninit;

use crate::position::Move;

/// The places for a list of moves.
///
/// Stores are of a fixed size, and only the first moves of a store count: the next one begins behind them. A store for which
/// there is no room is left out.
#[derive(Debug)]
pub struct Places<'a> {
    places: &'a mut [MaybeUninit<Move>],
    /// The number of moves that were written. All places before it hold moves.
    count: usize,
    /// How many moves were written before the first that is neither normal nor a double push.
    simple: usize,
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
        Self { places, count: 0, simple: 0, is_short: false }
    }

    /// Takes the places out, for a function that returns them.
    #[inline(always)]
    pub(super) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::uninit(&mut []))
    }

    /// Writes up to `N` moves with one store, of which the first `count` stay.
    #[inline(always)]
    pub(super) fn put<const N: usize>(
        &mut self,
        count: usize,
        store: impl FnOnce(&mut [MaybeUninit<Move>; N]),
    ) {
        if self.places.len() - self.count < N {
            self.is_short = true;
            return;
        }
        // SAFETY: `N` places are left behind the moves, as the line above has seen.
        store(unsafe { &mut *self.places.as_mut_ptr().add(self.count).cast() });
        self.count += count.min(N);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, chess_move: Move) {
        self.put(1, |[place]| *place = MaybeUninit::new(chess_move));
    }

    /// Notes that all moves so far are normal moves or double pushes.
    #[inline(always)]
    pub(super) fn mark(&mut self) {
        self.simple = self.count;
    }

    /// Returns the number of moves, or `None` if there was no room for a store.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<usize> {
        if self.is_short { None } else { Some(self.count) }
    }

    /// Returns the number of moves before the [mark](Self::mark).
    #[inline(always)]
    pub(crate) fn simple(&self) -> usize {
        self.simple
    }

    /// Returns the moves that were written.
    #[inline(always)]
    pub(crate) fn written(self) -> &'a [Move] {
        let (count, places) = (self.count, self.places);
        // SAFETY: the places before `count` were written by `put`, whose stores fill a whole chunk.
        unsafe { &*(&raw const places[..count] as *const [Move]) }
    }
}
