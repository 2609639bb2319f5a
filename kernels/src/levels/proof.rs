//! The seam between safe code and intrinsics: tokens that prove CPU features.
//!
//! An intrinsic is safe to call where its CPU features are enabled, and enabling them is safe only on a CPU
//! that has them. Each function of a lane file therefore lists the features that it needs, and takes a token
//! as its first argument whose type [has](Has) all of them:
//!
//! ```text
//! with_features! { ["avx2", "gfni"];
//!     fn reverse_bits(token, a: __m256i) -> __m256i { .. }
//! }
//! ```
//!
//! is called like `fn reverse_bits<T: Has<cpu_feature!("avx2")> + Has<cpu_feature!("gfni")>>(token: T, a:
//! __m256i) -> __m256i`. The tokens of the [levels](crate::level) have the features of their rows and no
//! others, so calling a function with the token of a level that lacks one of its features is a compile-time
//! error.

use core::marker::PhantomData;

use super::cpu::Features;

/// Proof that the CPU has a feature: a value of a type with this trait exists only if the feature was
/// detected.
///
/// # Safety
///
/// Values of the type exist only on CPUs that have the feature, and under an operating system that saves its
/// registers.
#[diagnostic::on_unimplemented(
    message = "the token `{Self}` does not prove the CPU feature `{Feature}`",
    label = "requires the feature `{Feature}`",
    note = "add the feature to the row of the level or to the set in `token!`"
)]
pub unsafe trait Has<Feature>: Token {}

/// A value that proves CPU features: the token of a level, or of a set of features that
/// [`token!`](crate::token) names.
///
/// # Safety
///
/// A value of the type exists only on CPUs that have all features of `NEEDS`.
pub unsafe trait Token: Copy {
    /// The features.
    #[doc(hidden)]
    const NEEDS: Features;

    /// Whether AVX-512 is among them.
    #[doc(hidden)]
    const HAS_AVX512: bool =
        cfg!(target_feature = "sse2") && Self::NEEDS.contain(Features::named(&["avx512f"]));

    /// Returns the token without checking the CPU.
    ///
    /// # Safety
    ///
    /// This CPU must have the features.
    #[doc(hidden)]
    unsafe fn assume() -> Self;
}

/// The contents of the token of a set of features: only `unsafe` code can create it, and each type of token has
/// its own.
#[derive(Debug)]
#[doc(hidden)]
pub struct Proof<T>(PhantomData<fn() -> T>);

impl<T> Clone for Proof<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Proof<T> {}

impl<T> Proof<T> {
    /// # Safety
    ///
    /// This CPU must have the features of the token.
    #[inline(always)]
    pub const unsafe fn new() -> Self {
        Self(PhantomData)
    }
}

/// Defines the tokens of sets of CPU features that code with intrinsics of its own needs.
///
/// [`Level::token_of`](crate::level::Level::token_of) returns a token if the level has the features. It has a
/// method `vectorize`, like that of a level, and [`with_features!`](crate::with_features) defines functions
/// that require it. The [guide](https://docs.rs/quadline/latest/quadline/guide/intrinsics/) has a whole
/// program.
///
/// # Examples
///
/// ```
/// # use quadline_kernels as quadline;
/// # #[cfg(target_arch = "x86_64")] {
/// use quadline::level::{Level, Portable, token, with_features};
/// use std::arch::x86_64::{__m256i, _mm256_add_epi16};
///
/// token! {
///     /// Sixteen words.
///     pub Words: ["avx2"];
/// }
///
/// with_features! { ["avx2"];
///     fn add(_, a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
/// }
///
/// fn add_if_possible<L: Level>(level: L, a: __m256i, b: __m256i) -> Option<__m256i> {
///     level.token_of::<Words>().map(|token| add(token, a, b))
/// }
///
/// # if !cfg!(target_feature = "avx2") {
/// let level = Portable::detect().expect("it needs no feature");
/// assert!(level.token_of::<Words>().is_none());
/// # }
/// # }
/// ```
///
/// A token cannot be made of another one, because its field has a type of its own:
///
/// ```compile_fail,E0308
/// # use quadline_kernels as quadline;
#[cfg_attr(target_feature = "sse2", doc = "quadline::level::token! { A: [\"avx2\"]; B: [\"gfni\"]; }")]
#[cfg_attr(target_arch = "aarch64", doc = "quadline::level::token! { A: [\"neon\"]; B: [\"neon\"]; }")]
/// fn forged(a: A) -> B { B(a.0) }
/// ```
///
/// The same lines compile if the types are equal:
///
/// ```
/// # use quadline_kernels as quadline;
#[cfg_attr(target_feature = "sse2", doc = "quadline::level::token! { A: [\"avx2\"]; B: [\"gfni\"]; }")]
#[cfg_attr(target_arch = "aarch64", doc = "quadline::level::token! { A: [\"neon\"]; B: [\"neon\"]; }")]
/// fn copied(a: A) -> A { A(a.0) }
/// ```
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
#[macro_export]
macro_rules! token {
    ($($(#[$attribute:meta])* $visible:vis $name:ident: [$($feature:tt),+ $(,)?];)+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        $visible struct $name($crate::levels::proof::Proof<$name>);

        $(
            // SAFETY: a token is created only by `assume`, whose callers guarantee the features.
            unsafe impl $crate::levels::proof::Has<$crate::levels::proof::cpu_feature!($feature)> for $name {}
        )+

        // SAFETY: as above; `NEEDS` has the same list.
        unsafe impl $crate::levels::proof::Token for $name {
            const NEEDS: $crate::levels::cpu::Features = $crate::levels::cpu::Features::named(&[$($feature),+]);

            #[inline(always)]
            unsafe fn assume() -> Self {
                // SAFETY: the caller guarantees the features.
                Self(unsafe { $crate::levels::proof::Proof::new() })
            }
        }

        #[allow(dead_code)]
        impl $name {
            /// Runs `function` with the features enabled, as far as it inlines.
            #[inline(always)]
            $visible fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
                #[inline]
                #[target_feature($(enable = $feature),+)]
                fn with_features<R>(function: impl FnOnce() -> R) -> R {
                    function()
                }
                // SAFETY: the token proves the features, which come from the same list.
                unsafe { with_features(function) }
            }
        }
    )+};
}

/// Defines a type for each feature of the [list](super::cpu::list), and the macro that maps the name of a feature
/// to its type.
macro_rules! types {
    ($($feature:ident $name:tt $seen:tt;)*) => {
        /// Types of the CPU features that levels and lanes name.
        pub mod features {
            $(
                #[doc = concat!("`", $name, "`")]
                #[derive(Debug)]
                pub enum $feature {}
            )*
        }

        /// The type of a feature, given its name: `Has<cpu_feature!("avx2")>`.
        #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
        #[macro_export]
        #[doc(hidden)]
        macro_rules! cpu_feature {
            $(($name) => { $crate::levels::proof::features::$feature };)*
        }
    };
}

super::cpu::list::features! { types }

/// Defines functions that need CPU features, but can be called without `unsafe` by code with a token that
/// [has](Has) them.
///
/// The first argument is the token, written `_` if the body does not use it. Constants may follow the name:
/// `fn rotate<const N: i32>(_, a: __m256i) -> __m256i`. The body becomes an inner function with the features
/// enabled. The outer function is always inlined, so inside `vectorize` of the level both disappear.
///
/// # Examples
///
/// A function can be called with any token that has its features:
///
/// ```
/// # use quadline_kernels as quadline;
/// # #[cfg(target_arch = "x86_64")] {
/// use quadline::level::{token, with_features};
///
/// token! { Deposits: ["bmi2"]; WordsAndDeposits: ["avx2", "bmi2"]; }
///
/// with_features! { ["bmi2"];
///     fn deposit(_, word: u64, mask: u64) -> u64 { std::arch::x86_64::_pdep_u64(word, mask) }
/// }
///
/// fn lowest(token: WordsAndDeposits, mask: u64) -> u64 { deposit(token, 1, mask) }
/// # }
/// ```
///
/// A token without one of them is a compile-time error:
///
#[cfg_attr(target_arch = "x86_64", doc = "```compile_fail,E0277")]
#[cfg_attr(not(target_arch = "x86_64"), doc = "```ignore")]
/// # use quadline_kernels as quadline;
/// # use quadline::level::{token, with_features};
/// # token! { Deposits: ["bmi2"]; Words: ["avx2"]; }
/// # with_features! { ["bmi2"];
/// #     fn deposit(_, word: u64, mask: u64) -> u64 { std::arch::x86_64::_pdep_u64(word, mask) }
/// # }
/// fn lowest(token: Words, mask: u64) -> u64 { deposit(token, 1, mask) }
/// ```
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
#[macro_export]
macro_rules! with_features {
    ([$($feature:tt),+ $(,)?]; $(
        $(#[$attribute:meta])*
        $visible:vis fn $name:ident $(<$(const $constant:ident: $kind:ty),+>)?
            ($token:tt $(, $argument:ident: $type:ty)* $(,)?) $(-> $output:ty)? $body:block
    )*) => {
        $crate::levels::proof::with_features! { @each [$($feature),+] [$($crate::levels::proof::Has<$crate::levels::proof::cpu_feature!($feature)> +)+]; $(
            [$(#[$attribute])*] [$visible] $name [$($($constant: $kind),+)?] ($token $(, $argument: $type)*) [$(-> $output)?] $body
        )* }
    };
    (@each $features:tt $bounds:tt; $($attributes:tt $visible:tt $name:ident $constants:tt $arguments:tt $output:tt $body:block)*) => {
        $($crate::levels::proof::with_features! { @one $features $bounds $attributes $visible $name $constants $arguments $output $body })*
    };
    // Without the token, the inner function has no type parameter, so that levels share it.
    (@one [$($feature:tt),+] [$($bounds:tt)+] [$(#[$attribute:meta])*] [$visible:vis] $name:ident [$($constant:ident: $kind:ty),*]
        (_ $(, $argument:ident: $type:ty)*) [$(-> $output:ty)?] $body:block) => {
        $(#[$attribute])*
        #[inline(always)]
        $visible fn $name<T: $($bounds)+ $(, const $constant: $kind)*>(_: T $(, $argument: $type)*) $(-> $output)? {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn with_features<$(const $constant: $kind),*>($($argument: $type),*) $(-> $output)? $body
            // SAFETY: the token's type has every feature in the list, because the list makes both the bounds
            // and the features of the inner function. Values of such a type exist only on CPUs with these
            // features.
            unsafe { with_features::<$($constant),*>($($argument),*) }
        }
    };
    (@one [$($feature:tt),+] [$($bounds:tt)+] [$(#[$attribute:meta])*] [$visible:vis] $name:ident [$($constant:ident: $kind:ty),*]
        ($token:tt $(, $argument:ident: $type:ty)*) [$(-> $output:ty)?] $body:block) => {
        $(#[$attribute])*
        #[inline(always)]
        $visible fn $name<T: $($bounds)+ $(, const $constant: $kind)*>(token: T $(, $argument: $type)*) $(-> $output)? {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn with_features<T: $($bounds)+ $(, const $constant: $kind)*>($token: T $(, $argument: $type)*) $(-> $output)? $body
            // SAFETY: the token's type has every feature in the list, because the list makes both the bounds
            // and the features of the inner function. Values of such a type exist only on CPUs with these
            // features.
            unsafe { with_features::<T $(, $constant)*>(token $(, $argument)*) }
        }
    };
}

#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub use {cpu_feature, token, with_features};
