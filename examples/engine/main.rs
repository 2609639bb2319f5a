//! A small UCI chess engine, which shows the calls that a search makes.
//!
//! ```text
//! cargo run --release -p quadline-examples --example engine            then, for instance: go movetime 1000
//! cargo run --release -p quadline-examples --example engine -- bench   nodes and speed
//! ```

mod search;
mod table;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quadline::{Color, Move, Position, level};
use search::{Found, Limits, MATE, Task};
use table::HashTable;

const HASH_MEBIBYTES: usize = 32;

/// A position and the hash keys of the positions before it.
#[derive(Clone)]
struct Game {
    position: Position,
    before: Vec<u64>,
}

impl Game {
    fn new(position: Position) -> Self {
        Self { position, before: Vec::new() }
    }

    fn play(&mut self, chess_move: Move) {
        self.before.push(search::KEYS.key(&self.position));
        self.position = self.position.play(chess_move);
    }

    /// Parses the arguments of the command `position`.
    fn parse(text: &str) -> Result<Self, String> {
        let (setup, moves) = text.split_once("moves").unwrap_or((text, ""));
        let position = match setup.trim().split_once(' ').unwrap_or((setup.trim(), "")) {
            ("startpos", _) => Position::START,
            ("fen", fen) => fen.trim().parse().map_err(|error| format!("{error}"))?,
            _ => return Err(format!("expected `startpos` or `fen`, found {setup:?}")),
        };
        let mut game = Self::new(position);
        for text in moves.split_whitespace() {
            let chess_move = game.position.parse_uci(text).map_err(|error| error.to_string())?;
            if !game.position.is_legal(chess_move) {
                return Err(format!("{text} is not legal in {}", game.position));
            }
            game.play(chess_move);
        }
        Ok(game)
    }
}

/// Parses the arguments of the command `go`.
fn parse_limits(text: &str, side_to_move: Color) -> Limits {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |name: &str| {
        let index = words.iter().position(|&word| word == name)?;
        words.get(index + 1)?.parse::<u64>().ok()
    };
    let [time, increment] = match side_to_move {
        Color::White => ["wtime", "winc"],
        Color::Black => ["btime", "binc"],
    };
    let time = match (number("movetime"), number(time)) {
        (Some(exactly), _) => Some([exactly, exactly]),
        (None, Some(left)) => {
            let share = left / number("movestogo").unwrap_or(30).max(1) + number(increment).unwrap_or(0) / 2;
            // Keep a reserve for communication delays.
            let most = left.saturating_sub(50).max(1);
            Some([(share / 2).min(most), (2 * share).min(most)])
        }
        (None, None) => None,
    };
    Limits {
        depth: number("depth").map_or(64, |depth| depth.clamp(1, 64) as i32),
        nodes: number("nodes").unwrap_or(u64::MAX),
        time: time.map(|both| both.map(Duration::from_millis)),
    }
}

/// Searches on a separate thread, so that `stop` can be read meanwhile. The thread returns the table.
fn start(game: Game, limits: Limits, mut table: HashTable, stop: Arc<AtomicBool>) -> JoinHandle<HashTable> {
    std::thread::spawn(move || {
        let begin = Instant::now();
        let found = level::dispatch(Task {
            position: game.position,
            before: &game.before,
            limits,
            table: &mut table,
            stop: &stop,
            report: &mut |found| say(&info(found, begin.elapsed())),
        });
        say(&found.map_or("bestmove 0000".into(), |found| format!("bestmove {}", found.best)));
        table
    })
}

/// Formats the `info` line of a depth.
fn info(found: &Found, elapsed: Duration) -> String {
    let Found { depth, value, best, nodes } = found;
    let score = match MATE - value.abs() {
        plies @ 0..=200 => format!("mate {}", value.signum() * (plies + 1) / 2),
        _ => format!("cp {value}"),
    };
    let (time, speed) = (elapsed.as_millis(), (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64);
    format!("info depth {depth} score {score} nodes {nodes} nps {speed} time {time} pv {best}")
}

/// Prints a line and flushes it. Errors are ignored: the reader may have exited.
fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

/// Searches some positions to a fixed depth, and prints nodes and speed.
fn bench(depth: i32) -> u64 {
    const POSITIONS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let (mut nodes, begin) = (0, Instant::now());
    for fen in POSITIONS {
        let found = level::dispatch(Task {
            position: fen.parse().expect(fen),
            before: &[],
            limits: Limits { depth, nodes: u64::MAX, time: None },
            table: &mut HashTable::new(4),
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        });
        nodes += found.map_or(0, |found| found.nodes);
    }
    let seconds = begin.elapsed().as_secs_f64();
    say(&format!("{nodes} nodes, {:.0} nodes/s, level {}", nodes as f64 / seconds, level::active()));
    nodes
}

/// Executes commands until `quit` or the end of the input.
fn run(lines: impl Iterator<Item = String>) {
    let stop = Arc::new(AtomicBool::new(false));
    let mut game = Game::new(Position::START);
    let mut table = Some(HashTable::new(HASH_MEBIBYTES));
    let mut searching: Option<JoinHandle<HashTable>> = None;
    for line in lines {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        // `isready` is answered during a search; any other command ends it.
        if command == "isready" {
            say("readyok");
            continue;
        }
        if let Some(thread) = searching.take() {
            stop.store(true, Ordering::Relaxed);
            table = thread.join().ok();
            stop.store(false, Ordering::Relaxed);
        }
        match command {
            "uci" => say("id name quadline engine\nid author the quadline authors\nuciok"),
            "ucinewgame" => {
                game = Game::new(Position::START);
                table = None;
            }
            "position" => match Game::parse(rest) {
                Ok(parsed) => game = parsed,
                Err(error) => say(&format!("info string error: {error}")),
            },
            "go" => {
                let limits = parse_limits(rest, game.position.side_to_move());
                let own = table.take().unwrap_or_else(|| HashTable::new(HASH_MEBIBYTES));
                searching = Some(start(game.clone(), limits, own, Arc::clone(&stop)));
            }
            "quit" => break,
            "" | "stop" => {}
            _ => say(&format!("info string unknown command: {command}")),
        }
    }
    if let Some(thread) = searching {
        let _ = thread.join();
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        None => run(std::io::stdin().lock().lines().map_while(Result::ok)),
        Some("bench") => {
            bench(arguments.get(1).and_then(|depth| depth.parse().ok()).unwrap_or(8));
        }
        Some(other) => {
            eprintln!(
                "error: unknown argument {other:?}; without one the engine reads UCI, `bench` measures"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
