//! The formulas, each once, over the lanes of any level: so that they read like the mathematics.
//!
//! | formula | how it finds the attacks of a line |
//! |---|---|
//! | [`Sbamg`] | `o ^ (o - 3 * cbn)` |
//! | [`ObstructionDifference`] | `2 * ls1b(upper) - ms1b(lower)` (Hoffmann) |
//! | [`ObstructionFlip`] | `upper ^ (upper - ms1b(lower))` (Infuehr) |
//! | [`ObstructionShift`] | `(upper ^ (upper - 1)) & ms1b_and_above(lower)` |
//! | [`ObstructionSum`] | `upper ^ (upper + ms1b_and_above(lower))` |
//! | [`HyperbolaQuintessence`] | `(o - 2r) ^ reverse(reverse(o) - 2 * reverse(r))` |
//! | [`HyperbolaQuintessenceFirstRank`] | the same with the bytes reversed, the rank by [look-up](first_rank) |
//! | [`Kindergarten`], [`KindergartenHalves`] | the squares multiplied into an index of [small tables](kindergarten) |
//! | [`LineStates`], [`LineStatesCompact`] | the inner squares multiplied into an index: [look-up](line_states) |
//!
//! The [guide] draws each of them and says what it costs and when it wins.

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

pub(crate) use hyperbola_quintessence::both_ways;
#[cfg(target_feature = "sse2")]
pub(crate) use hyperbola_quintessence::quintessence;
pub use hyperbola_quintessence::{HyperbolaQuintessence, HyperbolaQuintessenceFirstRank};
pub use kindergarten::{Kindergarten, KindergartenHalves};
pub use line_states::{LineStates, LineStatesCompact};
pub use obstruction_difference::{ObstructionDifference, ObstructionFlip, ObstructionShift, ObstructionSum};
pub use sbamg::{Sbamg, SbamgLookup, THREE_TIMES};

/// The [kindergarten] formula for the words of the target, whole or by halves: the fastest of all on plain words.
#[cfg(any(target_pointer_width = "64", target_family = "wasm"))]
pub type KindergartenOnWords = Kindergarten;
/// The [kindergarten] formula for the words of the target, whole or by halves: the fastest of all on plain words.
#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
pub type KindergartenOnWords = KindergartenHalves;

use core::marker::PhantomData;

use crate::lanes::Simd;
use crate::lanes::{FourLanes, Lanes, OneLane};
use crate::{Line, LineAttacks, Square};
use masks::LineMasks;

/// A formula over lanes: every lane holds one line of one slider.
pub trait SimdFormula: Copy + 'static {
    /// The name, as in benches, tests and tables.
    const NAME: &'static str;
    /// The bytes of the tables it reads when the four lines of a slider lie in the lanes.
    const TABLE_BYTES: usize;

    /// The attacks in each lane. The occupancy may hold any squares; the formula picks those of the line.
    fn attacks<V: Lanes>(masks: &LineMasks<V>, occupied: V) -> V;
}

/// A formula for one line at a time, on plain words. Every formula over lanes is one, and so are lookups.
pub trait LineFormula: 'static {
    /// The name, as in benches, tests and tables.
    const NAME: &'static str;
    /// The bytes of the tables it reads for the four lines of a slider.
    const TABLE_BYTES: usize;

    /// The attacks of one slider along one line.
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

/// Sees every formula over lanes, see [`visit_simd_formulas`].
pub trait SimdFormulaVisitor {
    /// A formula over lanes.
    fn formula<F: SimdFormula>(&mut self);
}

/// Shows a visitor the formulas over lanes: the one list of them.
pub fn visit_simd_formulas(visitor: &mut impl SimdFormulaVisitor) {
    visitor.formula::<Sbamg>();
    visitor.formula::<ObstructionDifference>();
    visitor.formula::<ObstructionFlip>();
    visitor.formula::<ObstructionShift>();
    visitor.formula::<ObstructionSum>();
    visitor.formula::<HyperbolaQuintessence>();
}

/// Sees every formula for one line on plain words, see [`visit_line_formulas`].
pub trait LineFormulaVisitor {
    /// A formula for one line.
    fn formula<F: LineFormula>(&mut self);
}

/// Shows a visitor the formulas for one line: those over lanes, and the look-ups.
pub fn visit_line_formulas(visitor: &mut impl LineFormulaVisitor) {
    struct OnWords<'a, V>(&'a mut V);
    impl<V: LineFormulaVisitor> SimdFormulaVisitor for OnWords<'_, V> {
        fn formula<F: SimdFormula>(&mut self) {
            self.0.formula::<F>();
        }
    }
    visit_simd_formulas(&mut OnWords(visitor));
    visitor.formula::<SbamgLookup>();
    visitor.formula::<Kindergarten>();
    visitor.formula::<KindergartenHalves>();
    visitor.formula::<LineStates>();
    visitor.formula::<LineStatesCompact>();
}

/// All four lines of one slider at a level. Call it inside [`Level::vectorize`](crate::level::Level::vectorize), or it does not inline.
pub trait Formula<L: Simd>: 'static {
    /// The name, as in benches, tests and tables.
    const NAME: &'static str;
    /// The bytes of the tables it reads.
    const TABLE_BYTES: usize;

    /// The four lines as they lie in the lanes.
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes;

    /// The same with a board for each line. A line depends on its own squares only, so that a rook and a bishop on one
    /// square, or a slider and what is behind its first blockers, need no more than one pass.
    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        let mut lines = occupied.to_array();
        for (lane, line) in lines.iter_mut().enumerate() {
            *line = Self::lines(level, square, *line).to_array()[lane];
        }
        L::FourLanes::load(level, &lines)
    }

    /// The same for a slider of a batch, whose board is in memory: `rank` reads the byte of the slider's rank from there.
    #[inline(always)]
    fn lines_in_batch(level: L, square: Square, occupied: u64, rank: impl FnOnce() -> u8) -> L::FourLanes {
        let _ = rank;
        Self::lines(level, square, occupied)
    }

    /// The attacks along all four lines.
    #[inline(always)]
    fn queen_attacks_x4(level: L, square: Square, occupied: u64) -> LineAttacks {
        LineAttacks::from_array(Self::lines(level, square, occupied).to_array())
    }

    /// The attacks of a rook.
    #[inline(always)]
    fn rook_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).rook()
    }

    /// The attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).bishop()
    }

    /// The attacks of a queen.
    #[inline(always)]
    fn queen_attacks(level: L, square: Square, occupied: u64) -> u64 {
        Self::lines(level, square, occupied).queen()
    }

    /// The same, inlined in the code of a caller, who often has the board in memory and other work while an answer is computed:
    /// for throughput, at the price of a longer chain from the board to the attacks.
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
    fn queen_attacks_inlined(level: L, square: Square, occupied: u64) -> u64 {
        <Self as Formula<L>>::lines(level, square, occupied).queen_inlined()
    }

    #[inline(always)]
    fn lines_on(level: L, square: Square, occupied: L::FourLanes) -> L::FourLanes {
        F::attacks(&LineMasks::of_square(level, square), occupied)
    }
}

/// The four lines of a slider by a formula for one line, in general registers. The [list of levels](crate::level) names
/// lookups in this form.
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
        // Written out, because `map` over the lines may stay a loop, at three times the cost.
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
