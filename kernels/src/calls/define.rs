//! [`define_levels!`], which expands the lists of [levels](crate::levels::rows) and of their
//! [kernels](super::kernels::list) to trait implementations.

/// Defines what each level computes, from the rows of both lists, which it reads in pairs.
///
/// A pair of rows expands to three things:
///
/// 1. the lanes and kernels of the level, and its implementation of [`Level`](super::Level);
/// 2. `Level::vectorize`, which runs a closure inside a function that has the features of the level enabled,
///    because `#[target_feature]` takes literals and cannot be generic;
/// 3. the functions of [`Calls`](super::compiled::Calls), each compiled with these features, for
///    [dispatch](super::dispatch).
///
/// The argument between the lists is `$`, which the macro defined inside needs. For example, the rows `Avx2 "avx2"
/// { on: cfg(target_feature = "sse2"), needs: ["popcnt", "avx2"], .. }` and `Avx2 { .. }` expand to the following,
/// all of it under `#[cfg(target_feature = "sse2")]`:
///
/// ```text
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
/// All rows together expand to:
///
/// ```text
/// impl Detected { pub fn run(self, operation) { match self.row() { Row::Avx2 => .., .. } } }
/// pub fn visit_kernels(visitor) { .. }
/// macro_rules! functions_of {                                // the functions of a call, by number
///     (rook_attacks) => { [first, .., <Compiled<Avx2> as Calls>::rook_attacks::<()>, ..] };
/// }
/// ```
macro_rules! define_levels {
    ({ $(
        $(#[$attribute:meta])* $level:ident $name:literal {
            on: $on:meta,
            $(same_as: $same:ident where $alias:meta,)?
            needs: [$($feature:tt),* $(,)?],
            fixed: $fixed:expr,
        }
    )* } $dollar:tt $(
        $row:ident {
            four_lanes: $four_lanes:ty,
            slider_lanes: $slider_lanes:ty,
            bit_tricks: [$($tricks_level:ident::$tricks:ident = $tricks_type:ty),* $(,)?],
            kernels: $kernels:tt,
            shares: $shares:tt,
            $(singles: [$($one:ty),* $(,)?],)?
            $(batches: [$($many:ty),* $(,)?],)?
        }
    )*) => {
        $(
            const _: () = assert!(
                $crate::levels::cpu::same(stringify!($row), stringify!($level)),
                "the rows of kernels/list.rs are those of levels/rows.rs, in the same order",
            );

            #[$on]
            impl $crate::lanes::Simd for $level {
                type FourLanes = $four_lanes;
                type SliderLanes = $slider_lanes;
                const HAS_POPCNT: bool = $crate::levels::cpu::has_popcnt(&[$($feature),*]);
            }

            $(
                #[$on]
                impl $tricks_level for $level {
                    type $tricks = $tricks_type;
                }
            )*

            #[$on]
            impl $crate::calls::kernels::Sealed for $level {}

            #[$on]
            $crate::calls::kernels::kernels! { $level $kernels }

            #[$on]
            impl $crate::calls::Level for $level {
                const NAME: &'static str = $name;
                type Calls = $crate::calls::compiled::Compiled<$level>;

                #[inline]
                fn detect() -> Option<Self> {
                    // SAFETY: the features have just been detected.
                    $crate::levels::cpu::has(Row::$level.needs()).then(|| unsafe { Self::assume() })
                }

                #[inline(always)]
                unsafe fn new_unchecked() -> Self {
                    // SAFETY: the caller guarantees the features.
                    unsafe { Self::assume() }
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
            $crate::calls::list::calls! { compiled_calls $dollar $level #[target_feature($(enable = $feature),*)] $shares }

            #[$on]
            $crate::calls::define::check_shared! { $level $shares }

            #[$on]
            impl<Otherwise: $crate::calls::Level> $crate::calls::fixed::Fixes<Otherwise>
                for $crate::calls::fixed::Build<{ Row::$level as usize }>
            {
                type Level = $level;
            }
        )*

        impl $crate::levels::detected::Detected {
            /// Runs an operation with the token of this level. Code that inlines into it is compiled for the
            /// level.
            #[inline(always)]
            pub fn run<V: $crate::calls::WithLevel>(self, operation: V) -> V::Output {
                use $crate::calls::Level;
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
                            Row::$level => $crate::levels::detected::Detected::of(Row::$same).run(operation),
                        )?
                    )*
                }
            }
        }

        /// Calls a visitor with every kernel of each level that this CPU supports, best level first, and with
        /// the names of the other levels.
        #[doc(hidden)]
        pub fn visit_kernels(visitor: &mut impl $crate::calls::kernels::visit::KernelVisitor) {
            use $crate::calls::{Level, kernels::visit};
            $(
                #[$on]
                match $level::detect() {
                    Some(level) => {
                        visit::visit_simd_formulas(visitor, level);
                        visit::visit_batch::<$level, <$level as $crate::calls::Kernels>::Batch>(visitor, level);
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
                    <$crate::calls::compiled::Compiled<$crate::calls::dispatch::Dispatched>
                        as $crate::calls::compiled::Calls>::$dollar method::<()>,
                    $(
                        #[$on]
                        <$crate::calls::compiled::Compiled<$crate::levels::rows::tokens::$level>
                            as $crate::calls::compiled::Calls>::$dollar method::<()>,
                        $(
                            #[$alias]
                            <$crate::calls::compiled::Compiled<$crate::levels::rows::tokens::$same>
                                as $crate::calls::compiled::Calls>::$dollar method::<()>,
                        )?
                    )*
                ]
            };
        }
        pub(crate) use functions_of;
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
