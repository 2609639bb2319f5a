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
//! | corrections of the evaluation, and the keys of positions | `corrections.rs` |
//! | the arguments of commands | `commands.rs` |
//! | the session, and the thread of a search | `session.rs` |
//! | a game of python-chess with the engine | `game.py` |

mod commands;
mod corrections;
mod search;
mod session;
mod table;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quadline::level;
use quadline_examples::command_line::{Argument, Arguments, Request, unexpected};

use search::{Limits, MAX_DEPTH, Task};
use table::HashTable;

const HELP: &str = "\
A small chess engine, for programs that use the UCI protocol

Without arguments, it reads commands from standard input until `quit` or the end of the input. The
end ends a search without a limit; other searches are finished. When its output is closed, it stops.

Usage: engine [OPTIONS]
       engine bench [DEPTH]

Arguments:
  bench [DEPTH]  Search three positions, and print the nodes and the speed
                 [default: a depth of 8]

Options:
  -h, --help     Print this help
  -V, --version  Print the version

Commands:
  uci, isready, ucinewgame, stop, quit
  position startpos|fen FEN [moves MOVE...]
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [mate N] [infinite] [searchmoves MOVE...]
  setoption name Hash value MIB
  setoption name UCI_Chess960 value true|false

Invalid arguments are answered with a line `info string error: ...`, and change nothing. An invalid
go is also answered with `bestmove 0000`, and so is each go after an invalid position, until the
next position.

The environment variable QUADLINE_LEVEL names the level of quadline to use.

Example:
  printf 'position startpos moves e2e4\\ngo depth 8\\n' | engine
";

/// The request of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// A session of UCI commands.
    Session,
    /// A measurement with searches of this depth.
    Bench { depth: i32 },
}

impl Mode {
    /// Parses the arguments. An error is a message of one line.
    fn read(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        Self::parse(arguments).map_err(|error| format!("{error} (see --help)").into())
    }

    fn parse(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        let mut values = Vec::new();
        while let Some(argument) = arguments.next()? {
            match argument {
                Argument::Option(name) if name == "help" => return Ok(Request::Print(HELP.to_owned())),
                Argument::Option(name) if name == "version" => return Ok(Request::version("engine")),
                Argument::Option(name) => return Err(unexpected(&format!("--{name}"))),
                Argument::Value(value) => values.push(value.to_string_lossy().into_owned()),
            }
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let mode = match values[..] {
            [] => Self::Session,
            ["bench"] => Self::Bench { depth: 8 },
            ["bench", depth] => match depth.parse() {
                Ok(depth @ 1..=MAX_DEPTH) => Self::Bench { depth },
                _ => {
                    return Err(format!(
                        "invalid depth '{depth}' for 'bench': it must be a whole number from 1 to {MAX_DEPTH}"
                    )
                    .into());
                }
            },
            ["bench", _, other, ..] | [other, ..] => return Err(unexpected(other)),
        };
        Ok(Request::Run(mode))
    }
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
    let mode = match Mode::read(&mut Arguments::of_process()) {
        Ok(Request::Run(mode)) => mode,
        Ok(Request::Print(text)) => {
            // The reader may have closed the pipe.
            let _ = io::stdout().write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("engine: {error}");
            return ExitCode::from(2);
        }
    };
    if let Err(error) = level::try_active() {
        eprintln!("engine: QUADLINE_LEVEL: {error}");
        return ExitCode::from(2);
    }
    match mode {
        Mode::Session => session::run(io::stdin(), Arc::new(Mutex::new(io::stdout()))),
        Mode::Bench { depth } => {
            let begin = Instant::now();
            let nodes = bench(depth);
            let speed = nodes as f64 / begin.elapsed().as_secs_f64();
            let line = format!("{nodes} nodes, {speed:.0} nodes/s, level {}", level::active());
            // The reader may have closed the pipe.
            let _ = writeln!(io::stdout(), "{line}");
        }
    }
    ExitCode::SUCCESS
}
