//! Perft: counts the positions that legal moves lead to, with quadline's move generator.
//!
//! Perft is the standard test of a move generator, and this example uses the library as a chess program
//! would: `count.rs` is generic over quadline's level, so it is compiled once for each level, and the kernels
//! inline into it. `cargo run --release --example perft -- --help` lists the options.

mod count;
mod suite;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::error::Error;
use std::io::{self, ErrorKind, IsTerminal, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use count::{MAX_DEPTH, Perft};
use quadline::level::{self, Level, WithLevel};
use quadline::{Move, Position};
use quadline_examples::command_line::{Argument, Arguments, Request, unexpected};
use suite::{Known, SIX_POSITIONS};

const HELP: &str = "\
Counts the positions after legal moves (perft), with quadline's move generator

Without arguments, it counts the six well-known test positions, which takes some seconds.

Usage: perft [OPTIONS]

Options:
      --fen FEN         The position to count from [default: the starting position]
      --depth N         The number of moves, from 0 to 100 [default: 5]; with --suite, the greatest
                        depth to compare
      --divide          Print the count below each legal move, in UCI notation
      --suite FILE.epd  Compare with the known counts in a file, whose lines are
                        FEN ;D1 20 ;D2 400. Other operations of an EPD are skipped
      --level NAME      Use this level of quadline [default: the best one that the CPU supports]
      --json            Print JSON instead of a table
  -h, --help            Print this help
  -V, --version         Print the version

Exit status: 0 if all counts are as expected, 1 if one is not, 2 if the input is wrong or the
output cannot be written.
";

/// The options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Options {
    fen: Option<String>,
    depth: Option<u32>,
    divide: bool,
    suite: Option<PathBuf>,
    level: Option<String>,
    json: bool,
}

impl Options {
    fn read(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        let expected = format!("a depth must be a whole number from 0 to {MAX_DEPTH}");
        let depth = |text: &str| text.parse().ok().filter(|&depth| depth <= MAX_DEPTH);
        let mut options = Self::default();
        while let Some(argument) = arguments.next()? {
            let name = match argument {
                Argument::Option(name) => name,
                Argument::Value(value) => return Err(unexpected(&value.to_string_lossy())),
            };
            match name.as_str() {
                "help" => return Ok(Request::Print(HELP.to_owned())),
                "version" => return Ok(Request::version("perft")),
                "fen" => options.fen = Some(arguments.text("--fen FEN")?),
                "depth" => options.depth = Some(arguments.parsed("--depth N", &expected, depth)?),
                "divide" => options.divide = true,
                "suite" => options.suite = Some(arguments.value("--suite FILE.epd")?.into()),
                "level" => options.level = Some(arguments.text("--level NAME")?),
                "json" => options.json = true,
                _ => return Err(unexpected(&format!("--{name}"))),
            }
        }
        arguments.check_conflicts(&[["suite", "fen"], ["suite", "divide"]])?;
        Ok(Request::Run(options))
    }
}

/// A position to count.
struct Job {
    name: String,
    position: Position,
    depth: u32,
    expected: Option<u64>,
}

/// A counted job.
struct Row {
    job: Job,
    nodes: Vec<(Option<Move>, u64)>,
    time: Duration,
}

impl Row {
    fn total(&self) -> u64 {
        self.nodes.iter().map(|&(_, nodes)| nodes).sum()
    }

    fn is_wrong(&self) -> bool {
        self.job.expected.is_some_and(|expected| expected != self.total())
    }
}

/// Returns the name of the level.
struct NameOf;

impl WithLevel for NameOf {
    type Output = &'static str;

    fn with_level<L: Level>(self, _: L) -> &'static str {
        L::NAME
    }
}

fn main() -> ExitCode {
    let result = Options::read(&mut Arguments::of_process())
        .map_err(|error| format!("{error} (see --help)").into())
        .and_then(|request| match request {
            Request::Print(text) => Ok((text, Vec::new())),
            Request::Run(options) => run(&options),
        });
    let (text, wrong) = match result {
        Ok(outcome) => outcome,
        Err(error) => {
            eprintln!("perft: {error}");
            return ExitCode::from(2);
        }
    };
    let written = io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush());
    for line in &wrong {
        eprintln!("perft: {line}");
    }
    match written {
        // A reader that has seen enough closes the pipe, as `head` does.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("perft: the result could not be written: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(u8::from(!wrong.is_empty())),
    }
}

/// Returns the text for standard output, and a line for each wrong count.
fn run(options: &Options) -> Result<(String, Vec<String>), Box<dyn Error>> {
    // An invalid QUADLINE_LEVEL is an error even with --level.
    let active = level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
    let name = options.level.as_deref().unwrap_or(active);
    let level = level::dispatch_named(name, NameOf).map_err(|error| format!("--level: {error}"))?;
    let jobs = jobs(options)?;
    let all = jobs.len();
    let mut rows = Vec::with_capacity(all);
    for (index, job) in jobs.into_iter().enumerate() {
        let progress = Progress::new(format!("{} of {all}: {}, depth {}", index + 1, job.name, job.depth));
        let begin = Instant::now();
        let perft = Perft {
            position: &job.position,
            depth: job.depth,
            progress: &|done, all| progress.show(done, all),
        };
        let nodes = level::dispatch_named(level, perft)?;
        rows.push(Row { job, nodes, time: begin.elapsed() });
    }
    let text = match (options.json, options.divide) {
        (true, _) => json(&rows, level, options.divide),
        (_, true) => divided(&rows[0], level),
        _ => table(&rows, level),
    };
    let wrong = rows.iter().filter(|row| row.is_wrong()).map(|row| {
        let Job { name, position, depth, expected } = &row.job;
        let expected = expected.unwrap_or_default();
        let nodes = row.total();
        format!("{name}: {nodes} nodes instead of {expected} at depth {depth}, level {level}: {position}")
    });
    Ok((text, wrong.collect()))
}

/// Returns the positions to count.
fn jobs(options: &Options) -> Result<Vec<Job>, Box<dyn Error>> {
    let job = |known: &Known, (depth, nodes): (u32, u64)| Job {
        name: known.name.clone(),
        position: known.position,
        depth,
        expected: Some(nodes),
    };
    if let Some(path) = &options.suite {
        let file = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
        let suite = suite::parse(&text).map_err(|error| format!("{file}: {error}"))?;
        let counts = suite.iter().flat_map(|known| known.counts.iter().map(|&count| job(known, count)));
        let jobs: Vec<Job> = counts.filter(|job| job.depth <= options.depth.unwrap_or(MAX_DEPTH)).collect();
        // A run that compares nothing must not look like a success.
        let nothing = "no counts to compare; expected lines such as FEN ;D1 20 ;D2 400";
        return if jobs.is_empty() { Err(format!("{file}: {nothing}").into()) } else { Ok(jobs) };
    }
    let six = suite::parse(SIX_POSITIONS)?;
    if options.fen.is_none() && options.depth.is_none() && !options.divide {
        return Ok(six.iter().filter_map(|known| Some(job(known, *known.counts.last()?))).collect());
    }
    let fen =
        options.fen.as_deref().map(str::parse).transpose().map_err(|error| format!("--fen: {error}"))?;
    let (position, depth) = (fen.unwrap_or(Position::START), options.depth.unwrap_or(5));
    let known = six.iter().find(|known| known.position == position);
    let counts = known.into_iter().flat_map(|known| &known.counts);
    Ok(vec![Job {
        name: known.map_or("--fen", |known| &known.name).to_owned(),
        position,
        depth,
        expected: counts.filter(|count| count.0 == depth).map(|count| count.1).next(),
    }])
}

/// Returns the rows as a table, and a sentence that says how many of them are as expected.
fn table(rows: &[Row], level: &str) -> String {
    let width = rows.iter().map(|row| row.job.name.len()).fold(10, usize::max);
    let line = |cells: [&str; 6]| {
        let [name, depth, nodes, expected, time, rate] = cells;
        format!("{name:width$} {depth:>5} {nodes:>12} {expected:>12} {time:>10} {rate:>9}\n")
    };
    let mut text = line(["position", "depth", "nodes", "expected", "time", "Mnodes/s"]);
    for row in rows {
        let expected = row.job.expected.map_or("-".to_owned(), |expected| expected.to_string());
        let (depth, nodes) = (row.job.depth.to_string(), row.total().to_string());
        text += &line([&row.job.name, &depth, &nodes, &expected, &seconds(row.time), &rate(row)]);
    }
    let known = rows.iter().filter(|row| row.job.expected.is_some()).count();
    let wrong = rows.iter().filter(|row| row.is_wrong()).count();
    text + &match (known, wrong) {
        (0, _) => format!("No count is known for this position and depth (level {level}).\n"),
        (_, 0) => format!("{known} of {known} counts are as expected (level {level}).\n"),
        _ => format!("{wrong} of {known} counts are wrong (level {level}).\n"),
    }
}

/// Returns the count below each move, sorted by name.
fn divided(row: &Row, level: &str) -> String {
    let mut lines: Vec<String> = by_name(row).map(|(name, nodes)| format!("{name}: {nodes}\n")).collect();
    lines.sort();
    lines.concat()
        + &format!("total: {}\n{}, {} Mnodes/s, level {level}\n", row.total(), seconds(row.time), rate(row))
}

fn by_name(row: &Row) -> impl Iterator<Item = (String, u64)> {
    row.nodes.iter().filter_map(|&(each, nodes)| Some((each?.to_string(), nodes)))
}

/// Returns the rows as JSON. Only names can have characters that need escapes.
fn json(rows: &[Row], level: &str, divide: bool) -> String {
    let rows = rows.iter().map(|row| {
        let Job { name, position, depth, expected } = &row.job;
        let expected = expected.map_or("null".to_owned(), |expected| expected.to_string());
        let moves: Vec<String> = by_name(row).map(|(name, nodes)| format!("\"{name}\": {nodes}")).collect();
        let moves = if divide { format!(", \"moves\": {{{}}}", moves.join(", ")) } else { String::new() };
        let (nodes, time) = (row.total(), row.time.as_secs_f64());
        format!("    {{\"position\": {name:?}, \"fen\": \"{position}\", \"depth\": {depth}, ")
            + &format!("\"nodes\": {nodes}, \"expected\": {expected}, \"seconds\": {time}{moves}}}")
    });
    let rows = rows.collect::<Vec<_>>().join(",\n");
    let version = env!("CARGO_PKG_VERSION");
    format!("{{\n  \"quadline\": \"{version}\",\n  \"level\": \"{level}\",\n  \"rows\": [\n{rows}\n  ]\n}}\n")
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.2} ms", 1e3 * seconds) } else { format!("{seconds:.2} s") }
}

/// Returns millions of nodes a second. A count can take less time than the resolution of the clock.
fn rate(row: &Row) -> String {
    format!("{:.1}", row.total() as f64 / row.time.as_secs_f64().max(1e-9) / 1e6)
}

/// The progress of a count that takes longer than a second, as a line on a terminal.
///
/// The cursor stays at the beginning of the line, so whatever is printed next replaces it, also if Control-C
/// ends the program.
struct Progress {
    name: String,
    begin: Instant,
    shown: Cell<Duration>,
}

impl Progress {
    const INTERVAL: Duration = Duration::from_millis(200);

    fn new(name: String) -> Self {
        Self { name, begin: Instant::now(), shown: Cell::new(Duration::from_secs(1)) }
    }

    fn show(&self, done: usize, all: usize) {
        let time = self.begin.elapsed();
        if time > self.shown.get() + Self::INTERVAL && io::stderr().is_terminal() {
            eprint!("\x1b[2K{}: {}%, {} s\r", self.name, 100 * done / all, time.as_secs());
            self.shown.set(time);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.get() > Duration::from_secs(1) {
            eprint!("\x1b[2K");
        }
    }
}
