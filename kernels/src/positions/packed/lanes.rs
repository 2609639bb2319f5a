//! Lanes with a byte for each square, for [packed boards](crate::positions::packed).

/// 64 bytes, one for each square.
pub trait SquareBytes: Copy {
    /// The token that proves the CPU features.
    type Token: Copy;

    /// Writes the numbers of a packed board to the occupied squares. The bytes of other squares are
    /// unspecified.
    fn expand(token: Self::Token, occupied: u64, nibbles: &[u8; 16]) -> Self;
    /// Returns bytes whose lowest five bits are those of five bitboards.
    fn of_planes(token: Self::Token, planes: &[u64; 5]) -> Self;
    /// Looks up each byte, 0..=15, in a table.
    fn lookup(self, table: &[u8; 16]) -> Self;
    /// Looks up each byte, 0..=31, in a table.
    fn lookup_32(self, table: &[u8; 32]) -> Self;
    /// Returns the squares whose byte has this bit, 0..=7.
    fn with_bit(self, bit: u32) -> u64;
    /// Returns the bytes of at most 32 occupied squares, 0..=15, two in each byte, and zeros behind the last
    /// one.
    fn pack(self, occupied: u64) -> [u8; 16];
}
