//! Published crates, called by their public functions.

use core::hint::assert_unchecked;

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

/// Defines a peer from a crate: its name, the bytes of its tables, and its functions of a
/// square and an occupancy.
macro_rules! library {
    (
        $(#[$doc:meta])*
        $peer:ident = $name:expr, $table_bytes:expr,
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
                with_modern_features(work)
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
    CozyChess = "cozy-chess", 87_988 * 8 + 2 * 64 * 24,
    |square, occupied| {
        rook: cozy_chess::get_rook_moves(cozy_chess_square(square), cozy_chess::BitBoard(occupied)).0,
        bishop: cozy_chess::get_bishop_moves(cozy_chess_square(square), cozy_chess::BitBoard(occupied)).0,
    }
}

#[inline(always)]
fn shakmaty_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(index(square) as u32)
}

library! {
    /// shakmaty (GPL-3.0-or-later): magic bitboards with overlapping tables.
    ///
    /// 88,772 attack sets, and mask, factor and offset of two pieces on 64 squares.
    Shakmaty = "shakmaty", 88_772 * 8 + 2 * 64 * 24,
    |square, occupied| {
        rook: shakmaty::attacks::rook_attacks(shakmaty_square(square), shakmaty::Bitboard(occupied)).0,
        bishop: shakmaty::attacks::bishop_attacks(shakmaty_square(square), shakmaty::Bitboard(occupied)).0,
    }
}
