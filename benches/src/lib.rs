//! quadline against its peers: who is faster, at which shape of work, on this CPU?
//!
//! Two instruments read the same lists of kernels, peers and shapes: the criterion bench (`cargo bench`) and the paired
//! harness (`cargo run --release -p quadline-benches -- compare`), which the project's targets are judged by. A kernel
//! that is added to `quadline_kernels::level` appears in both, and in the pictures, by itself.
//!
//! ```text
//! cargo run --release -p quadline-benches -- compare                  one table, under three minutes
//! cargo run --release -p quadline-benches -- compare --shape one-board --level avx2 --filter sbamg,cozy
//! cargo run --release -p quadline-benches -- record                   everything for this CPU, into benches/results
//! cargo run --release -p quadline-benches -- tables                   BENCHMARKS.md and README.md from benches/results
//! cargo run --release -p quadline-benches -- plot --from benches/results/NAME.json
//! cargo run --release -p quadline-benches -- estimate                 instructions, llvm-mca
//! cargo run --release -p quadline-benches -- perft                    move generators, two minutes
//! cargo run --release -p quadline-benches -- list                     shapes, kernels, peers
//! cargo run --release -p quadline-benches -- compare --shape positions-counts
//! cargo bench -p quadline-benches -- random-1024/                     criterion, one group
//! ```
//!
//! Real positions come from the file that `--positions` or QUADLINE_POSITIONS names, a FEN per line; without one, from
//! `fixtures/lichess-2025-05.fen`. The estimates for Arm want this program built for it:
//!
//! ```text
//! RUSTFLAGS="-C symbol-mangling-version=v0" cargo build --release -p quadline-benches --target aarch64-unknown-linux-gnu
//! cargo run --release -p quadline-benches -- estimate --aarch64 target/aarch64-unknown-linux-gnu/release/quadline-benches
//! ```
//!
//! Whole positions are compared with cozy-chess as any dependent builds it, for any x86-64. Compiled for this CPU it is
//! faster; a second build shows by how much, and everything else in it is compiled for the CPU as well:
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo build --release -p quadline-benches --target-dir target/native
//! target/native/release/quadline-benches compare --shape positions-attacked,positions-counts
//! ```
//!
//! What is not comparable: a batch has its questions ready in slices, which a search seldom has; a dependent chain has no
//! batches at all; peers are compiled for x86-64-v3 where the CPU has it, so that none of them pays for an old target.
//!
//! | module | what it holds |
//! |---|---|
//! | [`generator`] | what can be timed: one slider per call, or many |
//! | [`peers`] | everybody else's generators |
//! | [`shapes`], [`positions`], [`walk`] | the questions that are asked |
//! | [`whole`] | questions about whole positions, and who answers them |
//! | [`loops`] | the timed loops, compiled once per generator |
//! | [`roster`] | all contestants, checked against the ray walk before they are timed |
//! | [`paired`] | short alternating blocks, ratios, medians |
//! | [`measure`], [`record`], [`results`] | from shapes to a report, and to the file that is kept for a CPU |
//! | [`report`], [`tables`], [`plot`], [`machine`] | what people see |
//! | [`convert`] | positions of other crates as quadline's, and back |
//! | [`perft`], [`search`] | move generators beside each other: counting, and searching |
//! | [`calls`] | the calls that a search makes, one by one |
//! | [`estimate`] | instruction counts and llvm-mca for CPUs that are not here |

// A program for people's machines; only the library does without std.
#![allow(clippy::std_instead_of_core)]

pub mod calls;
pub mod convert;
pub mod estimate;
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
use std::path::PathBuf;

use crate::shapes::Shape;

/// Prints a line. A reader that has seen enough (`| head`) is no error, and what is measured for a file goes on; a full disk is.
pub fn print_line(line: impl Display) -> Result<(), BenchError> {
    let mut output = std::io::stdout().lock();
    match writeln!(output, "{line}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(BenchError::Output(error)),
        _ => Ok(()),
    }
}

/// What can go wrong; each is one line.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A name on the command line that nothing has.
    #[error("unknown {what} `{name}`; there are: {}", known.join(", "))]
    UnknownName {
        /// Of what kind.
        what: &'static str,
        /// As it was given.
        name: String,
        /// All names.
        known: Vec<String>,
    },
    /// The options together leave nothing to time.
    #[error("no kernel or peer suits these options; `list` shows them all")]
    NothingToTime,
    /// Shapes of whole positions need to know more than the board.
    #[error(
        "{shape} needs complete positions (board, side to move, castling, en passant); among the {source_of} is none"
    )]
    NoWholePosition {
        /// Where they are needed.
        shape: Shape,
        /// Where the positions are from.
        source_of: String,
    },
    /// A file of positions that cannot be used.
    #[error("positions file {}: {reason}", file.display())]
    Positions {
        /// As it was given.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file that cannot be read or written.
    #[error("{}: {reason}", file.display())]
    File {
        /// As it was given.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What is printed cannot be written.
    #[error("standard output: {0}")]
    Output(std::io::Error),
    /// A generator whose answers are not the ray walk's (in counts: cozy-chess's): it is not timed, and neither is anything else.
    #[error("{contestant} is wrong in {shape}: answer {slider} is {actual:#018x}, expected {expected:#018x}")]
    WrongAnswer {
        /// Who.
        contestant: String,
        /// Where.
        shape: Shape,
        /// The number of the word in the answer to its segment.
        slider: usize,
        /// The right answer.
        expected: u64,
        /// The given answer.
        actual: u64,
    },
    /// A move generator that counts wrongly: nothing is timed any more.
    #[error("{generator} is wrong: {position}, depth {depth}: got {found}, expected {expected}")]
    WrongCount {
        /// Who.
        generator: String,
        /// Where.
        position: &'static str,
        /// How deep.
        depth: u32,
        /// The given count.
        found: u64,
        /// The known count.
        expected: u64,
    },
    /// The picture could not be drawn.
    #[error("drawing failed: {0}")]
    Drawing(String),
    /// A tool for estimates is not there, or failed.
    #[error("{0}")]
    Estimate(String),
}
