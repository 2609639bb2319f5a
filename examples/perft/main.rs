//! Perft: counts the positions that legal moves lead to, with all sliding attacks from quadline.
//!
//! The usual proof of a move generator, and a user of the library as a chess engine would be one: the search is
//! generic over quadline's level, so that it is compiled once for each of them and the kernels inline into it.
//! `cargo run --release --example perft -- --help` tells what it can do.
//!
//! Start reading at `move_generator.rs`.

mod attack_tables;
mod board;
mod command_line;
mod commands;
mod move_generator;
mod perft;
mod positions;
mod report;
mod suite;

use std::io::{self, Write};
use std::process::ExitCode;

use command_line::CommandLine;

/// Some count is not what it should be.
const MISMATCH: u8 = 1;
/// The input is wrong.
const WRONG_INPUT: u8 = 2;

fn main() -> ExitCode {
    let outcome = match CommandLine::read().map_err(Into::into).and_then(|line| commands::run(&line)) {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("perft: {error}");
            return ExitCode::from(WRONG_INPUT);
        }
    };
    // A reader that has seen enough, such as `head`, is no failure of the counts.
    let _ = io::stdout().write_all(outcome.text.as_bytes());
    for mismatch in &outcome.mismatches {
        eprintln!("perft: {mismatch}");
    }
    if outcome.mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(MISMATCH) }
}
