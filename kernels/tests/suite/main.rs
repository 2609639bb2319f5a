//! The test suite for every kernel of every level that this CPU has.
//!
//! It is a single binary, so that it can be copied to another CPU. Four environment variables control it:
//!
//! - `QUADLINE_EXPECT_LEVELS="avx2,lzcnt,portable,scalar"`: the levels that must be detected, no more and no
//!   less.
//! - `QUADLINE_TEST_LEVELS="avx512,avx2"`: the levels whose kernels are tested, of those that are detected.
//!   All others are printed as skipped.
//! - `QUADLINE_TEST_PERCENT=5`: the percentage of random cases, lengths and alignments to run. Under an
//!   emulator all of them would take hours. The exhaustive cases always run.
//! - `QUADLINE_TEST_EVERY=41`: runs one in 41 of the exhaustive cases, and fewer lengths of batches. For
//!   mutants, which a sample detects. From 101 on, it also runs a part of the known positions only, for
//!   emulators.

mod articles;
mod batches;
mod boards;
#[cfg(panic = "unwind")]
mod defects;
mod dispatch;
mod exhaustive;
mod lanes;
mod levels;
mod names;
mod positions;
mod random;
mod tables;
#[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
mod tokens;
mod types;

use std::io::Write;

/// Returns a whole number from the environment.
fn number(variable: &str, default: usize) -> usize {
    match std::env::var(variable) {
        Ok(text) => match text.parse() {
            Ok(number) if number > 0 => number,
            _ => panic!("{variable} must be a whole number from 1, not `{text}`"),
        },
        Err(_) => default,
    }
}

/// Returns the percentage of random cases to run.
fn percent() -> usize {
    number("QUADLINE_TEST_PERCENT", 100)
}

/// Returns `n` if one in `n` exhaustive cases is to run.
fn every() -> usize {
    number("QUADLINE_TEST_EVERY", 1)
}

/// Returns `n` if one in `n` known positions is to run: every one of them unless the sample is small.
fn every_known() -> usize {
    every().div_ceil(100)
}

/// Prints a line that is shown even if the test passes.
fn say(line: &str) {
    // Test harnesses capture only the output of the print macros.
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
