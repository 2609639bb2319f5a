//! Stockfish's Arm scheme of 2026 (official-stockfish/Stockfish, pull requests 6795 and 6870): hyperbola
//! quintessence, one line after the other, with the CPU's bit reversal.

use quadline_kernels::Square;

use super::Peer;
use super::relevant::lines_of;
use crate::generator::Single;

/// The rank, file, diagonal and antidiagonal through each square, without the square.
static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        lines[square] = lines_of(square);
        square += 1;
    }
    lines
};

/// Hyperbola quintessence by scalar bit reversal.
#[derive(Clone, Copy)]
pub struct RbitQuintessence;

/// Reverses the bits with one instruction on aarch64. The assembly keeps it scalar: otherwise the compiler
/// packs two lines into a vector, which is not what Stockfish does, and is measured by the hyperbola
/// quintessence of the NEON and scalar kernels.
#[inline(always)]
fn reverse(bitboard: u64) -> u64 {
    #[cfg(target_arch = "aarch64")]
    {
        let reversed;
        // SAFETY: the instruction only reads one register and writes one.
        unsafe {
            core::arch::asm!("rbit {}, {}", out(reg) reversed, in(reg) bitboard, options(pure, nomem, nostack));
        }
        reversed
    }
    #[cfg(not(target_arch = "aarch64"))]
    bitboard.reverse_bits()
}

#[inline(always)]
fn along(line: u64, square: Square, occupied: u64) -> u64 {
    let slider = 1u64 << square.index();
    let blockers = occupied & line;
    let upper = blockers.wrapping_sub(slider);
    let lower = reverse(reverse(blockers).wrapping_sub(reverse(slider)));
    (upper ^ lower) & line
}

impl Single for RbitQuintessence {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        let [rank, file, ..] = LINES[square.index()];
        along(rank, square, occupied) | along(file, square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        let [.., diagonal, antidiagonal] = LINES[square.index()];
        along(diagonal, square, occupied) | along(antidiagonal, square, occupied)
    }
}

impl Peer for RbitQuintessence {
    const NAME: &'static str = "stockfish-2026-arm";
    const TABLE_BYTES: usize = size_of_val(&LINES);
    const NEEDS: &'static str = "a bit reversal (aarch64)";

    fn detect() -> Option<Self> {
        // It works on other architectures, too, but no engine uses it there.
        cfg!(target_arch = "aarch64").then_some(Self)
    }
}

#[cfg(test)]
mod tests {
    use quadline_kernels::reference;

    use super::*;

    #[test]
    fn it_is_right_where_it_is_not_listed() {
        for square in Square::ALL {
            for occupied in [0, !0, 0x0123_4567_89ab_cdef, 0xf00f_1234_8421_0ff0] {
                assert_eq!(
                    RbitQuintessence.queen(square, occupied),
                    reference::queen_attacks(square, occupied)
                );
            }
        }
    }
}
