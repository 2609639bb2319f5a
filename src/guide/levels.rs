//! One program, every CPU: what a level is, who chooses it, and what a call costs.
//!
//! A [level](crate::level) is a set of CPU features that everything is compiled for once more. A program contains all levels
//! of its architecture and chooses at run time; the table of them is on the page of the [module](crate::level).
//!
//! # Three ways to call
//!
//! *The free functions* choose in every call: one load and an indirect call, about 0.8 ns, more than the kernel itself takes
//! on a good CPU. Right where a call stands alone.
//!
//! *A [batch](crate::batch)* chooses once for all of its sliders or positions.
//!
//! *A token* has chosen. Code that is generic over [`Level`](crate::level::Level) is compiled once for each level, and the
//! kernels inline into it; [`dispatch`](crate::level::dispatch) calls the right copy. Do that as far outside as you can: a move
//! generator that is chosen once for a whole search gains what the compiler makes of its other code as well (`POPCNT` and
//! `TZCNT`, if nothing else).
//!
//! ```
//! use quadline::{Square, level::{self, Level, WithLevel}};
//!
//! /// The number of moves that rooks have, over boards of nothing else.
//! fn mobility<L: Level>(level: L, rooks: u64) -> u32 {
//!     // What is in the closure is compiled for the level, as far as it inlines.
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
//! // Closures cannot be generic: a struct holds the arguments.
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
//! A token is a proof: [`detect`](crate::level::Level::detect) makes it where it has seen that the CPU has the features, and
//! there is no other way to one. So no call needs `unsafe`.
//!
//! # Which target CPU to ship
//!
//! | build for | what happens | good for |
//! |---|---|---|
//! | nothing named, `x86-64-v2` | all levels are in it, the best is chosen | one program for everybody |
//! | `x86-64-v3` | fixes `avx2`: the free functions inline, AVX-512 and GFNI lie idle | CPUs without AVX-512, one slider at a time |
//! | `x86-64-v4` | fixes `avx512`, without VBMI | hardly anything |
//! | `native` | fixes the best level of this CPU | your own machine |
//!
//! A level that is fixed is [`Fixed`](crate::level::Fixed): `Fixed::detect()` is a constant, and in any other build it dispatches.
//! Batches lose most from a build for `x86-64-v3`: on a CPU with AVX-512 they take three to four times as long as in a
//! plain build.
//!
//! # Debug builds
//!
//! The kernels are made of many small functions that have to inline; without optimization they are slow. Two lines in
//! `Cargo.toml` optimize them in your debug builds as well (`profile.release`, if yours has `opt-level = "z"` or `"s"`):
//!
//! ```toml
//! [profile.dev.package.quadline-kernels]
//! opt-level = 3
//! ```
//!
//! What is generic is compiled with your crate, and so tokens stay slow in debug builds.
//! In release builds what is asked of positions is compiled with the crate that asks it, at its own optimization: so a program
//! that asks nothing of positions does not wait for the compiler, and one of `opt-level = "z"` has them small and slow.
//!
//! # To force a level
//!
//! `QUADLINE_LEVEL=avx2 program` uses that level, if the CPU has it, in builds with `std`. Whatever dispatches first panics
//! with a clear message at a name that there is not; [`try_active`](crate::level::try_active) says it as an error. One level by
//! name for one operation, whatever the variable says, is [`dispatch_named`](crate::level::dispatch_named).
