//! Builds without `std`, for microcontrollers, kernels and browsers, and the size of each function.
//!
//! ```toml
//! [dependencies]
//! quadline = { path = "../quadline", default-features = false }
//! ```
//!
//! The crate does not allocate (the feature `rayon` does, and needs `std`), does not need an operating
//! system, has no build script, and fills no tables at run time. Without `std`, the environment variable
//! `QUADLINE_LEVEL` is not read. Levels are still chosen at run time. On x86, quadline uses CPUID and XGETBV,
//! so it does not use the wide registers if the operating system does not save them.
//!
//! | target | level |
//! |---|---|
//! | `x86_64-unknown-linux-gnu` and other targets with SSE2 | chosen at run time, as with `std` |
//! | `x86_64-unknown-none`, `*-uefi` | `portable`, with 64-bit integers, fixed, because the build has no vector registers |
//! | `aarch64-*` | `neon`, fixed |
//! | `wasm32-*`, `thumbv7em-*`, `riscv*` and all others | `portable`, with 64-bit integers, fixed; also 32-bit and big-endian targets |
//!
//! # A complete program
//!
//! This program has everything that a target without an operating system requires. Install the target, for
//! example with `rustup target add thumbv7em-none-eabi`, and build the program with `panic = "abort"` and the
//! other lines of `examples/without_std/Cargo.toml` in a checkout:
//!
//! ```text
//! cargo build --release --target thumbv7em-none-eabi --manifest-path examples/without_std/Cargo.toml
//! ```
//!
//! ```ignore
#![doc = include_str!("without_std/main.rs")]
//! ```
//!
//! # Code size
//!
//! A function that is never called adds nothing to the program. On x86-64 a dispatched call adds its code for
//! every level of the build; elsewhere, and in a build that fixes a level, it adds one. `ci/dependent.sh
//! sizes` in a checkout prints how many KiB of code and tables one call of each kind adds, for x86-64,
//! WebAssembly and Cortex-M4. The small machines have `opt-level = "z"`, `lto = true` and
//! `codegen-units = 1` there, but `opt-level = 3` for the kernels, which is also recommended; see
//! [Debug builds](super::levels#debug-builds).
//!
//! # Constants
//!
//! ```
//! use quadline::{Square, bitboard, constant};
//!
//! // Computed by the compiler.
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
