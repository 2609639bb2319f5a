//! Tests: the engine plays against itself, finds mates, searches the same nodes at every level, and follows
//! UCI.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quadline::{MAX_LEGAL_MOVES, Move, Position, level};
use quadline_examples::command_line::{Arguments, Request};

use crate::commands::{Game, Options, parse_limits};
use crate::search::{Found, Limits, MATE, Task};
use crate::session::run;
use crate::table::HashTable;
use crate::{HELP, Mode, bench};

fn best(game: &Game, table: &mut HashTable, depth: i32) -> Option<Found> {
    level::dispatch(Task {
        position: game.position,
        before: &game.before,
        limits: Limits { nodes: 200_000, ..Limits::depth(depth) },
        table,
        stop: &AtomicBool::new(false),
        report: &mut |_| {},
    })
}

fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = [Move::default(); MAX_LEGAL_MOVES];
    let count = position.legal_moves(&mut moves);
    moves[..count].to_vec()
}

#[test]
fn plays_a_game_against_itself() {
    let mut game = Game::new(Position::START);
    let mut tables = [HashTable::new(1), HashTable::new(1)];
    for ply in 0..120 {
        let found = best(&game, &mut tables[ply % 2], 3);
        let moves = legal_moves(&game.position);
        assert_eq!(found.is_none(), moves.is_empty(), "{}", game.position);
        let Some(found) = found else { return };
        assert!(moves.contains(&found.best), "{} {}", game.position, found.best);
        game.play(found.best);
    }
    assert!(game.position.occupied().count_ones() < 32, "nothing was captured");
}

#[test]
fn finds_mates() {
    for (fen, depth, mate_in) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 4, 2),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 4, 2),
    ] {
        let found = best(&Game::new(fen.parse().expect(fen)), &mut HashTable::new(1), depth).expect(fen);
        assert_eq!(MATE - found.value, 2 * mate_in - 1, "{fen} {}", found.best);
    }
}

#[test]
fn mated_and_stalemated_sides_have_no_move() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        assert!(best(&Game::new(fen.parse().expect(fen)), &mut HashTable::new(1), 3).is_none(), "{fen}");
    }
}

#[test]
fn every_level_searches_the_same_nodes() {
    let position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let found = level::available().map(|name| {
        let task = Task {
            position: position.parse().expect(position),
            before: &[],
            limits: Limits::depth(4),
            table: &mut HashTable::new(1),
            stop: &AtomicBool::new(false),
            report: &mut |_| {},
        };
        let Found { value, best, nodes, .. } =
            level::dispatch_named(name, task).expect(name).expect("a move");
        (value, best, nodes)
    });
    let found: Vec<_> = found.collect();
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}

#[test]
fn bench_searches_the_same_nodes_each_time() {
    assert_eq!(bench(3), bench(3));
    assert!(bench(4) > bench(3));
}

fn limits(text: &str, position: &str) -> Result<Limits, String> {
    parse_limits(text, &position.parse().expect(position))
}

const WHITE: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const BLACK: &str = "4k3/8/8/8/8/8/8/4K2R b K - 0 1";

#[test]
fn time_is_shared_out() {
    let time = |text: &str, position| limits(text, position).expect(text).time;
    let milliseconds = |times: [u64; 2]| Some(times.map(Duration::from_millis));
    assert_eq!(time("wtime 60000 btime 1000 winc 1000 binc 0", WHITE), milliseconds([1250, 5000]));
    let last = "wtime 60000 btime 100 winc 1000 binc 0 movestogo 1";
    assert_eq!(time(last, BLACK), milliseconds([50, 50]));
    assert_eq!(time("wtime 60000 movestogo 0", WHITE), time("wtime 60000", WHITE));
    assert_eq!(time("movetime 7 wtime 60000", WHITE), milliseconds([7, 7]));
    // The flag of the side to move has fallen.
    assert_eq!(time("wtime -20 btime 1000", WHITE), milliseconds([0, 0]));
    let most = u64::MAX;
    assert!(time(&format!("wtime {most} winc {most}"), WHITE).is_some());
}

#[test]
fn limits_are_read() {
    let read = |text: &str| limits(text, WHITE).expect(text);
    assert_eq!(read("depth 5 nodes 99"), Limits { nodes: 99, ..Limits::depth(5) });
    assert_eq!(read("depth 100"), Limits::depth(64));
    let mate = |depth| Limits { is_for_mate: true, ..Limits::depth(depth) };
    assert_eq!(read("mate 3"), mate(6));
    assert_eq!(read("mate 3 depth 2"), mate(2));
    assert_eq!(read("depth 9 mate 3"), mate(6));
    assert_eq!(read("mate 18446744073709551615"), mate(64));
    let infinite = Limits { infinite: true, ..Limits::depth(64) };
    for text in ["", "infinite"] {
        assert_eq!(read(text), infinite);
    }
    assert_eq!(read("infinite depth 3"), Limits { infinite: true, ..Limits::depth(3) });
    let moves: Vec<String> =
        read("searchmoves e1g1 h1h8 depth 2").root_moves.iter().map(Move::to_string).collect();
    assert_eq!(moves, ["e1g1", "h1h8"]);
    assert_eq!(read("depth 2 searchmoves e1h1"), read("searchmoves e1g1 depth 2"));
    assert!(read("searchmoves e1g1").infinite);
}

/// Graphical interfaces may send words of later versions of UCI.
#[test]
fn unknown_words_are_skipped() {
    let read = |text: &str| limits(text, WHITE).expect(text);
    for text in ["ponder depth 5", "depth 5 ponder", "depth 5 4", "perft 3 depth 5", "depth 5 in the future"]
    {
        assert_eq!(read(text), read("depth 5"), "{text}");
    }
    assert_eq!(read("ponder"), read("infinite"));
    assert_eq!(read("ponder wtime 1000"), read("wtime 1000"));
    assert_eq!(read("searchmoves e1g1 ponder depth 2"), read("searchmoves e1g1 depth 2"));
}

/// A search with another limit answers another question, and one without a limit may never end.
#[test]
fn wrong_numbers_are_errors() {
    for (text, expected) in [
        ("depth abc", "depth is \"abc\"; expected a whole number of at least 1"),
        ("depth 0", "depth is \"0\"; expected a whole number of at least 1"),
        ("depth", "depth must be followed by a number"),
        ("depth 3 depth 4", "depth occurs twice"),
        ("nodes 1e6", "nodes is \"1e6\"; expected a whole number of at least 1"),
        (
            "nodes 18446744073709551616",
            "nodes is \"18446744073709551616\"; expected a whole number of at least 1",
        ),
        ("movetime -1", "movetime is \"-1\"; expected a whole number of at least 0"),
        ("wtime x", "wtime is \"x\"; expected a whole number of at least 0"),
        ("btime 1000 binc 10", "wtime is missing, the time of the side to move"),
        ("searchmoves", "searchmoves must be followed by legal moves"),
        ("searchmoves depth 3", "searchmoves must be followed by legal moves"),
        ("searchmoves e1e3 depth 3", "e1e3 is not legal in"),
        ("searchmoves h1h8 banana", "invalid move \"banana\""),
        ("mate 0", "mate is \"0\"; expected a whole number of at least 1"),
        ("mate 1 mate 2", "mate occurs twice"),
    ] {
        let error = limits(text, WHITE).expect_err(text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn positions_are_read() {
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3").expect("legal moves");
    assert_eq!(game.before.len(), 3);
    assert_eq!(game.position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1");
    assert!(Game::parse("startpos moves e2e5").is_err_and(|error| error.contains("e2e5")));
    assert!(Game::parse("fen 8/8 w").is_err());
    for text in ["", "elsewhere", "startposmoves e2e4", "startpos e2e4", "startposition moves e2e4"] {
        assert!(Game::parse(text).is_err_and(|error| error.contains("`moves`")), "{text}");
    }
    let fen = "fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves";
    assert!(Game::parse(fen).is_ok_and(|game| game.before.is_empty()));
    assert!(Game::parse(&format!("{fen} e1g1")).is_ok_and(|game| game.before.len() == 1));
}

#[test]
fn options_are_set() {
    let mut options = Options::default();
    for text in ["name Hash value 1", "name  hash  value  1 ", "name HASH value 1"] {
        assert_eq!(options.set(text), Ok(()), "{text}");
        assert_eq!(options, Options { hash: 1, chess960: false });
    }
    assert_eq!(options.set("name UCI_Chess960 value true"), Ok(()));
    let expected = Options { hash: 1, chess960: true };
    for (text, error) in [
        ("name Hash value 0", "Hash is \"0\"; expected a number of MiB from 1 to 1024"),
        ("name Hash value 1025", "Hash is \"1025\""),
        ("name Hash", "Hash is \"\""),
        ("name UCI_Chess960 value yes", "UCI_Chess960 is \"yes\"; expected true or false"),
        ("name Threads value 2", "unknown option \"Threads\"; there are Hash and UCI_Chess960"),
        ("Hash 16", "setoption must be followed by `name`"),
        ("", "setoption must be followed by `name`"),
    ] {
        assert!(options.set(text).is_err_and(|message| message.starts_with(error)), "{text}");
        assert_eq!(options, expected, "{text}");
    }
    assert_eq!(options.set("name UCI_Chess960 value false"), Ok(()));
    assert_eq!(options, Options { hash: 1, chess960: false });
}

#[test]
fn a_hash_table_has_the_size_of_the_option() {
    for mebibytes in [1, 3, 32] {
        assert_eq!(HashTable::new(mebibytes).mebibytes(), mebibytes);
    }
}

#[test]
fn the_command_line_is_read() {
    let read = |arguments: &[&str]| Mode::read(&mut Arguments::from_list(arguments));
    assert_eq!(read(&[]).unwrap(), Request::Run(Mode::Session));
    assert_eq!(read(&["bench"]).unwrap(), Request::Run(Mode::Bench { depth: 8 }));
    assert_eq!(read(&["bench", "64"]).unwrap(), Request::Run(Mode::Bench { depth: 64 }));
    assert_eq!(read(&["bench", "-h"]).unwrap(), Request::Print(HELP.to_owned()));
    let version = format!("engine (quadline) {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(read(&["-V"]).unwrap(), Request::Print(version));
    let depth = "for 'bench': it must be a whole number from 1 to 64";
    for (arguments, expected) in [
        (&["bench", "abc"][..], format!("invalid depth 'abc' {depth}")),
        (&["bench", "0"], format!("invalid depth '0' {depth}")),
        (&["bench", "65"], format!("invalid depth '65' {depth}")),
        (&["bench", "3", "4"], "unexpected argument '4'".to_owned()),
        (&["benches"], "unexpected argument 'benches'".to_owned()),
        (&["--depth", "3"], "unexpected argument '--depth'".to_owned()),
    ] {
        let message = read(arguments).expect_err("an error").to_string();
        assert_eq!(message, format!("{expected} (see --help)"));
    }
    assert!(HELP.contains("searchmoves") && HELP.contains("UCI_Chess960"));
}

/// No answer takes as long as this. A test that waits longer has failed.
const LONG: Duration = Duration::from_secs(120);

/// A reader of the commands that a test sends. It ends when the sender is dropped.
struct Commands(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.as_slice().read(buffer)?;
        self.1.drain(..count);
        Ok(count)
    }
}

/// A session on a separate thread.
struct Running {
    commands: Option<Sender<Vec<u8>>>,
    output: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl Running {
    fn start() -> Self {
        let (commands, receiver) = mpsc::channel();
        let output = Arc::new(Mutex::new(Vec::new()));
        let writer = output.clone();
        let thread = thread::spawn(|| run(Commands(receiver, Vec::new()), writer));
        Self { commands: Some(commands), output, thread }
    }

    /// Sends lines.
    fn send(&self, text: impl AsRef<[u8]>) {
        let commands = self.commands.as_ref().expect("no end of the input so far");
        commands.send([text.as_ref(), b"\n"].concat()).expect("a session");
    }

    fn output(&self) -> String {
        String::from_utf8(self.output.lock().expect("the output").clone()).expect("UTF-8")
    }

    #[track_caller]
    fn wait_until(&self, is_so: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !is_so(self) {
            assert!(begin.elapsed() < LONG, "waited in vain after: {}", self.output());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the output contains `text`, and returns the output.
    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        self.wait_until(|running| running.output().contains(text));
        self.output()
    }

    /// Ends the input, waits for the end of the session, and returns the output.
    #[track_caller]
    fn end(mut self) -> String {
        self.commands = None;
        self.wait_until(|running| running.thread.is_finished());
        self.output()
    }
}

fn answers_to(text: impl AsRef<[u8]>) -> String {
    let running = Running::start();
    running.send(text);
    running.end()
}

#[test]
fn the_end_of_the_input_ends_a_search_without_a_limit() {
    for go in ["go infinite", "go", "go searchmoves e2e4", "go infinite depth 1"] {
        assert_eq!(answers_to(go).matches("bestmove").count(), 1, "{go}");
    }
    // The game is over, and there is nothing to search.
    assert!(answers_to("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo").ends_with("bestmove 0000\n"));
}

#[test]
fn the_end_of_the_input_waits_for_a_search_with_a_limit() {
    for go in
        ["go depth 4", "go depth 4 nodes 100000", "go depth 4 movetime 100000", "go depth 4 wtime 100000000"]
    {
        let output = answers_to(go);
        assert!(output.contains("info depth 4 ") && output.contains("\nbestmove "), "{go}: {output}");
    }
}

#[test]
fn other_commands_do_not_end_a_search() {
    let running = Running::start();
    running.send("go infinite\n\ndebug on\nsetoption name Hash value 2\nuci\nnonsense\nregister later");
    running.send(b"\xff\xfe");
    running.send("isready");
    let output = running.wait_for("readyok");
    assert!(
        !output.contains("bestmove") && output.contains("info string unknown command: nonsense"),
        "{output}"
    );
    running.send("stop");
    running.wait_for("bestmove");
    running.send("stop\nisready");
    assert_eq!(running.end().matches("bestmove").count(), 1);
}

#[test]
fn five_commands_end_a_search() {
    for command in ["stop", "position startpos moves e2e4", "go depth 1", "ucinewgame", "quit"] {
        let running = Running::start();
        running.send(format!("go infinite\n{command}"));
        running.wait_for("bestmove");
        running.end();
    }
}

#[test]
fn an_infinite_search_is_answered_after_stop() {
    let running = Running::start();
    running.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite");
    // The search is over with the mate.
    running.wait_for("score mate 1");
    running.send("isready");
    assert!(!running.wait_for("readyok").contains("bestmove"));
    running.send("stop");
    running.wait_for("bestmove a1a8");
}

#[test]
fn errors_do_not_start_a_search() {
    for go in ["go depth abc", "go depth", "go mate x", "go mate", "go searchmoves e2e5 depth 1", "go nodes"]
    {
        let output = answers_to(go);
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].starts_with("info string error: go: "), "{go}: {output}");
        assert_eq!(lines[1..], ["bestmove 0000"], "{go}");
    }
}

#[test]
fn a_line_that_is_not_utf8_is_reported() {
    let output = answers_to(b"isready\nposition startpos moves \xff\nisready");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    assert_eq!([lines[0], lines[2]], ["readyok"; 2]);
    let error = "info string error: this line is not UTF-8: \"position startpos moves \u{fffd}\"";
    assert_eq!(lines[1], error);
}

#[test]
fn searchmoves_restricts_the_first_move() {
    // Without it, the rook gives mate.
    let position = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\n";
    assert!(answers_to(format!("{position}go depth 4")).ends_with("bestmove a1a8\n"));
    let output = answers_to(format!("{position}go depth 4\ngo searchmoves e1e2 a1a2 depth 4\ngo depth 4"));
    let best: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!([best[0], best[2]], ["a1a8"; 2]);
    assert!(["e1e2", "a1a2"].contains(&best[1]), "{output}");
    // The queen that was lost then does not lead Black into the mate now.
    let output = answers_to(
        "position fen 6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1\ngo searchmoves a1g7 depth 4\n\
         position fen 7k/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 1\ngo depth 4",
    );
    assert!(output.contains("bestmove a1g7\n") && !output.ends_with("bestmove h8g8\n"), "{output}");
}

#[test]
fn searchmoves_does_not_restrict_later_moves() {
    let output = answers_to("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1\ngo depth 4 searchmoves f6f7");
    assert!(output.contains("info depth 4 score mate 2 ") && output.ends_with("bestmove f6f7\n"), "{output}");
}

#[test]
fn the_hash_table_is_kept_until_a_new_game_or_size() {
    let nodes = |commands: &str| {
        let output = answers_to(format!("{commands}\ngo depth 5"));
        let last = output.lines().rfind(|line| line.starts_with("info depth 5 ")).expect("depth 5");
        let (_, nodes) = last.split_once("nodes ").expect("nodes");
        nodes.split(' ').next().and_then(|nodes| nodes.parse::<u64>().ok()).expect("a number")
    };
    let first = nodes("isready");
    assert!(nodes("go depth 5") < first);
    assert!(nodes("go depth 5\nsetoption name Hash value 32") < first);
    assert_eq!(nodes("go depth 5\nucinewgame"), first);
    assert_eq!(nodes("go depth 5\nsetoption name Hash value 31"), first);
}

#[test]
fn chess960_changes_how_castling_is_written() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1\n";
    let option = |value| format!("setoption name UCI_Chess960 value {value}\n{position}");
    let output = answers_to([position, &option("true"), &option("false")].concat());
    let best: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best, ["e1g1", "e1h1", "e1g1"]);
    let pv: Vec<&str> = output.lines().filter_map(|line| line.split(" pv ").nth(1)).collect();
    assert_eq!(pv, best);
}

#[test]
fn options_are_declared() {
    let output = answers_to("uci");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.contains(&"option name Hash type spin default 32 min 1 max 1024"), "{output}");
    assert!(lines.contains(&"option name UCI_Chess960 type check default false"), "{output}");
    assert_eq!(lines.last(), Some(&"uciok"));
}

#[test]
fn an_invalid_option_changes_nothing() {
    let output =
        answers_to("position startpos moves e2e4\nsetoption name Hash value x\ngo depth 1 searchmoves e7e5");
    assert!(output.starts_with("info string error: Hash is \"x\""), "{output}");
    assert!(output.ends_with("bestmove e7e5\n"), "{output}");
}

/// The game before is another question.
#[test]
fn after_a_refused_position_go_says_so() {
    let refused = [
        ("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "number of white kings"),
        ("position startpos moves e2e4 e7e5 e4e5", "e4e5 is not legal"),
        ("position startposmoves e2e4", "startposmoves"),
        ("position", "startpos"),
    ];
    for (position, reason) in refused {
        let output = answers_to(format!("position startpos moves e2e4\n{position}\ngo depth 1\ngo infinite"));
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].starts_with("info string error: ") && lines[0].contains(reason), "{output}");
        let error = lines[0].trim_start_matches("info string error: ");
        let refused = format!("info string error: go: the last position was refused: {error}");
        assert_eq!(lines[1..], [&refused, "bestmove 0000", &refused, "bestmove 0000"], "{position}");
        for command in ["ucinewgame", "position startpos"] {
            let output = answers_to(format!("{position}\n{command}\ngo depth 1 searchmoves a2a3"));
            assert!(output.ends_with("\nbestmove a2a3\n"), "{output}");
        }
    }
    // Lines that are not UTF-8 are refused, too.
    let output =
        answers_to(b"position startpos moves e2e4\nposition startpos moves \xff\ngo depth 1\ngo depth 1\xff");
    assert_eq!(output.matches("bestmove 0000").count(), 2, "{output}");
    assert_eq!(output.matches("bestmove").count(), 2, "{output}");
}

/// UCI allows arbitrary white space between tokens.
#[test]
fn every_command_is_read_with_every_white_space() {
    const COMMANDS: [&str; 11] = [
        "uci",
        "isready",
        "debug on",
        "setoption name Hash value 1",
        "setoption name UCI_Chess960 value true",
        "ucinewgame",
        "position startpos moves e2e4 e7e5",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K2R w K -",
        "go depth 2 nodes 1000000 wtime 1000000 btime 1000000 winc 0 binc 0 movestogo 1 searchmoves e1h1 a1a2",
        "go mate 1 movetime 1000000",
    ];
    // One after the other, so that each `go` is finished before the next command ends it.
    let session = |separator: &str, ends: &str| {
        let running = Running::start();
        for (index, command) in COMMANDS.iter().enumerate() {
            running.send(format!("{ends}{}{ends}", command.replace(' ', separator)));
            let searches = index.saturating_sub(8);
            running.wait_until(|running| running.output().matches("bestmove").count() == searches);
        }
        let output = running.end();
        // Without the times and speeds, which differ.
        let line = |line: &str| line.split(" nodes ").next().expect("a line").to_owned();
        output.lines().map(line).collect::<Vec<String>>()
    };
    let expected = session(" ", "");
    assert!(!expected.iter().any(|line| line.contains("error") || line.contains("unknown")), "{expected:?}");
    assert_eq!(expected.last().map(String::as_str), Some("bestmove a1a8"));
    assert!(expected.contains(&"bestmove e1h1".to_owned()) || expected.contains(&"bestmove a1a2".to_owned()));
    for separator in ["\t", "   ", " \t ", "\t\t", "\u{b}", "\u{c}", "\r"] {
        for ends in ["", " ", "\t", "\r"] {
            assert_eq!(session(separator, ends), expected, "{separator:?} {ends:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_command() {
    assert_eq!(answers_to("\u{feff}isready"), "readyok\n");
    // Elsewhere, it is a character like others.
    assert_eq!(
        answers_to("isready\n\u{feff}isready"),
        "readyok\ninfo string unknown command: \u{feff}isready\n"
    );
}

#[test]
fn go_mate_finds_mates_in_so_many_moves() {
    for (fen, moves, best) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2, "f6f7"),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, "d2h6"),
        // Quiet moves, which other searches reduce.
        ("8/8/8/8/8/6k1/4r3/7K b - - 0 1", 1, "e2e1"),
    ] {
        let output = answers_to(format!("position fen {fen}\ngo depth 2\ngo mate {moves}"));
        assert!(output.contains(&format!(" score mate {moves} ")), "{fen}: {output}");
        assert!(output.ends_with(&format!("\nbestmove {best}\n")), "{fen}: {output}");
    }
    // If there is no mate, the search ends, too.
    let output = answers_to("go mate 2");
    assert!(output.contains("info depth 4 ") && !output.contains("depth 5"), "{output}");
    assert!(!output.contains("score mate"), "{output}");
}

/// A pipe whose reader goes away after some lines.
struct ClosedAfter {
    lines: usize,
    text: Arc<Mutex<Vec<u8>>>,
}

impl Write for ClosedAfter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = self.text.lock().expect("the output");
        if text.iter().filter(|&&byte| byte == b'\n').count() >= self.lines {
            return Err(ErrorKind::BrokenPipe.into());
        }
        text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_session_and_the_search() {
    let complicated = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n";
    let commands = ["isready", "go infinite", "go depth 64", "go"].map(str::to_owned);
    for command in commands.into_iter().chain([format!("{complicated}go depth 64")]) {
        for lines in [0, 1, 3, 6] {
            if command == "isready" && lines > 0 {
                continue;
            }
            let (commands, receiver) = mpsc::channel();
            commands.send(format!("{command}\n").into_bytes()).expect("a session");
            let writer = Arc::new(Mutex::new(ClosedAfter { lines, text: Arc::default() }));
            let thread = thread::spawn(move || run(Commands(receiver, Vec::new()), writer));
            // The input stays open.
            let begin = Instant::now();
            while !thread.is_finished() {
                assert!(begin.elapsed() < LONG, "still running after {command}, {lines} lines");
                thread::sleep(Duration::from_millis(2));
            }
            drop(commands);
        }
    }
}
