//! Sliders by quadline and by lookups, for `ci/cycles-of-loops.py`: functions without a loop, whose
//! instructions are counted, and loops over pairs, whose cycles are estimated.
#![no_std]

use quadline::Square;
use quadline::level::{Level, Portable};

/// A lookup table of a magic bitboard, as in `speed-of-targets`.
#[repr(C)]
pub struct Entry {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

/// The rows of a square: rook and bishop.
pub type Entries = [[Entry; 2]; 64];

#[unsafe(no_mangle)]
pub fn quadline_queen(square: Square, occupied: u64) -> u64 {
    quadline::queen_attacks(square, occupied)
}

/// Fancy magic bitboards, as `speed-of-targets` has them.
///
/// # Safety
///
/// Every index that `entries` leads to must be in `attacks`.
#[unsafe(no_mangle)]
pub unsafe fn magic_queen(square: Square, occupied: u64, entries: &Entries, attacks: *const u64) -> u64 {
    let [rook, bishop] = &entries[square.index()];
    // SAFETY: callers guarantee it.
    unsafe { look_up(rook, attacks, occupied) | look_up(bishop, attacks, occupied) }
}

#[unsafe(no_mangle)]
pub fn cozy_chess_queen(square: cozy_chess::Square, occupied: u64) -> u64 {
    let occupied = cozy_chess::BitBoard(occupied);
    (cozy_chess::get_rook_moves(square, occupied) | cozy_chess::get_bishop_moves(square, occupied)).0
}

#[unsafe(no_mangle)]
pub fn shakmaty_queen(square: shakmaty::Square, occupied: u64) -> u64 {
    shakmaty::attacks::queen_attacks(square, shakmaty::Bitboard(occupied)).0
}

/// Defines a loop that writes the attacks of each slider, from an expression of its square and its board.
macro_rules! over_pairs {
    ($name:ident($($argument:ident: $type:ty),*), $square:ident $occupied:ident $attacks:expr) => {
        /// # Safety
        ///
        /// As for [`magic_queen`], if there are tables.
        #[unsafe(no_mangle)]
        pub unsafe fn $name($($argument: $type,)* squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
            for ((attacks, &$square), &$occupied) in attacks.iter_mut().zip(squares).zip(occupied) {
                *attacks = $attacks;
            }
        }
    };
}

/// A lookup with the tables at hand.
#[inline(always)]
unsafe fn look_up(entry: &Entry, attacks: *const u64, occupied: u64) -> u64 {
    let index = (occupied & entry.mask).wrapping_mul(entry.factor) >> (entry.shift & 63);
    // SAFETY: callers guarantee that the index is in the table.
    unsafe { *attacks.add(entry.offset as usize + index as usize) }
}

over_pairs!(queens_magic(entries: &Entries, table: *const u64), square occupied {
    let [rook, bishop] = &entries[square.index()];
    // SAFETY: callers guarantee it.
    unsafe { look_up(rook, table, occupied) | look_up(bishop, table, occupied) }
});
over_pairs!(rooks_magic(entries: &Entries, table: *const u64), square occupied {
    // SAFETY: callers guarantee it.
    unsafe { look_up(&entries[square.index()][0], table, occupied) }
});
over_pairs!(bishops_magic(entries: &Entries, table: *const u64), square occupied {
    // SAFETY: callers guarantee it.
    unsafe { look_up(&entries[square.index()][1], table, occupied) }
});
over_pairs!(queens_cozy_chess(), square occupied {
    let (square, board) = (cozy_chess::Square::index(square.index()), cozy_chess::BitBoard(occupied));
    (cozy_chess::get_rook_moves(square, board) | cozy_chess::get_bishop_moves(square, board)).0
});
over_pairs!(queens_shakmaty(), square occupied {
    shakmaty::attacks::queen_attacks(shakmaty::Square::new(square.index() as u32), shakmaty::Bitboard(occupied)).0
});
over_pairs!(queens_portable(level: Portable), square occupied level.queen_attacks(square, occupied));
over_pairs!(rooks_portable(level: Portable), square occupied level.rook_attacks(square, occupied));
over_pairs!(bishops_portable(level: Portable), square occupied level.bishop_attacks(square, occupied));

/// Loops over pairs by the formulas of the level `neon`.
#[cfg(target_arch = "aarch64")]
mod neon {
    use quadline::level::Neon;
    use quadline_kernels::formula::{Formula, HyperbolaQuintessence, HyperbolaQuintessenceFirstRank};

    use super::Square;

    macro_rules! by_formulas {
        ($($queens:ident $rooks:ident $bishops:ident: $formula:ty;)*) => {$(
            over_pairs!($queens(level: Neon), square occupied <$formula as Formula<Neon>>::queen_attacks(level, square, occupied));
            over_pairs!($rooks(level: Neon), square occupied <$formula as Formula<Neon>>::rook_attacks(level, square, occupied));
            over_pairs!($bishops(level: Neon), square occupied <$formula as Formula<Neon>>::bishop_attacks(level, square, occupied));
        )*};
    }

    by_formulas! {
        queens_neon rooks_neon bishops_neon: HyperbolaQuintessence;
        queens_first_rank rooks_first_rank bishops_first_rank: HyperbolaQuintessenceFirstRank;
    }
}
