//! Levels: sets of CPU features that everything is compiled for, chosen at run time.
//!
//! | name | token | what the CPU has |
//! |---|---|---|
//! | `avx512-vbmi` | `Avx512Vbmi` | AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake, Zen 4 and later) |
//! | `avx512` | `Avx512` | AVX-512 F, BW, CD, DQ, VL (Skylake-X and later) |
//! | `avx2-gfni` | `Avx2Gfni` | AVX2 and GFNI |
//! | `avx2` | `Avx2` | AVX2, BMI1, BMI2, LZCNT, POPCNT (Haswell, Excavator, Zen and later) |
//! | `neon` | `Neon` | NEON: every 64-bit Arm CPU |
//! | `lzcnt` | `Lzcnt` | plain words with LZCNT, BMI1, BMI2, POPCNT |
//! | `portable` | `Portable` | four lanes of the `wide` crate, as the build enables them |
//! | `scalar` | `Scalar` | plain words |
//!
//! The tokens are there on the architectures that have them. Three ways to use a level:
//!
//! * The free functions of the crate dispatch by themselves: one load, then an indirect call.
//! * [`dispatch`] runs an operation that is generic over the level, compiled as a whole for the best one.
//! * A token from `detect()` is passed along, and its methods inline into what runs inside `vectorize`.
//!
//! ```
//! use quadline::{Square, level::{self, Level, WithLevel}};
//!
//! /// Counts the squares that queens attack, over many boards.
//! struct Mobility<'a>(&'a [(Square, u64)]);
//!
//! impl WithLevel for Mobility<'_> {
//!     type Output = u32;
//!     #[inline(always)]
//!     fn with_level<L: Level>(self, level: L) -> u32 {
//!         // The kernel inlines into this loop, with the vector instructions of the level.
//!         self.0.iter().map(|&(square, occupied)| level.queen_attacks(square, occupied).count_ones()).sum()
//!     }
//! }
//!
//! assert_eq!(level::dispatch(Mobility(&[(Square::A1, 0), (Square::D4, 0)])), 21 + 27);
//! ```
//!
//! # The environment
//!
//! In a build with `std`, `QUADLINE_LEVEL=avx2` makes the run-time dispatch use that level; set and empty is as good as
//! not set. It is read once, at the first dispatch. A name that is unknown, or a level that this CPU lacks, is never
//! silently ignored: [`try_active`] reports it, and whatever dispatches first panics with the same message.
//!
//! # Without dispatch
//!
//! A build that enables AVX2 or more (`-C target-cpu=native` and the like), aarch64 with NEON, and all targets other than x86
//! with SSE2 and aarch64 (wasm, 32-bit Arm, RISC-V) leave nothing to choose: the level is fixed at compile time, [`Fixed`] is its token, and the free functions inline.
//! Other levels can still be reached by their tokens and by [`dispatch_named`].
//!
//! There `QUADLINE_LEVEL` may name the fixed level and no other: [`active`], [`try_active`], [`dispatch`] and the
//! batches say so when they are first called. The single calls and the tokens do not ask, as they would be no longer
//! what they are for: a few instructions in the caller's loop.

pub use quadline_kernels::level::tokens::*;
pub use quadline_kernels::level::{Dispatched, Fixed, Level, LevelError, NAMES, WithLevel};

use quadline_kernels::level::{self, Detected, current, try_current};
pub(crate) use quadline_kernels::level::{agreed_token, token};

/// The names of the levels that this CPU has, best first.
///
/// ```
/// use quadline::level;
/// assert!(level::available().any(|name| name == level::active()));
/// assert_eq!(level::available().last(), Some("scalar"));
/// ```
pub fn available() -> impl Iterator<Item = &'static str> {
    level::available().map(Detected::name)
}

/// The name of the level that the run-time dispatch uses, or that the build fixes.
///
/// # Panics
/// If `QUADLINE_LEVEL` names a level that cannot be used; [`try_active`] reports it instead.
pub fn active() -> &'static str {
    current().name()
}

/// The name of the level that the run-time dispatch uses, or that the build fixes.
///
/// ```
/// match quadline::level::try_active() {
///     Ok(level) => println!("computing with {level}"),
///     Err(error) => eprintln!("QUADLINE_LEVEL: {error}"),
/// }
/// ```
///
/// # Errors
/// If `QUADLINE_LEVEL` names no level, one that this CPU lacks, or another one than the build fixes.
pub fn try_active() -> Result<&'static str, LevelError> {
    try_current().map(Detected::name)
}

/// Runs an operation compiled for the level of the run-time dispatch.
///
/// Dispatch outside the hot loop: what runs inside is compiled as a whole, and the kernels inline into it. There is an
/// example on the page of the [module](self) and a longer one in the [guide](crate::guide::levels).
///
/// # Panics
/// If `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn dispatch<V: WithLevel>(operation: V) -> V::Output {
    current().run(operation)
}

/// Runs an operation compiled for the level of this name.
///
/// ```
/// use quadline::{Square, level::{self, Level, WithLevel}};
///
/// struct Queen(Square);
/// impl WithLevel for Queen {
///     type Output = u64;
///     fn with_level<L: Level>(self, level: L) -> u64 {
///         level.queen_attacks(self.0, 0)
///     }
/// }
///
/// assert_eq!(level::dispatch_named("scalar", Queen(Square::A1)).map(u64::count_ones), Ok(21));
/// let error = level::dispatch_named("mmx", Queen(Square::A1)).unwrap_err();
/// assert!(error.to_string().starts_with("there is no level `mmx`; the levels here are:"));
/// ```
///
/// # Errors
/// If there is no such level, or this CPU lacks it; the operation is dropped.
#[inline]
pub fn dispatch_named<V: WithLevel>(name: &str, operation: V) -> Result<V::Output, LevelError> {
    Ok(Detected::by_name(name)?.run(operation))
}
