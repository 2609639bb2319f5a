//! A session of UCI commands.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadline::{Move, Position, level};

use crate::commands::{Game, Options, parse_limits};
use crate::search::{Found, Limits, MATE, Task};
use crate::table::HashTable;

/// The writer of the answers. The thread of a search shares it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub fn new(writer: Arc<Mutex<dyn Write + Send>>) -> Self {
        Self(writer)
    }

    /// Prints a line and flushes it. Errors are ignored: the reader may have exited.
    fn say(&self, line: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }

    fn say_error(&self, error: &str) {
        self.say(&format!("info string error: {error}"));
    }
}

/// A search on a separate thread, so that commands are read meanwhile.
struct Searching {
    thread: JoinHandle<HashTable>,
    stop: Arc<AtomicBool>,
    infinite: bool,
}

impl Searching {
    fn start(game: Game, limits: Limits, mut table: HashTable, chess960: bool, output: Output) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, infinite, begin) = (Arc::clone(&stop), limits.infinite, Instant::now());
        let thread = thread::spawn(move || {
            let found = level::dispatch(Task {
                position: game.position,
                before: &game.before,
                limits,
                table: &mut table,
                stop: &stopped,
                report: &mut |found| output.say(&info(found, begin.elapsed(), chess960)),
            });
            // UCI expects no answer before `stop`, even if there is nothing left to search.
            while infinite && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            output.say(&match found {
                Some(found) => format!("bestmove {}", uci(found.best, chess960)),
                None => "bestmove 0000".into(),
            });
            table
        });
        Self { thread, stop, infinite }
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
    }

    /// Waits for the end, and returns the table unless the search has panicked.
    fn join(self) -> Option<HashTable> {
        self.thread.join().ok()
    }
}

fn uci(chess_move: Move, chess960: bool) -> String {
    if chess960 { format!("{chess_move:#}") } else { chess_move.to_string() }
}

/// Formats the `info` line of a depth.
fn info(found: &Found, elapsed: Duration, chess960: bool) -> String {
    let Found { depth, value, best, nodes } = found;
    let score = match MATE - value.abs() {
        plies @ 0..=200 => format!("mate {}", value.signum() * (plies + 1) / 2),
        _ => format!("cp {value}"),
    };
    let (time, speed) = (elapsed.as_millis(), (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64);
    let best = uci(*best, chess960);
    format!("info depth {depth} score {score} nodes {nodes} nps {speed} time {time} pv {best}")
}

/// The state between commands.
struct Session {
    game: Game,
    options: Options,
    /// The hash table, unless a search uses it.
    table: Option<HashTable>,
    searching: Option<Searching>,
    output: Output,
}

/// Executes commands until `quit` or the end of the input.
///
/// The end of the input ends a search without a limit, because no `stop` can follow. Other searches are finished, so that the
/// commands can come from a file.
pub fn run(mut input: impl BufRead, output: Output) {
    let (game, options) = (Game::new(Position::START), Options::default());
    let mut session = Session { game, options, table: None, searching: None, output };
    let mut line = Vec::new();
    // A failure to read is the end of the input, too.
    while input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
        match str::from_utf8(&line) {
            Ok(text) if text.trim() == "quit" => {
                session.stop();
                return;
            }
            Ok(text) => session.execute(text.trim()),
            Err(_) => {
                let text = String::from_utf8_lossy(&line);
                session.output.say_error(&format!("this line is not UTF-8: {:?}", text.trim()));
            }
        }
        line.clear();
    }
    if let Some(searching) = session.searching {
        if searching.infinite {
            searching.stop();
        }
        searching.join();
    }
}

impl Session {
    /// Ends the search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(searching) = self.searching.take() {
            searching.stop();
            self.table = searching.join();
        }
    }

    /// Only the commands that UCI defines to end a search do so.
    fn execute(&mut self, line: &str) {
        let (command, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "uci" => {
                self.output.say("id name quadline engine\nid author the quadline authors");
                self.output.say(&format!("{}\nuciok", Options::declarations()));
            }
            "isready" => self.output.say("readyok"),
            "setoption" => {
                if let Err(error) = self.options.set(arguments) {
                    self.output.say_error(&error);
                }
            }
            "ucinewgame" => {
                self.stop();
                self.game = Game::new(Position::START);
                self.table = None;
            }
            "position" => {
                self.stop();
                match Game::parse(arguments) {
                    Ok(game) => self.game = game,
                    Err(error) => self.output.say_error(&error),
                }
            }
            "go" => {
                self.stop();
                self.go(arguments);
            }
            "stop" => self.stop(),
            "" | "debug" => {}
            _ => self.output.say(&format!("info string unknown command: {command}")),
        }
    }

    fn go(&mut self, arguments: &str) {
        let limits = match parse_limits(arguments, &self.game.position) {
            Ok(limits) => limits,
            Err(error) => {
                self.output.say_error(&format!("go: {error}"));
                // Programs wait for an answer to each `go`.
                self.output.say("bestmove 0000");
                return;
            }
        };
        let Options { hash, chess960 } = self.options;
        // The size may have changed during the last search.
        let table = self.table.take().filter(|table| table.mebibytes() == hash);
        let table = table.unwrap_or_else(|| HashTable::new(hash));
        self.searching =
            Some(Searching::start(self.game.clone(), limits, table, chess960, self.output.clone()));
    }
}
