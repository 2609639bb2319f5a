//! Perft: counts the positions that legal moves lead to, on quadline's move generator.
//!
//! The usual proof of a move generator, and a user of the library as a chess program would be one: [`perft`] is generic
//! over quadline's level, so that it is compiled once for each of them and the kernels inline into it.
//! `cargo run --release --example perft -- --help` tells what it can do. Start reading at `perft.rs`.
//!
//! The generator is the library's. What is where, in `kernels/src/`:
//!
//! | what | file |
//! |---|---|
//! | the position, its FEN, a move made | `position/mod.rs`, `position/fen/`, `position/play.rs` |
//! | **pins, checks, danger for the king** | `positions/king.rs` |
//! | numbers of legal moves, many positions in lanes | `positions/counts.rs` |
//! | legal moves one after the other | `positions/moves.rs` |
//! | the positions after them | `positions/successors.rs` |
//! | castling, en passant | `positions/castling.rs`, `positions/en_passant.rs` |
//! | fills: the rays of all sliders at once | `formula/fill/` |

mod command_line;
mod commands;
mod hash_table;
mod known_positions;
mod perft;
mod report;
mod suite;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Write};
use std::process::{self, ExitCode};

use command_line::CommandLine;
use commands::Outcome;
use report::WRONG;

/// Some count is not what it should be.
const MISMATCH: u8 = 1;
/// The input is wrong, or the output could not be written.
const FAILURE: u8 = 2;
/// Control-C, as shells tell it.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let outcome = CommandLine::read().map_err(Into::into).and_then(|line| {
        stop_at_control_c()?;
        commands::run(&line)
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

/// Tables are printed whole or not at all: whoever interrupts waits for the lock on the output.
fn stop_at_control_c() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        let _whole = io::stdout().lock();
        report::clear_bars();
        eprintln!("perft: interrupted");
        process::exit(INTERRUPTED);
    })
}

/// Prints what there is to tell, and gives the exit status.
fn show(outcome: &Outcome, stdout: &mut impl Write, stderr: &mut impl Write) -> u8 {
    let mut status = if outcome.mismatches.is_empty() { 0 } else { MISMATCH };
    let written = stdout.write_all(outcome.text.as_bytes()).and_then(|()| stdout.flush());
    // Nobody is left to tell if standard error fails, too.
    for mismatch in &outcome.mismatches {
        let _ = writeln!(stderr, "{WRONG}perft:{WRONG:#} {mismatch}");
    }
    match written {
        // A reader that has seen enough, such as `head`, is no failure of the counts.
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

    /// Fails like a full disk, or like a pipe that nobody reads.
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
