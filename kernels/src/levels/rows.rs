//! The list of levels, best first: their names, targets and CPU features.
//!
//! The kernels of each level are in a list of their own (`calls/kernels/list.rs`), with the same rows in the
//! same order. `rows!` passes the rows of this list to the macro that reads both.
//!
//! The fields of a row are:
//!
//! * `on`: the targets on which the level exists, as an attribute `cfg(..)`. The levels of x86 can be left
//!   out of a build with `--cfg quadline_without="NAME"`;
//! * `same_as`: the row with the same kernels on other targets, where the level is another name for it;
//! * `needs`: the required CPU features, each by its name in `target_feature`;
//! * `fixed`: whether a build that enables all of them leaves nothing to choose at run time.

/// Passes the rows to the macro `$then`, and after them the tokens that follow its name.
macro_rules! rows {
    ($then:ident $($more:tt)*) => { $then! { {
        /// AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: Ice Lake, Zen 4 and later.
        Avx512Vbmi "avx512-vbmi" {
            on: cfg(all(target_feature = "sse2", not(quadline_without = "avx512-vbmi"))),
            needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni"],
            fixed: true,
        }

        /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X, Skylake-SP, Cascade Lake and Cooper Lake. Later CPUs
        /// have VBMI as well.
        ///
        /// On these CPUs, one instruction with a 512-bit register lowers the clock for everything that the thread
        /// executes in the next 0.7 ms, from 3.1 to 2.7 GHz on a Cascade Lake, and each change stops the core for
        /// 10 µs or more. One position is therefore computed in 256-bit registers, with the instructions of
        /// AVX-512: in a trial that changed nothing but `one_position`, a search by methods of `Position` took
        /// 0.86 of the time, and 0.95 of its time at `avx2` (Cascade Lake, family 6, model 85). Batches have 512
        /// bits from the lengths where they paid there: 128 sliders, or 256 positions.
        Avx512 "avx512" {
            on: cfg(all(target_feature = "sse2", not(quadline_without = "avx512"))),
            needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"],
            fixed: true,
        }

        /// AVX2 and GFNI without AVX-512: Alder Lake, Gracemont and similar CPUs.
        Avx2Gfni "avx2-gfni" {
            on: cfg(all(target_feature = "sse2", not(quadline_without = "avx2-gfni"))),
            needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "gfni"],
            fixed: true,
        }

        /// AVX2, with BMI1, BMI2, LZCNT and POPCNT: Haswell, Excavator, Zen and later.
        Avx2 "avx2" {
            on: cfg(all(target_feature = "sse2", not(quadline_without = "avx2"))),
            needs: ["popcnt", "lzcnt", "bmi1", "bmi2", "avx2"],
            fixed: true,
        }

        /// NEON, which every 64-bit Arm CPU has.
        ///
        /// By estimate, other formulas are faster for one slider on some cores; the
        /// [guide](crate::formula::guide) names them.
        Neon "neon" {
            on: cfg(target_arch = "aarch64"),
            needs: ["neon"],
            // To be changed when a level is added above it.
            fixed: true,
        }

        /// No vectors; LZCNT, BMI1, BMI2 and POPCNT.
        ///
        /// Haswell, Zen and later CPUs use it in virtual machines that hide AVX2, and under operating systems
        /// that do not save the wide registers (without XSAVE). Perft takes 0.81 of the time of
        /// `portable` there (Zen 5, six positions; the record of that CPU in the bench package).
        Lzcnt "lzcnt" {
            on: cfg(all(target_feature = "sse2", not(quadline_without = "lzcnt"))),
            needs: ["popcnt", "lzcnt", "bmi1", "bmi2"],
            // The CPU may have vectors that the build does not enable.
            fixed: false,
        }

        /// The features that the build enables for every CPU it runs on.
        ///
        /// The lanes are those of the `wide` crate (SSE2, NEON or simd128) on 32-bit x86, where they are faster
        /// than integers, and wherever the feature `wide` of `quadline-kernels` is enabled. Elsewhere they are
        /// integers. One slider is computed with integers everywhere.
        Portable "portable" {
            on: cfg(all()),
            needs: [],
            // If no level above exists, this one is at least as good as `scalar`, so there is nothing to choose.
            fixed: cfg!(not(any(target_feature = "sse2", target_arch = "aarch64"))),
        }

        /// No vectors, and no CPU features.
        Scalar "scalar" {
            on: cfg(feature = "wide"),
            same_as: Portable where cfg(not(feature = "wide")),
            needs: [],
            fixed: false,
        }
    } $($more)* } };
}
pub(crate) use rows;

/// Defines the token of each row and the enumeration of the rows.
///
/// A level is written down once, and its token proves that the CPU has its features: only `detect` and `unsafe`
/// code can create one, and functions with intrinsics require `Has<Feature>`. For example, the row `Avx2 "avx2" { on:
/// cfg(target_feature = "sse2"), needs: ["popcnt", "avx2"], .. }` expands to the following, all of it under
/// `#[cfg(target_feature = "sse2")]`:
///
/// ```text
/// pub mod tokens {
///     pub struct Avx2(());                                   // a value proves the features
/// }
/// unsafe impl Has<features::Popcnt> for Avx2 {}              // one for each feature
/// unsafe impl Has<features::Avx2> for Avx2 {}
/// unsafe impl Token for Avx2 { const NEEDS: Features = ..; .. }
/// ```
///
/// In a build where a row has the same kernels as another, `same_as: Portable where cfg(..)`, it expands to
/// `pub type Scalar = Portable`, so that the kernels are compiled once. All rows together expand to the enumeration
/// [`Row`], with `ALL`, `FIXED`, `name` and `needs`.
macro_rules! define_rows {
    ({ $(
        $(#[$attribute:meta])* $level:ident $name:literal {
            on: $on:meta,
            $(same_as: $same:ident where $alias:meta,)?
            needs: [$($feature:tt),* $(,)?],
            fixed: $fixed:expr,
        }
    )* }) => {
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
                unsafe impl $crate::levels::proof::Has<$crate::levels::proof::cpu_feature!($feature)> for $level {}
            )*

            #[$on]
            // SAFETY: see above. The list is that of the row.
            unsafe impl $crate::levels::proof::Token for $level {
                const NEEDS: $crate::levels::cpu::Features = $crate::levels::cpu::Features::named(&[$($feature),*]);

                #[inline(always)]
                unsafe fn assume() -> Self {
                    Self(())
                }
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
            pub(crate) const fn needs(self) -> $crate::levels::cpu::Features {
                let row = match self.same_as() {
                    Some(row) => row,
                    None => self,
                };
                match row {
                    $(
                        #[$on]
                        Self::$level => const { $crate::levels::cpu::Features::named(&[$($feature),*]) }
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
            pub(crate) fn of(features: $crate::levels::cpu::Features) -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied().filter(move |row| features.contain(row.needs()))
            }
        }
    };
}
rows! { define_rows }

/// The names of the levels of all architectures, best first; see [`Level::NAME`](crate::level::Level::NAME).
pub const NAMES: [&str; 8] =
    ["avx512-vbmi", "avx512", "avx2-gfni", "avx2", "neon", "lzcnt", "portable", "scalar"];

/// Returns whether the build leaves out the level with this name.
pub(crate) fn is_left_out(name: &str) -> bool {
    let left_out = [
        ("avx512-vbmi", cfg!(quadline_without = "avx512-vbmi")),
        ("avx512", cfg!(quadline_without = "avx512")),
        ("avx2-gfni", cfg!(quadline_without = "avx2-gfni")),
        ("avx2", cfg!(quadline_without = "avx2")),
        ("lzcnt", cfg!(quadline_without = "lzcnt")),
    ];
    left_out.contains(&(name, true))
}
