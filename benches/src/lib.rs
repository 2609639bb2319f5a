//! Benchmarks of quadline against its peers, for different shapes of work on this CPU.
//!
//! Two tools use the same lists of kernels, peers and shapes: the criterion benchmarks (`cargo bench`), and
//! the paired harness (`cargo run --release -p quadline-benches --features all -- compare`), which the
//! project's targets refer to. A kernel that is added to `quadline_kernels::level` automatically appears in
//! both.
//!
//! ```text
//! cargo run --release -p quadline-benches --features all -- --help                   all commands
//! cargo run --release -p quadline-benches --features all -- compare                  one table, under three minutes
//! cargo run --release -p quadline-benches --features sliders -- compare --shape rooks --level avx2 --filter sbamg,cozy
//! cargo bench -p quadline-benches --features criterion -- random-1024/                     criterion, one group
//! ```
//!
//! Each family of shapes and each of the larger commands is a feature, so that a change of one kernel is
//! timed without compiling the rest: `sliders`, `positions`, `threats` and `text` have the shapes of
//! `compare`, and `perft` and `search` are commands. `all` enables everything, and adds `record` and
//! `tables`. `benches/before.sh` times a change against an earlier commit. Levels are left out like in any
//! program:
//!
//! ```text
//! RUSTFLAGS='--cfg quadline_without="avx512" --cfg quadline_without="avx2-gfni" --cfg quadline_without="lzcnt"' \
//!   cargo run --release -p quadline-benches --features threats --target-dir target/two-levels -- \
//!   compare --shape positions-threats --level avx512-vbmi,avx2
//! ```
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
//!
//! | file | contents |
//! |---|---|
//! | `main.rs`, `options.rs`, `output.rs` | the command line, and errors |
//! | `compare.rs`, `record.rs`, `measure.rs` | the commands that time: one table, or all for this CPU |
//! | `paired.rs`, `clock.rs`, `walk.rs`, `loops.rs` | the harness, its clock, other memory between calls, and the timed loops |
//! | `shapes.rs`, `workload.rs`, `positions.rs` | shapes of work, their inputs and expected results, and files of positions |
//! | `generator.rs`, `roster.rs` | what can be timed, and the list of all contestants |
//! | `peers/`, `by_look_ups.rs` | other libraries for one slider, and lookups for positions |
//! | `whole/` | whole positions by all contestants |
//! | `perft/`, `search/` | the commands of the same names |
//! | `report.rs`, `results.rs`, `machine.rs`, `tables/` | reports, stored results, and the pages that are made of them |

#![cfg(feature = "program")]
// This program runs on development machines only. The library itself does not need std.
#![allow(clippy::std_instead_of_core)]
// A program for a part of the work does not use all of what it shares with the others.
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros, unused_variables))]

pub use quadline_agreement as convert;

mod by_look_ups;
pub mod clock;
pub mod compare;
pub mod generator;
pub mod loops;
pub mod machine;
pub mod measure;
pub mod options;
mod output;
pub mod paired;
pub mod peers;
#[cfg(feature = "perft")]
pub mod perft;
pub mod positions;
#[cfg(feature = "all")]
pub mod record;
pub mod report;
#[cfg(feature = "all")]
pub mod results;
pub mod roster;
#[cfg(feature = "search")]
pub mod search;
pub mod shapes;
#[cfg(feature = "all")]
pub mod tables;
pub mod walk;
pub mod whole;
pub mod workload;

pub use output::{BenchError, print_line, read_json, write_whole};
