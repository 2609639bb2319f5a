//! CPU features: how a program chooses among them, and the cost of a call.
//!
//! A [level](crate::level) is a set of CPU features. Every kernel is compiled for each level of the
//! architecture, and the program chooses a level at run time. The [module page](crate::level) lists the
//! levels, and README the features of each. They compute attacks of sliders in these ways, which the [guide
//! to formulas](quadline_kernels::formula::guide) explains:
//!
//! | level | one rook or queen | one bishop | many sliders |
//! |---|---|---|---|
//! | `avx512-vbmi` | obstruction sum | hyperbola quintessence, first rank by lookup | bit matrices |
//! | `avx512` | obstruction sum | hyperbola quintessence, first rank by lookup | SBAMG, eight sliders in lanes |
//! | `avx2-gfni` | hyperbola quintessence | hyperbola quintessence, first rank by lookup | bit matrices |
//! | `avx2` | hyperbola quintessence, first rank by lookup | hyperbola quintessence, first rank by lookup | hyperbola quintessence, first rank by lookup, in lanes |
//! | `neon` | hyperbola quintessence | hyperbola quintessence | hyperbola quintessence, in lanes |
//! | `lzcnt` | kindergarten | kindergarten | kindergarten, one by one |
//! | `portable` | kindergarten | kindergarten | kindergarten, one by one; on 32-bit x86 obstruction shift, in lanes |
//! | `scalar` | kindergarten | kindergarten | kindergarten, one by one |
//!
//! # Three ways to call
//!
//! **Free functions** of one slider do not dispatch. They inline, and compute with 64-bit integers and tables
//! of 12 KiB, or with the level that the build fixes. Use them wherever sliders are looked up one by one: no
//! call costs less in a chain of dependent calls. Functions of sets of sliders and the methods of
//! [`Position`](crate::Position) dispatch on every call, which costs two loads and an indirect call.
//!
//! **[Batches](crate::batch)** dispatch once for all their sliders or positions.
//!
//! **Tokens** do not dispatch. A token is a value that proves that the CPU has the features of a level. Code
//! that is generic over [`Level`](crate::level::Level) takes a token; it is compiled once for each level, and
//! the kernels inline into it. [`dispatch`](crate::level::dispatch) calls the version for this CPU. It pays
//! where a loop calls kernels many times. If a whole search is generic, the compiler also uses instructions
//! such as `POPCNT` and `TZCNT` for the rest of its code, but it compiles the search for each level: measure
//! whether the methods of a position are as fast in yours.
//!
//! ```
//! use quadline::{Square, level::{self, Level, WithLevel}};
//!
//! /// Returns the number of moves of the rooks on a board without other pieces.
//! fn mobility<L: Level>(level: L, rooks: u64) -> u32 {
//!     // The closure is compiled for the level, including everything that inlines into it.
//!     level.vectorize(#[inline(always)] || {
//!         let (mut rest, mut moves) = (rooks, 0);
//!         while let Some(square) = Square::lowest(rest) {
//!             rest &= rest - 1;
//!             moves += (level.rook_attacks(square, rooks) & !rooks).count_ones();
//!         }
//!         moves
//!     })
//! }
//!
//! // Closures cannot be generic, so a struct holds the arguments.
//! struct Mobility(u64);
//! impl WithLevel for Mobility {
//!     type Output = u32;
//!     fn with_level<L: Level>(self, level: L) -> u32 {
//!         mobility(level, self.0)
//!     }
//! }
//!
//! let corners = Square::A1.bit() | Square::H1.bit() | Square::A8.bit() | Square::H8.bit();
//! assert_eq!(level::dispatch(Mobility(corners)), 4 * 12);
//! ```
//!
//! No call needs `unsafe`, because [`detect`](crate::level::Level::detect) is the only way to create a token,
//! and it returns one only if the CPU has the features.
//!
//! # Target CPU
//!
//! | build for | effect | use it for |
//! |---|---|---|
//! | default, or `x86-64-v2` | contains all levels, and chooses the best at run time | one program for all users |
//! | `x86-64-v3` | fixes `avx2`: free functions inline, but AVX-512 and GFNI are not used | CPUs without AVX-512 and single sliders |
//! | `x86-64-v4` | fixes `avx512`, without VBMI | rarely useful |
//! | `native` | fixes the best level of the CPU that compiles, if it has AVX2 | your own machine |
//!
//! The type [`Fixed`](crate::level::Fixed) is the token of the level that the build fixes. `Fixed::detect()`
//! is a constant there; in other builds, `Fixed` dispatches. Batches lose most in a build for `x86-64-v3`:
//! the table in the [README](crate#what-to-call) compares `avx512-vbmi` with `avx2`.
//!
//! # Which level ran
//!
//! [`active`](crate::level::active) returns the name of the level that methods and batches
//! use, and [`available`](crate::level::available) those of the CPU, best first. In code that is generic over
//! the level, the name is [`L::NAME`](crate::level::Level::NAME).
//!
//! ```
//! use quadline::level;
//!
//! let ran = level::active();
//! assert!(
//!     level::available().any(|name| name == ran),
//!     "this program uses the level {ran}"
//! );
//! ```
//!
//! # Intrinsics of your own
//!
//! Kernels of a program can use the same choice, the same proofs and `QUADLINE_LEVEL`, without `unsafe`: see
//! the [page about them](super::intrinsics).
//!
//! # Clocks of Skylake-X to Cooper Lake
//!
//! CPUs of these families select `avx512`. On them, one instruction with a 512-bit register lowers the clock
//! for everything that the thread executes in the next 0.7 ms, the program's own code included: from 3.1 to
//! 2.7 GHz on a Cascade Lake (family 6, model 85). quadline therefore uses 512 bits at this level in batches
//! of at least 128 sliders or 256 positions only, and in the counts of successors. Such a batch pays for the
//! clock if it would otherwise take a quarter of the program's time.
//!
//! Code that is generic over the level is compiled with AVX-512, and the compiler then copies and clears
//! whole cache lines of the *program* with 512 bits, such as a list of moves. If these CPUs matter to you,
//! call the methods of [`Position`](crate::Position), or build with `-C target-feature=+prefer-256-bit`.
//!
//! # Debug builds
//!
//! The kernels consist of many small functions that must inline. Without optimization they are many times
//! slower. A little optimization is enough; the lines belong to the root of the workspace, because Cargo
//! ignores them in a member:
//!
//! ```toml
//! [profile.dev]
//! opt-level = 1
//! debug = "line-tables-only" # optional: shortens the build
//! ```
//!
//! Nanoseconds for a queen on one of 4,096 random boards, with a loop that counts the squares, in a build for
//! any x86-64 (Zen 5, level `avx512-vbmi`, 2026-11-28, best of nine runs):
//!
//! | profile | ray walk | free function | `level::dispatch` | batch |
//! |---|--:|--:|--:|--:|
//! | dev, nothing set | 395 | 29 | 409 | 92 |
//! | `opt-level = 3` for `quadline-kernels` only | 401 | 12 | 412 | 93 |
//! | the same, and `opt-level = 3` for a package with the two loops that dispatch | 398 | 12 | 5.2 | 2.2 |
//! | `opt-level = 1` for everything | 65 | 3.0 | 5.4 | 2.2 |
//! | release | 51 | 2.8 | 0.73 | 0.67 |
//!
//! So the free functions are the form for tests that are not optimized. If your own code must stay at 0, take
//! the third row: `opt-level = 3` in `[profile.dev.package.quadline-kernels]`, and in that of a package which
//! has your code that is generic over the level or calls batches.
//!
//! Code that is generic over the level, and the functions for many sliders, sets of sliders
//! (`rook_set_attacks`, `bishop_set_attacks`) and positions are compiled with the crate that uses them, at
//! its optimization level, so programs without them do not compile them. With `opt-level = "z"` the position
//! functions are small but slow.
//!
//! The feature `precompiled` compiles the functions for many sliders and for positions with quadline, too:
//! see [time to compile](crate::level#time-to-compile), which also has the bytes of each call.
//!
//! # Forcing a level
//!
//! In builds with `std`, `QUADLINE_LEVEL=avx2 program` uses that level. If the name is unknown or the CPU
//! lacks the level, the first call that dispatches panics with a message that lists the available levels;
//! [`try_active`](crate::level::try_active) returns it as an error.
//! [`dispatch_named`](crate::level::dispatch_named) runs one operation at a level, independently of the
//! variable.
