//! Kernels for one slider, behind one trait.

mod properties;

use quadline_kernels::{LineAttacks, Square};

pub use properties::{prop_equals, prop_equals_oracle};

/// A kernel for one slider.
pub trait Single: Send + Sync {
    /// Level, layout and formula: `avx2/single/sbamg`.
    fn name(&self) -> &str;
    /// Returns the bytes of the tables that the kernel reads.
    fn table_bytes(&self) -> usize {
        0
    }
    /// Returns the attacks along all four lines.
    fn queen_attacks_x4(&self, square: Square, occupied: u64) -> LineAttacks;
    /// Returns the attacks of a rook.
    fn rook_attacks(&self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a bishop.
    fn bishop_attacks(&self, square: Square, occupied: u64) -> u64;
    /// Returns the attacks of a queen.
    fn queen_attacks(&self, square: Square, occupied: u64) -> u64;
}
