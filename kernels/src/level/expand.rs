//! What becomes of the rows of the list, beside their tokens: the traits of the levels, the tables of their calls, and
//! the walks over them.

#[cfg(target_arch = "aarch64")]
use super::Neon;
use super::calls::{CallOf, CallOfEach, Calls, Compiled, calls, calls_of};
use super::kernels::Kernels;
use super::list::levels;
use super::token::{Row, Token, function_of_row};
use super::vectors::Vectors;
use super::visit::visit_lane_formulas;
#[cfg(target_feature = "sse2")]
use super::{Avx2, Avx2Gfni, Avx512, Avx512Vbmi, Lzcnt};
use super::{Detected, KernelVisitor, Level, Portable, Scalar, WithLevel};
#[allow(unused_imports)] // The rows of x86-64 without an operating system take none.
use crate::batch::plans::LinesOrOneByOne;
use crate::batch::{BatchFormula, Bishops, OneBoard, OneByOne, Queens, Request, Rooks, RooksAndBishops};
#[cfg(target_feature = "sse2")]
use crate::batch::{
    matrices::{OneGroup, SharedGroups},
    plans::{ForAvx2Gfni, ForAvx512, ForAvx512Vbmi},
};
use crate::formula::fill::ByDoubling;
#[cfg(target_arch = "aarch64")]
use crate::formula::fill::ByMirror;
#[cfg(target_feature = "sse2")]
use crate::formula::fill::{ByEastSubtraction, ByTransposition};
#[allow(unused_imports)] // No architecture takes all of them.
use crate::formula::{
    Formula, HyperbolaQuintessence, HyperbolaQuintessenceFirstRank, LineStates, LineStatesCompact,
    ObstructionFlip, ObstructionShift, ObstructionSum, SbamgLookup,
};
#[cfg(target_feature = "sse2")]
use crate::lanes::avx2::Avx2X4;
#[cfg(target_feature = "sse2")]
use crate::lanes::avx2_directions::Avx2Directions;
#[cfg(target_feature = "sse2")]
use crate::lanes::avx512::Avx512X8;
#[cfg(target_arch = "aarch64")]
use crate::lanes::neon::NeonX4;
use crate::lanes::portable::PortableX4;
use crate::lanes::scalar::ScalarX4;
use crate::lanes::scalar_positions::ScalarX1;
#[cfg(target_feature = "sse2")]
use crate::positions::directions::InDirections;
use crate::positions::{self, InLanes, PositionKernel, PositionsKernel};
use crate::{ChecksAndPins, LineAttacks, Move, Position, Sliders, Square, sliders};

/// The portable level's choice: vectors where words are half as wide; else words, whose leading zeros the CPU counts
/// and the vectors of `wide` do not.
#[cfg(target_arch = "x86")]
type PortableFormula = ObstructionShift;
#[cfg(target_arch = "aarch64")]
type PortableFormula = ObstructionFlip;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
type PortableFormula = SbamgLookup;
#[cfg(any(target_arch = "x86", target_arch = "aarch64"))]
type PortableBatch = LinesOrOneByOne<PortableFormula>;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
type PortableBatch = OneByOne<PortableFormula>;

/// The scalar level's choice: by look-up of the rank on x86, which reverses bytes and not bits.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
type ScalarFormula = HyperbolaQuintessenceFirstRank;
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
type ScalarFormula = ObstructionFlip;
/// The same for many sliders, measured on either width of word.
#[cfg(not(target_arch = "x86_64"))]
type ScalarBatch = LinesOrOneByOne<ScalarFormula>;
#[cfg(target_arch = "x86_64")]
type ScalarBatch = OneByOne<SbamgLookup>;

macro_rules! expand {
    ($($(#[$attribute:meta])* $level:ident $name:literal {
        needs: [$($feature:tt),* $(,)?],
        fixed: $fixed:expr,
        lines: $lines:ty,
        sliders: $sliders:ty,
        single: $single:ty,
        bishop: $bishop:ty,
        batch: $batch:ty,
        position: $position:ty,
        positions: $positions:ty,
        one_position: $one_position:ty,
        singles: [$($one:ty),* $(,)?],
        batches: [$($many:ty),* $(,)?],
    })*) => {
        $(
            impl Vectors for $level {
                type Lines = $lines;
                type Sliders = $sliders;
            }

            impl Kernels for $level {
                type Single = $single;
                type Bishop = $bishop;
                type Batch = $batch;
                type Position = $position;
                type Positions = $positions;
                type OnePosition = $one_position;
            }

            impl Level for $level {
                const NAME: &'static str = $name;
                type Calls = Compiled<$level>;
            }

            calls! { calls_of [$($feature),*] $level; }

            impl<Otherwise: Level> Fixes<Otherwise> for Build<{ Row::$level as usize }> {
                type Level = $level;
            }
        )*

        impl Detected {
            /// Runs an operation with the token of this level, compiled for the level as far as it inlines.
            #[inline(always)]
            pub fn run<V: WithLevel>(self, operation: V) -> V::Output {
                match self.row() {
                    $(Row::$level => {
                        // SAFETY: a `Detected` is made only where its level was seen.
                        let level = unsafe { $level::again() };
                        level.compiled(#[inline(always)] || operation.with_level(level))
                    })*
                }
            }
        }

        impl<First, C: CallOf<First> $(+ CallOf<Compiled<$level>>)*> CallOfEach<First> for C {
            const FUNCTIONS: [Self::Function; Row::ALL.len() + 1] =
                [<C as CallOf<First>>::FUNCTION, $(<C as CallOf<Compiled<$level>>>::FUNCTION),*];
        }

        /// Shows a visitor every kernel of every level that this CPU has, best level first, and names the others.
        pub fn visit_kernels(visitor: &mut impl KernelVisitor) {
            $(match $level::seen() {
                Some(level) => {
                    visit_lane_formulas(visitor, level);
                    $(visitor.lines::<$level, $one>(level);)*
                    $(visitor.batch::<$level, $many>(level);)*
                }
                None => visitor.skipped($name),
            })*
            #[cfg(feature = "multiversion")]
            if let Some(level) = Scalar::seen() {
                crate::formula::multiversioned::visit(visitor, level);
            }
        }
    };
}

levels! { expand }

/// A build that fixes the row with this number.
#[derive(Debug)]
pub struct Build<const ROW: usize>;

/// Which level a build fixes, or another one.
pub trait Fixes<Otherwise> {
    /// The token.
    type Level: Level;
}

/// The number of no row.
const NONE: usize = usize::MAX;

impl<Otherwise: Level> Fixes<Otherwise> for Build<NONE> {
    type Level = Otherwise;
}

/// The level that this build fixes, or `Otherwise` if it fixes none.
pub type FixedOr<Otherwise> = <Build<
    {
        match Row::FIXED {
            Some(row) => row as usize,
            None => NONE,
        }
    },
> as Fixes<Otherwise>>::Level;
