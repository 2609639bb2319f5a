//! Published crates, called by their public functions.

use core::hint::assert_unchecked;

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

/// cozy-chess: black magic bitboards with overlapping tables.
#[derive(Clone, Copy)]
pub struct CozyChess;

impl Single for CozyChess {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        let square = cozy_chess::Square::index(index(square));
        cozy_chess::get_rook_moves(square, cozy_chess::BitBoard(occupied)).0
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        let square = cozy_chess::Square::index(index(square));
        cozy_chess::get_bishop_moves(square, cozy_chess::BitBoard(occupied)).0
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        with_modern_features(work)
    }
}

impl Peer for CozyChess {
    const NAME: &'static str = "cozy-chess";
    // 87,988 attack sets, and mask, factor and offset of two pieces on 64 squares.
    const TABLE_BYTES: usize = 87_988 * 8 + 2 * 64 * 24;
    const SOURCE: &'static str = "crate cozy-chess, MIT";
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        Some(Self)
    }
}

/// shakmaty: magic bitboards with overlapping tables, or hyperbola quintessence (see the feature `shakmaty-magic`).
#[derive(Clone, Copy)]
pub struct Shakmaty;

impl Single for Shakmaty {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        let square = shakmaty::Square::new(index(square) as u32);
        shakmaty::attacks::rook_attacks(square, shakmaty::Bitboard(occupied)).0
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        let square = shakmaty::Square::new(index(square) as u32);
        shakmaty::attacks::bishop_attacks(square, shakmaty::Bitboard(occupied)).0
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        with_modern_features(work)
    }
}

impl Peer for Shakmaty {
    const NAME: &'static str =
        if cfg!(feature = "shakmaty-magic") { "shakmaty" } else { "shakmaty-hyperbola-quintessence" };
    // Magic: 88,772 attack sets, and mask, factor and offset of two pieces on 64 squares. Otherwise two masks each.
    const TABLE_BYTES: usize =
        if cfg!(feature = "shakmaty-magic") { 88_772 * 8 + 2 * 64 * 24 } else { 2 * 64 * 16 };
    const SOURCE: &'static str = "crate shakmaty, GPL-3.0-or-later";
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        Some(Self)
    }
}

/// jordanbray's chess: magic bitboards whose shared tables are cut to each square by a ray mask.
#[derive(Clone, Copy)]
pub struct Chess;

impl Single for Chess {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        // SAFETY: the index is below 64.
        let square = unsafe { chess::Square::new(index(square) as u8) };
        chess::get_rook_moves(square, chess::BitBoard(occupied)).0
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        // SAFETY: the index is below 64.
        let square = unsafe { chess::Square::new(index(square) as u8) };
        chess::get_bishop_moves(square, chess::BitBoard(occupied)).0
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        with_modern_features(work)
    }
}

impl Peer for Chess {
    const NAME: &'static str = "chess";
    // 104,960 attack sets; mask, factor, offset and shift, and a ray mask, of two pieces on 64 squares.
    const TABLE_BYTES: usize = 104_960 * 8 + 2 * 64 * (24 + 8);
    const SOURCE: &'static str = "crate chess, MIT";
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        Some(Self)
    }
}

/// hermes-simd's default: magic bitboards, masks computed in every call.
#[derive(Clone, Copy)]
pub struct HermesMagic;

impl Single for HermesMagic {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::rook_attacks(index(square) as u8, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::bishop_attacks(index(square) as u8, occupied)
    }

    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::queen_attacks(index(square) as u8, occupied)
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        with_modern_features(work)
    }
}

impl Peer for HermesMagic {
    const NAME: &'static str = "hermes-magic";
    // As many attack sets as for PEXT; factor and offset of two pieces on 64 squares.
    const TABLE_BYTES: usize = (102_400 + 5_248) * 8 + 2 * 64 * 16;
    const SOURCE: &'static str = "crate hermes-simd, MIT OR Apache-2.0";
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        Some(Self)
    }
}

/// hermes-simd's vector kernel: a Kogge-Stone fill with a direction per lane, its level chosen in every call.
#[derive(Clone, Copy)]
pub struct HermesKoggeStone;

impl Single for HermesKoggeStone {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::KoggeStone::rook_attacks(index(square) as u8, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::KoggeStone::bishop_attacks(index(square) as u8, occupied)
    }

    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        hermes_simd::KoggeStone::queen_attacks(index(square) as u8, occupied)
    }
}

impl Peer for HermesKoggeStone {
    const NAME: &'static str = "hermes-kogge-stone";
    const TABLE_BYTES: usize = 0;
    const SOURCE: &'static str = "crate hermes-simd, MIT OR Apache-2.0";
    const NEEDS: &'static str = "nothing";

    fn detect() -> Option<Self> {
        Some(Self)
    }
}
