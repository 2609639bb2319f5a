//! WebAssembly: a web page that calls quadline without generated glue code.
//!
//! Build a library of the type `cdylib` with `extern "C"` functions for the target `wasm32-unknown-unknown`.
//! JavaScript passes a 64-bit word as a `BigInt`. The following is all that a page needs:
//!
//! ```toml
//! [lib]
//! crate-type = ["cdylib"]
//!
//! [dependencies]
//! quadline = { path = "../quadline", default-features = false }
//!
//! [profile.release]
//! opt-level = "s"
//! lto = true
//! ```
//!
//! ```
//! use quadline::Square;
//!
//! #[unsafe(no_mangle)]
//! pub extern "C" fn queen(square: u8, occupied: u64) -> u64 {
//!     quadline::queen_attacks(Square::new_masked(square), occupied)
//! }
//! # assert_eq!(queen(0, 0).count_ones(), 21);
//! ```
//!
//! ```js
//! // rustup target add wasm32-unknown-unknown, then, in a package with the name "board":
//! // cargo build --release --target wasm32-unknown-unknown
//! const file = fetch("board.wasm");
//! const { instance } = await WebAssembly.instantiateStreaming(file);
//! const attacks = BigInt.asUintN(64, instance.exports.queen(0, 0n));
//! for (let square = 0; square < 64; square++) {
//!   if (attacks >> BigInt(square) & 1n) {
//!     document.getElementById(`square${square}`).classList.add("attacked");
//!   }
//! }
//! ```
//!
//! WebAssembly does not detect CPU features at run time, so the build fixes the level and single calls
//! inline; see [builds without `std`](super::without_std). The kernels compute in 64-bit words. They do not
//! use the feature `simd128`, which has no instructions to count leading zeros or to reverse bits.
//!
//! The folder `examples/board` of a checkout contains a page that draws attacked squares, checks, pins and
//! the steps of a formula. `examples/board/build.sh` builds it as one static file, and `--test` opens that
//! file in a headless Chromium.
