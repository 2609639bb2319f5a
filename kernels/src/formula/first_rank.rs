//! First-rank attacks: a table of 8 files by 64 occupancies, in 512 bytes.
//!
//! A piece on a1 or h1 blocks nothing, because no square is behind it, so only the six inner squares matter:
//! 64 occupancies for a rook on each of eight files. The index is `8 * inner + file`. The rank's byte with
//! both outer bits cleared is already `2 * inner`, so scaling it by four in the address gives the index.
//!
//! For example, a rook on e1 with b1 and g1 occupied, from a1 to h1:
//!
//! ```text
//! file               a b c d e f g h
//! occupied           . 1 . . . . 1 .
//! attacks of e1      . 1 1 1 . 1 1 .
//! ```
//!
//! The same table serves every line whose squares are first gathered into a byte; see [line
//! states](super::line_states).
//!
//! Source: [First Rank Attacks](https://www.chessprogramming.org/First_Rank_Attacks), Gerd Isenberg (2006).
//! Rotated and kindergarten bitboards build on this table.

use crate::Square;

/// The inner squares of the first rank, b1 to g1.
const INNER: u64 = 0x7e;

/// The type of [`FIRST_RANK_ATTACKS`], aligned to a cache line.
#[repr(C, align(64))]
pub struct FirstRankTable(pub [u8; 512]);

/// Attacks along the first rank, indexed by `8 * inner + file`, where `inner` (0..=63) is the occupancy of b1
/// to g1.
pub static FIRST_RANK_ATTACKS: FirstRankTable = FirstRankTable({
    let mut table = [0; 512];
    let mut index = 0;
    while index < table.len() {
        table[index] = walk((index / 8 * 2) as u8, index % 8);
        index += 1;
    }
    table
});

/// First-rank attacks repeated on all eight ranks, indexed by `[file][inner]`, in 4 KiB. Masking the result
/// replaces a shift.
#[repr(C, align(64))]
pub struct AllRanksTable(pub [[u64; 64]; 8]);

/// The attacks of [`FIRST_RANK_ATTACKS`], repeated on all ranks.
pub static ALL_RANKS_ATTACKS: AllRanksTable = AllRanksTable({
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 512 {
        table[index % 8][index / 8] = u64::from_ne_bytes([FIRST_RANK_ATTACKS.0[index]; 8]);
        index += 1;
    }
    table
});

/// Returns one entry: the attacks in both directions from `file`, including the first blockers.
const fn walk(occupied: u8, file: usize) -> u8 {
    let mut attacks = 0;
    let mut east = 1u8.wrapping_shl(file as u32) << 1;
    while east != 0 {
        attacks |= east;
        east = if occupied & east != 0 { 0 } else { east << 1 };
    }
    let mut west = 1u8.wrapping_shl(file as u32) >> 1;
    while west != 0 {
        attacks |= west;
        west = if occupied & west != 0 { 0 } else { west >> 1 };
    }
    attacks
}

/// Returns the attacks along the first rank as a byte. `file` is taken modulo 8, and `occupied` is the
/// occupancy of the rank.
///
/// # Examples
///
/// ```
/// use quadline_kernels::formula::first_rank::first_rank_attacks;
/// assert_eq!(first_rank_attacks(4, 0b0101_0010), 0b0110_1110);
/// ```
#[inline]
#[must_use]
pub const fn first_rank_attacks(file: u8, occupied: u8) -> u8 {
    let index = 4 * (occupied as u64 & INNER) as usize + (file & 7) as usize;
    FIRST_RANK_ATTACKS.0[index]
}

/// Returns the attacks along the rank of `square`: shifts the rank down to the first, looks it up, and shifts
/// it back.
///
/// # Examples
/// ```
/// use quadline_kernels::{Square, bitboard, formula::first_rank::rank_attacks};
/// let occupied = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     1 1 . . . . 1 .
///     . . . . . . . .
///     . . . . 1 . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(
///     rank_attacks(Square::E5, occupied),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . 1 1 1 . 1 1 .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[inline]
#[must_use]
pub const fn rank_attacks(square: Square, occupied: u64) -> u64 {
    let shift = square.index() & 56;
    (first_rank_attacks(square.file(), (occupied >> shift) as u8) as u64) << shift
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, reference};

    #[test]
    fn every_occupancy_of_every_rank() {
        for square in Square::ALL {
            let shift = 8 * u32::from(square.rank());
            for byte in 0..=u8::MAX {
                let expected = reference::line_attacks(square, Line::Rank, u64::from(byte) << shift);
                for others in [0, u64::MAX] {
                    let occupied = (others & !(0xff << shift)) | u64::from(byte) << shift;
                    assert_eq!(rank_attacks(square, occupied), expected, "{square} {byte:#010b}");
                }
                assert_eq!(first_rank_attacks(square.file(), byte), (expected >> shift) as u8);
                let everywhere = ALL_RANKS_ATTACKS.0[usize::from(square.file())][usize::from(byte >> 1 & 63)];
                assert_eq!(everywhere & Line::Rank.through(square), expected);
            }
        }
    }

    #[test]
    fn the_article_indexes_by_eight_times_inner_plus_file() {
        // The article writes bits from a1 to h1: occupancy 01001010, which includes the rook on e1, and
        // attacks 01110110.
        let (occupied, attacks) = (0b0100_1010u8.reverse_bits(), 0b0111_0110u8.reverse_bits());
        assert_eq!(size_of::<FirstRankTable>(), 512);
        assert_eq!(FIRST_RANK_ATTACKS.0[8 * usize::from(occupied >> 1 & 63) + 4], attacks);
        // The outer squares and the rook's own bit do not change the result.
        for other in [0x00, 0x01, 0x10, 0x80, 0x81, 0x91] {
            assert_eq!(first_rank_attacks(4, occupied & !0x10 | other), attacks);
        }
    }
}
