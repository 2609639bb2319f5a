//! A lock-free table of counts, shared by all threads.

use core::hash::BuildHasher;
use core::sync::atomic::{AtomicU64, Ordering};
use std::collections::TryReserveError;

use foldhash::quality::FixedState;
use quadline::Position;

/// An entry consists of two words: the number of nodes, and the exclusive or of that number with the check of
/// its key. If two threads write an entry at once, the result does not match any key ([Hyatt and Mann,
/// 2002](https://www.chessprogramming.org/Shared_Hash_Table#Lock-less)).
#[derive(Debug)]
pub struct HashTable {
    entries: Vec<[AtomicU64; 2]>,
    hashes: [FixedState; 2],
    runs: u64,
}

/// A position and a depth, as an index and a check. These are hashes with different seeds, so a wrong match
/// requires a collision of more than 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    index: usize,
    check: u64,
}

impl HashTable {
    /// Creates an empty table.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let length = mebibytes.saturating_mul(1024 * 1024 / size_of::<[AtomicU64; 2]>());
        let mut entries = Vec::new();
        entries.try_reserve_exact(length)?;
        entries.resize_with(length, || [const { AtomicU64::new(0) }; 2]);
        Ok(Self { entries, hashes: [0, 1].map(FixedState::with_seed), runs: 0 })
    }

    /// Empties the table by choosing other hashes, which no entry matches.
    pub fn forget(&mut self) {
        self.runs += 1;
        self.hashes = [2 * self.runs, 2 * self.runs + 1].map(FixedState::with_seed);
    }

    /// Returns the key for the number of nodes `depth` moves after a position.
    pub fn key(&self, position: &Position, depth: u32) -> Key {
        let [index, check] = self.hashes.each_ref().map(|hash| hash.hash_one((position, depth)));
        // The upper half of the product is uniform over any number of entries.
        Key { index: ((u128::from(index) * self.entries.len() as u128) >> 64) as usize, check }
    }

    /// Returns the number that was inserted with this key, if its entry still exists.
    pub fn get(&self, key: Key) -> Option<u64> {
        let [nodes, check] = self.entries[key.index].each_ref().map(|word| word.load(Ordering::Relaxed));
        (check ^ nodes == key.check).then_some(nodes)
    }

    /// Inserts a number, replacing the entry.
    pub fn insert(&self, key: Key, nodes: u64) {
        let [number, check] = &self.entries[key.index];
        number.store(nodes, Ordering::Relaxed);
        check.store(key.check ^ nodes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_inserted_is_found_under_its_key_alone() {
        let mut table = HashTable::new(1).expect("a mebibyte");
        let key = table.key(&Position::START, 3);
        assert_eq!(table.get(key), None);
        table.insert(key, 8_902);
        assert_eq!(table.get(key), Some(8_902));
        assert_eq!(table.get(table.key(&Position::START, 4)), None);
        assert_eq!(table.get(Key { check: key.check ^ 1, ..key }), None);
        table.forget();
        assert_eq!(table.get(table.key(&Position::START, 3)), None);
    }

    #[test]
    fn half_an_entry_belongs_to_nobody() {
        let table = HashTable::new(1).expect("a mebibyte");
        let key = table.key(&Position::START, 3);
        table.insert(key, 8_902);
        table.entries[key.index][0].store(400, Ordering::Relaxed);
        assert_eq!(table.get(key), None);
    }

    #[test]
    fn too_much_memory_is_an_error() {
        assert!(HashTable::new(usize::MAX).is_err());
    }
}
