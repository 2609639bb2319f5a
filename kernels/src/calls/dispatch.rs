//! Run-time dispatch: the first call chooses a level, and every call runs the function of that level.
//!
//! The idea is a table of functions for each call, indexed by one number that all calls share. Index 0 is a
//! function that chooses the level, so the check for the first call is part of the indirect call:
//!
//! ```text
//! attacked_squares(position)
//!    |
//!    v
//! ACTIVE            0: nothing chosen yet, or one more than the number of a row
//!    |
//!    v
//! FUNCTIONS[0]      chooses a level, stores its number in ACTIVE, and calls again
//! FUNCTIONS[1]      attacked_squares, compiled for the first level of the list
//! FUNCTIONS[2]      attacked_squares, compiled for the second level
//! ...
//! ```
//!
//! A call therefore costs two loads and an indirect call, and no branch. Each call has a table of its own, so
//! the linker drops the functions that a program does not use.

use core::sync::atomic::Ordering;

use super::Level;
use super::compiled::{Calls, Compiled, Inlined, bodies};
use super::fixed::FixedOr;
use super::kernels::list::functions_of;
use super::kernels::types::*;
use super::kernels::{Sealed, kernels};
use super::list::{calls, types::*};
use crate::lanes::Simd;
use crate::levels::choice::{ACTIVE, activate, check_once};
use crate::levels::{cpu, proof::Token, rows::Row};

/// The number of functions in a table.
const FUNCTION_COUNT: usize = Row::ALL.len() + 1;

/// The token of run-time dispatch, which passes each call to the chosen level.
///
/// Code that is generic over the level can run with this token without dispatching first. The token has no
/// CPU features, so only the calls of one slider inline: dispatch a long computation as a whole instead.
/// [`Fixed`], which is this type in most builds, has an example.
#[derive(Clone, Copy, Debug)]
pub struct Dispatched(());

impl Dispatched {
    /// Returns the token.
    #[inline(always)]
    const fn new() -> Self {
        Self(())
    }
}

/// The token of the level that the build fixes, or [`Dispatched`] if it fixes none.
///
/// `Fixed::detect()` is a constant and never `None`. Code that uses this token inlines the kernels if it is
/// built for one CPU. If it is built for all CPUs, it dispatches each call, except for those of one slider:
/// like the free functions, they inline in both builds.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// use quadline::{
///     Square,
///     level::{Fixed, Level},
/// };
///
/// let level = Fixed::detect().unwrap();
/// assert_eq!(level.queen_attacks(Square::A1, 0).count_ones(), 21);
/// ```
pub type Fixed = FixedOr<Dispatched>;

// SAFETY: there are no features.
unsafe impl Token for Dispatched {
    const NEEDS: cpu::Features = cpu::Features::NONE;

    #[inline(always)]
    unsafe fn assume() -> Self {
        Self::new()
    }
}

impl Simd for Dispatched {
    type FourLanes = ScalarX4<Self>;
    type SliderLanes = ScalarX4<Self>;
    const HAS_POPCNT: bool = cpu::has_popcnt(&[]);
}

impl Sealed for Dispatched {}

// Kernels for the calls `in_words`, and for callers that name a formula or a batch kernel with this token. Its
// other calls use the kernels of the chosen level.
kernels! { Dispatched { single: WordsFormula, batch: OneByOne<WordsFormula>, ..words } }

/// Defines the methods of [`Dispatched`] and the functions that activate a level first.
///
/// The row `inlined positions fn in_check(position: &Position) -> bool { .. }` would expand to
///
/// ```text
/// // in impl Calls for Compiled<Dispatched>, the first function of the table
/// unsafe fn in_check<OnDemand>(position: &Position) -> bool {
///     activate();
///     Dispatched::new().in_check(position)
/// }
///
/// // in impl Level for Dispatched
/// fn in_check(self, position: &Position) -> bool {
///     const FUNCTIONS: [unsafe fn(&Position) -> bool; FUNCTION_COUNT] = functions_of!(in_check);
///     unsafe { FUNCTIONS.get_unchecked(ACTIVE.load(Ordering::Relaxed))(position) }
/// }
/// ```
///
/// The table is a `const`, so it is compiled in the crate that calls the method, and so are its functions. If
/// the feature `precompiled-positions` is enabled, the table of a call of this group is a `static` instead.
///
/// A call `in_words` has no table. A rook in words that inline takes 0.75 of the time of a call through a
/// table, a bishop 0.67 and a queen 1.23; in chains of calls they take 0.55 to 0.59 (Zen 5).
macro_rules! dispatched_calls {
    ($level:ident $(
        $(#$attribute:tt)* $how:ident $compiled:ident
        fn $method:ident($($argument:ident: $type:ty),* $(,)?) $(-> $output:ty)? $(where { $($check:tt)* })? { $($body:tt)* }
    )*) => {
        impl Calls for Compiled<Dispatched> {
            $(
                unsafe fn $method<OnDemand>($($argument: $type),*) $(-> $output)? {
                    activate();
                    Dispatched::new().$method($($argument),*)
                }
            )*
        }

        impl Level for Dispatched {
            const NAME: &'static str = "dispatched";
            type Calls = Compiled<Self>;

            #[inline(always)]
            fn detect() -> Option<Self> {
                Some(Self::new())
            }

            #[inline(always)]
            unsafe fn new_unchecked() -> Self {
                Self::new()
            }

            #[inline(always)]
            fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
                function()
            }

            #[inline(always)]
            unsafe fn vectorize_outlined<R>(self, function: impl FnOnce() -> R) -> R {
                function()
            }

            $(
                #[inline(always)]
                fn $method(self, $($argument: $type),*) $(-> $output)? {
                    $({ $($check)* })?
                    dispatched_calls! {
                        $compiled self.$method($($argument),*) [unsafe fn($($type),*) $(-> $output)?; FUNCTION_COUNT]
                    }
                }
            )*
        }
    };
    (in_words $self:ident.$method:ident($($argument:ident),*) $functions:ty) => {
        bodies::$method::<Self, Inlined>($self, $($argument),*)
    };
    (by_caller $($call:tt)*) => { dispatched_calls! { (any()) $($call)* } };
    (sliders $($call:tt)*) => { dispatched_calls! { (all(feature = "precompiled-sliders", not(test))) $($call)* } };
    (positions $($call:tt)*) => { dispatched_calls! { (all(feature = "precompiled-positions", not(test))) $($call)* } };
    (lists $($call:tt)*) => { dispatched_calls! { (all(feature = "precompiled-lists", not(test))) $($call)* } };
    (threats $($call:tt)*) => { dispatched_calls! { (all(feature = "precompiled-threats", not(test))) $($call)* } };
    (batches $($call:tt)*) => { dispatched_calls! { (all(feature = "precompiled-batches", not(test))) $($call)* } };
    // The tests of this crate use few calls, and a `static` is compiled even if no test uses it.
    (($is_static:meta) $self:ident.$method:ident($($argument:ident),*) $functions:ty) => {{
        #[cfg($is_static)]
        static FUNCTIONS: $functions = functions_of!($method);
        #[cfg(not($is_static))]
        const FUNCTIONS: $functions = functions_of!($method);
        // SAFETY: the number is 0 or one more than that of a row, so there is such a function. The first function
        // chooses a level and needs no feature. The others belong to the level of a `Detected`, which was detected
        // on this CPU.
        unsafe { FUNCTIONS.get_unchecked(ACTIVE.load(Ordering::Relaxed))($($argument),*) }
    }};
}
calls! { dispatched_calls }

/// Returns the token of the free functions.
#[inline(always)]
#[doc(hidden)]
pub fn token() -> Fixed {
    Fixed::detect().expect("the build is for this CPU")
}

/// Returns the token of the batch functions. In a build that fixes a level, the first call checks that
/// `QUADLINE_LEVEL` names no other.
#[inline(always)]
#[doc(hidden)]
pub fn active_token() -> Fixed {
    check_once();
    token()
}
