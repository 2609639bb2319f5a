//! The one suite, for every kernel of every level that this CPU has.
//!
//! It is one binary, so that it can be carried to another CPU as it is. Three variables of the environment steer it:
//!
//! * `QUADLINE_EXPECT_LEVELS="avx2,lzcnt,portable,scalar"`: the levels that must be here, no more and no less.
//! * `QUADLINE_TEST_PERCENT=5`: how much of the random cases, lengths and alignments to run; under an emulator all of
//!   them would take hours. The exhaustive cases are complete nevertheless.
//! * `QUADLINE_TEST_EVERY=41`: take only one in so many of the exhaustive cases, and fewer lengths of batches; for
//!   mutants, which do not hide in a few.

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

use std::io::Write;

/// A whole number from the environment.
fn number(variable: &str, default: usize) -> usize {
    match std::env::var(variable) {
        Ok(text) => match text.parse() {
            Ok(number) if number > 0 => number,
            _ => panic!("{variable} is a whole number from 1 on, not `{text}`"),
        },
        Err(_) => default,
    }
}

/// How much of the random cases to run.
fn percent() -> usize {
    number("QUADLINE_TEST_PERCENT", 100)
}

/// One in how many of the exhaustive cases to run.
fn every() -> usize {
    number("QUADLINE_TEST_EVERY", 1)
}

/// Prints a line that is seen even where the test passes.
fn say(line: &str) {
    // Only what the print macros write is captured.
    writeln!(std::io::stderr(), "{line}").expect("standard error takes a line");
}
