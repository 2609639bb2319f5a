//! The scalar formulas as free functions that choose their instructions by themselves.
//!
//! `multiversion` compiles each of them twice on x86, with LZCNT, BMI1 and BMI2 and without (where the most significant
//! bit is found by `bsr`), and chooses at the first call; without std it chooses at compile time. For code that
//! wants one line or one slider of a formula by name, and holds no token.
//!
//! Needs the feature `multiversion`.

// A build that enables LZCNT, BMI1 and BMI2 has no use for the others that `multiversion` writes.
#![allow(dead_code)]

use core::marker::PhantomData;

use multiversion::multiversion;

use super::{
    Formula, LineFormula, ObstructionDifference, ObstructionFlip, ObstructionShift, Sbamg, SbamgLookup,
};
use crate::lanes::{Lanes, Simd};
use crate::{Line, LineAttacks, Square};

/// A formula that has a function here.
pub trait MultiversionedFormula: LineFormula {
    /// The name of the function as a kernel.
    const NAME: &'static str;
    /// The function.
    fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks;
}

/// Sees every formula that has a function here, see [`visit`].
pub(crate) trait MultiversionedVisitor {
    /// A formula with a function.
    fn formula<F: MultiversionedFormula>(&mut self);
}

/// The function of a formula as a kernel of the list.
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
