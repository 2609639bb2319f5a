//! What becomes of the rows of the list, beside their tokens: the traits of the levels, the tables of their calls, and
//! the walks over them.

use super::calls::{CallOf, CallOfEach, Calls, Compiled, calls, calls_of};
use super::kernels::Kernels;
use super::list::levels;
use super::token::{Row, Token, call_of_row, call_on_demand, function_of_row, tokens::*};
use super::vectors::Vectors;
use super::visit::visit_lane_formulas;
use super::{Detected, KernelVisitor, Level, WithLevel};
// What the rows name: no architecture takes all of it.
#[cfg(target_feature = "sse2")]
use crate::batch::matrices::{OneGroup, SharedGroups};
#[allow(unused_imports)]
use crate::batch::plans::*;
use crate::batch::{BatchFormula, Bishops, OneBoard, OneByOne, Queens, Request, Rooks, RooksAndBishops};
use crate::detect::counts_ones;
#[allow(unused_imports)]
use crate::formula::{fill::*, *};
use crate::lanes::of_levels::*;
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
        four_lanes: $four_lanes:ty,
        slider_lanes: $slider_lanes:ty,
        ways: [$($for_way:ident::$which:ident = $way:ty),* $(,)?],
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
            impl ScalarLevel for $level {
                const COUNTS_ONES: bool = counts_ones(&[$($feature),*]);
            }

            impl Vectors for $level {
                type FourLanes = $four_lanes;
                type SliderLanes = $slider_lanes;
            }

            $(
                impl $for_way for $level {
                    type $which = $way;
                }
            )*

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
                    $(visitor.single::<$level, $one>(level);)*
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
