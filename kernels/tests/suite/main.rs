//! The one suite, for every kernel of every level that this CPU has.
//!
//! It is one binary, so that it can be carried to another CPU as it is. Two variables of the environment steer it:
//!
//! * `QUADLINE_EXPECT_LEVELS="avx2,lzcnt,portable,scalar"`: the levels that must be here, no more and no less.
//! * `QUADLINE_TEST_PERCENT=5`: how much of the random cases, lengths and alignments to run; under an emulator all of
//!   them would take hours. The exhaustive cases are always complete.

mod articles;
mod batches;
mod boards;
#[cfg(panic = "unwind")]
mod defects;
mod exhaustive;
mod lanes;
mod levels;
mod masks;
mod random;

use std::io::Write;

/// How much of the random cases to run.
fn percent() -> usize {
    match std::env::var("QUADLINE_TEST_PERCENT") {
        Ok(percent) => percent.parse().expect("QUADLINE_TEST_PERCENT is a whole number"),
        Err(_) => 100,
    }
}

/// Prints a line that is seen even where the test passes.
fn say(line: &str) {
    // Only what the print macros write is captured.
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
