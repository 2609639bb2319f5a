//! Intrinsics of your own, under the same choice of a level.
//!
//! A program often has vector code of its own beside quadline's calls, such as the network of an engine or
//! the parser of a file. It can use the levels for that code as well. It then has no detection of its own and no
//! `unsafe`, `QUADLINE_LEVEL` selects its kernels together with those of quadline, and a test can run each of
//! them. There are four parts:
//!
//! 1. [`token!`](crate::level::token) names a set of CPU features. A value of this type, a *token*, proves that
//!    the CPU has them.
//! 2. [`with_features!`](crate::level::with_features) defines functions that are compiled with some features.
//!    Their first argument is a token that [has](crate::level::Has) these features. Inside, intrinsics that
//!    need nothing else are safe to call. A token without one of the features is a compile-time error.
//! 3. [`Level::token_of`](crate::level::Level::token_of) returns the token if the level has the features. In
//!    code that is generic over the level, the result is a constant, so each level is compiled with one of the
//!    kernels. [`level::token_of`](crate::level::token_of) returns it for the level that run-time dispatch uses.
//! 4. [`dispatch`](crate::level::dispatch) runs an operation at the best level, with all of its kernels.
//!
//! # Example
//!
//! This program evaluates positions by a dot product, for which it has a kernel with AVX2, one with AVX-512,
//! and one for all CPUs. A single dispatch selects the kernel and the level of
//! [`legal_move_count`](crate::level::Level::legal_move_count). The program compiles with
//! `#![forbid(unsafe_code)]`.
//!
//! ```
//! use quadline::{Color, Position, level::{self, Level, WithLevel}};
//!
//! #[cfg(target_arch = "x86_64")]
//! mod x86 {
//!     use quadline::level::{token, with_features};
//!     use std::arch::x86_64::*;
//!
//!     token! {
//!         /// 16 products at a time.
//!         pub Avx2Products: ["avx2"];
//!         /// 32 products at a time.
//!         pub Avx512Products: ["avx2", "avx512f", "avx512bw"];
//!     }
//!
//!     with_features! { ["avx2"];
//!         pub fn dot_avx2(_, a: &[i16], b: &[i16]) -> i32 {
//!             let mut sums = _mm256_setzero_si256();
//!             for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
//!                 let products = _mm256_madd_epi16(bytemuck::cast(*a), bytemuck::cast(*b));
//!                 sums = _mm256_add_epi32(sums, products);
//!             }
//!             bytemuck::cast::<_, [i32; 8]>(sums).iter().sum()
//!         }
//!     }
//!
//!     with_features! { ["avx512f", "avx512bw"];
//!         pub fn dot_avx512(_, a: &[i16], b: &[i16]) -> i32 {
//!             let mut sums = _mm512_setzero_si512();
//!             for (a, b) in a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0) {
//!                 // With the feature `avx512_simd` of bytemuck: bytemuck::cast(*a).
//!                 let [a, b] = [a, b].map(|words| {
//!                     let [low, high]: [__m256i; 2] = bytemuck::cast(*words);
//!                     _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
//!                 });
//!                 sums = _mm512_add_epi32(sums, _mm512_madd_epi16(a, b));
//!             }
//!             _mm512_reduce_add_epi32(sums)
//!         }
//!     }
//! }
//!
//! /// Returns the dot product of two slices whose length is a multiple of 32.
//! #[inline(always)]
//! fn dot<L: Level>(level: L, a: &[i16], b: &[i16]) -> i32 {
//!     #[cfg(target_arch = "x86_64")]
//!     if let Some(token) = level.token_of::<x86::Avx512Products>() {
//!         return x86::dot_avx512(token, a, b);
//!     } else if let Some(token) = level.token_of::<x86::Avx2Products>() {
//!         return x86::dot_avx2(token, a, b);
//!     }
//!     a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
//! }
//!
//! /// Evaluates each position, with its number of legal moves as an input.
//! struct Evaluate<'a>(&'a [Position], &'a [i16]);
//!
//! impl WithLevel for Evaluate<'_> {
//!     type Output = i32;
//!     #[inline(always)]
//!     fn with_level<L: Level>(self, level: L) -> i32 {
//!         let inputs = |position| [level.legal_move_count(position) as i16; 64];
//!         self.0.iter().map(|position| dot(level, &inputs(position), self.1)).sum()
//!     }
//! }
//!
//! let weights = std::array::from_fn::<_, 64, _>(|number| number as i16 - 30);
//! let sum: i32 = weights.iter().map(|&weight| i32::from(weight)).sum();
//! assert_eq!(level::dispatch(Evaluate(&[Position::START], &weights)), 20 * sum);
//! ```
//!
//! # What to know
//!
//! * **Loads.** The intrinsics that load and store take pointers, so they are `unsafe`. `bytemuck::cast` turns
//!   an array into a vector, and compiles to a load. For 512 bits it needs the feature `avx512_simd` of
//!   bytemuck.
//! * **Arguments.** Pass slices and numbers to a function of `with_features!`. The method `vectorize` of a token
//!   runs a closure with the features, but what the closure captures is passed in memory, which costs a few
//!   percent if the function is short. It is meant for whole loops.
//! * **The token as an argument.** If the first argument is `_`, the body cannot call functions that require
//!   the token. Call it `token` to pass it on. Inside one file, functions with `#[target_feature]` are shorter:
//!   they are safe to call from each other, and only the outermost one needs `with_features!`.
//! * **Implied features.** A set has the features that it lists, and no others. The compiler enables AVX2 with
//!   `avx512f`, but a function that requires `avx2` can only be called if the set lists both.
//! * **Architectures.** The names of features are those of [`features`](crate::level::features) on the target;
//!   put `#[cfg(target_arch = "x86_64")]` around sets of x86.
//! * **Levels.** A token exists at the levels that need all of its features, at any level in a build that enables
//!   them, and, for `pclmulqdq` and `avx512vnni`, which no level needs, at the levels with AVX2 and AVX-512 if the
//!   CPU has them. A set without `avx512vbmi` therefore selects its kernel at the level `avx512` as well, whose
//!   CPUs [lower their clock](super::levels#clocks-of-skylake-x-to-cooper-lake) at 512-bit vectors.
//! * **Builds that leave levels out** have the tokens of the other levels: without `avx512-vbmi`, an Ice Lake
//!   runs the level `avx512` and its kernels. The program compiles in any case, which code that names a level such
//!   as `Avx512Vbmi` does not.
