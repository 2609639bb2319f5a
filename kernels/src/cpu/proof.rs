//! The seam between safe code and intrinsics: what a token proves, and how a function asks for it.
//!
//! An intrinsic is safe to call where its CPU features are enabled, and enabling them is safe only on a CPU that has
//! them. So each function of a lane file names the features that it needs, once, and takes a token as its first
//! argument whose type [has](Has) them all:
//!
//! ```text
//! with_features! { ["avx2", "gfni"];
//!     fn reverse_bits(token, a: __m256i) -> __m256i { .. }
//! }
//! ```
//!
//! is called like `fn reverse_bits<T: Has<cpu_feature!("avx2")> + Has<cpu_feature!("gfni")>>(token: T, a: __m256i) -> __m256i`.
//! The tokens of the [levels](crate::level) have the features of their rows and no others: whoever gives a function to a
//! level that lacks one of its features is told so by the compiler.

/// Proof that the CPU has a feature: whoever holds a value of a type that has it has seen it.
///
/// # Safety
///
/// Values of the type exist only on CPUs that have the feature, and under an operating system that saves its registers.
#[diagnostic::on_unimplemented(
    message = "the level `{Self}` does not have the CPU feature `{Feature}`",
    label = "needs the feature `{Feature}`, which is not in the row of `{Self}`"
)]
pub unsafe trait Has<Feature>: Copy {}

/// A type for each feature of the [list](crate::cpu), and the macro that finds it by the name that `target_feature`
/// knows.
macro_rules! types {
    ($($feature:ident $name:tt $seen:tt;)*) => {
        /// The CPU features that levels and lanes name, a type for each.
        pub mod features {
            $(
                #[doc = concat!("`", $name, "`")]
                #[derive(Debug)]
                pub enum $feature {}
            )*
        }

        /// The type of a feature by its name: `Has<cpu_feature!("avx2")>`.
        #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
        macro_rules! cpu_feature {
            $(($name) => { $crate::cpu::proof::features::$feature };)*
        }
    };
}

super::list::features! { types }

/// Defines functions that need CPU features, each made callable without `unsafe` by whoever holds a token that
/// [has](Has) them.
///
/// The first argument is the token; `_` if the body does not pass it on. Constants may follow the name:
/// `fn rotate<const N: i32>(_, a: __m256i) -> __m256i`. The intrinsics stand in an inner function that has the
/// features. The outer one is always inlined, so that inside a `vectorize` of the level nothing of this seam is left.
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
    (@one [$($feature:tt),+] [$($bounds:tt)+] [$(#[$attribute:meta])*] [$visible:vis] $name:ident [$($constant:ident: $kind:ty),*]
        ($token:tt $(, $argument:ident: $type:ty)*) -> $output:ty $body:block) => {
        $(#[$attribute])*
        #[inline(always)]
        $visible fn $name<T: $($bounds)+ $(, const $constant: $kind)*>(token: T $(, $argument: $type)*) -> $output {
            #[inline]
            #[target_feature($(enable = $feature),+)]
            fn with_features<T: $($bounds)+ $(, const $constant: $kind)*>($token: T $(, $argument: $type)*) -> $output $body
            // SAFETY: a token is here whose type has every feature of the list, which is the list of the bounds and of
            // the inner function alike; and a type has a feature only if its values exist on no CPU without it.
            unsafe { with_features::<T $(, $constant)*>(token $(, $argument)*) }
        }
    };
}

#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub(crate) use {cpu_feature, with_features};
