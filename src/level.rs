//! CPU feature levels, which the kernels are compiled for, and run-time dispatch to them.
//!
//! | name | token | required CPU features |
//! |---|---|---|
//! | `avx512-vbmi` | `Avx512Vbmi` | AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake, Zen 4 and later) |
//! | `avx512` | `Avx512` | AVX-512 F, BW, CD, DQ, VL (Skylake-X to Cooper Lake) |
//! | `avx2-gfni` | `Avx2Gfni` | AVX2 and GFNI |
//! | `avx2` | `Avx2` | AVX2, BMI1, BMI2, LZCNT, POPCNT (Haswell, Excavator, Zen and later) |
//! | `neon` | `Neon` | NEON: every 64-bit Arm CPU |
//! | `lzcnt` | `Lzcnt` | LZCNT, BMI1, BMI2, POPCNT; no vectors |
//! | `portable` | `Portable` | none; 64-bit integers, with the features that the build enables (SSE2 vectors on 32-bit x86) |
//! | `scalar` | `Scalar` | none; no vectors. Except on 32-bit x86, another name for `portable`, which has the same kernels |
//!
//! Each token exists only on the architectures that have its level. There are three ways to use a level:
//!
//! * The free functions of one slider inline and do not dispatch: they compute with the level that the build
//!   fixes, and otherwise with 64-bit integers. `QUADLINE_LEVEL` does not change them. Functions of sets and
//!   methods of `Position` dispatch on every call, which costs two loads and an indirect call.
//! * [`dispatch`] runs an operation that is generic over the level and compiled as a whole for the best one.
//! * A token from `detect()` can be passed along. Its methods inline into code that runs inside `vectorize`.
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
//! # The environment variable `QUADLINE_LEVEL`
//!
//! In a build with `std`, `QUADLINE_LEVEL=avx2` makes run-time dispatch use that level. The variable is read
//! once, at the first dispatch. An empty value is treated as unset. If the name is unknown, or this CPU lacks
//! the level, [`try_active`] returns an error, and the first dispatch panics with the same message.
//!
//! # Leaving levels out
//!
//! A program contains the kernels of all levels of its architecture. One that needs only some of them can
//! leave out others when it is built, and does not pay for their bytes and their compile time:
//!
//! ```text
//! RUSTFLAGS='--cfg quadline_without="avx512-vbmi" --cfg quadline_without="avx512" --cfg quadline_without="lzcnt"' cargo build --release
//! ```
//!
//! The names are `avx512-vbmi`, `avx512`, `avx2-gfni`, `avx2` and `lzcnt`. Run-time dispatch then chooses
//! among the others; the token of such a level does not exist, and an error that names the option is returned
//! for its name. This is not a Cargo feature, because Cargo enables the features that any crate of a program
//! asks for, so that a library could take levels away from the programs that use it.
//!
//! A stripped release build for x86-64 grows by these KiB, with all levels and with `avx2`, `portable` and
//! `scalar` only (`ci/dependent.sh sizes x86_64 x86_64-avx2` in a checkout). Most of the first row is the reading
//! of `QUADLINE_LEVEL` and its errors:
//!
//! | call | all levels | `avx2`, `portable` and `scalar` |
//! |---|--:|--:|
//! | [`queen_attacks`](crate::queen_attacks) | 46.4 | 34.8 |
//! | [`Position::legal_move_count`](crate::Position::legal_move_count) | 45.1 | 35.6 |
//! | [`Position::moves`](crate::Position::moves) | 85.8 | 54.4 |
//! | [`batch::legal_move_counts`](crate::batch::legal_move_counts) | 175.4 | 70.2 |
//!
//! # Time to compile
//!
//! Functions for positions and for many sliders are compiled with the crate that uses them, for each level. A
//! program that uses none of them does not pay for their compilation, and one that uses a heavy function pays
//! each time its own crate is compiled. With the feature `precompiled` they are compiled with quadline, once,
//! and the program's crate contains a call:
//!
//! ```toml
//! quadline = { path = "../quadline", features = ["precompiled-lists", "precompiled-positions"] }
//! ```
//!
//! The groups are `precompiled-sliders` (many sliders), `precompiled-positions` (questions about one
//! position), `precompiled-lists` (lists of its moves and successors), `precompiled-threats` (all functions
//! for threats) and `precompiled-batches` (those for many positions, and
//! [`SuccessorCounter`](crate::SuccessorCounter)). The linker drops the functions that a program does not
//! use. The feature concerns functions that dispatch: code that is generic over the level, and builds with a
//! fixed level, compile as before. A debug build of the program can then use optimized functions, with
//! `opt-level = 3` in `[profile.dev.package.quadline-kernels]`.
//!
//! This table shows the processor seconds for the crate of a program that uses nothing else, and the size of
//! the stripped program, in a release build with all levels:
//!
//! <!-- table: compile cost -->
//!
//! | use | rebuild | program | rebuild with `precompiled` | program |
//! |---|--:|--:|--:|--:|
//! | quadline itself, once | 4.3 s | | 38.0 s | |
//! | [`constant::queen_attacks`](crate::constant::queen_attacks) | 0.2 s | 352 KiB | 0.2 s | 352 KiB |
//! | [`queen_attacks`](crate::queen_attacks) | 0.2 s | 352 KiB | 0.2 s | 352 KiB |
//! | [`batch::zobrist_keys`](crate::batch::zobrist_keys) | 0.6 s | 377 KiB | 0.3 s | 386 KiB |
//! | [`Position::legal_move_count`](crate::Position::legal_move_count) | 0.5 s | 385 KiB | 0.2 s | 397 KiB |
//! | [`Position::check_info`](crate::Position::check_info) | 0.3 s | 395 KiB | 0.2 s | 395 KiB |
//! | [`batch::queen_attacks`](crate::batch::queen_attacks) | 0.6 s | 396 KiB | 0.2 s | 405 KiB |
//! | [`Position::is_legal`](crate::Position::is_legal) | 0.5 s | 402 KiB | 0.2 s | 403 KiB |
//! | [`Position::threats`](crate::Position::threats) | 0.7 s | 414 KiB | 0.2 s | 424 KiB |
//! | [`Position::see_at_least`](crate::Position::see_at_least) | 0.8 s | 416 KiB | 0.2 s | 418 KiB |
//! | [`Position::moves`](crate::Position::moves) | 0.8 s | 421 KiB | 0.2 s | 433 KiB |
//! | [`Position::successors`](crate::Position::successors) | 0.9 s | 427 KiB | 0.2 s | 439 KiB |
//! | [`Position::parse_san`](crate::Position::parse_san) | 0.9 s | 435 KiB | 0.2 s | 435 KiB |
//! | [`batch::attacked_squares`](crate::batch::attacked_squares) | 2.4 s | 435 KiB | 0.3 s | 444 KiB |
//! | [`batch::legal_moves`](crate::batch::legal_moves) | 1.4 s | 462 KiB | 0.2 s | 483 KiB |
//! | [`batch::threat_inputs_csr`](crate::batch::threat_inputs_csr) | 1.2 s | 496 KiB | 0.3 s | 507 KiB |
//! | [`batch::legal_move_counts`](crate::batch::legal_move_counts) | 4.5 s | 531 KiB | 0.2 s | 553 KiB |
//!
//! `ci/dependent.sh write`, 2026-11-28, rustc 1.95.0, on AMD EPYC (family 26, model 2).
//!
//! <!-- end of table: compile cost -->
//!
//! # Builds with a fixed level
//!
//! In some builds there is nothing to choose: those that enable AVX2 or more (for example with `-C
//! target-cpu=native`), those for aarch64 with NEON, and those for all other targets except x86 with SSE2 and
//! aarch64 (wasm, 32-bit Arm, RISC-V). The level is then fixed at compile time, [`Fixed`] is its token, and
//! the free functions inline. Other levels remain available through their tokens and [`dispatch_named`].
//!
//! In such a build, `QUADLINE_LEVEL` may name the fixed level only. [`active`], [`dispatch`] and the batch
//! functions panic if it names another level, and [`try_active`] returns an error. So do the methods of
//! [`Position`](crate::Position). The functions for single sliders and tokens do not check it, because the
//! check would cost more than the call.

pub use quadline_kernels::level::{
    Dispatched, Fixed, Has, Level, LevelError, NAMES, Token, WithLevel, features, tokens::*,
};
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
pub use quadline_kernels::{token, with_features};

use quadline_kernels::internal;
pub(crate) use quadline_kernels::internal::{active_token, token};
use quadline_kernels::level::{self, Detected};

/// Returns the names of the levels that this CPU supports, best first. Except on 32-bit x86, the last two,
/// `portable` and `scalar`, are names of one level.
///
/// # Examples
///
/// ```
/// use quadline::level;
/// assert!(level::available().any(|name| name == level::active()));
/// assert_eq!(level::available().last(), Some("scalar"));
/// ```
pub fn available() -> impl Iterator<Item = &'static str> {
    level::available().map(Detected::name)
}

/// Returns the name of the level that run-time dispatch uses or that the build fixes.
///
/// # Panics
///
/// Panics if `QUADLINE_LEVEL` names a level that cannot be used; [`try_active`] returns an error instead.
#[must_use]
pub fn active() -> &'static str {
    internal::active().name()
}

/// Returns the name of the level that run-time dispatch uses or that the build fixes, without panicking.
///
/// # Examples
///
/// ```
/// match quadline::level::try_active() {
///     Ok(level) => println!("computing with {level}"),
///     Err(error) => eprintln!("QUADLINE_LEVEL: {error}"),
/// }
/// ```
///
/// # Errors
///
/// Returns an error if `QUADLINE_LEVEL` names an unknown level, a level that this CPU lacks, or another level
/// than the one that the build fixes.
pub fn try_active() -> Result<&'static str, LevelError> {
    internal::try_active().map(Detected::name)
}

/// Returns the token of a set of CPU features, if the level that run-time dispatch uses has all of them.
///
/// Code with intrinsics of its own takes part in the choice of a level in this way: `QUADLINE_LEVEL`, builds with a
/// fixed level and builds that leave levels out apply to it as well. Inside [`dispatch`], [`Level::token_of`] does
/// the same at compile time. The [guide](crate::guide::intrinsics) has an example.
///
/// # Examples
///
/// ```
/// # #[cfg(target_arch = "x86_64")] {
/// use quadline::level::{self, token, with_features};
///
/// token! {
///     /// Deposits and extracts bits.
///     pub Deposits: ["bmi2"];
/// }
///
/// with_features! { ["bmi2"];
///     fn deposit(_, word: u64, mask: u64) -> u64 { std::arch::x86_64::_pdep_u64(word, mask) }
/// }
///
/// /// Returns the set bit of `mask` with this number, the lowest first.
/// fn nth_bit(mask: u64, number: u32) -> u64 {
///     match level::token_of::<Deposits>() {
///         Some(token) => deposit(token, 1 << number, mask),
///         None => {
///             let rest = (0..number).fold(mask, |rest, _| rest & (rest - 1));
///             rest & rest.wrapping_neg()
///         }
///     }
/// }
///
/// assert_eq!(nth_bit(0b1101_0000, 1), 1 << 6);
/// # }
/// ```
///
/// # Panics
///
/// Panics if `QUADLINE_LEVEL` names a level that cannot be used.
#[must_use]
#[inline]
pub fn token_of<T: Token>() -> Option<T> {
    internal::active().token_of()
}

/// Runs an operation compiled for the level that run-time dispatch selects.
///
/// Dispatch outside of hot loops: the operation is compiled as a whole, and the kernels inline into it. The
/// [module](self) page has an example, and the [guide](crate::guide::levels) a longer one.
///
/// # Panics
///
/// Panics if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
pub fn dispatch<V: WithLevel>(operation: V) -> V::Output {
    internal::active().run(operation)
}

/// Runs an operation compiled for the level with this name.
///
/// # Examples
///
/// ```
/// use quadline::{
///     Square,
///     level::{self, Level, WithLevel},
/// };
///
/// struct Queen(Square);
/// impl WithLevel for Queen {
///     type Output = u64;
///     fn with_level<L: Level>(self, level: L) -> u64 {
///         level.queen_attacks(self.0, 0)
///     }
/// }
///
/// assert_eq!(
///     level::dispatch_named("scalar", Queen(Square::A1)).map(u64::count_ones),
///     Ok(21)
/// );
/// let error = level::dispatch_named("mmx", Queen(Square::A1)).unwrap_err();
/// assert!(error.to_string().starts_with("unknown level `mmx`; available levels:"));
/// ```
///
/// # Errors
///
/// Returns an error if there is no such level, or if this CPU lacks it. The operation is then dropped.
#[inline]
pub fn dispatch_named<V: WithLevel>(name: &str, operation: V) -> Result<V::Output, LevelError> {
    Ok(Detected::by_name(name)?.run(operation))
}
