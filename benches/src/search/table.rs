//! The hash table of the search.

/// A mate is at most so many plies away.
const MATES: i32 = 29_000;

/// The relation of a stored value to the value of its position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// An entry of the table, in 16 bytes.
#[derive(Clone, Copy)]
pub struct Entry<M> {
    key: u64,
    value: i16,
    pub depth: i8,
    pub bound: Bound,
    /// The best move, or the placeholder if no move was better than the others.
    pub best: M,
}

impl<M> Entry<M> {
    /// Returns the value, with mates counted from the root.
    #[inline(always)]
    pub fn value(&self, ply: usize) -> i32 {
        mate_after(self.value.into(), ply as i32)
    }

    /// Returns the value if it decides a search with this window.
    #[inline(always)]
    pub fn decides(&self, depth: i32, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let value = self.value(ply);
        let is_enough = match self.bound {
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
            Bound::Exact => true,
        };
        (i32::from(self.depth) >= depth && is_enough).then_some(value)
    }
}

/// A table of 2^14 entries, which always replaces. It fits in the second cache, so that the time is not that
/// of memory.
pub struct Table<M>(Vec<Entry<M>>);

const ENTRIES: usize = 1 << 14;

impl<M: Copy> Table<M> {
    pub fn new(none: M) -> Self {
        const { assert!(size_of::<Entry<M>>() == 16) };
        Self(vec![Entry { key: 0, value: 0, depth: -1, bound: Bound::AtLeast, best: none }; ENTRIES])
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let entry = &self.0[key as usize % ENTRIES];
        (entry.key == key && entry.depth >= 0).then_some(entry)
    }

    #[inline(always)]
    pub fn store(&mut self, key: u64, best: M, value: i32, ply: usize, depth: i32, bound: Bound) {
        let value = mate_after(value, -(ply as i32)) as i16;
        self.0[key as usize % ENTRIES] = Entry { key, value, depth: depth as i8, bound, best };
    }
}

/// Moves the value of a mate by so many plies. The search counts them from the root, the table from the
/// position.
#[inline(always)]
fn mate_after(value: i32, plies: i32) -> i32 {
    if value.abs() > MATES { value - value.signum() * plies } else { value }
}
