//! In a browser: one file of WebAssembly, called from JavaScript without any glue.
//!
//! A crate for the target `wasm32-unknown-unknown` is a library of the kind `cdylib` with `extern "C"` functions. A 64-bit word is a
//! `BigInt` in JavaScript. These 27 lines are all that a page needs:
//!
//! ```toml
//! [lib]
//! crate-type = ["cdylib"]
//!
//! [dependencies]
//! quadline = { version = "0.1", default-features = false }
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
//! WebAssembly has no choice of CPU features at run time, so that the level is fixed and every call inlines: see
//! [without `std`](super::without_std). The kernels compute in 64-bit words. The feature `simd128` changes nothing for them, because it
//! has neither a count of leading zeros nor a reversal of bytes.
//!
//! The folder `examples/board` of the repository has a page that draws attacked squares, checks, pins and the steps of a formula.
//! `examples/board/build.sh` makes one static file of it, and `--test` opens that file in a headless Chromium.
