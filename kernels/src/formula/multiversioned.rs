//! The scalar formulas as free functions that choose their instructions by themselves.
//!
//! `multiversion` compiles each of them twice on x86, with LZCNT, BMI1 and BMI2 and without (where the most significant
//! bit is found by `bsr`), and chooses at the first call; without std it chooses at compile time. For code that
//! wants one line or one slider of a formula by name, and holds no token.

use multiversion::multiversion;

use super::{
    Formula, LaneFormula, ObstructionDifference, ObstructionFlip, ObstructionShift, Sbamg, SbamgLookup,
};
use crate::lanes::Lanes;
use crate::level::Level;
use crate::{Line, LineAttacks, Square};

macro_rules! multiversioned {
    ($($(#[$attribute:meta])* $formula:ident $function:ident $kernel:ident $name:literal;)*) => {$(
        $(#[$attribute])*
        ///
        /// ```
        /// use quadline_kernels::{Square, formula::multiversioned};
        #[doc = concat!("let attacks = multiversioned::", stringify!($function), "(Square::D4, 0);")]
        /// assert_eq!(attacks.queen().count_ones(), 27);
        /// ```
        #[multiversion(targets("x86_64+lzcnt+bmi1+bmi2", "x86+lzcnt+bmi1+bmi2"))]
        pub fn $function(square: Square, occupied: u64) -> LineAttacks {
            LineAttacks::from_array([
                $formula::line_attacks(square, Line::Rank, occupied),
                $formula::line_attacks(square, Line::File, occupied),
                $formula::line_attacks(square, Line::Diagonal, occupied),
                $formula::line_attacks(square, Line::Antidiagonal, occupied),
            ])
        }

        #[doc = concat!("[`", stringify!($function), "`] as a kernel of the list.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $kernel;

        impl<L: Level> Formula<L> for $kernel {
            const NAME: &'static str = $name;
            const TABLE_BYTES: usize = <$formula as Formula<L>>::TABLE_BYTES;

            #[inline(always)]
            fn lines(level: L, square: Square, occupied: u64) -> L::Lines {
                L::Lines::load(level, &$function(square, occupied).to_array())
            }
        }
    )*};
}

multiversioned! {
    /// [`Sbamg`] along the four lines.
    Sbamg sbamg SbamgMultiversioned "sbamg-multiversioned";
    /// [`SbamgLookup`] along the four lines.
    SbamgLookup sbamg_lookup SbamgLookupMultiversioned "sbamg-lookup-multiversioned";
    /// [`ObstructionDifference`] along the four lines.
    ObstructionDifference obstruction_difference ObstructionDifferenceMultiversioned
        "obstruction-difference-multiversioned";
    /// [`ObstructionFlip`] along the four lines.
    ObstructionFlip obstruction_flip ObstructionFlipMultiversioned "obstruction-flip-multiversioned";
    /// [`ObstructionShift`] along the four lines.
    ObstructionShift obstruction_shift ObstructionShiftMultiversioned "obstruction-shift-multiversioned";
}
