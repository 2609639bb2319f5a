//! A session of UCI commands.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::{Duration, Instant};

use quadline::{Move, Position, level};

use crate::commands::{Game, Options, parse_limits};
use crate::search::{Found, Limits, MATE, Task};
use crate::table::HashTable;

/// An event that the session waits for.
enum Event {
    /// A line of the input, with its line break.
    Line(Vec<u8>),
    /// The end of the input.
    End,
    /// A search on this thread has given its answer.
    Answered(ThreadId),
    /// The output cannot be written any more.
    Closed,
}

/// The time after which a search that has reported nothing does so. A closed output is noticed by that.
const SILENCE: Duration = Duration::from_secs(1);

/// The writer of the answers. The thread of a search shares it.
#[derive(Clone)]
struct Output {
    writer: Arc<Mutex<dyn Write + Send>>,
    events: Sender<Event>,
}

impl Output {
    /// Prints a line and flushes it. Returns whether that was possible; if not, the session ends.
    fn say(&self, line: &str) -> bool {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let is_open = writeln!(writer, "{line}").and_then(|()| writer.flush()).is_ok();
        if !is_open {
            // Without a receiver, the session has ended already.
            let _ = self.events.send(Event::Closed);
        }
        is_open
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
    begin: Instant,
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
                report: &mut |found| {
                    if !output.say(&info(found, begin.elapsed(), chess960)) {
                        stopped.store(true, Ordering::Relaxed);
                    }
                },
            });
            // UCI expects no answer before `stop`, even if there is nothing left to search.
            while infinite && !stopped.load(Ordering::Relaxed) {
                thread::park();
            }
            output.say(&match found {
                Some(found) => format!("bestmove {}", uci(found.best, chess960)),
                None => "bestmove 0000".into(),
            });
            let _ = output.events.send(Event::Answered(thread::current().id()));
            table
        });
        Self { thread, stop, infinite, begin }
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
    /// The game, or the reason why the last one was refused.
    game: Result<Game, String>,
    options: Options,
    /// The hash table, unless a search uses it.
    table: Option<HashTable>,
    searching: Option<Searching>,
    output: Output,
}

/// Executes commands until `quit`, the end of the input, or the first answer that cannot be written.
///
/// The end of the input ends a search without a limit, because no `stop` can follow. Other searches are
/// finished, so that the commands can come from a file.
pub fn run(input: impl Read + Send + 'static, writer: Arc<Mutex<dyn Write + Send>>) {
    let (events, receiver) = mpsc::channel();
    let lines = events.clone();
    // Reading has a thread of its own, which ends with the process if it still waits for input.
    thread::spawn(move || read_lines(input, &lines));
    let (game, options) = (Ok(Game::new(Position::START)), Options::default());
    let output = Output { writer, events };
    let mut session = Session { game, options, table: None, searching: None, output };
    session.run(&receiver);
    session.stop();
}

/// Sends the lines of the input. A byte order mark before the first is skipped.
fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        // A failure to read is the end of the input, too.
        if !input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            break;
        }
        if is_first {
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line).to_vec();
            is_first = false;
        }
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

impl Session {
    fn run(&mut self, events: &Receiver<Event>) {
        let mut at_end = false;
        loop {
            let event = match &self.searching {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(_) => events.recv_timeout(SILENCE),
            };
            match (event, &self.searching) {
                (Ok(Event::Line(line)), _) => {
                    if !self.read(&line) {
                        return;
                    }
                }
                (Ok(Event::End), None) => return,
                (Ok(Event::End), Some(searching)) => {
                    at_end = true;
                    if searching.infinite {
                        return;
                    }
                }
                (Ok(Event::Answered(thread)), Some(searching)) => {
                    // The answer of a search that was stopped may be told after the next one has begun.
                    if searching.thread.thread().id() == thread {
                        self.stop();
                        if at_end {
                            return;
                        }
                    }
                }
                (Ok(Event::Answered(_)), None) => {}
                (Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected), _) => return,
                (Err(RecvTimeoutError::Timeout), Some(searching)) => {
                    self.output.say(&format!("info time {}", searching.begin.elapsed().as_millis()));
                }
                (Err(RecvTimeoutError::Timeout), None) => {}
            }
        }
    }

    /// Executes a line of the input. Returns `false` after `quit`.
    fn read(&mut self, line: &[u8]) -> bool {
        match str::from_utf8(line) {
            Ok(text) if text.trim() == "quit" => return false,
            Ok(text) => self.execute(text.trim()),
            Err(_) => {
                let text = String::from_utf8_lossy(line);
                let error = format!("this line is not UTF-8: {:?}", text.trim());
                match text.split_whitespace().next() {
                    Some("position") => self.set_game(Err(error)),
                    Some("go") => self.refuse_go(&error),
                    _ => self.output.say_error(&error),
                }
            }
        }
        true
    }

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
            "isready" => {
                self.output.say("readyok");
            }
            "setoption" => {
                if let Err(error) = self.options.set(arguments) {
                    self.output.say_error(&error);
                }
            }
            "ucinewgame" => {
                self.stop();
                self.game = Ok(Game::new(Position::START));
                self.table = None;
            }
            "position" => self.set_game(Game::parse(arguments)),
            "go" => {
                self.stop();
                self.go(arguments);
            }
            "stop" => self.stop(),
            "" | "debug" => {}
            _ => {
                self.output.say(&format!("info string unknown command: {command}"));
            }
        }
    }

    /// Ends the search, and begins with a game or refuses it.
    fn set_game(&mut self, game: Result<Game, String>) {
        self.stop();
        if let Err(error) = &game {
            self.output.say_error(error);
        }
        self.game = game;
    }

    /// Ends the search, and answers a `go` that starts none.
    fn refuse_go(&mut self, error: &str) {
        self.stop();
        self.output.say_error(error);
        // Programs wait for an answer to each `go`.
        self.output.say("bestmove 0000");
    }

    fn go(&mut self, arguments: &str) {
        let request = match &self.game {
            Ok(game) => match parse_limits(arguments, &game.position) {
                Ok(limits) => Ok((game.clone(), limits)),
                Err(error) => Err(format!("go: {error}")),
            },
            // A search of the game before would answer another question.
            Err(error) => Err(format!("go: the last position was refused: {error}")),
        };
        let (game, limits) = match request {
            Ok(request) => request,
            Err(error) => return self.refuse_go(&error),
        };
        let Options { hash, chess960 } = self.options;
        // The size may have changed during the last search. The values of searches that leave out moves could
        // hide a mate.
        let table = self.table.take().filter(|table| table.mebibytes() == hash && !limits.is_for_mate);
        let table = table.unwrap_or_else(|| HashTable::new(hash));
        self.searching = Some(Searching::start(game, limits, table, chess960, self.output.clone()));
    }
}
