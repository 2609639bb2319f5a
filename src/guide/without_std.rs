//! Browsers, microcontrollers, kernels: the same functions without `std`.
//!
//! ```toml
//! [dependencies]
//! quadline = { version = "0.1", default-features = false }
//! ```
//!
//! Nothing allocates, nothing needs an operating system, there is no build script and no table that is filled at run time.
//! What is missing without `std` is the variable `QUADLINE_LEVEL`. Levels are still chosen at run time: on x86 by CPUID and
//! XGETBV, so that a kernel which does not save the wide registers is not given them.
//!
//! | target | level |
//! |---|---|
//! | `x86_64-unknown-linux-gnu` and whatever else has SSE2 | chosen at run time, as with `std` |
//! | `x86_64-unknown-none`, `*-uefi` | `portable`, of plain words, fixed: the build has no vector registers |
//! | `aarch64-*` | `neon`, fixed |
//! | `wasm32-*` with `-C target-feature=+simd128` | `portable`, of plain words, fixed |
//! | `wasm32-*` without, `thumbv7em-*`, `riscv*`, any other | `portable`, of plain words, fixed; 32-bit and big-endian too |
//!
//! # What it weighs
//!
//! A function that is never called leaves nothing in the program. What one call adds to a program, code and tables, in KiB, where
//! look-up tables alone take 700 to 850:
//!
//! | call | x86-64, all levels | wasm | wasm, `simd128` | Cortex-M4 |
//! |---|--:|--:|--:|--:|
//! | [`constant::queen_attacks`](crate::constant::queen_attacks) | 2.8 | 2.8 | 2.8 | 2.8 |
//! | [`queen_attacks`](crate::queen_attacks) | 33.2 | 9.2 | 6.8 | 9.6 |
//! | the same by [`level::dispatch`](crate::level::dispatch) | 33.2 | 12.1 | 6.8 | 11.6 |
//! | [`batch::queen_attacks`](crate::batch::queen_attacks) | 56.1 | 15.5 | 7.0 | 15.5 |
//! | [`batch::slider_attacks`](crate::batch::slider_attacks) | 41.0 | 15.7 | 7.1 | 13.3 |
//! | [`Position::legal_move_count`](crate::Position::legal_move_count) | 33.3 | 13.0 | 7.1 | 13.2 |
//! | [`batch::legal_move_counts`](crate::batch::legal_move_counts) | 72.8 | 13.6 | 13.5 | 14.3 |
//!
//! Printed by `ci/footprints.sh` in a checkout (2026-11-22): a stripped release build with `std` for x86-64, the others with
//! `opt-level = "z"`, `lto = true`, `codegen-units = 1`, and the kernels at 3. A build for a small machine wants that too:
//! see [Debug builds](super::levels#debug-builds).
//!
//! # In a constant
//!
//! ```
//! use quadline::{Square, bitboard, constant};
//!
//! // In a constant: nothing of it is computed at run time.
//! const BISHOP_ON_C1: u64 = constant::bishop_attacks(Square::C1, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . P . . .
//!     . P . . . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(BISHOP_ON_C1, Square::B2.bit() | Square::D2.bit() | Square::E3.bit());
//! ```
