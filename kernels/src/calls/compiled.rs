//! The functions of the [calls](super::list), compiled for each level.

use core::marker::PhantomData;

use super::Level;
use super::list::{calls, types::*};

/// The way in which a body of a call is used. It is a type, because the compiler checks each constant
/// argument of a function as if it were a function.
pub trait Way {
    /// Whether the body inlines into the caller of a token's method.
    const INLINED: bool;
}

/// The body of a token's method.
#[derive(Debug)]
pub enum Inlined {}

impl Way for Inlined {
    const INLINED: bool = true;
}

/// The body of a function that is compiled for a level.
#[derive(Debug)]
pub enum OfFunction {}

impl Way for OfFunction {
    const INLINED: bool = false;
}

/// Defines the function of each call, generic over the level. It inlines into the methods of tokens and into
/// the functions that [`compiled_calls!`] defines.
///
/// The row `inlined in_words fn rook_attacks(square: Square, occupied: u64) -> u64 { = L::Single::rook_attacks }`
/// expands to
///
/// ```text
/// pub fn rook_attacks<L: Level, W: Way>(level: L, square: Square, occupied: u64) -> u64 {
///     L::Single::rook_attacks(level, square, occupied)
/// }
/// ```
///
/// A row without `=` contains the body itself.
macro_rules! bodies_of_calls {
    ($level:ident $(
        $(#$attribute:tt)* $how:ident $compiled:ident
        fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $(where { $($check:tt)* })? { $($body:tt)* }
    )*) => {
        /// The bodies of the calls.
        pub mod bodies {
            use super::Way;
            use crate::calls::list::types::*;
            use crate::calls::{Kernels, Level};
            use crate::batch::{self, Bishops, OneBoard, Queens, Request, Rooks, RooksAndBishops};
            use crate::formula::Formula;
            use crate::positions::engine::{attackers, check_info, destinations, exchange, legal_move, legality};
            use crate::games::{explain::explain, movetext, san, write};
            use crate::positions::keys::KeysKernel;
            use crate::positions::successor_counts::SuccessorCountsKernel;
            use crate::threats::{changes, inputs, kernel};
            use crate::positions::{Exchange, PositionKernel, lists, many, packed, successors};

            $(
                #[inline(always)]
                pub fn $method<L: Level, W: Way>($level: L, $($argument: $type),*) $(-> $output)? {
                    bodies_of_calls! { @body ($level, $($argument),*) $($body)* }
                }
            )*
        }
    };
    (@body $arguments:tt = $($function:tt)*) => { $($function)* $arguments };
    (@body $arguments:tt $($body:tt)*) => { $($body)* };
}
calls! { bodies_of_calls }

/// Defines the trait [`Calls`], and [`functions`], which lists its functions.
macro_rules! trait_of_calls {
    ($level:ident $(
        $(#$attribute:tt)* $how:ident $compiled:ident
        fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $(where { $($check:tt)* })? { $($body:tt)* }
    )*) => {
        /// The calls of a level, each as a function compiled for it. The functions are not stored in one
        /// value, so the linker can drop those that a program does not use.
        ///
        /// `OnDemand` is always `()`. It makes the functions generic, and a generic function is compiled by
        /// the crate that uses it.
        ///
        /// # Safety
        ///
        /// The CPU must have the features of the level.
        #[allow(missing_docs, clippy::missing_safety_doc)]
        pub trait Calls: Sized {
            $(unsafe fn $method<OnDemand>($($argument: $type),*) $(-> $output)?;)*
        }

        /// Returns the functions that are compiled for a level, each with the name of its call. For checks of
        /// their assembly.
        #[must_use]
        pub fn functions<L: Level>() -> impl ExactSizeIterator<Item = (&'static str, *const ())> {
            [$((stringify!($method), <L::Calls as Calls>::$method::<()> as *const ())),*].into_iter()
        }
    };
}
calls! { trait_of_calls }

/// The functions of the level `L`. They are not associated functions of the token itself, because they would
/// clash with its methods.
#[derive(Debug)]
pub struct Compiled<L>(PhantomData<L>);

/// The attribute of a function that is compiled for a level: the hint to inline it if its call is
/// `inlinable`, and otherwise not to.
macro_rules! compiled_call {
    (inlinable $($function:tt)*) => { #[inline] $($function)* };
    // A level with more features that shares the function must not contain a copy of it, compiled with these
    // features.
    ($how:ident $($function:tt)*) => { #[inline(never)] $($function)* };
}
pub(super) use compiled_call;

/// Implements the calls of one level: each is the function of [`bodies`] with the features of the level
/// enabled.
///
/// `compiled_calls! { $ Avx2 #[target_feature(enable = "avx2")] [] .. }` expands to
///
/// ```text
/// impl Calls for Compiled<Avx2> {
///     #[target_feature(enable = "avx2")]
///     unsafe fn rook_attacks<OnDemand>(square: Square, occupied: u64) -> u64 {
///         bodies::rook_attacks::<Avx2, OfFunction>(unsafe { Avx2::new_unchecked() }, square, occupied)
///     }
///     ..
/// }
/// ```
///
/// A call that the row `shares` is compiled once for both levels: `[Avx2 unless quadline_without = "avx2":
/// legal_moves]` makes the body of `legal_moves` a jump to the function of `Avx2`, if the build has this
/// level. The macro inside has an arm for each of these calls.
macro_rules! compiled_calls {
    ($dollar:tt $token:ident #[$features:meta] [$($other:ident unless $without:meta: $($shared:ident)*)?] $level:ident $(
        $(#$attribute:tt)* $how:ident $compiled:ident
        fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $(where { $($check:tt)* })? { $($body:tt)* }
    )*) => {
        const _: () = {
            use $crate::calls::list::types::*;
            use $crate::calls::compiled::{Calls, Compiled, OfFunction, bodies, compiled_call};
            use $crate::calls::Level;

            macro_rules! shared_or {
                $($(
                    ($shared $dollar arguments:tt $dollar body:tt) => {
                        #[cfg(not($without))]
                        {
                            // SAFETY: the features of the other level are among those of this one;
                            // `define_levels!` checks that.
                            unsafe { <Compiled<$crate::levels::rows::tokens::$other> as Calls>::$shared::<()> $dollar arguments }
                        }
                        #[cfg($without)]
                        $dollar body
                    };
                )*)?
                ($dollar other:ident $dollar arguments:tt $dollar body:tt) => { $dollar body };
            }

            impl Calls for Compiled<$token> {
                $(compiled_call! { $how
                    #[allow(unused_attributes)] // Without features the list is empty.
                    #[$features]
                    unsafe fn $method<OnDemand>($($argument: $type),*) $(-> $output)? {
                        shared_or! { $method ($($argument),*) {
                            // SAFETY: callers guarantee the features of the level.
                            let level = unsafe { $token::new_unchecked() };
                            bodies::$method::<$token, OfFunction>(level, $($argument),*)
                        } }
                    }
                })*
            }
        };
    };
}
pub(super) use compiled_calls;
