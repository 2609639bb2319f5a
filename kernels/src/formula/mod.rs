//! Formulas for slider attacks, each written once and generic over the lanes of every level.
//!
//! | formula | how it finds the attacks of a line |
//! |---|---|
//! | [`Sbamg`] | `o ^ (o - 3 * cbn)` |
//! | [`ObstructionDifference`] | `2 * ls1b(upper) - ms1b(lower)` (Hoffmann) |
//! | [`ObstructionFlip`] | `upper ^ (upper - ms1b(lower))` (Infuehr) |
//! | [`ObstructionShift`] | `(upper ^ (upper - 1)) & ms1b_and_above(lower)` |
//! | [`ObstructionSum`] | `upper ^ (upper + ms1b_and_above(lower))` |
//! | [`HyperbolaQuintessence`] | `(o - 2r) ^ reverse(reverse(o) - 2 * reverse(r))` |
//! | [`HyperbolaQuintessenceFirstRank`] | the same with bytes reversed, and a [lookup](first_rank) for the rank |
//! | [`Kindergarten`], [`KindergartenHalves`] | a multiplication gathers an index of [small tables](kindergarten) |
//! | [`LineStates`] | a multiplication gathers an index: [lookup](line_states) |
//!
//! The [guide] draws each formula, with its cost and the CPUs it suits. Each formula's module links to its
//! source.

pub mod fill;
pub mod first_rank;
pub mod guide;
mod hyperbola_quintessence;
pub mod kindergarten;
pub mod line_states;
#[doc(hidden)]
pub mod masks;
#[cfg(feature = "multiversion")]
pub mod multiversioned;
mod obstruction_difference;
mod sbamg;

#[cfg(target_feature = "sse2")]
pub(crate) use hyperbola_quintessence::both_ways;
pub use hyperbola_quintessence::{HyperbolaQuintessence, HyperbolaQuintessenceFirstRank};
pub use kindergarten::{Kindergarten, KindergartenHalves};
pub use line_states::LineStates;
pub use obstruction_difference::{ObstructionDifference, ObstructionFlip, ObstructionShift, ObstructionSum};
pub use sbamg::{Sbamg, SbamgLookup, THREE_TIMES};

/// The [kindergarten] formula for the target's word size. The levels without vectors use it: with 64-bit
/// integers it is the fastest formula on an Intel Xeon (family 6, model 207), and [`SbamgLookup`] is faster
/// on Zen 4 and Zen 5 (`calls/kernels/list.rs`).
#[cfg(any(target_pointer_width = "64", target_family = "wasm"))]
pub type KindergartenOnWords = Kindergarten;
/// The [kindergarten] formula for the target's word size. The levels without vectors use it: with 64-bit
/// integers it is the fastest formula on an Intel Xeon (family 6, model 207), and [`SbamgLookup`] is faster
/// on Zen 4 and Zen 5 (`calls/kernels/list.rs`).
#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
pub type KindergartenOnWords = KindergartenHalves;

/// The formula of the levels without vectors.
#[doc(hidden)]
pub type WordsFormula = OnWords<KindergartenOnWords>;

use core::marker::PhantomData;

use crate::lanes::Simd;
use crate::lanes::{FourLanes, Lanes, OneLane};
use crate::{Line, LineAttacks, Square};
use masks::LineMasks;

/// A formula over lanes, where every lane holds one line of one slider.
pub trait SimdFormula: Copy + 'static {
    /// The formula's name in benchmarks, tests and tables.
    const NAME: &'static str;
    /// The size in bytes of the tables that the formula reads when a slider's four lines fill the lanes.
    const TABLE_BYTES: usize;

    /// Returns the attacks in each lane. `occupied` may contain any squares; the formula selects those on the
    /// line.
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V;
}

/// A formula for one line at a time with 64-bit integers. Every [`SimdFormula`] is one, and so are the
/// lookups.
pub trait LineFormula: 'static {
    /// The formula's name in benchmarks, tests and tables.
    const NAME: &'static str;
    /// The size in bytes of the tables that the formula reads for the four lines of a slider.
    const TABLE_BYTES: usize;

    /// Returns the attacks of the slider on `square` along `line`.
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64;
}

impl<F: SimdFormula> LineFormula for F {
    const NAME: &'static str = <F as SimdFormula>::NAME;
    const TABLE_BYTES: usize = <F as SimdFormula>::TABLE_BYTES;

    #[inline(always)]
    fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
        F::attacks(&LineMasks::of_line(square, line), OneLane::splat((), occupied)).0
    }
}

/// A visitor of every formula over lanes; see [`visit_simd_formulas`].
pub trait SimdFormulaVisitor {
    /// Visits one formula.
    fn formula<F: SimdFormula>(&mut self);
}

/// Calls `visitor` for each formula over lanes. This is the only list of them.
pub fn visit_simd_formulas(visitor: &mut impl SimdFormulaVisitor) {
    visitor.formula::<Sbamg>();
    visitor.formula::<ObstructionDifference>();
    visitor.formula::<ObstructionFlip>();
    visitor.formula::<ObstructionShift>();
    visitor.formula::<ObstructionSum>();
    visitor.formula::<HyperbolaQuintessence>();
}

/// A visitor of every formula for one line; see [`visit_line_formulas`].
pub trait LineFormulaVisitor {
    /// Visits one formula.
    fn formula<F: LineFormula>(&mut self);
}

/// Calls `visitor` for each formula for one line: the formulas over lanes, then the lookups.
pub fn visit_line_formulas(visitor: &mut impl LineFormulaVisitor) {
    struct OneLine<'a, V>(&'a mut V);
    impl<V: LineFormulaVisitor> SimdFormulaVisitor for OneLine<'_, V> {
        fn formula<F: SimdFormula>(&mut self) {
            self.0.formula::<F>();
        }
    }
    visit_simd_formulas(&mut OneLine(visitor));
    visitor.formula::<SbamgLookup>();
    visitor.formula::<Kindergarten>();
    visitor.formula::<KindergartenHalves>();
    visitor.formula::<LineStates>();
}

/// The attacks along all four lines of one slider at a level.
///
/// Call the methods inside [`Level::vectorize`](crate::level::Level::vectorize); otherwise they do not
/// inline.
pub trait Formula<L: Simd>: 'static {
    /// The formula's name in benchmarks, tests and tables.
    const NAME: &'static str;
    /// The size in bytes of the tables that the formula reads.
    const TABLE_BYTES: usize;

    /// Returns the attacks along the four lines, one line in each lane.
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes;

    /// Returns the attacks along the four lines, with a separate occupancy for each line.
    ///
    /// Each line depends on its own squares only. A rook and a bishop on one square, or a slider and the
    /// squares behind its first blockers, therefore need a single pass.
    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        let mut lines = occupied.to_array();
        for (lane, line) in lines.iter_mut().enumerate() {
            *line = Self::lines(level, square, *line).to_array()[lane];
        }
        L::FourLanes::load(level, &lines)
    }

    /// Returns the attacks along the four lines for a slider of a batch, whose board is in memory.
    ///
    /// `rank` reads the byte of the slider's rank from memory.
    #[inline(always)]
    fn lines_in_batch(level: L, square: Square, occupied: u64, rank: impl FnOnce() -> u8) -> L::FourLanes {
        let _ = rank;
        Self::lines(level, square, occupied)
    }

    /// Returns the attacks along each of the four lines.
    #[inline(always)]
    fn queen_attacks_x4(level: L, square: Square, occupied: u64) -> LineAttacks {
        LineAttacks::from_array(Self::lines(level, square, occupied).to_array())
    }

    /// Returns the attacks of a rook.
    #[inline(always)]
    fn rook_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).rook()
    }

    /// Returns the attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).bishop()
    }

    /// Returns the attacks of a rook and of a bishop, each with its own occupied squares.
    #[inline(always)]
    fn rook_and_bishop_attacks(
        level: L,
        square: Square,
        rook_occupied: u64,
        bishop_occupied: u64,
    ) -> (u64, u64) {
        let occupied = [rook_occupied, rook_occupied, bishop_occupied, bishop_occupied];
        let lines = Self::lines_on(level, square, L::FourLanes::load(level, &occupied));
        (lines.rook(), lines.bishop())
    }

    /// Returns the attacks of a queen.
    #[inline(always)]
    fn queen_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).queen()
    }

    /// Returns the attacks of a queen, inlined for throughput.
    ///
    /// A caller that has the board in memory and other work to overlap gets more throughput from this
    /// variant, at the cost of a longer dependency chain from the board to the attacks (the gain was not
    /// measured separately).
    #[inline(always)]
    fn queen_attacks_inlined(level: L, square: Square, occupied: u64) -> u64 {
        Self::queen_attacks(level, square, occupied)
    }
}

impl<L: Simd, F: SimdFormula> Formula<L> for F {
    const NAME: &'static str = <F as SimdFormula>::NAME;
    const TABLE_BYTES: usize = <F as SimdFormula>::TABLE_BYTES;

    #[inline(always)]
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes {
        if L::FourLanes::ARE_WORDS {
            let line = |line| F::line_attacks(square, line, occupied);
            let lines = [line(Line::Rank), line(Line::File), line(Line::Diagonal), line(Line::Antidiagonal)];
            L::FourLanes::load(level, &lines)
        } else {
            Self::lines_on(level, square, L::FourLanes::splat(level, occupied))
        }
    }

    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        F::attacks(&LineMasks::of_square(level, square), occupied)
    }
}

/// The four lines of a slider from a formula for one line, in general registers. The [list of
/// levels](crate::level) names lookups in this form.
#[derive(Clone, Copy, Debug)]
pub struct OnWords<F>(PhantomData<F>);

impl<L: Simd, F: LineFormula> Formula<L> for OnWords<F> {
    const NAME: &'static str = F::NAME;
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes {
        let attacks = <Self as Formula<L>>::queen_attacks_x4(level, square, occupied);
        L::FourLanes::load(level, &attacks.to_array())
    }

    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        let [rank, file, diagonal, antidiagonal] = occupied.to_array();
        let lines = [
            F::line_attacks(square, Line::Rank, rank),
            F::line_attacks(square, Line::File, file),
            F::line_attacks(square, Line::Diagonal, diagonal),
            F::line_attacks(square, Line::Antidiagonal, antidiagonal),
        ];
        L::FourLanes::load(level, &lines)
    }

    #[inline(always)]
    fn queen_attacks_x4(_: L, square: Square, occupied: u64) -> LineAttacks {
        // Not written with `map`, because `map` over the lines may remain a loop, which takes three times as
        // long.
        LineAttacks::from_array([
            F::line_attacks(square, Line::Rank, occupied),
            F::line_attacks(square, Line::File, occupied),
            F::line_attacks(square, Line::Diagonal, occupied),
            F::line_attacks(square, Line::Antidiagonal, occupied),
        ])
    }

    #[inline(always)]
    fn rook_attacks(_: L, square: Square, occupied: u64) -> u64 {
        F::line_attacks(square, Line::Rank, occupied) | F::line_attacks(square, Line::File, occupied)
    }

    #[inline(always)]
    fn bishop_attacks(_: L, square: Square, occupied: u64) -> u64 {
        F::line_attacks(square, Line::Diagonal, occupied)
            | F::line_attacks(square, Line::Antidiagonal, occupied)
    }

    #[inline(always)]
    fn queen_attacks(level: L, square: Square, occupied: u64) -> u64 {
        <Self as Formula<L>>::queen_attacks_x4(level, square, occupied).queen()
    }
}
