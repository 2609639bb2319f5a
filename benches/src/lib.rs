//! Benchmarks of quadline against its peers, for different shapes of work on this CPU.
//!
//! Two tools use the same lists of kernels, peers and shapes: the criterion benchmarks (`cargo bench`), and
//! the paired harness (`cargo run --release -p quadline-benches -- compare`), which the project's targets
//! refer to. A kernel that is added to `quadline_kernels::level` automatically appears in both, and in the
//! plots.
//!
//! ```text
//! cargo run --release -p quadline-benches -- --help                   all commands
//! cargo run --release -p quadline-benches -- compare                  one table, under three minutes
//! cargo run --release -p quadline-benches -- compare --shape one-board --level avx2 --filter sbamg,cozy
//! cargo bench -p quadline-benches -- random-1024/                     criterion, one group
//! ```
//!
//! Real positions come from the file in `--positions` or QUADLINE_POSITIONS, one FEN per line, and otherwise
//! from `tests/conformance/fixtures/lichess-2025-05.fen`.
//! `ci/speed-of-targets.sh` times or estimates other targets.
//!
//! Whole positions are compared with cozy-chess as a dependent usually builds it, for any x86-64. It is
//! faster when compiled for this CPU. A second build measures that, with everything else compiled for the CPU
//! as well:
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo build --release -p quadline-benches --target-dir target/native
//! target/native/release/quadline-benches compare --shape positions-attacked,positions-counts
//! ```
//!
//! In such a build the free functions inline. The row `quadline/single` of the shape `random-1024` then shows what an
//! engine gains by a build for its CPU.
//!
//! Limits of the comparison: batches have their inputs in slices, which is rare in a search; dependent chains
//! have no batches; peers are compiled for x86-64-v3 if the CPU supports it, so that they are not slowed down
//! by an old target.

// This program runs on development machines only. The library itself does not need std.
#![allow(clippy::std_instead_of_core)]

mod by_look_ups;
pub mod convert;
pub mod games;
pub mod generator;
pub mod loops;
pub mod machine;
pub mod measure;
pub mod paired;
pub mod peers;
pub mod perft;
pub mod plot;
pub mod positions;
pub mod record;
pub mod report;
pub mod results;
pub mod roster;
pub mod search;
pub mod shapes;
pub mod tables;
pub mod walk;
pub mod whole;
pub mod workload;

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::shapes::Shape;

/// Prints a line. A closed pipe (`| head`) is not an error, and measuring for a file continues; other write
/// errors are returned.
pub fn print_line(line: impl Display) -> Result<(), BenchError> {
    let mut output = std::io::stdout().lock();
    match writeln!(output, "{line}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(BenchError::Output(error)),
        _ => Ok(()),
    }
}

/// Prints data as JSON.
pub fn print_json(data: &impl Serialize) -> Result<(), BenchError> {
    print_line(serde_json::to_string_pretty(data).expect("results are plain data"))
}

/// An error, which is printed as one line.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A name on the command line that does not exist.
    #[error("unknown {what} `{name}`; there are: {}", known.join(", "))]
    UnknownName {
        /// The kind of name.
        what: &'static str,
        /// The given name.
        name: String,
        /// All known names.
        known: Vec<String>,
    },
    /// The options exclude everything.
    #[error("no kernel or peer suits these options; `list` shows them all")]
    NothingToTime,
    /// Shapes of whole positions need more than the board.
    #[error(
        "{shape} needs complete positions (board, side to move, castling, en passant); among the {source_of} is none"
    )]
    NoWholePosition {
        /// The shape that needs them.
        shape: Shape,
        /// The source of the positions.
        source_of: String,
    },
    /// A file that cannot be read or written, or with wrong contents.
    #[error("{}: {reason}", file.display())]
    File {
        /// The given path.
        file: PathBuf,
        /// The problem.
        reason: String,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(std::io::Error),
    /// A contestant whose results differ from those of the ray walk or of another library. Nothing is timed.
    #[error(
        "{contestant} is wrong in {work}: got {actual} ({actual:#018x}), expected {expected} ({expected:#018x})"
    )]
    Wrong {
        /// The contestant.
        contestant: String,
        /// The shape and the index of the wrong word, or the kind of work.
        work: String,
        /// The right result.
        expected: u64,
        /// The wrong result.
        actual: u64,
    },
    /// A plot cannot be drawn.
    #[error("drawing failed: {0}")]
    Drawing(String),
}

impl BenchError {
    /// Returns a function that makes an error about a file from its reason.
    pub fn of_file<R: ToString>(file: &Path) -> impl Fn(R) -> Self + Copy {
        move |reason| Self::File { file: file.into(), reason: reason.to_string() }
    }

    /// Fails if one of the names is not among the known ones.
    pub fn check_names(what: &'static str, names: &[String], known: &[impl ToString]) -> Result<(), Self> {
        let known: Vec<String> = known.iter().map(ToString::to_string).collect();
        match names.iter().find(|name| !known.contains(name)) {
            Some(unknown) => Err(Self::UnknownName { what, name: unknown.clone(), known }),
            None => Ok(()),
        }
    }
}
