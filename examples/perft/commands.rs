//! What the program does: count single positions, or compare with a suite, at one level or at all of them.

use core::error::Error;
use core::fmt::Write;
use core::time::Duration;
use std::path::Path;
use std::time::Instant;

use quadline::InvalidFen;
use quadline::level::{self, Level, WithLevel};

use crate::board::Board;
use crate::command_line::CommandLine;
use crate::perft::{Nodes, Perft};
use crate::positions::{KnownPosition, POSITIONS};
use crate::report::{Mismatch, Row, duration, million_nodes_per_second, progress_bar, table};
use crate::suite::parse_suite;

/// How deep a position is counted that comes without a depth.
const DEFAULT_DEPTH: u32 = 5;

/// What there is to tell after the work.
#[derive(Debug, Default)]
pub struct Outcome {
    /// For standard output.
    pub text: String,
    /// Counts that are not what they should be.
    pub mismatches: Vec<Mismatch>,
}

/// A position to count.
struct Job {
    name: String,
    board: Board,
    depth: u32,
    expected: Option<u64>,
}

/// The name of the level it is run at.
struct NameOf;

impl WithLevel for NameOf {
    type Output = &'static str;

    fn with_level<L: Level>(self, _: L) -> &'static str {
        L::NAME
    }
}

/// Does what the command line says. An error is wrong input; wrong counts are part of the outcome.
pub fn run(command_line: &CommandLine) -> Result<Outcome, Box<dyn Error>> {
    // Checked first, and even with --level: a wrong QUADLINE_LEVEL must not pass unnoticed.
    let active = level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
    let levels = match &command_line.level {
        Some(name) => vec![level::dispatch_named(name, NameOf).map_err(|error| format!("--level: {error}"))?],
        None if command_line.levels => level::available().collect(),
        None => vec![active],
    };
    if let Some(path) = &command_line.suite {
        return run_suite(path, command_line.max_depth, &levels);
    }
    if command_line.fen.is_none() && command_line.depth.is_none() && !command_line.divide {
        return run_jobs(&POSITIONS.each_ref().map(default_job), &levels);
    }
    let job = single_job(command_line.fen.as_deref(), command_line.depth.unwrap_or(DEFAULT_DEPTH))?;
    if command_line.divide { divide(&job, levels[0]) } else { run_jobs(&[job], &levels) }
}

fn default_job(position: &KnownPosition) -> Job {
    let depth = position.default_depth;
    Job { name: position.name.to_owned(), board: position.board(), depth, expected: position.nodes_at(depth) }
}

fn single_job(fen: Option<&str>, depth: u32) -> Result<Job, Box<dyn Error>> {
    let board = match fen {
        Some(fen) => fen.parse().map_err(|error: InvalidFen| format!("--fen: {error}"))?,
        None => POSITIONS[0].board(),
    };
    let known = KnownPosition::of(&board);
    let name = known.map_or("--fen", |position| position.name).to_owned();
    Ok(Job { name, board, depth, expected: known.and_then(|position| position.nodes_at(depth)) })
}

/// Counts with a progress bar of the position's legal moves.
fn count(job: &Job, level: &'static str) -> Result<(Nodes, Duration), Box<dyn Error>> {
    let bar = progress_bar(0).with_message(format!("{}, depth {}, {level}", job.name, job.depth));
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let start = Instant::now();
    let nodes = level::dispatch_named(level, Perft { board: &job.board, depth: job.depth, progress })?;
    let time = start.elapsed();
    bar.finish_and_clear();
    Ok((nodes, time))
}

fn check_job(job: &Job, level: &'static str, nodes: u64, expected: Option<u64>) -> Option<Mismatch> {
    let expected = expected.filter(|&expected| expected != nodes)?;
    Some(Mismatch {
        place: job.name.clone(),
        fen: job.board.to_string(),
        depth: job.depth,
        level,
        nodes,
        expected,
    })
}

fn run_jobs(jobs: &[Job], levels: &[&'static str]) -> Result<Outcome, Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut mismatches = Vec::new();
    for job in jobs {
        // Where no count is known, the levels have to agree at least.
        let mut agreed = job.expected;
        for &level in levels {
            let (Nodes { total: nodes, .. }, time) = count(job, level)?;
            mismatches.extend(check_job(job, level, nodes, agreed));
            agreed.get_or_insert(nodes);
            let (position, depth, expected) = (job.name.clone(), job.depth, job.expected);
            rows.push(Row { position, depth, nodes, expected, time, level });
        }
    }
    Ok(Outcome { text: format!("{}\n", table(&rows)), mismatches })
}

/// The count below each legal move, sorted by its name.
fn divide(job: &Job, level: &'static str) -> Result<Outcome, Box<dyn Error>> {
    let (Nodes { by_move, total }, time) = count(job, level)?;
    let mut lines: Vec<(String, u64)> =
        by_move.into_iter().map(|(chess_move, nodes)| (chess_move.to_string(), nodes)).collect();
    lines.sort();
    let mut text = String::new();
    for (name, nodes) in lines {
        writeln!(text, "{name}: {nodes}")?;
    }
    writeln!(text, "total: {total}")?;
    writeln!(text, "{}, {} Mnodes/s, level {level}", duration(time), million_nodes_per_second(total, time))?;
    Ok(Outcome { text, mismatches: check_job(job, level, total, job.expected).into_iter().collect() })
}

/// Compares all lines of a file with their counts; the table has a row per depth and level.
fn run_suite(
    path: &Path,
    max_depth: Option<u32>,
    levels: &[&'static str],
) -> Result<Outcome, Box<dyn Error>> {
    let file = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
    let lines = parse_suite(&text).map_err(|error| format!("{file}:{error}"))?;
    let mut depths: Vec<u32> = lines.iter().flat_map(|line| &line.counts).map(|&(depth, _)| depth).collect();
    depths.retain(|&depth| max_depth.is_none_or(|max| depth <= max));
    depths.sort_unstable();
    depths.dedup();
    if depths.is_empty() {
        // A run that compares nothing must not look like one that passed.
        return Err(match max_depth {
            Some(max) if !lines.is_empty() => {
                format!("{file}: no line has a count of depth {max} or less").into()
            }
            _ => format!("{file}: no lines; a line is FEN ;D1 20 ;D2 400").into(),
        });
    }

    let counts =
        lines.iter().flat_map(|line| &line.counts).filter(|(depth, _)| depths.contains(depth)).count();
    let bar = progress_bar((counts * levels.len()) as u64);
    let mut rows = Vec::new();
    let mut mismatches = Vec::new();
    for &depth in &depths {
        for &level in levels {
            bar.set_message(format!("depth {depth}, {level}"));
            let mut total = SuiteTotal::default();
            for line in &lines {
                let Some(&(_, expected)) = line.counts.iter().find(|count| count.0 == depth) else {
                    continue;
                };
                let start = Instant::now();
                let perft = Perft { board: &line.board, depth, progress: |_, _| {} };
                let nodes = level::dispatch_named(level, perft)?.total;
                total.add(nodes, expected, start.elapsed());
                bar.inc(1);
                if nodes != expected {
                    let (place, fen) = (format!("{file}:{}", line.number), line.fen.clone());
                    mismatches.push(Mismatch { place, fen, depth, level, nodes, expected });
                }
            }
            rows.push(total.into_row(depth, level));
        }
    }
    bar.finish_and_clear();
    Ok(Outcome { text: format!("{}\n", table(&rows)), mismatches })
}

/// The sums over the lines of a suite.
#[derive(Default)]
struct SuiteTotal {
    lines: usize,
    nodes: u64,
    expected: u64,
    time: Duration,
}

impl SuiteTotal {
    fn add(&mut self, nodes: u64, expected: u64, time: Duration) {
        self.lines += 1;
        self.nodes = self.nodes.saturating_add(nodes);
        // The file may claim anything.
        self.expected = self.expected.saturating_add(expected);
        self.time += time;
    }

    fn into_row(self, depth: u32, level: &'static str) -> Row {
        let SuiteTotal { lines, nodes, expected, time } = self;
        let position = format!("{lines} {}", if lines == 1 { "position" } else { "positions" });
        Row { position, depth, nodes, expected: Some(expected), time, level }
    }
}
