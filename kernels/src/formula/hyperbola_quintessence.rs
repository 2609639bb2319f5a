//! Hyperbola quintessence: `o ^ (o - 2r)` on the line and on the reversed line.
//!
//! With the slider `r` included in `o`, `o - 2r` clears the slider and borrows from the next square up to the
//! first blocker. The bits that change are the attacks upward. The same subtraction on the reversed line
//! gives the attacks downward, and `o` cancels when the two are combined by XOR. The masks here leave the
//! slider out of `o`, so only one `r` is subtracted.
//!
//! Reversing only the bytes reverses every line except the rank, whose squares share one byte.
//! [`HyperbolaQuintessenceFirstRank`] takes the rank from the [first-rank table](super::first_rank) instead.
//!
//! Source: [Hyperbola Quintessence](https://www.chessprogramming.org/Hyperbola_Quintessence), Gerd Isenberg
//! and Aleks Peshkov (2007), which builds on
//! [o^(o-2r)](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece).

use core::ops::{BitXor, Sub};

use crate::lanes::Simd;
use crate::lanes::{FourLanes, Lanes, OneLane, Reversible};
use crate::tables;
use crate::{Line, Square};

use super::first_rank::ALL_RANKS_ATTACKS;
use super::masks::LineMasks;
use super::{Formula, SimdFormula};

/// Returns the attacks in both directions. Bits off the line are unspecified. `o` is the occupancy of the
/// line without the slider.
#[inline(always)]
pub(crate) fn both_ways<V: Copy + BitXor<Output = V> + Sub<Output = V>>(
    o: V,
    slider: V,
    slider_reversed: V,
    reverse: impl Fn(V) -> V,
) -> V {
    let upwards = o - slider;
    let downwards = reverse(reverse(o) - slider_reversed);
    upwards ^ downwards
}

/// Evaluates the formula on lanes of any width: whole boards, or bytes with one line each.
#[inline(always)]
fn quintessence<V: Reversible>(occupied: V, line_ex: V, slider: V, slider_reversed: V) -> V {
    let attacks = both_ways(
        occupied & line_ex,
        slider,
        slider_reversed,
        #[inline(always)]
        |lanes| lanes.reverse_bits(),
    );
    attacks & line_ex
}

/// `(o - 2r) ^ reverse(reverse(o) - 2 * reverse(r))` with all 64 bits reversed, which reverses every line.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaQuintessence;

impl SimdFormula for HyperbolaQuintessence {
    const NAME: &'static str = "hyperbola-quintessence";
    const TABLE_BYTES: usize = 3 * tables::TABLE_BYTES;

    #[inline(always)]
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V {
        quintessence(occupied, masks.line_ex, masks.slider, masks.slider_bit_reversed)
    }
}

/// Hyperbola quintessence by byte reversal, with a lookup for the rank.
///
/// Reversing bytes is one instruction on every CPU, and all table entries of a square are in two adjacent
/// cache lines. Rook and bishop are computed with 64-bit integers, two lines each. A compiler with vectors
/// puts the bishop's lines into a register of two lanes, and the rook's rank never moves between vector and
/// general registers.
#[derive(Clone, Copy, Debug)]
pub struct HyperbolaQuintessenceFirstRank;

/// The masks and table pointers of one square, in 128 bytes.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
struct SquareRow {
    line_ex: [u64; 4],
    /// The slider's bit in all lanes, as in [`SLIDER`](tables::SLIDER), and the same with the bytes reversed.
    slider: [u64; 4],
    slider_reversed: [u64; 4],
    /// The rank's attacks, repeated on all ranks and indexed by the occupancy of the rank's inner squares.
    first_rank: &'static [u64; 64],
    /// The index of the rank's first inner square.
    first_rank_shift: u8,
}

static SQUARE_ROWS: [SquareRow; 64] = {
    let file = &ALL_RANKS_ATTACKS.0[0];
    let empty = SquareRow {
        line_ex: [0; 4],
        slider: [0; 4],
        slider_reversed: [0; 4],
        first_rank: file,
        first_rank_shift: 0,
    };
    let mut rows = [empty; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        rows[index] = SquareRow {
            line_ex: tables::LINE_EX.0[index],
            slider: [square.bit(); 4],
            slider_reversed: [square.bit().swap_bytes(); 4],
            first_rank: &ALL_RANKS_ATTACKS.0[square.file() as usize],
            first_rank_shift: 8 * square.rank() + 1,
        };
        index += 1;
    }
    rows
};

impl SquareRow {
    #[inline(always)]
    fn of(square: Square) -> &'static Self {
        &SQUARE_ROWS[square.index()]
    }

    /// Returns the attacks along the rank, repeated on all ranks.
    #[inline(always)]
    fn rank_on_all_ranks(&self, occupied: u64) -> u64 {
        self.first_rank[(occupied >> (self.first_rank_shift & 63)) as usize & 63]
    }

    #[inline(always)]
    fn rank(&self, occupied: u64) -> u64 {
        self.rank_on_all_ranks(occupied) & self.line_ex[Line::Rank.lane()]
    }

    /// Returns those squares of the four lines that `kept` contains. `rank` is the rank's attacks, repeated
    /// on all ranks.
    #[inline(always)]
    fn lines<L: Simd>(
        &self,
        level: L,
        occupied: L::FourLanes,
        rank: u64,
        kept: L::FourLanes,
    ) -> L::FourLanes {
        let slider = L::FourLanes::load_repeated(level, &self.slider);
        let slider_reversed = L::FourLanes::load_repeated(level, &self.slider_reversed);
        let mut lines = both_ways(
            occupied & self.line_ex(level),
            slider,
            slider_reversed,
            #[inline(always)]
            |lanes| lanes.reverse_bytes(),
        )
        .to_array();
        // The value is still in a register: this compiles to one blend.
        lines[Line::Rank.lane()] = rank;
        L::FourLanes::load(level, &lines) & kept
    }

    /// Returns the squares of the four lines.
    #[inline(always)]
    fn line_ex<L: Simd>(&self, level: L) -> L::FourLanes {
        L::FourLanes::load(level, &self.line_ex)
    }

    /// Returns the attacks along a line other than the rank.
    #[inline(always)]
    fn line(&self, line: Line, occupied: u64) -> u64 {
        let word = |word| OneLane::splat((), word);
        let line_ex = word(self.line_ex[line.lane()]);
        let attacks = both_ways(
            word(occupied) & line_ex,
            word(self.slider[line.lane()]),
            word(self.slider_reversed[line.lane()]),
            #[inline(always)]
            |line| line.reverse_bytes(),
        );
        (attacks & line_ex).0
    }
}

impl<L: Simd> Formula<L> for HyperbolaQuintessenceFirstRank {
    const NAME: &'static str = "hyperbola-quintessence-first-rank";
    const TABLE_BYTES: usize = size_of_val(&SQUARE_ROWS) + size_of_val(&ALL_RANKS_ATTACKS);

    #[inline(always)]
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes {
        let row = SquareRow::of(square);
        row.lines(
            level,
            L::FourLanes::splat(level, occupied),
            row.rank_on_all_ranks(occupied),
            row.line_ex(level),
        )
    }

    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        let row = SquareRow::of(square);
        let [on_rank, ..] = occupied.to_array();
        row.lines(level, occupied, row.rank_on_all_ranks(on_rank), row.line_ex(level))
    }

    #[inline(always)]
    fn lines_in_batch(level: L, square: Square, occupied: u64, rank: impl FnOnce() -> u8) -> L::FourLanes {
        let row = SquareRow::of(square);
        let rank_attacks = row.first_rank[usize::from(rank() >> 1 & 63)];
        row.lines(level, L::FourLanes::splat(level, occupied), rank_attacks, row.line_ex(level))
    }

    #[inline(always)]
    fn queen_attacks_inlined(level: L, square: Square, occupied: u64) -> u64 {
        let row = SquareRow::of(square);
        let lanes = L::FourLanes::splat_beside_word(level, occupied);
        row.lines(level, lanes, row.rank_on_all_ranks(occupied), row.line_ex(level)).queen()
    }

    #[inline(always)]
    fn rook_attacks(level: L, square: Square, occupied: u64) -> u64 {
        // On a 32-bit CPU, 64-bit words take twice the work and vector lanes do not.
        if cfg!(target_pointer_width = "32") && !L::FourLanes::ARE_WORDS {
            return Self::lines(level, square, occupied).rook();
        }
        let row = SquareRow::of(square);
        row.rank(occupied) | row.line(Line::File, occupied)
    }

    #[inline(always)]
    fn bishop_attacks(_: L, square: Square, occupied: u64) -> u64 {
        let row = SquareRow::of(square);
        row.line(Line::Diagonal, occupied) | row.line(Line::Antidiagonal, occupied)
    }
}
