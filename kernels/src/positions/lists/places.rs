//! [`Places`]: the destination of a list of moves, written in stores of fixed size.

use core::mem::MaybeUninit;

use crate::arrays::MapEach;
use crate::chess::Move;

/// The places for a list of moves.
///
/// Stores have a fixed size, and only the first moves of a store count: the next store begins after them. A
/// store without enough room is skipped. Code with a fixed number of stores reserves room for all of them at
/// once, so that there is one branch for all.
#[derive(Debug)]
pub struct Places<'a> {
    places: &'a mut [MaybeUninit<Move>],
    /// The number of moves. All places before this index hold moves.
    count: usize,
    /// The parts, unless the list begins with candidates.
    parts: Parts,
    /// The mask of the candidates with which the list begins. Their parts are only counted if they are asked
    /// for.
    candidates: u64,
    /// The number of places after the moves that are known to exist, at most `places.len() - count`. It is
    /// constant wherever a function is inlined, so it takes no instruction.
    reserved: usize,
    is_short: bool,
}

/// The parts of a list, by indexes.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Parts {
    /// The first double push, and the move after the last.
    pub double_pushes: [usize; 2],
    /// The first normal move of the king, and the move after the last. Unspecified if the king cannot castle.
    pub king: [usize; 2],
    /// The number of moves before the first that is neither normal nor a double push.
    pub simple: usize,
}

/// Returns moves as places for others.
///
/// # Safety
///
/// The caller must write nothing but moves to the places.
#[inline(always)]
pub(crate) unsafe fn of_moves(moves: &mut [Move]) -> &mut [MaybeUninit<Move>] {
    // SAFETY: the two types have the same layout, and the caller writes nothing but moves.
    unsafe { &mut *(moves as *mut [Move] as *mut [MaybeUninit<Move>]) }
}

impl<'a> Places<'a> {
    #[inline(always)]
    pub(crate) fn new(moves: &'a mut [Move]) -> Self {
        // SAFETY: the kernels write nothing but moves with `put`.
        Self::uninit(unsafe { of_moves(moves) })
    }

    #[inline(always)]
    pub(crate) fn uninit(places: &'a mut [MaybeUninit<Move>]) -> Self {
        Self {
            places,
            count: 0,
            parts: Parts { double_pushes: [0; 2], king: [0; 2], simple: 0 },
            candidates: 0,
            reserved: 0,
            is_short: false,
        }
    }

    /// Takes the places out, leaving none. Used to pass them to a function that returns them.
    #[cfg(target_feature = "sse2")]
    #[inline(always)]
    pub(super) fn take(&mut self) -> Self {
        core::mem::replace(self, Self::uninit(&mut []))
    }

    /// Reserves room for stores of so many moves in total, whatever the number of moves that count. If there
    /// is not enough, no move may be written instead, because the list is then written again elsewhere.
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

    /// Records the start of the double pushes: all moves so far are normal moves.
    #[inline(always)]
    pub(super) fn begin_double_pushes(&mut self) {
        self.parts.double_pushes = [self.count; 2];
    }

    /// Records the end of the double pushes and the start of the king's moves.
    #[inline(always)]
    pub(super) fn begin_king(&mut self) {
        self.parts.double_pushes[1] = self.count;
        self.parts.king = [self.count; 2];
    }

    /// Records the end of the king's moves.
    #[inline(always)]
    pub(super) fn end_king(&mut self) {
        self.parts.king[1] = self.count;
    }

    /// Records the candidates with which the list begins, as a mask. The second eight are double pushes, and
    /// the fifth eight are moves of the king.
    #[inline(always)]
    #[cfg(target_feature = "sse2")]
    pub(super) fn begin_with(&mut self, candidates: u64) {
        self.candidates = candidates;
    }

    /// Records that all moves so far are normal moves or double pushes.
    #[inline(always)]
    pub(super) fn mark(&mut self) {
        self.parts.simple = self.count;
    }

    /// Returns the number of moves, or `None` if a store was skipped.
    #[inline(always)]
    pub(crate) fn count(&self) -> Option<usize> {
        if self.is_short { None } else { Some(self.count) }
    }

    /// Returns the number of moves, or that of the moves before the first store that was skipped.
    #[inline(always)]
    pub(super) fn finish(&self) -> Result<usize, usize> {
        if self.is_short { Err(self.count) } else { Ok(self.count) }
    }

    /// Returns the parts of the list.
    #[inline(always)]
    pub(crate) fn parts(&self) -> Parts {
        if self.candidates == 0 {
            return self.parts;
        }
        // Moves after the first 32 are elsewhere. If the king can castle, its own are not among them: it has
        // at most 5 steps, and eight pawns have at most 27.
        let [double_pushes, captures, king, knights] = [8, 16, 32, 40].map_each(
            #[inline(always)]
            |first| (self.candidates & ((1 << first) - 1)).count_ones() as usize,
        );
        Parts { double_pushes: [double_pushes, captures], king: [king, knights], ..self.parts }
    }

    #[inline(always)]
    pub(crate) fn written(self) -> &'a [Move] {
        let (count, places) = (self.count, self.places);
        // SAFETY: the places before `count` were written by `put`, whose stores fill a whole chunk.
        unsafe { &*(&raw const places[..count] as *const [Move]) }
    }

    /// Writes some moves.
    #[inline(always)]
    pub(super) fn moves<const N: usize>(&mut self, moves: [Move; N]) {
        self.put(N, |chunk| *chunk = moves.map(MaybeUninit::new));
    }
}
