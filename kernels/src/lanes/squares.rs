//! Lanes with a byte for each square, for [packed boards](crate::positions::packed).

/// 64 bytes, one for each square.
pub trait SquareBytes: Copy {
    /// The token that proves the CPU features.
    type Token: Copy;

    /// Writes the numbers of a packed board to the occupied squares. The bytes of other squares are unspecified.
    fn expand(token: Self::Token, occupied: u64, nibbles: &[u8; 16]) -> Self;
    /// Looks up each byte, 0..=15, in a table.
    fn lookup(self, table: &[u8; 16]) -> Self;
    /// Returns the squares whose byte has this bit, 0..=7.
    fn with_bit(self, bit: u32) -> u64;
}
