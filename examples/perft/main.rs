//! Perft: counts the positions that legal moves lead to, with quadline's move generator.
//!
//! Perft is the standard test of a move generator, and this example uses the library as a chess program
//! would: [`perft`] is generic over quadline's level, so it is compiled once for each level, and the kernels
//! inline into it. `cargo run --release --example perft -- --help` lists the options. Start reading at
//! `perft.rs`.
//!
//! The move generator is part of the library, in `kernels/src/`:
//!
//!  | contents | file |
//! |---|---|
//! | the position, its FEN, a move made | `chess/mod.rs`, `chess/fen/`, `chess/play.rs` |
//! | **pins, checks, danger for the king** | `positions/king.rs` |
//! | numbers of legal moves, many positions in lanes | `positions/counts.rs`, `positions/ranks/counts.rs` |
//! | legal moves in lists | `positions/lists/` |
//! | the positions after them | `positions/successors.rs` |
//! | castling, en passant | `positions/castling.rs`, `positions/en_passant.rs` |
//! | fills: the rays of all sliders at once | `formula/fill/` |

mod command_line;
mod commands;
mod hash_table;
mod known_positions;
mod perft;
mod progress;
mod report;
mod suite;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Write};
use std::process::{self, ExitCode};

use command_line::CommandLine;
use commands::Outcome;
use quadline_examples::command_line::{Arguments, Request};
use report::WRONG;

/// The exit code if a count is wrong.
const MISMATCH: u8 = 1;
/// The exit code if the input is invalid or the output cannot be written.
const FAILURE: u8 = 2;
/// The exit code after Control-C, as in shells.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let outcome = CommandLine::read(&mut Arguments::of_process()).and_then(|request| match request {
        Request::Print(text) => Ok(Outcome { text, mismatches: Vec::new() }),
        Request::Run(line) => {
            stop_at_control_c()?;
            commands::run(&line)
        }
    });
    match outcome {
        Ok(outcome) => {
            ExitCode::from(show(&outcome, &mut anstream::stdout().lock(), &mut anstream::stderr()))
        }
        Err(error) => {
            anstream::eprintln!("{WRONG}perft:{WRONG:#} {error}");
            ExitCode::from(FAILURE)
        }
    }
}

/// Exits at Control-C, after waiting for the output's lock, so that tables are printed as a whole.
fn stop_at_control_c() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _whole = io::stdout().lock();
        progress::clear_for_good();
        eprintln!("perft: interrupted");
        process::exit(INTERRUPTED);
    })
}

/// Prints the outcome and returns the exit code.
fn show(outcome: &Outcome, stdout: &mut impl Write, stderr: &mut impl Write) -> u8 {
    let mut status = if outcome.mismatches.is_empty() { 0 } else { MISMATCH };
    let written = stdout.write_all(outcome.text.as_bytes()).and_then(|()| stdout.flush());
    // An error of standard error cannot be reported.
    for mismatch in &outcome.mismatches {
        let _ = writeln!(stderr, "{WRONG}perft:{WRONG:#} {mismatch}");
    }
    match written {
        // A closed pipe, as with `head`, is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let _ = writeln!(stderr, "{WRONG}perft:{WRONG:#} the result could not be written: {error}");
            status = FAILURE;
        }
        _ => {}
    }
    status
}

#[cfg(test)]
mod output_tests {
    use super::*;
    use crate::report::Mismatch;

    /// A writer that fails like a full disk or a closed pipe.
    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn wrong_count() -> Mismatch {
        let (place, fen) = ("start".to_owned(), String::new());
        Mismatch { place, fen, depth: 1, level: "scalar", nodes: 21, expected: 20 }
    }

    #[test]
    fn a_full_disk_is_a_failure_and_a_closed_pipe_is_none() {
        let right = Outcome { text: "table\n".to_owned(), mismatches: Vec::new() };
        let wrong = Outcome { text: "table\n".to_owned(), mismatches: vec![wrong_count()] };
        let mut stderr = Vec::new();
        assert_eq!(show(&right, &mut Vec::new(), &mut stderr), 0);
        assert_eq!(show(&wrong, &mut Vec::new(), &mut stderr), MISMATCH);
        stderr.clear();
        assert_eq!(show(&right, &mut Failing(ErrorKind::BrokenPipe), &mut stderr), 0);
        assert!(stderr.is_empty());
        assert_eq!(show(&wrong, &mut Failing(ErrorKind::BrokenPipe), &mut stderr), MISMATCH);
        assert_eq!(show(&right, &mut Failing(ErrorKind::StorageFull), &mut stderr), FAILURE);
        let text = anstream::adapter::strip_bytes(&stderr).into_vec();
        let text = String::from_utf8(text).expect("text");
        assert!(text.ends_with("perft: the result could not be written: no storage space\n"), "{text}");
    }
}
