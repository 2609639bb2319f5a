//! Stockfish's x86-64 scheme of 2026, rebuilt from its description (official-stockfish/Stockfish, pull
//! requests 6845 and 6865): hyperbola quintessence with file, diagonal and antidiagonal in the lanes of one
//! vector, the rank from 512 bytes of first-rank attacks; rook and bishop come out of one pass.

use std::array;
use std::sync::LazyLock;

use quadline_kernels::Square;
use quadline_kernels::formula::first_rank::FIRST_RANK_ATTACKS;

use super::Peer;
use super::modern::{is_x86_64_v3, x86_64_v3};
use super::relevant::lines_of;
use crate::generator::Single;

/// The data of one square, in 64 consecutive bytes.
#[repr(C, align(64))]
struct SquareEntries {
    /// File, diagonal, nothing, antidiagonal; without the square itself.
    masks: [u64; 4],
    /// Twice the square's bit, and twice its bit on the board with reversed ranks.
    slider: u64,
    mirrored_slider: u64,
    /// The index of the six inner squares of the rank, and the rank itself.
    inner_shift: u32,
    rank_shift: u32,
    file: usize,
}

struct Tables {
    squares: [SquareEntries; 64],
    /// First-rank attacks by file and by the occupancy of the six inner squares.
    first_rank: [[u8; 64]; 8],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
    squares: array::from_fn(|square| {
        let [_, file, diagonal, antidiagonal] = lines_of(square);
        SquareEntries {
            masks: [file, diagonal, 0, antidiagonal],
            slider: (1 << square) << 1,
            mirrored_slider: (1 << (square ^ 56)) << 1,
            inner_shift: 8 * (square as u32 / 8) + 1,
            rank_shift: 8 * (square as u32 / 8),
            file: square % 8,
        }
    }),
    first_rank: array::from_fn(|file| array::from_fn(|inner| FIRST_RANK_ATTACKS.0[8 * inner + file])),
});

/// Three lines by hyperbola quintessence in AVX2 lanes, and the rank by lookup.
#[derive(Clone, Copy)]
pub struct Stockfish2026 {
    tables: &'static Tables,
}

mod avx2 {
    use core::arch::x86_64::*;

    use super::Tables;

    /// Returns bishop and rook attacks, in this order.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[inline]
    pub(super) fn bishop_and_rook(tables: &Tables, square: usize, occupied: u64) -> (u64, u64) {
        // SAFETY: callers pass the index of a `Square`, which is 0..=63.
        let entries = unsafe { tables.squares.get_unchecked(square) };
        // Every lane has one square per byte, so a byte swap reverses it.
        let reverse = _mm256_setr_epi8(
            7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11,
            10, 9, 8,
        );
        // SAFETY: `masks` has 32 bytes at the start of a struct that is aligned to 64.
        let masks = unsafe { _mm256_load_si256(entries.masks.as_ptr().cast()) };
        let blockers = _mm256_and_si256(masks, _mm256_set1_epi64x(occupied.cast_signed()));
        let upper = _mm256_sub_epi64(blockers, _mm256_set1_epi64x(entries.slider.cast_signed()));
        let lower = _mm256_shuffle_epi8(
            _mm256_sub_epi64(
                _mm256_shuffle_epi8(blockers, reverse),
                _mm256_set1_epi64x(entries.mirrored_slider.cast_signed()),
            ),
            reverse,
        );
        let lines = _mm256_and_si256(_mm256_xor_si256(upper, lower), masks);
        // Joins the file with the unused lane, and the diagonal with the antidiagonal.
        let pieces = _mm_or_si128(_mm256_castsi256_si128(lines), _mm256_extracti128_si256(lines, 1));
        let inner = (occupied >> entries.inner_shift) as usize % 64;
        // SAFETY: `file` is below 8 and `inner` below 64.
        let rank = unsafe { *tables.first_rank.get_unchecked(entries.file).get_unchecked(inner) };
        let rank = u64::from(rank) << entries.rank_shift;
        let bishop = _mm_extract_epi64(pieces, 1).cast_unsigned();
        let rook = _mm_cvtsi128_si64(pieces).cast_unsigned() | rank;
        (bishop, rook)
    }
}

impl Stockfish2026 {
    #[inline(always)]
    fn bishop_and_rook(self, square: Square, occupied: u64) -> (u64, u64) {
        // SAFETY: a `Stockfish2026` is only created by `detect`, which has found all five features.
        unsafe { avx2::bishop_and_rook(self.tables, square.index(), occupied) }
    }
}

impl Single for Stockfish2026 {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.bishop_and_rook(square, occupied).1
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.bishop_and_rook(square, occupied).0
    }

    #[inline(always)]
    fn queen(self, square: Square, occupied: u64) -> u64 {
        let (bishop, rook) = self.bishop_and_rook(square, occupied);
        bishop | rook
    }

    #[inline(always)]
    fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: a `Stockfish2026` is only created by `detect`, which has found all five features.
        unsafe { x86_64_v3(work) }
    }
}

impl Peer for Stockfish2026 {
    const NAME: &'static str = "stockfish-2026";
    const TABLE_BYTES: usize = size_of::<Tables>();
    const NEEDS: &'static str = "avx2";

    fn detect() -> Option<Self> {
        is_x86_64_v3().then_some(Self { tables: &TABLES })
    }
}
