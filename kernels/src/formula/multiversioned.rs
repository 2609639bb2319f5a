//! The scalar formulas as free functions that select their instructions at run time.
//!
//! On x86, `multiversion` compiles each of them twice: with LZCNT, BMI1 and BMI2, and without (the most
//! significant bit is then found by `bsr`). It selects one at the first call, or at compile time without std.
//! These functions suit code that needs one slider of a named formula and has no token.
//!
//! This module requires the feature `multiversion`.

// A build that enables LZCNT, BMI1 and BMI2 does not use the other versions that `multiversion` generates.
#![allow(dead_code)]

use core::marker::PhantomData;

use multiversion::multiversion;

use super::{
    Formula, LineFormula, ObstructionDifference, ObstructionFlip, ObstructionShift, Sbamg, SbamgLookup,
};
use crate::lanes::{Lanes, Simd};
use crate::{Line, LineAttacks, Square};

/// A formula with a function in this module.
pub trait MultiversionedFormula: LineFormula {
    /// The function's name as a kernel.
    const NAME: &'static str;
    /// Calls the function.
    fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks;
}

/// A visitor of every formula with a function in this module; see [`visit`].
pub(crate) trait MultiversionedVisitor {
    /// Visits one formula.
    fn formula<F: MultiversionedFormula>(&mut self);
}

/// A formula's function as a kernel of the list.
#[derive(Debug)]
pub struct Multiversioned<F>(PhantomData<F>);

impl<L: Simd, F: MultiversionedFormula> Formula<L> for Multiversioned<F> {
    const NAME: &'static str = <F as MultiversionedFormula>::NAME;
    const TABLE_BYTES: usize = F::TABLE_BYTES;

    #[inline(always)]
    fn lines(level: L, square: Square, occupied: u64) -> L::FourLanes {
        L::FourLanes::load(
            level,
            &<F as MultiversionedFormula>::queen_attacks_x4(square, occupied).to_array(),
        )
    }
}

macro_rules! multiversioned {
    ($($(#[$attribute:meta])* $formula:ident $function:ident $name:literal;)*) => {
        $(
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

            impl MultiversionedFormula for $formula {
                const NAME: &'static str = $name;

                #[inline(always)]
                fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
                    $function(square, occupied)
                }
            }
        )*

        /// Shows a visitor the formulas that have a function here.
        pub(crate) fn visit(visitor: &mut impl MultiversionedVisitor) {
            $(visitor.formula::<$formula>();)*
        }
    };
}

multiversioned! {
    /// [`Sbamg`] along the four lines.
    Sbamg sbamg "sbamg-multiversioned";
    /// [`SbamgLookup`] along the four lines.
    SbamgLookup sbamg_lookup "sbamg-lookup-multiversioned";
    /// [`ObstructionDifference`] along the four lines.
    ObstructionDifference obstruction_difference "obstruction-difference-multiversioned";
    /// [`ObstructionFlip`] along the four lines.
    ObstructionFlip obstruction_flip "obstruction-flip-multiversioned";
    /// [`ObstructionShift`] along the four lines.
    ObstructionShift obstruction_shift "obstruction-shift-multiversioned";
}
