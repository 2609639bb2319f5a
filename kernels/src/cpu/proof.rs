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

/// Proof that the CPU has a feature: a value of a type with this trait exists only if the feature was
/// detected.
///
/// # Safety
///
/// Values of the type exist only on CPUs that have the feature, and under an operating system that saves its
/// registers.
#[diagnostic::on_unimplemented(
    message = "the level `{Self}` does not have the CPU feature `{Feature}`",
    label = "needs the feature `{Feature}`, which is not in the row of `{Self}`"
)]
pub unsafe trait Has<Feature>: Token {}

/// The token of a level.
pub trait Token: Copy {
    /// Whether the level has AVX-512.
    const HAS_AVX512: bool;
}

/// Defines a type for each feature of the [list](crate::cpu), and the macro that maps the name of a feature
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
        macro_rules! cpu_feature {
            $(($name) => { $crate::cpu::proof::features::$feature };)*
        }
    };
}

super::list::features! { types }

/// Defines functions that need CPU features, but can be called without `unsafe` by code with a token that
/// [has](Has) them.
///
/// The first argument is the token, written `_` if the body does not use it. Constants may follow the name:
/// `fn rotate<const N: i32>(_, a: __m256i) -> __m256i`. The body becomes an inner function with the features
/// enabled. The outer function is always inlined, so inside `vectorize` of the level both disappear.
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
macro_rules! with_features {
    ([$($feature:tt),+ $(,)?]; $(
        $(#[$attribute:meta])*
        $visible:vis fn $name:ident $(<$(const $constant:ident: $kind:ty),+>)?
            ($token:tt $(, $argument:ident: $type:ty)* $(,)?) -> $output:ty $body:block
    )*) => {
        $crate::cpu::proof::with_features! { @each [$($feature),+] [$($crate::cpu::proof::Has<$crate::cpu::proof::cpu_feature!($feature)> +)+]; $(
            [$(#[$attribute])*] [$visible] $name [$($($constant: $kind),+)?] ($token $(, $argument: $type)*) -> $output $body
        )* }
    };
    (@each $features:tt $bounds:tt; $($attributes:tt $visible:tt $name:ident $constants:tt $arguments:tt -> $output:ty $body:block)*) => {
        $($crate::cpu::proof::with_features! { @one $features $bounds $attributes $visible $name $constants $arguments -> $output $body })*
    };
    // Without the token, the inner function has no type parameter, so that levels share it.
    (@one [$($feature:tt),+] [$($bounds:tt)+] [$(#[$attribute:meta])*] [$visible:vis] $name:ident [$($constant:ident: $kind:ty),*]
        (_ $(, $argument:ident: $type:ty)*) -> $output:ty $body:block) => {
        $(#[$attribute])*
        #[inline(always)]
        $visible fn $name<T: $($bounds)+ $(, const $constant: $kind)*>(_: T $(, $argument: $type)*) -> $output {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn with_features<$(const $constant: $kind),*>($($argument: $type),*) -> $output $body
            // SAFETY: the token's type has every feature in the list, because the list makes both the bounds
            // and the features of the inner function. Values of such a type exist only on CPUs with these
            // features.
            unsafe { with_features::<$($constant),*>($($argument),*) }
        }
    };
    (@one [$($feature:tt),+] [$($bounds:tt)+] [$(#[$attribute:meta])*] [$visible:vis] $name:ident [$($constant:ident: $kind:ty),*]
        ($token:tt $(, $argument:ident: $type:ty)*) -> $output:ty $body:block) => {
        $(#[$attribute])*
        #[inline(always)]
        $visible fn $name<T: $($bounds)+ $(, const $constant: $kind)*>(token: T $(, $argument: $type)*) -> $output {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn with_features<T: $($bounds)+ $(, const $constant: $kind)*>($token: T $(, $argument: $type)*) -> $output $body
            // SAFETY: the token's type has every feature in the list, because the list makes both the bounds
            // and the features of the inner function. Values of such a type exist only on CPUs with these
            // features.
            unsafe { with_features::<T $(, $constant)*>(token $(, $argument)*) }
        }
    };
}

#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) use {cpu_feature, with_features};
