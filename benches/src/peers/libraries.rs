//! Published crates, called by their public functions.

use core::hint::assert_unchecked;

#[cfg(feature = "sliders")]
use hermes_simd::BitBoardKernel;
use quadline_kernels::Square;

use super::Peer;
use super::modern::with_modern_features;
use crate::generator::Single;

/// Returns the index of `square` with the compiler's knowledge that it is below 64, which removes the checks
/// in the peers' conversions.
#[inline(always)]
fn index(square: Square) -> usize {
    let index = square.index();
    // SAFETY: a `Square` is 0..=63.
    unsafe { assert_unchecked(index < 64) };
    index
}

/// Runs `work` without further CPU features, for a peer that chooses its own.
#[inline(always)]
fn as_it_is<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Defines a peer from a crate: its name, the bytes of its tables, how it is compiled, and its functions of a
/// square and an occupancy.
macro_rules! library {
    (
        $(#[$doc:meta])*
        $peer:ident = $name:expr, $table_bytes:expr, $compiled:expr,
        |$square:ident, $occupied:ident| { $($function:ident: $attacks:expr,)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $peer;

        impl Single for $peer {
            $(
                #[inline(always)]
                fn $function(self, $square: Square, $occupied: u64) -> u64 {
                    $attacks
                }
            )*

            #[inline(always)]
            fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
                $compiled(work)
            }
        }

        impl Peer for $peer {
            const NAME: &'static str = $name;
            const TABLE_BYTES: usize = $table_bytes;
            const NEEDS: &'static str = "nothing";

            fn detect() -> Option<Self> {
                Some(Self)
            }
        }
    };
}

#[inline(always)]
fn cozy_chess_square(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(index(square))
}

library! {
    /// cozy-chess (MIT): black magic bitboards with overlapping tables.
    ///
    /// 87,988 attack sets, and mask, factor and offset of two pieces on 64 squares.
    CozyChess = "cozy-chess", 87_988 * 8 + 2 * 64 * 24, with_modern_features,
    |square, occupied| {
        rook: cozy_chess::get_rook_moves(cozy_chess_square(square), cozy_chess::BitBoard(occupied)).0,
        bishop: cozy_chess::get_bishop_moves(cozy_chess_square(square), cozy_chess::BitBoard(occupied)).0,
    }
}

const SHAKMATY_HAS_MAGIC: bool = cfg!(feature = "shakmaty-magic");

#[inline(always)]
fn shakmaty_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(index(square) as u32)
}

library! {
    /// shakmaty (GPL-3.0-or-later): magic bitboards with overlapping tables, or hyperbola quintessence (see
    /// the feature `shakmaty-magic`).
    ///
    /// Magic: 88,772 attack sets, and mask, factor and offset of two pieces on 64 squares. Otherwise two
    /// masks each.
    Shakmaty = if SHAKMATY_HAS_MAGIC { "shakmaty" } else { "shakmaty-hyperbola-quintessence" },
    if SHAKMATY_HAS_MAGIC { 88_772 * 8 + 2 * 64 * 24 } else { 2 * 64 * 16 },
    with_modern_features,
    |square, occupied| {
        rook: shakmaty::attacks::rook_attacks(shakmaty_square(square), shakmaty::Bitboard(occupied)).0,
        bishop: shakmaty::attacks::bishop_attacks(shakmaty_square(square), shakmaty::Bitboard(occupied)).0,
    }
}

#[cfg(feature = "sliders")]
#[inline(always)]
fn chess_square(square: Square) -> chess::Square {
    // SAFETY: the index is below 64.
    unsafe { chess::Square::new(index(square) as u8) }
}

#[cfg(feature = "sliders")]
library! {
    /// jordanbray's chess (MIT): magic bitboards whose shared tables are cut to each square by a ray mask.
    ///
    /// 104,960 attack sets; mask, factor, offset and shift, and a ray mask, of two pieces on 64 squares.
    Chess = "chess", 104_960 * 8 + 2 * 64 * (24 + 8), with_modern_features,
    |square, occupied| {
        rook: chess::get_rook_moves(chess_square(square), chess::BitBoard(occupied)).0,
        bishop: chess::get_bishop_moves(chess_square(square), chess::BitBoard(occupied)).0,
    }
}

#[cfg(feature = "sliders")]
library! {
    /// hermes-simd's default (MIT OR Apache-2.0): magic bitboards, masks computed in every call.
    ///
    /// As many attack sets as for PEXT; factor and offset of two pieces on 64 squares.
    HermesMagic = "hermes-magic", (102_400 + 5_248) * 8 + 2 * 64 * 16, with_modern_features,
    |square, occupied| {
        rook: hermes_simd::rook_attacks(index(square) as u8, occupied),
        bishop: hermes_simd::bishop_attacks(index(square) as u8, occupied),
        queen: hermes_simd::queen_attacks(index(square) as u8, occupied),
    }
}

#[cfg(feature = "sliders")]
library! {
    /// hermes-simd's vector kernel: a Kogge-Stone fill with a direction per lane, its level chosen in every
    /// call.
    HermesKoggeStone = "hermes-kogge-stone", 0, as_it_is,
    |square, occupied| {
        rook: hermes_simd::KoggeStone::rook_attacks(index(square) as u8, occupied),
        bishop: hermes_simd::KoggeStone::bishop_attacks(index(square) as u8, occupied),
        queen: hermes_simd::KoggeStone::queen_attacks(index(square) as u8, occupied),
    }
}
