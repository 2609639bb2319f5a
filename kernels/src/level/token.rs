//! The tokens of the levels: who has one has seen that the CPU has the features of its row.

use core::fmt;

use super::list::levels;
use crate::detect::Features;

/// A value of no size that is there only where the CPU has the features of a row. Sealed: this module is private.
pub trait Token: Copy + fmt::Debug + Send + Sync + 'static {
    /// The token, if this CPU has the features.
    fn seen() -> Option<Self>;

    /// The token again, where it was seen before.
    ///
    /// # Safety
    /// [`seen`](Token::seen) has given it on this CPU.
    unsafe fn again() -> Self;

    /// Runs `function` compiled with the features, as far as it inlines.
    fn compiled<R>(self, function: impl FnOnce() -> R) -> R;
}

/// A function compiled with the features of a row, as far as it inlines; without features, a plain one. It is for the
/// caller to prove that they are there.
macro_rules! with_features_of_row {
    ([] $($function:tt)*) => {
        #[inline(always)]
        unsafe $($function)*
    };
    ([$($feature:tt),+] $($function:tt)*) => {
        #[inline]
        #[target_feature($(enable = $feature),+)]
        unsafe $($function)*
    };
}

/// The same as a function `call`, which is not inlined. `compiled` ones are compiled with this crate, `on_demand` ones once in
/// each crate that calls them: they are long, and who does not call them shall not wait for the compiler. With debug
/// assertions, and so in debug builds, all are compiled with this crate, for then it alone may be optimized.
macro_rules! function_of_row {
    (compiled [] fn call $($function:tt)*) => {
        unsafe fn call $($function)*
    };
    (compiled [$($feature:tt),+] fn call $($function:tt)*) => {
        #[target_feature($(enable = $feature),+)]
        unsafe fn call $($function)*
    };
    (on_demand $features:tt fn call $($function:tt)*) => {
        #[cfg(debug_assertions)]
        function_of_row! { compiled $features fn call $($function)* }
        #[cfg(not(debug_assertions))]
        function_of_row! { compiled $features fn call <OnDemand> $($function)* }
    };
}
pub(super) use function_of_row;

/// That function.
macro_rules! call_of_row {
    (compiled) => {
        call
    };
    (on_demand) => {
        call_on_demand!()
    };
}
pub(super) use call_of_row;

#[cfg(debug_assertions)]
macro_rules! call_on_demand {
    () => {
        call
    };
}
#[cfg(not(debug_assertions))]
macro_rules! call_on_demand {
    () => {
        call::<()>
    };
}
pub(super) use call_on_demand;

macro_rules! tokens {
    ($($(#[$attribute:meta])* $level:ident $name:literal {
        needs: [$($feature:tt),* $(,)?],
        fixed: $fixed:expr,
        $($kernels:tt)*
    })*) => {
        /// The tokens of all levels of this architecture.
        pub mod tokens {
            use crate::level::token::{Row, Token};
            use crate::detect;
            #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
            use crate::lanes::seam::{Has, cpu_feature};

            $(
                $(#[$attribute])*
                ///
                /// A token: made by [`detect`](crate::level::Level::detect), with the methods of [`Level`](crate::level::Level),
                /// where there is an example.
                #[derive(Clone, Copy, Debug)]
                pub struct $level(());

                $(
                    // SAFETY: the token is made by `seen`, where the CPU was seen to have each feature of the row, and by
                    // `again`, which asks that it was made before.
                    unsafe impl Has<cpu_feature!($feature)> for $level {}
                )*

                impl Token for $level {
                    #[inline]
                    fn seen() -> Option<Self> {
                        detect::has(Row::$level.needs()).then_some(Self(()))
                    }

                    #[inline(always)]
                    unsafe fn again() -> Self {
                        Self(())
                    }

                    #[inline(always)]
                    fn compiled<R>(self, function: impl FnOnce() -> R) -> R {
                        with_features_of_row! { [$($feature),*]
                            fn with_features<R>(function: impl FnOnce() -> R) -> R {
                                function()
                            }
                        }
                        // SAFETY: the token proves the features of its row, which are those that the function enables.
                        unsafe { with_features(function) }
                    }
                }
            )*
        }

        /// The rows of the list by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Row { $($level),* }

        impl Row {
            /// All rows, best first.
            pub(crate) const ALL: &[Self] = &[$(Self::$level),*];

            /// The level that the build itself enables, if it is one that leaves nothing to choose at run time.
            pub(crate) const FIXED: Option<Self> = {
                let mut fixed = None;
                $(if fixed.is_none() && $fixed && cfg!(all($(target_feature = $feature),*)) {
                    fixed = Some(Self::$level);
                })*
                fixed
            };

            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$level => $name),* }
            }

            /// What the CPU has to have.
            pub(crate) const fn needs(self) -> Features {
                match self { $(Self::$level => const { Features::named(&[$($feature),*]) }),* }
            }
        }
    };
}

levels! { tokens }

impl Row {
    /// The levels of a CPU with these features, best first.
    pub(crate) fn of(features: Features) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |row| features.contain(row.needs()))
    }
}
