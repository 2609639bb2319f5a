//! The levels: sets of CPU features that the kernels are compiled for, each with a token that proves them.
//!
//! `levels!` at the end of this file is the one ordered list. Detection, dispatch, the suite, the benches and the
//! fuzz targets read it; a new level is a row there, a lane file, and nothing else.
//!
//! A token is zero-sized and is made only by `detect`. Whoever holds one has seen that the CPU has the features.

use core::fmt;
use core::sync::atomic::{AtomicPtr, AtomicU8, Ordering};

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::batch::matrices::OneGroup;
use crate::batch::plans::LinesOrOneByOne;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::batch::plans::{ForAvx2Gfni, ForAvx512, ForAvx512Vbmi};
use crate::batch::{
    BatchFormula, Bishops, OneBoard, OneByOne, Queens, Request, Rooks, RooksAndBishops, SlidersInLanes,
};
// The rows of an architecture name some of them.
use crate::formula::fill::ByDoubling;
#[cfg(target_arch = "aarch64")]
use crate::formula::fill::ByMirror;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::formula::fill::{ByEastSubtraction, ByTransposition};
#[allow(unused_imports)]
use crate::formula::{
    self, Formula, HyperbolaQuintessence, HyperbolaQuintessenceFirstRank, LaneFormula, LaneFormulaVisitor,
    LineStates, LineStatesCompact, ObstructionFlip, ObstructionShift, ObstructionSum, Sbamg, SbamgLookup,
};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::lanes::avx2::Avx2X4;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::lanes::avx512::Avx512X8;
#[cfg(target_arch = "aarch64")]
use crate::lanes::neon::NeonX4;
use crate::lanes::portable::PortableX4;
use crate::lanes::scalar::ScalarX4;
use crate::lanes::scalar_positions::ScalarX1;
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use crate::lanes::seam::{Has, cpu_feature};
use crate::lanes::{FourLanes, SliderLanes};
use crate::position::{ChecksAndPins, Move, Position};
use crate::positions::moves::SliderAttacks;
use crate::positions::{self, InLanes, PositionKernel, PositionsKernel};
use crate::sliders::{self, PositionFormula};
use crate::{LineAttacks, Square};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::{lanes::avx2_directions::Avx2Directions, positions::directions::InDirections};

mod sealed {
    /// The calls of a level as functions of their own, for the run-time dispatch.
    pub trait Sealed {
        const CALLS: super::Calls;
        const BATCH_CALLS: super::BatchCalls;
    }
}

/// A set of CPU features, seen on this CPU: the methods compute with them.
///
/// The methods inline into whatever runs inside [`vectorize`](Level::vectorize) of the same token, and are calls
/// elsewhere. A move generator that is generic over the level is compiled once per level:
///
/// ```
/// use quadline_kernels::{Square, level::{self, Level, Scalar}};
///
/// fn mobility<L: Level>(level: L, rooks: &[Square], occupied: u64) -> u32 {
///     level.vectorize(#[inline(always)] || {
///         rooks.iter().map(|&rook| level.rook_attacks(rook, occupied).count_ones()).sum()
///     })
/// }
///
/// assert_eq!(mobility(Scalar::detect().unwrap(), &[Square::A1, Square::H8], 0), 28);
/// ```
pub trait Level: Copy + fmt::Debug + Send + Sync + sealed::Sealed + 'static {
    /// The name: in `QUADLINE_LEVEL`, in benches, tests and tables.
    const NAME: &'static str;
    /// Four lanes that hold the lines of one slider.
    type Lines: FourLanes<Token = Self>;
    /// Lanes that hold a slider each.
    type Sliders: SliderLanes<Token = Self>;
    /// The formula that measures fastest here for one slider.
    type Single: Formula<Self>;
    /// The formula that measures fastest here for one bishop, which has two lines only.
    type Bishop: Formula<Self>;
    /// The formula that measures fastest here for many sliders.
    type Batch: BatchFormula<Self>;
    /// What measures fastest here for all sliders of a position.
    type Position: PositionFormula<Self>;
    /// What measures fastest here for many positions.
    type Positions: PositionsKernel<Self>;
    /// What measures fastest here for one position.
    type OnePosition: PositionKernel<Self>;

    /// The token, if this CPU has the features.
    fn detect() -> Option<Self>;

    /// Runs `function` compiled with the features of the level, as far as it inlines: closures that call more than a
    /// little want `#[inline(always)]`.
    ///
    /// A recursive search calls itself through `vectorize` in its own body, and is then compiled for the level as a
    /// whole.
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R;

    /// The attacks along the four lines, from one pass.
    #[inline(always)]
    fn queen_attacks_x4(self, square: Square, occupied: u64) -> LineAttacks {
        self.vectorize(
            #[inline(always)]
            || Self::Single::queen_attacks_x4(self, square, occupied),
        )
    }

    /// The attacks of a rook.
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            || Self::Single::rook_attacks(self, square, occupied),
        )
    }

    /// The attacks of a bishop.
    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            || Self::Bishop::bishop_attacks(self, square, occupied),
        )
    }

    /// The attacks of a queen.
    #[inline(always)]
    fn queen_attacks(self, square: Square, occupied: u64) -> u64 {
        self.vectorize(
            #[inline(always)]
            || Self::Single::queen_attacks(self, square, occupied),
        )
    }

    /// The moves of a rook: its attacks on the squares of `targets`, such as all that hold no piece of its own colour.
    #[inline(always)]
    fn rook_moves(self, square: Square, occupied: u64, targets: u64) -> u64 {
        self.rook_attacks(square, occupied) & targets
    }

    /// The moves of a bishop: its attacks on the squares of `targets`.
    #[inline(always)]
    fn bishop_moves(self, square: Square, occupied: u64, targets: u64) -> u64 {
        self.bishop_attacks(square, occupied) & targets
    }

    /// The moves of a queen: its attacks on the squares of `targets`.
    #[inline(always)]
    fn queen_moves(self, square: Square, occupied: u64, targets: u64) -> u64 {
        self.queen_attacks(square, occupied) & targets
    }

    /// The attacks of a rook on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Rooks(attacks)));
    }

    /// The attacks of a rook on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Rooks(attacks)));
    }

    /// The attacks of a bishop on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_bishop_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Bishops(attacks)));
    }

    /// The attacks of a bishop on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_bishop_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Bishops(attacks)));
    }

    /// The attacks of a queen on each square, each on its own board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_queen_attacks(self, squares: &[Square], occupied: &[u64], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, occupied, Queens(attacks)));
    }

    /// The attacks of a queen on each square of one board.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_queen_attacks_on(self, occupied: u64, squares: &[Square], attacks: &mut [u64]) {
        Self::Batch::compute(self, Request::new(squares, OneBoard(occupied), Queens(attacks)));
    }

    /// The attacks of a rook and of a bishop on each square, apart, from one pass.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_rook_and_bishop_attacks(
        self,
        squares: &[Square],
        occupied: &[u64],
        rook: &mut [u64],
        bishop: &mut [u64],
    ) {
        Self::Batch::compute(self, Request::new(squares, occupied, RooksAndBishops(rook, bishop)));
    }

    /// The attacks of all sliders of a position, in the order of their squares, and the union of them.
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders.
    #[inline(always)]
    fn slider_attacks(self, sliders: &sliders::Sliders, attacks: &mut [u64]) -> u64 {
        self.vectorize(
            #[inline(always)]
            || sliders::slider_attacks(self, sliders, attacks),
        )
    }

    /// The attacks of all sliders of many positions, position after position, and the union for each position.
    ///
    /// # Panics
    /// If `attacks` is not as long as there are sliders in all, or `unions` not as long as `positions`.
    #[inline(always)]
    fn slider_attacks_of_many(self, positions: &[sliders::Sliders], attacks: &mut [u64], unions: &mut [u64]) {
        self.vectorize(
            #[inline(always)]
            || sliders::slider_attacks_of_many(self, positions, attacks, unions),
        );
    }

    /// All squares that each side attacks, the pieces that it covers among them, of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_attacked_squares(self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        positions::check_lengths(positions.len(), [("white", white.len()), ("black", black.len())]);
        self.vectorize(
            #[inline(always)]
            || Self::Positions::attacked_squares(self, positions, white, black),
        );
    }

    /// Checks, pins and danger of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_checks_and_pins(self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        positions::check_lengths(positions.len(), [("checks_and_pins", checks_and_pins.len())]);
        self.vectorize(
            #[inline(always)]
            || Self::Positions::checks_and_pins(self, positions, checks_and_pins),
        );
    }

    /// The number of legal moves of many positions.
    ///
    /// # Panics
    /// If the slices are not of equal length.
    #[inline(always)]
    fn batch_legal_move_counts(self, positions: &[Position], counts: &mut [u16]) {
        positions::check_lengths(positions.len(), [("counts", counts.len())]);
        self.vectorize(
            #[inline(always)]
            || Self::Positions::legal_move_counts(self, positions, counts),
        );
    }

    /// All squares that White attacks, and all that Black attacks.
    #[inline(always)]
    fn attacked_squares(self, position: &Position) -> [u64; 2] {
        self.vectorize(
            #[inline(always)]
            || Self::OnePosition::attacked_squares(self, position),
        )
    }

    /// Checks, pins and danger of a position.
    #[inline(always)]
    fn checks_and_pins(self, position: &Position) -> ChecksAndPins {
        self.vectorize(
            #[inline(always)]
            || Self::OnePosition::checks_and_pins(self, position),
        )
    }

    /// The number of legal moves of a position.
    #[inline(always)]
    fn legal_move_count(self, position: &Position) -> u16 {
        self.vectorize(
            #[inline(always)]
            || Self::OnePosition::legal_move_count(self, position),
        )
    }

    /// Writes all legal moves of a position, as far as there is room, and tells how many there are. There are at most
    /// [`MOST_MOVES`](crate::positions::moves::MOST_MOVES) in a position that can be reached in a game.
    #[inline(always)]
    fn legal_moves(self, position: &Position, moves: &mut [Move]) -> usize {
        self.vectorize(
            #[inline(always)]
            || positions::legal_moves::<Self, Self::OnePosition>(self, position, moves),
        )
    }

    /// Writes the positions after all legal moves of a position, in the order of [`legal_moves`](Level::legal_moves), as
    /// far as there is room, and tells how many there are.
    #[inline(always)]
    fn successors(self, position: &Position, successors: &mut [Position]) -> usize {
        self.vectorize(
            #[inline(always)]
            || positions::successors::<Self, Self::OnePosition>(self, position, successors),
        )
    }
}

impl<L: Level> SliderAttacks for L {
    #[inline(always)]
    fn of_rook(self, square: Square, occupied: u64) -> u64 {
        self.rook_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_bishop(self, square: Square, occupied: u64) -> u64 {
        self.bishop_attacks(square, occupied)
    }

    #[inline(always)]
    fn of_queen(self, square: Square, occupied: u64) -> u64 {
        self.queen_attacks(square, occupied)
    }
}

/// The methods of a level for many sliders, handed to another macro.
macro_rules! batch_methods {
    ($macro:ident $($before:tt)*) => {
        $macro! { $($before)*
            batch_rook_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            batch_bishop_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            batch_queen_attacks(squares: &[Square], occupied: &[u64], attacks: &mut [u64]) -> ();
            batch_rook_and_bishop_attacks(squares: &[Square], occupied: &[u64], rook: &mut [u64], bishop: &mut [u64]) -> ();
            batch_rook_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            batch_bishop_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            batch_queen_attacks_on(occupied: u64, squares: &[Square], attacks: &mut [u64]) -> ();
            slider_attacks(sliders: &sliders::Sliders, attacks: &mut [u64]) -> u64;
            slider_attacks_of_many(positions: &[sliders::Sliders], attacks: &mut [u64], unions: &mut [u64]) -> ();
            batch_attacked_squares(positions: &[Position], white: &mut [u64], black: &mut [u64]) -> ();
            batch_checks_and_pins(positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) -> ();
            batch_legal_move_counts(positions: &[Position], counts: &mut [u16]) -> ();
        }
    };
}

/// An operation that is generic over the level, for [`Detected::run`].
pub trait WithLevel {
    /// What it gives.
    type Output;
    /// The operation, with the token of the level that was chosen.
    fn with_level<L: Level>(self, level: L) -> Self::Output;
}

/// Sees every kernel of every level, see [`visit_kernels`].
pub trait KernelVisitor {
    /// A formula over the four lines of one slider.
    fn lines<L: Level, F: Formula<L>>(&mut self, level: L);
    /// A formula over many sliders.
    fn batch<L: Level, B: BatchFormula<L>>(&mut self, level: L);
    /// A level that this CPU lacks.
    fn skipped(&mut self, level: &'static str);
}

/// Defines the tokens of an architecture's levels, their detection, and the walks over them, from one list.
///
/// A row: the token, its name, what it needs, the lanes, the defaults for
/// one and for many sliders, then what it has for one and for many beside the formulas over lanes.
macro_rules! levels {
    ($($(#[$attribute:meta])* $level:ident $name:literal {
        needs: $kind:ident $features:tt,
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
            $(#[$attribute])*
            #[derive(Clone, Copy, Debug)]
            pub struct $level(());

            impl sealed::Sealed for $level {
                const CALLS: Calls = levels! { @calls $kind $features $level;
                    queen_attacks_x4 Single -> LineAttacks;
                    rook_attacks Single -> u64;
                    bishop_attacks Bishop -> u64;
                    queen_attacks Single -> u64;
                };
                const BATCH_CALLS: BatchCalls = batch_methods! { levels @batch_calls $kind $features $level; };
            }

            impl Level for $level {
                const NAME: &'static str = $name;
                type Lines = $lines;
                type Sliders = $sliders;
                type Single = $single;
                type Bishop = $bishop;
                type Batch = $batch;
                type Position = $position;
                type Positions = $positions;
                type OnePosition = $one_position;

                levels! { @level $kind $features }
            }

            levels! { @proofs $kind $features $level }
        )*

        /// The rows of the list by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Row { $($level),* }

        impl Row {
            const ALL: &[Self] = &[$(Self::$level),*];

            const fn name(self) -> &'static str {
                match self { $(Self::$level => $name),* }
            }

            /// The row with this number, from 1 on.
            #[inline]
            const fn from_number(number: u8) -> Option<Self> {
                $(if number == Self::$level as u8 + 1 {
                    return Some(Self::$level);
                })*
                None
            }

            fn is_available(self) -> bool {
                match self { $(Self::$level => $level::detect().is_some()),* }
            }
        }

        impl Detected {
            /// The single calls of this level.
            #[inline]
            fn calls(self) -> &'static Calls {
                static CALLS: [Calls; Row::ALL.len()] = [$(<$level as sealed::Sealed>::CALLS),*];
                &CALLS[self.0 as usize]
            }

            /// The calls for many sliders of this level.
            #[inline]
            fn batch_calls(self) -> &'static BatchCalls {
                static CALLS: [BatchCalls; Row::ALL.len()] = [$(<$level as sealed::Sealed>::BATCH_CALLS),*];
                &CALLS[self.0 as usize]
            }

            /// Runs an operation with the token of this level, compiled for the level as far as it inlines.
            #[inline(always)]
            pub fn run<V: WithLevel>(self, operation: V) -> V::Output {
                match self.0 {
                    // A `Detected` is made only where detection has said yes, so the token may be made again.
                    $(Row::$level => {
                        let level = $level(());
                        level.vectorize(#[inline(always)] || operation.with_level(level))
                    })*
                }
            }
        }

        /// The level that the build itself enables, if it is one that leaves nothing to choose at run time.
        const FIXED: Option<Row> = {
            let mut fixed = None;
            $(if fixed.is_none() && levels! { @fixed $kind $features } { fixed = Some(Row::$level); })*
            fixed
        };

        /// Shows a visitor every kernel of every level that this CPU has, best level first, and names the others.
        pub fn visit_kernels(visitor: &mut impl KernelVisitor) {
            $(match $level::detect() {
                Some(level) => {
                    visit_lane_formulas(visitor, level);
                    $(visitor.lines::<$level, $one>(level);)*
                    $(visitor.batch::<$level, $many>(level);)*
                }
                None => visitor.skipped($name),
            })*
            #[cfg(feature = "multiversion")]
            if let Some(level) = Scalar::detect() {
                formula::multiversioned::visit(visitor, level);
            }
        }
    };

    (@level x86_vectors $features:tt) => { levels! { @x86 $features } };
    (@level x86_words $features:tt) => { levels! { @x86 $features } };
    // A build that enables vectors of the CPU leaves nothing to choose; one that enables `lzcnt` alone does.
    (@fixed x86_vectors [$($feature:tt),*]) => {
        cfg!(all(target_feature = "lzcnt", $(target_feature = $feature),*))
    };
    (@fixed x86_words $features:tt) => { false };
    (@fixed build [available $available:expr, fixed $fixed:expr $(, proves $feature:tt)?]) => { $fixed };

    (@proofs x86_vectors $features:tt $level:ident) => { levels! { @proofs x86 $features $level } };
    (@proofs x86_words $features:tt $level:ident) => { levels! { @proofs x86 $features $level } };
    (@proofs x86 [$($feature:tt),*] $level:ident) => { levels! { @has $level "lzcnt" $($feature)* } };
    (@proofs build [available $available:expr, fixed $fixed:expr $(, proves $feature:tt)?] $level:ident) => {
        levels! { @has $level $($feature)? }
    };
    (@has $level:ident $($feature:tt)*) => {$(
        // SAFETY: the token is made only by `detect`, which has seen each of these features.
        unsafe impl Has<cpu_feature!($feature)> for $level {}
    )*};

    (@calls x86_vectors $features:tt $level:ident; $($rest:tt)*) => {
        levels! { @calls x86 $features $level; $($rest)* }
    };
    (@calls x86_words $features:tt $level:ident; $($rest:tt)*) => {
        levels! { @calls x86 $features $level; $($rest)* }
    };
    (@calls x86 $features:tt $level:ident; $($method:ident $formula:ident -> $output:ty;)*) => {
        Calls { $($method: levels! { @call $features $level $method $formula -> $output }),* }
    };
    (@call [$($feature:tt),*] $level:ident $method:ident $formula:ident -> $output:ty) => {{
        #[target_feature(enable = "lzcnt", $(enable = $feature),*)]
        fn call(square: Square, occupied: u64) -> $output {
            <$level as Level>::$formula::$method($level(()), square, occupied)
        }
        call
    }};
    (@calls build $available:tt $level:ident; $($method:ident $formula:ident -> $output:ty;)*) => {
        Calls { $($method: |square, occupied| <$level as Level>::$formula::$method($level(()), square, occupied)),* }
    };

    (@batch_calls x86_vectors $($rest:tt)*) => { levels! { @batch_calls x86 $($rest)* } };
    (@batch_calls x86_words $($rest:tt)*) => { levels! { @batch_calls x86 $($rest)* } };
    (@batch_calls x86 $features:tt $level:ident; $($method:ident $arguments:tt -> $output:ty;)*) => {
        BatchCalls { $($method: levels! { @batch_call $features $level $method $arguments -> $output }),* }
    };
    (@batch_call [$($feature:tt),*] $level:ident $method:ident ($($argument:ident: $type:ty),*) -> $output:ty) => {{
        #[target_feature(enable = "lzcnt", $(enable = $feature),*)]
        fn call($($argument: $type),*) -> $output {
            $level(()).$method($($argument),*)
        }
        call
    }};
    (@batch_calls build $available:tt $level:ident; $($method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        BatchCalls { $($method: |$($argument),*| $level(()).$method($($argument),*)),* }
    };

    (@x86 $features:tt) => { levels! { @vectorize $features } levels! { @singles $features } };
    (@vectorize [$($feature:tt),*]) => {
        #[inline]
        fn detect() -> Option<Self> {
            cpufeatures::new!(features, $($feature),*);
            (features::get() && crate::detect::lzcnt()).then_some(Self(()))
        }

        #[inline(always)]
        fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
            #[inline]
            #[target_feature(enable = "lzcnt", $(enable = $feature),*)]
            fn with_features<R>(function: impl FnOnce() -> R) -> R {
                function()
            }
            // SAFETY: the token is made only by `detect`, which has seen each of these features.
            unsafe { with_features(function) }
        }
    };

    // The single calls have functions of their own instead of `vectorize`: their arguments travel in registers, where a
    // closure's would go through memory.
    (@singles $features:tt) => {
        levels! { @single $features
            queen_attacks_x4 Single -> LineAttacks;
            rook_attacks Single -> u64;
            bishop_attacks Bishop -> u64;
            queen_attacks Single -> u64;
        }
    };

    (@single $features:tt $($name:ident $formula:ident -> $output:ty;)*) => {
        $(levels! { @one $features $name $formula -> $output })*
    };
    (@one [$($feature:tt),*] $name:ident $formula:ident -> $output:ty) => {
        #[inline(always)]
        fn $name(self, square: Square, occupied: u64) -> $output {
            #[inline]
            #[target_feature(enable = "lzcnt", $(enable = $feature),*)]
            fn with_features<L: Level>(level: L, square: Square, occupied: u64) -> $output {
                L::$formula::$name(level, square, occupied)
            }
            // SAFETY: the token is made only by `detect`, which has seen each of these features.
            unsafe { with_features(self, square, occupied) }
        }
    };

    (@level build [available $available:expr, fixed $fixed:expr $(, proves $feature:tt)?]) => {
        #[inline]
        fn detect() -> Option<Self> {
            $available.then_some(Self(()))
        }

        #[inline(always)]
        fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
            function()
        }
    };
}

/// Shows a visitor the formulas that run over the lanes of every level, in every layout.
fn visit_lane_formulas<L: Level>(visitor: &mut impl KernelVisitor, level: L) {
    struct AtLevel<'a, L, V>(L, &'a mut V);
    impl<L: Level, V: KernelVisitor> LaneFormulaVisitor for AtLevel<'_, L, V> {
        fn formula<F: LaneFormula>(&mut self) {
            self.1.lines::<L, F>(self.0);
            self.1.batch::<L, LinesOrOneByOne<F>>(self.0);
            self.1.batch::<L, SlidersInLanes<F>>(self.0);
        }
    }
    formula::visit_lane_formulas(&mut AtLevel(level, visitor));
    visitor.lines::<L, HyperbolaQuintessenceFirstRank>(level);
    visitor.batch::<L, LinesOrOneByOne<HyperbolaQuintessenceFirstRank>>(level);
}

/// A level that was detected on this CPU, chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Detected(Row);

impl fmt::Debug for Detected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Detected {
    /// The name of the level.
    #[inline]
    pub const fn name(self) -> &'static str {
        self.0.name()
    }

    /// The best level of this CPU; the one that the build itself fixes, if it does.
    #[inline]
    pub fn best() -> Self {
        fixed().unwrap_or_else(|| available().next().expect("the scalar level is always there"))
    }

    /// The level with this name.
    ///
    /// # Errors
    /// If there is no such level, or this CPU lacks it.
    pub fn by_name(name: &str) -> Result<Self, LevelError> {
        let known = EVERYWHERE.contains(&name);
        available()
            .find(|level| level.name() == name)
            .ok_or_else(|| LevelError::new(name, if known { Why::Lacking } else { Why::Unknown }))
    }

    /// The level with this name, for a build whose dispatch it is to steer.
    ///
    /// # Errors
    /// If there is no such level, this CPU lacks it, or the build fixes another one.
    pub fn by_name_for_dispatch(name: &str) -> Result<Self, LevelError> {
        let level = Self::by_name(name)?;
        match fixed() {
            Some(fixed) if fixed != level => Err(LevelError::new(name, Why::Fixed(fixed))),
            _ => Ok(level),
        }
    }
}

/// The names of all levels on all architectures.
const EVERYWHERE: [&str; 8] =
    ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt", "portable", "scalar"];

/// The level that the build fixes at compile time, if any: with `-C target-cpu=…` that has AVX2 or more, on aarch64 and
/// on wasm with simd128 there is nothing left to choose, and no dispatch.
#[inline]
pub const fn fixed() -> Option<Detected> {
    match FIXED {
        // Row and features are one: the build would not run on a CPU without them.
        Some(row) => Some(Detected(row)),
        None => None,
    }
}

/// The levels of this CPU, best first.
pub fn available() -> impl Iterator<Item = Detected> {
    Row::ALL.iter().copied().filter(|row| row.is_available()).map(Detected)
}

/// The names of all levels that a build for this architecture knows, best first.
pub fn known() -> impl Iterator<Item = &'static str> {
    Row::ALL.iter().map(|row| row.name())
}

/// Why a level cannot be used. Its text names the level that was asked for and lists those that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The name that was asked for, as far as there is room.
    name: [u8; 24],
    length: u8,
    why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// No level has that name.
    Unknown,
    /// This CPU, or this architecture, has not got it.
    Lacking,
    /// The build fixes this one.
    Fixed(Detected),
}

impl LevelError {
    fn new(name: &str, why: Why) -> Self {
        let mut error = Self { name: [0; 24], length: 0, why };
        for character in name.chars() {
            let end = usize::from(error.length) + character.len_utf8();
            if end > error.name.len() {
                break;
            }
            character.encode_utf8(&mut error.name[usize::from(error.length)..end]);
            error.length = end as u8;
        }
        error
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = core::str::from_utf8(&self.name[..usize::from(self.length)]).unwrap_or_default();
        match self.why {
            Why::Unknown => write!(formatter, "there is no level `{name}`")?,
            Why::Lacking => write!(formatter, "this CPU lacks the level `{name}`")?,
            Why::Fixed(fixed) => {
                return write!(
                    formatter,
                    "level `{name}` was asked for, but this build is fixed to `{}`",
                    fixed.name()
                );
            }
        }
        formatter.write_str("; the levels here are:")?;
        available().try_for_each(|level| write!(formatter, " {}", level.name()))
    }
}

impl core::error::Error for LevelError {}

/// Defines [`Calls`] and who makes them.
macro_rules! calls {
    ($($(#[$attribute:meta])* $method:ident -> $output:ty;)*) => {
        /// Single calls as functions, each compiled for the same level.
        #[derive(Debug)]
        pub struct Calls {
            $($method: unsafe fn(Square, u64) -> $output,)*
        }

        impl Calls {
            /// Functions that need no level.
            pub const fn new($($method: fn(Square, u64) -> $output),*) -> Self {
                Self { $($method),* }
            }
        }

        impl Detected {
            $(
                $(#[$attribute])*
                #[inline]
                pub fn $method(self, square: Square, occupied: u64) -> $output {
                    // SAFETY: a `Detected` is made only where detection has seen the features of its row.
                    unsafe { (self.calls().$method)(square, occupied) }
                }
            )*
        }

        impl Choice {
            $(
                $(#[$attribute])*
                #[inline]
                pub fn $method(&self, square: Square, occupied: u64) -> $output {
                    // SAFETY: a choice points to statics only: to calls that need no level, or to those of a `Detected`.
                    unsafe { ((*self.calls.load(Ordering::Relaxed)).$method)(square, occupied) }
                }
            )*
        }
    };
}

calls! {
    /// The attacks along the four lines.
    queen_attacks_x4 -> LineAttacks;
    /// The attacks of a rook.
    rook_attacks -> u64;
    /// The attacks of a bishop.
    bishop_attacks -> u64;
    /// The attacks of a queen.
    queen_attacks -> u64;
}

/// Defines [`BatchCalls`] and the methods that make them.
macro_rules! batch_calls {
    ($($method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        /// Calls for many sliders as functions, each compiled for the same level.
        #[derive(Debug)]
        #[doc(hidden)]
        pub struct BatchCalls {
            $($method: unsafe fn($($type),*) -> $output,)*
        }

        impl Detected {
            $(
                #[doc = concat!("[`Level::", stringify!($method), "`] as a call, its arguments in registers.")]
                #[inline]
                pub fn $method(self, $($argument: $type),*) -> $output {
                    // SAFETY: a `Detected` is made only where detection has seen the features of its row.
                    unsafe { (self.batch_calls().$method)($($argument),*) }
                }
            )*
        }
    };
}

batch_methods! { batch_calls }

/// A level that is chosen once, at the first use, and kept.
///
/// Its single calls are a load and an indirect call, with no question whether anything was chosen yet: before that they
/// go to functions of the caller, which choose.
///
/// ```
/// use quadline_kernels::{LineAttacks, Square, level::{Calls, Choice, Detected}};
///
/// static CHOICE: Choice = Choice::new(&FIRST);
/// static FIRST: Calls = Calls::new(
///     |square, occupied| chosen().queen_attacks_x4(square, occupied),
///     |square, occupied| chosen().rook_attacks(square, occupied),
///     |square, occupied| chosen().bishop_attacks(square, occupied),
///     |square, occupied| chosen().queen_attacks(square, occupied),
/// );
///
/// fn chosen() -> Detected {
///     CHOICE.get_or_choose(Detected::best)
/// }
///
/// assert_eq!(CHOICE.queen_attacks(Square::A1, 0).count_ones(), 21);
/// assert_eq!(chosen(), Detected::best());
/// ```
#[derive(Debug)]
pub struct Choice {
    /// The number of the row, one up; 0 for none.
    row: AtomicU8,
    calls: AtomicPtr<Calls>,
}

impl Choice {
    /// Nothing chosen yet; until then single calls go to `first`, which should choose and then make the call.
    pub const fn new(first: &'static Calls) -> Self {
        Self { row: AtomicU8::new(0), calls: AtomicPtr::new(core::ptr::from_ref(first).cast_mut()) }
    }

    /// The level chosen before, or the one that `choose` gives now: one load and one branch.
    #[inline]
    pub fn get_or_choose(&self, choose: impl FnOnce() -> Detected) -> Detected {
        // Only numbers of detected rows are stored.
        match Row::from_number(self.row.load(Ordering::Relaxed)) {
            Some(row) => Detected(row),
            None => self.choose(choose),
        }
    }

    #[cold]
    fn choose(&self, choose: impl FnOnce() -> Detected) -> Detected {
        let level = choose();
        self.row.store(level.0 as u8 + 1, Ordering::Relaxed);
        // What it points to is constant, so that there is nothing to be seen in order.
        self.calls.store(core::ptr::from_ref(level.calls()).cast_mut(), Ordering::Relaxed);
        level
    }
}

/// The portable level's choice: vectors where words are half as wide; else words, whose leading zeros the CPU counts
/// and the vectors of `wide` do not.
#[cfg(target_arch = "x86")]
type PortableFormula = ObstructionShift;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
type PortableFormula = SbamgLookup;
#[cfg(target_arch = "x86")]
type PortableBatch = LinesOrOneByOne<PortableFormula>;
#[cfg(not(any(target_arch = "x86", target_arch = "aarch64")))]
type PortableBatch = OneByOne<PortableFormula>;

/// The scalar level's choice for many sliders, measured on either width of word.
#[cfg(target_arch = "x86")]
type ScalarBatch = LinesOrOneByOne<HyperbolaQuintessenceFirstRank>;
#[cfg(target_arch = "x86_64")]
type ScalarBatch = OneByOne<SbamgLookup>;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
levels! {
    /// AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: Ice Lake, Zen 4 and later.
    Avx512Vbmi "avx512-vbmi" {
        needs: x86_vectors ["avx2", "bmi1", "bmi2", "popcnt", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni"],
        lines: Avx2X4<Self>,
        sliders: Avx512X8<Self>,
        single: ObstructionSum,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx512Vbmi,
        position: OneGroup<sliders::OneByOne>,
        positions: InLanes<Avx512X8<Self>, ByTransposition>,
        one_position: InDirections<Avx512X8<Self>>,
        singles: [],
        batches: [ForAvx512Vbmi],
    }

    /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X and later.
    Avx512 "avx512" {
        needs: x86_vectors ["avx2", "bmi1", "bmi2", "popcnt", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
        lines: Avx2X4<Self>,
        sliders: Avx512X8<Self>,
        single: ObstructionSum,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx512,
        position: sliders::OneByOne,
        positions: InLanes<Avx512X8<Self>, ByEastSubtraction>,
        one_position: InDirections<Avx512X8<Self>>,
        singles: [],
        batches: [ForAvx512],
    }

    /// AVX2 and GFNI without AVX-512: Alder Lake, Gracemont and the like.
    Avx2Gfni "avx2-gfni" {
        needs: x86_vectors ["avx2", "bmi1", "bmi2", "popcnt", "gfni"],
        lines: Avx2X4<Self>,
        sliders: Avx2X4<Self>,
        single: HyperbolaQuintessence,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ForAvx2Gfni,
        position: sliders::OneByOne,
        positions: InLanes<Avx2X4<Self>, ByTransposition>,
        one_position: InDirections<Avx2Directions<Self>>,
        singles: [],
        batches: [ForAvx2Gfni],
    }

    /// AVX2, with BMI1, BMI2, LZCNT and POPCNT: Haswell, Excavator, Zen and later.
    Avx2 "avx2" {
        needs: x86_vectors ["avx2", "bmi1", "bmi2", "popcnt"],
        lines: Avx2X4<Self>,
        sliders: Avx2X4<Self>,
        single: HyperbolaQuintessenceFirstRank,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: LinesOrOneByOne<HyperbolaQuintessenceFirstRank>,
        position: sliders::OneByOne,
        positions: InLanes<Avx2X4<Self>, ByEastSubtraction>,
        one_position: InDirections<Avx2Directions<Self>>,
        singles: [],
        batches: [],
    }

    /// Plain words with LZCNT, BMI1, BMI2 and POPCNT.
    Lzcnt "lzcnt" {
        needs: x86_words ["bmi1", "bmi2", "popcnt"],
        lines: ScalarX4<Self>,
        sliders: ScalarX4<Self>,
        single: HyperbolaQuintessenceFirstRank,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: OneByOne<HyperbolaQuintessenceFirstRank>,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup, LineStates, LineStatesCompact],
        batches: [OneByOne<HyperbolaQuintessenceFirstRank>],
    }

    /// What the build enables for every CPU it runs on: SSE2, NEON or simd128 by the `wide` crate, or plain words.
    ///
    /// Its lanes are those of `wide` on 32-bit x86 and on wasm, where they gain something, and wherever
    /// `quadline-kernels` is asked for its feature `wide`; elsewhere they are plain words, which are as fast there.
    Portable "portable" {
        needs: build [available true, fixed false],
        lines: PortableX4<Self>,
        sliders: PortableX4<Self>,
        single: PortableFormula,
        bishop: PortableFormula,
        batch: PortableBatch,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup],
        batches: [OneByOne<SbamgLookup>],
    }

    /// Plain words: no feature at all.
    Scalar "scalar" {
        needs: build [available true, fixed false],
        lines: ScalarX4<Self>,
        sliders: ScalarX4<Self>,
        single: HyperbolaQuintessenceFirstRank,
        bishop: HyperbolaQuintessenceFirstRank,
        batch: ScalarBatch,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup, LineStates, LineStatesCompact],
        batches: [OneByOne<SbamgLookup>],
    }
}

#[cfg(target_arch = "aarch64")]
levels! {
    /// NEON, which every 64-bit Arm CPU has.
    Neon "neon" {
        needs: build [available cfg!(target_feature = "neon"), fixed cfg!(target_feature = "neon"), proves "neon"],
        lines: NeonX4<Self>,
        sliders: NeonX4<Self>,
        single: HyperbolaQuintessence,
        bishop: HyperbolaQuintessence,
        batch: LinesOrOneByOne<HyperbolaQuintessence>,
        position: sliders::OneByOne,
        positions: InLanes<NeonX4<Self>, ByMirror>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [],
        batches: [],
    }

    /// What the build enables for every CPU it runs on: SSE2, NEON or simd128 by the `wide` crate, or plain words.
    ///
    /// Its lanes are those of `wide` on 32-bit x86 and on wasm, where they gain something, and wherever
    /// `quadline-kernels` is asked for its feature `wide`; elsewhere they are plain words, which are as fast there.
    Portable "portable" {
        needs: build [available true, fixed false],
        lines: PortableX4<Self>,
        sliders: PortableX4<Self>,
        single: ObstructionFlip,
        bishop: ObstructionFlip,
        batch: LinesOrOneByOne<ObstructionFlip>,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [],
        batches: [],
    }

    /// Plain words: no feature at all.
    Scalar "scalar" {
        needs: build [available true, fixed false],
        lines: ScalarX4<Self>,
        sliders: ScalarX4<Self>,
        single: ObstructionFlip,
        bishop: ObstructionFlip,
        batch: LinesOrOneByOne<ObstructionFlip>,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup, LineStates, LineStatesCompact],
        batches: [],
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
levels! {
    /// What the build enables for every CPU it runs on: SSE2, NEON or simd128 by the `wide` crate, or plain words.
    ///
    /// Its lanes are those of `wide` on 32-bit x86 and on wasm, where they gain something, and wherever
    /// `quadline-kernels` is asked for its feature `wide`; elsewhere they are plain words, which are as fast there.
    Portable "portable" {
        needs: build [available true, fixed cfg!(target_feature = "simd128")],
        lines: PortableX4<Self>,
        sliders: PortableX4<Self>,
        single: PortableFormula,
        bishop: PortableFormula,
        batch: PortableBatch,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup],
        batches: [OneByOne<SbamgLookup>],
    }

    /// Plain words: no feature at all.
    Scalar "scalar" {
        needs: build [available true, fixed false],
        lines: ScalarX4<Self>,
        sliders: ScalarX4<Self>,
        single: ObstructionFlip,
        bishop: ObstructionFlip,
        batch: LinesOrOneByOne<ObstructionFlip>,
        position: sliders::OneByOne,
        positions: InLanes<ScalarX1<Self>, ByDoubling>,
        one_position: InLanes<ScalarX1<Self>, ByDoubling>,
        singles: [SbamgLookup, LineStates, LineStatesCompact],
        batches: [],
    }
}
