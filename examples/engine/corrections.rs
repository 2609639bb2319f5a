//! Corrections of the evaluation, learned from the values of searched positions with the same pawns, the same
//! minor pieces, or the same pieces of a color ([correction
//! history](https://www.chessprogramming.org/Static_Evaluation_Correction_History)).

use quadline::{Color, KeyParts, KeySet, ZobristKeys};

/// The key of a whole position, for repetitions and the hash table, and then those that index corrections. A
/// move changes all of them together.
pub static KEYS: KeySet<5> = KeySet::new(
    ZobristKeys::DEFAULT,
    [
        KeyParts::ALL,
        KeyParts::PAWNS,
        KeyParts::KNIGHTS.with(KeyParts::BISHOPS),
        KeyParts::WHITE.without(KeyParts::PAWNS),
        KeyParts::BLACK.without(KeyParts::PAWNS),
    ],
);

/// The keys of a position.
pub type Keys = [u64; 5];

/// The number of entries for each key and color.
const ENTRIES: usize = 1 << 12;
/// Entries are in this fraction of a hundredth of a pawn.
const UNIT: i32 = 64;
/// The largest difference that an entry is moved toward.
const MOST: i32 = 200;

/// For each key but the first, by the side to move: the average difference between the value of a search and
/// the evaluation.
pub struct Corrections(Vec<[[i16; ENTRIES]; 2]>);

impl Corrections {
    pub fn new() -> Self {
        Self(vec![[[0; ENTRIES]; 2]; 4])
    }

    /// Returns the mean of the entries, in hundredths of a pawn.
    #[inline(always)]
    pub fn of(&self, [_, keys @ ..]: &Keys, color: Color) -> i32 {
        let tables = self.0.iter().zip(keys);
        let sum: i32 =
            tables.map(|(table, &key)| i32::from(table[color as usize][key as usize % ENTRIES])).sum();
        sum / (4 * UNIT)
    }

    /// Moves the entries toward a difference, further after a deep search.
    pub fn learn(&mut self, [_, keys @ ..]: &Keys, color: Color, difference: i32, depth: i32) {
        let (difference, weight) = (difference.clamp(-MOST, MOST) * UNIT, depth.min(16));
        for (table, &key) in self.0.iter_mut().zip(keys) {
            let entry = &mut table[color as usize][key as usize % ENTRIES];
            // Between two values of 16 bits.
            *entry = ((i32::from(*entry) * (128 - weight) + difference * weight) / 128) as i16;
        }
    }
}
