//! A hash table for positions that were searched before.

use quadline::Move;

/// The relation of a stored value to the actual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The stored data of a position, in 16 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    pub best: Move,
    pub value: i16,
    pub depth: i8,
    pub bound: Bound,
}

/// One entry for each index; a newer entry replaces an older one.
pub struct HashTable(Vec<Option<Entry>>);

impl HashTable {
    /// Creates a table of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self(vec![None; (mebibytes << 20) / size_of::<Option<Entry>>()])
    }

    /// Returns the size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(self.0.as_slice()) >> 20
    }

    /// Returns an index proportional to the upper bits of the key.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.0.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.0[self.index(key)].filter(|entry| entry.key == key)
    }

    pub fn store(&mut self, key: u64, best: Move, value: i32, depth: i32, bound: Bound) {
        let index = self.index(key);
        self.0[index] =
            Some(Entry { key, best, value: value as i16, depth: depth.clamp(-1, 127) as i8, bound });
    }
}
