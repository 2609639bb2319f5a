//! First-rank attacks: the smallest line look-up, 8 files x 64 occupancies of the inner squares.
//!
//! The outer squares, a1 and h1, need not be looked at: nothing lies behind them, so a piece there blocks nothing. Six
//! inner squares are left, 64 occupancies, and 512 bytes hold the attacks of a rook on each file. The index is
//! `8 * inner + file`; with the two outer bits cleared the rank's byte is already `2 * inner`, so that a scale by four
//! in the address is all that it takes.
//!
//! A rook on e1, b1 and g1 occupied, drawn from a1 to h1:
//!
//! ```text
//! file               a b c d e f g h
//! occupied           . 1 . . . . 1 .
//! attacks of e1      . 1 1 1 . 1 1 .
//! ```
//!
//! The same table serves every line whose squares are first brought side by side: see
//! [line states](super::line_states). First-rank attacks are the common base of rotated and of kindergarten bitboards;
//! described by Gerd Isenberg (2006).

use crate::Square;

/// The inner squares of the first rank, b1 to g1.
const INNER: u64 = 0x7e;

/// 512 bytes.
#[repr(C, align(64))]
pub struct FirstRankTable(pub [u8; 512]);

/// The attacks along the first rank, `[8 * inner + file]`: `inner` is the occupancy of b1 to g1, 0..=63.
pub static FIRST_RANK_ATTACKS: FirstRankTable = FirstRankTable({
    let mut table = [0; 512];
    let mut index = 0;
    while index < table.len() {
        table[index] = walk((index / 8 * 2) as u8, index % 8);
        index += 1;
    }
    table
});

/// The same attacks on all eight ranks at once, `[file][inner]`, 4 KiB: a mask picks the rank, which saves the shift.
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

/// Builds an entry: both ways from the file, up to and including the first blocker.
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

/// The attacks along the first rank, as its byte, from a file (taken modulo 8) and the occupancy of the rank.
///
/// One look-up in 512 bytes.
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

/// The attacks along the rank of the square: the rank is shifted down to the first, looked up, and shifted back up.
///
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
/// assert_eq!(rank_attacks(Square::E5, occupied), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . 1 1 1 . 1 1 .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
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
        // Written from a1 to h1, as the article does: 01001010, with the rook itself on e1, attacks 01110110.
        let (occupied, attacks) = (0b0100_1010u8.reverse_bits(), 0b0111_0110u8.reverse_bits());
        assert_eq!(size_of::<FirstRankTable>(), 512);
        assert_eq!(FIRST_RANK_ATTACKS.0[8 * usize::from(occupied >> 1 & 63) + 4], attacks);
        // Neither the outer squares nor the rook's own bit change anything.
        for other in [0x00, 0x01, 0x10, 0x80, 0x81, 0x91] {
            assert_eq!(first_rank_attacks(4, occupied & !0x10 | other), attacks);
        }
    }
}
