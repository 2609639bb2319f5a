//! [`define_levels!`], which expands the [list](super::list) of levels to tokens and trait implementations.

/// Defines all levels from the rows of the list.
///
/// The idea is that a level is written down once, and that holding its token proves that the CPU has its
/// features. Each row expands to four things:
///
/// 1. a token, which only `detect` and `unsafe` code can create;
/// 2. `Has<Feature>` for each feature in `needs`. Functions with intrinsics require these bounds, so calling
///    one with the token of a level that lacks the feature is a compile-time error;
/// 3. `Level::vectorize`, which runs a closure inside a function that has these features enabled. This is the
///    single place where features are enabled, because `#[target_feature]` takes literals and cannot be
///    generic;
/// 4. the functions of [`Calls`](super::compiled::Calls), each compiled with these features, for
///    [dispatch](super::dispatch).
///
/// The first macro argument is `$`, which the macro defined inside needs. For example, the row `Avx2 "avx2" {
/// on: cfg(target_feature = "sse2"), needs: ["popcnt", "avx2"], .. }` expands to the following, all of it
/// under `#[cfg(target_feature = "sse2")]`:
///
/// ```text
/// pub mod tokens {
///     pub struct Avx2(());                                   // a value proves the features
/// }
/// unsafe impl Has<features::Popcnt> for Avx2 {}              // one for each feature
/// unsafe impl Has<features::Avx2> for Avx2 {}
/// unsafe impl Token for Avx2 { const NEEDS: Features = ..; .. }
/// impl Simd for Avx2 { .. }                                  // its lanes
/// impl Avx2Level for Avx2 { type BitTricks = ..; }
/// impl Kernels for Avx2 { .. }                               // its kernels
/// impl Level for Avx2 {                                      // detect, new_unchecked, vectorize
///     fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
///         #[target_feature(enable = "popcnt", enable = "avx2")]
///         fn with_features<R>(function: impl FnOnce() -> R) -> R { function() }
///         unsafe { with_features(function) }
///     }
/// }
/// calls! { compiled_calls $ Avx2 #[target_feature(enable = "popcnt", enable = "avx2")] [] }
/// impl<Otherwise: Level> Fixes<Otherwise> for Build<{ Row::Avx2 as usize }> { type Level = Avx2; }
/// ```
///
/// In a build where a row has the same kernels as another, `same_as: Portable where cfg(..)`, it expands to a
/// row of the list and to `pub type Scalar = Portable`, so that the kernels are compiled once.
///
/// All rows together expand to:
///
/// ```text
/// pub(crate) enum Row { .., Avx2, .. }                       // with ALL, FIXED, name, needs
/// impl Detected { pub fn run(self, operation) { match self.row() { Row::Avx2 => .., .. } } }
/// pub fn visit_kernels(visitor) { .. }
/// macro_rules! functions_of {                                // the functions of a call, by number
///     (rook_attacks) => { [first, .., <Compiled<Avx2> as Calls>::rook_attacks::<()>, ..] };
/// }
/// ```
macro_rules! define_levels {
    ($dollar:tt $(
        $(#[$attribute:meta])* $level:ident $name:literal {
            on: $on:meta,
            $(same_as: $same:ident where $alias:meta,)?
            needs: [$($feature:tt),* $(,)?],
            fixed: $fixed:expr,
            four_lanes: $four_lanes:ty,
            slider_lanes: $slider_lanes:ty,
            bit_tricks: [$($tricks_level:ident::$tricks:ident = $tricks_type:ty),* $(,)?],
            kernels: $kernels:tt,
            shares: $shares:tt,
            $(singles: [$($one:ty),* $(,)?],)?
            $(batches: [$($many:ty),* $(,)?],)?
        }
    )*) => {
        /// The tokens of all levels of this architecture.
        pub mod tokens {
            $(
                #[$on]
                $(#[$attribute])*
                ///
                /// This token is created by [`detect`](crate::level::Level::detect). The trait
                /// [`Level`](crate::level::Level) has its methods, and an example.
                #[derive(Clone, Copy, Debug)]
                pub struct $level(pub(super) ());

                $(
                    #[$alias]
                    #[doc = concat!("Another name for [`", stringify!($same), "`], because this build has no other kernels for it.")]
                    pub type $level = $same;
                )?
            )*
        }
        use tokens::*;

        $(
            $(
                #[$on]
                // SAFETY: a token is created by `detect`, which has checked each feature of the row on this
                // CPU, and by `new_unchecked`, whose callers guarantee that `detect` would return it.
                unsafe impl $crate::cpu::proof::Has<$crate::cpu::proof::cpu_feature!($feature)> for $level {}
            )*

            #[$on]
            // SAFETY: see above. The list is that of the row.
            unsafe impl $crate::cpu::proof::Token for $level {
                const NEEDS: $crate::cpu::Features = $crate::cpu::Features::named(&[$($feature),*]);

                #[inline(always)]
                unsafe fn assume() -> Self {
                    Self(())
                }
            }

            #[$on]
            impl $crate::lanes::Simd for $level {
                type FourLanes = $four_lanes;
                type SliderLanes = $slider_lanes;
                const HAS_POPCNT: bool = $crate::cpu::has_popcnt(&[$($feature),*]);
            }

            $(
                #[$on]
                impl $tricks_level for $level {
                    type $tricks = $tricks_type;
                }
            )*

            #[$on]
            impl $crate::level::kernels::Sealed for $level {}

            #[$on]
            $crate::level::kernels::kernels! { $level $kernels }

            #[$on]
            impl $crate::level::Level for $level {
                const NAME: &'static str = $name;
                type Calls = $crate::level::compiled::Compiled<$level>;

                #[inline]
                fn detect() -> Option<Self> {
                    $crate::cpu::has(Row::$level.needs()).then_some(Self(()))
                }

                #[inline(always)]
                unsafe fn new_unchecked() -> Self {
                    Self(())
                }

                #[inline(always)]
                fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
                    #[inline]
                    #[allow(unused_attributes)] // Without features the list is empty.
                    #[target_feature($(enable = $feature),*)]
                    unsafe fn with_features<R>(function: impl FnOnce() -> R) -> R {
                        function()
                    }
                    // SAFETY: the token proves the features of its row, which are those that the function enables.
                    unsafe { with_features(function) }
                }

                #[inline(never)]
                #[allow(unused_attributes)] // Without features the list is empty.
                #[target_feature($(enable = $feature),*)]
                unsafe fn vectorize_outlined<R>(self, function: impl FnOnce() -> R) -> R {
                    $crate::lanes::align_frame::<Self>();
                    function()
                }
            }

            #[$on]
            $crate::level::calls::calls! { compiled_calls $dollar $level #[target_feature($(enable = $feature),*)] $shares }

            #[$on]
            $crate::level::define::check_shared! { $level $shares }

            #[$on]
            impl<Otherwise: $crate::level::Level> $crate::level::fixed::Fixes<Otherwise>
                for $crate::level::fixed::Build<{ Row::$level as usize }>
            {
                type Level = $level;
            }
        )*

        /// The rows of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Row { $(#[$on] $level, $(#[$alias] $level,)?)* }

        impl Row {
            /// All rows, best first.
            pub(crate) const ALL: &[Self] = &[$(#[$on] Self::$level, $(#[$alias] Self::$level,)?)*];

            /// The level that the build enables, if it leaves nothing to choose at run time.
            pub(crate) const FIXED: Option<Self> = {
                let mut fixed = None;
                $(
                    #[$on]
                    if fixed.is_none() && $fixed && cfg!(all($(target_feature = $feature),*)) {
                        fixed = Some(Self::$level);
                    }
                )*
                fixed
            };

            /// Returns the name of the level.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(#[$on] Self::$level => $name, $(#[$alias] Self::$level => $name,)?)* }
            }

            /// Returns the features that the CPU must have.
            ///
            /// This function must not call itself, because LLVM inlines no such function. In a build with a
            /// fixed level, `needs` is then a constant, and nothing is detected at run time.
            #[inline]
            pub(crate) const fn needs(self) -> $crate::cpu::Features {
                let row = match self.same_as() {
                    Some(row) => row,
                    None => self,
                };
                match row {
                    $(
                        #[$on]
                        Self::$level => const { $crate::cpu::Features::named(&[$($feature),*]) }
                    )*
                    #[allow(unreachable_patterns)] // No row is another name in some builds.
                    _ => unreachable!(),
                }
            }

            /// Returns the row with the same kernels in this build, for a row that is another name for it.
            #[inline]
            pub(crate) const fn same_as(self) -> Option<Self> {
                match self {
                    $($(#[$alias] Self::$level => Some(Self::$same),)?)*
                    #[allow(unreachable_patterns)] // No row is another name in some builds.
                    _ => None,
                }
            }

            /// Returns the levels of a CPU with these features, best first.
            pub(crate) fn of(features: $crate::cpu::Features) -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied().filter(move |row| features.contain(row.needs()))
            }
        }

        impl $crate::level::Detected {
            /// Runs an operation with the token of this level. Code that inlines into it is compiled for the
            /// level.
            #[inline(always)]
            pub fn run<V: $crate::level::WithLevel>(self, operation: V) -> V::Output {
                use $crate::level::Level;
                match self.row() {
                    $(
                        #[$on]
                        Row::$level => {
                            // SAFETY: a `Detected` is created only for a level that was detected.
                            let level = unsafe { $level::new_unchecked() };
                            level.vectorize(#[inline(always)] || operation.with_level(level))
                        }
                        $(
                            #[$alias]
                            Row::$level => $crate::level::Detected::of(Row::$same).run(operation),
                        )?
                    )*
                }
            }
        }

        /// Calls a visitor with every kernel of each level that this CPU supports, best level first, and with
        /// the names of the other levels.
        #[doc(hidden)]
        pub fn visit_kernels(visitor: &mut impl $crate::level::visit::KernelVisitor) {
            use $crate::level::{Level, visit};
            $(
                #[$on]
                match $level::detect() {
                    Some(level) => {
                        visit::visit_simd_formulas(visitor, level);
                        visit::visit_batch::<$level, <$level as $crate::level::Kernels>::Batch>(visitor, level);
                        $($(visitor.single::<$level, $one>(level);)*)?
                        $($(visitor.batch::<$level, $many>(level);)*)?
                    }
                    None => visitor.skipped($name),
                }
            )*
            visit::visit_multiversioned(visitor);
        }

        /// The functions of one call: first the one that chooses a level, then those of the levels in the
        /// order of their rows.
        macro_rules! functions_of {
            ($dollar method:ident) => {
                [
                    <$crate::level::compiled::Compiled<$crate::level::dispatch::Dispatched>
                        as $crate::level::compiled::Calls>::$dollar method::<()>,
                    $(
                        #[$on]
                        <$crate::level::compiled::Compiled<$crate::level::list::tokens::$level>
                            as $crate::level::compiled::Calls>::$dollar method::<()>,
                        $(
                            #[$alias]
                            <$crate::level::compiled::Compiled<$crate::level::list::tokens::$same>
                                as $crate::level::compiled::Calls>::$dollar method::<()>,
                        )?
                    )*
                ]
            };
        }
        pub(super) use functions_of;
    };
}
pub(super) use define_levels;

/// Checks that a level has the features of the level whose functions it shares.
macro_rules! check_shared {
    ($level:ident []) => {};
    ($level:ident [$other:ident unless $without:meta: $($shared:ident)*]) => {
        #[cfg(not($without))]
        const _: () = assert!(Row::$level.needs().contain(Row::$other.needs()));
    };
}
pub(super) use check_shared;
