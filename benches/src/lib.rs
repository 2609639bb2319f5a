//! Benchmarks of quadline against its peers, for different shapes of work on this CPU.
//!
//! Two tools use the same lists of kernels, peers and shapes: the criterion benchmarks (`cargo bench`), and
//! the paired harness (`cargo run --release -p quadline-benches --features all -- compare`), which the
//! project's targets refer to. A kernel that is added to `quadline_kernels::level` automatically appears in
//! both, and in the plots.
//!
//! ```text
//! cargo run --release -p quadline-benches --features all -- --help                   all commands
//! cargo run --release -p quadline-benches --features all -- compare                  one table, under three minutes
//! cargo run --release -p quadline-benches --features sliders -- compare --shape one-board --level avx2 --filter sbamg,cozy
//! cargo bench -p quadline-benches --features criterion -- random-1024/                     criterion, one group
//! ```
//!
//! Each family of shapes and each of the larger commands is a feature, so that a change of one kernel is
//! timed without compiling the rest: `sliders`, `positions`, `threats` and `text` have the shapes of
//! `compare`, and `perft`, `search` and `games` are commands. `all` enables everything, and adds `record`,
//! `tables` and `plot`. Levels are left out like in any program:
//!
//! ```text
//! RUSTFLAGS='--cfg quadline_without="avx512" --cfg quadline_without="avx2-gfni" --cfg quadline_without="lzcnt"' \
//!   cargo run --release -p quadline-benches --features threats --target-dir target/two-levels -- \
//!   compare --shape positions-threats --level avx512-vbmi,avx2
//! ```
//!
//! Without features, the package has only what the tests in `tests/` need to compare quadline with other
//! libraries.
//!
//! Real positions come from the file in `--positions` or QUADLINE_POSITIONS, one FEN per line, and otherwise
//! from `tests/conformance/fixtures/lichess-2025-05.fen`.
//!
//! Whole positions are compared with cozy-chess as a dependent usually builds it, for any x86-64. It is
//! faster when compiled for this CPU. A second build measures that, with everything else compiled for the CPU
//! as well:
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo build --release -p quadline-benches --features all --target-dir target/native
//! target/native/release/quadline-benches compare --shape positions-attacked,positions-counts
//! ```
//!
//! In such a build the free functions inline. The row `quadline/single` of the shape `random-1024` then shows
//! what an engine gains by a build for its CPU.
//!
//! Limits of the comparison: batches have their inputs in slices, which is rare in a search; dependent chains
//! have no batches; peers are compiled for x86-64-v3 if the CPU supports it, so that they are not slowed down
//! by an old target.

// This program runs on development machines only. The library itself does not need std.
#![allow(clippy::std_instead_of_core)]
// A program for a part of the work does not use all of what it shares with the others.
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros, unused_variables))]

pub mod convert;
pub mod generated;

#[cfg(feature = "program")]
mod by_look_ups;
#[cfg(feature = "program")]
pub mod clock;
/// The command line, as the examples read it.
#[cfg(feature = "program")]
#[path = "../../examples/src/command_line.rs"]
pub mod command_line;
#[cfg(feature = "program")]
pub mod compare;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "program")]
pub mod generator;
#[cfg(feature = "program")]
pub mod loops;
#[cfg(feature = "program")]
pub mod machine;
#[cfg(feature = "program")]
pub mod measure;
#[cfg(feature = "program")]
pub mod options;
#[cfg(feature = "program")]
mod output;
#[cfg(feature = "program")]
pub mod paired;
#[cfg(feature = "program")]
pub mod peers;
#[cfg(feature = "perft")]
pub mod perft;
#[cfg(feature = "all")]
pub mod plot;
#[cfg(feature = "program")]
pub mod positions;
#[cfg(feature = "all")]
pub mod record;
#[cfg(feature = "program")]
pub mod report;
#[cfg(feature = "all")]
pub mod results;
#[cfg(feature = "program")]
pub mod roster;
#[cfg(feature = "search")]
pub mod search;
#[cfg(feature = "program")]
pub mod shapes;
#[cfg(feature = "all")]
pub mod tables;
#[cfg(feature = "program")]
pub mod walk;
#[cfg(feature = "program")]
pub mod whole;
#[cfg(feature = "program")]
pub mod workload;

#[cfg(feature = "program")]
pub use output::{BenchError, print_json, print_line, read_json};
