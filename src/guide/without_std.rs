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
//! | `x86_64-unknown-none`, `*-uefi` | `portable`, of plain words: the build has no vector registers |
//! | `aarch64-*` | `neon`, fixed |
//! | `wasm32-*` with `-C target-feature=+simd128` | `portable`, its four lanes in two vectors, fixed |
//! | `wasm32-*` without, `thumbv7em-*`, `riscv*`, any other | `portable`, of plain words; 32-bit and big-endian too |
//!
//! A function that is never called leaves nothing in the program; a single call takes some KiB of code and tables, where
//! look-up tables take 700 to 850. A build for a small machine with `opt-level = "z"` wants the kernels at 3 all the same:
//! see [Debug builds](super::levels#debug-builds).
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
