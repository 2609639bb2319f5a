//! A small UCI chess engine, which shows the calls that a search makes.
//!
//! ```text
//! cargo run --release -p quadline-examples --example engine            then, for instance: go movetime 1000
//! cargo run --release -p quadline-examples --example engine -- bench   nodes and speed
//! ```
//!
//! | contents | file |
//! |---|---|
//! | **the search: every call of the library** | `search.rs` |
//! | the hash table | `table.rs` |
//! | the arguments of commands | `commands.rs` |
//! | the session, and the thread of a search | `session.rs` |
//! | a game of python-chess with the engine | `game.py` |

mod commands;
mod search;
mod session;
mod table;
#[cfg(test)]
mod tests;

use std::io;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use clap::{Parser, Subcommand};
use quadline::level;

use search::{Limits, MAX_DEPTH, Task};
use session::Output;
use table::HashTable;

/// A small chess engine, for programs that use the UCI protocol
///
/// Without arguments, it reads commands from standard input until `quit` or the end of the input. The end ends a search
/// without a limit; other searches are finished.
#[derive(Parser, Debug)]
#[command(
    name = "engine",
    after_help = "\
Commands:
  uci, isready, ucinewgame, stop, quit
  position startpos|fen FEN [moves MOVE...]
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [infinite] [searchmoves MOVE...]
  setoption name Hash value MIB
  setoption name UCI_Chess960 value true|false

Invalid arguments are answered with a line `info string error: ...`, and change nothing. An invalid go
is also answered with `bestmove 0000`.

The environment variable QUADLINE_LEVEL names the level of quadline to use.

Example:
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | engine"
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search three positions, and print the nodes and the speed
    Bench {
        /// The depth of the searches
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
        depth: i32,
    },
}

/// Searches some positions to a fixed depth. Returns the nodes.
fn bench(depth: i32) -> u64 {
    const POSITIONS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let nodes = POSITIONS.map(|fen| {
        let found = level::dispatch(Task {
            position: fen.parse().expect(fen),
            before: &[],
            limits: Limits::depth(depth),
            table: &mut HashTable::new(4),
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        });
        found.map_or(0, |found| found.nodes)
    });
    nodes.iter().sum()
}

fn main() -> ExitCode {
    let command_line = CommandLine::parse();
    if let Err(error) = level::try_active() {
        eprintln!("engine: QUADLINE_LEVEL: {error}");
        return ExitCode::from(2);
    }
    match command_line.command {
        None => session::run(io::stdin().lock(), Output::new(Arc::new(Mutex::new(io::stdout())))),
        Some(Command::Bench { depth }) => {
            let begin = Instant::now();
            let nodes = bench(depth);
            let speed = nodes as f64 / begin.elapsed().as_secs_f64();
            println!("{nodes} nodes, {speed:.0} nodes/s, level {}", level::active());
        }
    }
    ExitCode::SUCCESS
}
