//! The commands: count single positions, or compare with a suite, at one level or at all of them.

use core::error::Error;
use core::fmt::{self, Write};
use core::time::Duration;
use std::env;
use std::path::Path;
use std::time::Instant;

use jzon::{JsonValue, object};
use quadline::level::{self, Level, WithLevel};
use quadline::{ParseFenError, Position};
use quadline_examples::stdout_width;

use crate::command_line::CommandLine;
use crate::hash_table::HashTable;
use crate::known_positions::{KnownPosition, POSITIONS};
use crate::perft::{Method, Nodes, Perft};
use crate::progress::ProgressBar;
use crate::report::{Mismatch, Row, colored_table, duration, million_nodes_per_second};
use crate::suite::{SuiteLine, parse_suite};

/// The depth for a position without a given depth.
const DEFAULT_DEPTH: u32 = 5;

/// The result of a command.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The text for standard output.
    pub text: String,
    /// Counts that differ from the expected ones.
    pub mismatches: Vec<Mismatch>,
}

/// A position to count.
struct Job {
    name: String,
    position: Position,
    depth: u32,
    expected: Option<u64>,
}

/// An operation that returns the name of its level.
struct NameOf;

impl WithLevel for NameOf {
    type Output = &'static str;

    fn with_level<L: Level>(self, _: L) -> &'static str {
        L::NAME
    }
}

/// Executes the command line. Invalid input is an error; wrong counts are part of the outcome.
pub fn run(command_line: &CommandLine) -> Result<Outcome, Box<dyn Error>> {
    // Checked first, even with --level, so that an invalid QUADLINE_LEVEL is always reported.
    let active = level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
    let levels = match &command_line.level {
        Some(name) => vec![level::dispatch_named(name, NameOf).map_err(|error| format!("--level: {error}"))?],
        None if command_line.levels => level::available().collect(),
        None => vec![active],
    };
    let mut counting = Counting::new(command_line)?;
    if let Some(path) = &command_line.suite {
        return run_suite(&mut counting, path, command_line.max_depth, &levels);
    }
    if command_line.fen.is_none() && command_line.depth.is_none() && !command_line.divide {
        return run_jobs(&mut counting, &POSITIONS.each_ref().map(default_job), &levels);
    }
    let job = single_job(command_line.fen.as_deref(), command_line.depth.unwrap_or(DEFAULT_DEPTH))?;
    if command_line.divide {
        divide(&mut counting, &job, levels[0])
    } else {
        run_jobs(&mut counting, &[job], &levels)
    }
}

fn default_job(known: &KnownPosition) -> Job {
    let depth = known.default_depth;
    Job { name: known.name.to_owned(), position: known.position(), depth, expected: known.nodes_at(depth) }
}

fn single_job(fen: Option<&str>, depth: u32) -> Result<Job, Box<dyn Error>> {
    let position = match fen {
        Some(fen) => fen.parse().map_err(|error: ParseFenError| format!("--fen: {error}"))?,
        None => POSITIONS[0].position(),
    };
    let known = KnownPosition::of(&position);
    let name = known.map_or("--fen", |known| known.name).to_owned();
    Ok(Job { name, position, depth, expected: known.and_then(|known| known.nodes_at(depth)) })
}

/// The settings of a run, for counting and for output.
struct Counting {
    bulk: bool,
    threads: usize,
    hash: Option<usize>,
    table: Option<HashTable>,
    json: bool,
}

impl Counting {
    fn new(command_line: &CommandLine) -> Result<Self, Box<dyn Error>> {
        let &CommandLine { no_bulk, threads, hash, json, .. } = command_line;
        let table = hash.map(|size| {
            HashTable::new(size).map_err(|_| format!("--hash: there is no memory for a table of {size} MB"))
        });
        Ok(Self { bulk: !no_bulk, threads, hash, table: table.transpose()?, json })
    }

    /// Counts with an empty hash table.
    fn count(
        &mut self,
        position: &Position,
        depth: u32,
        level: &str,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(Nodes, Duration), Box<dyn Error>> {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        let method = Method { bulk: self.bulk, table: self.table.as_ref(), threads: self.threads };
        let start = Instant::now();
        let nodes = level::dispatch_named(level, Perft { position, depth, method, progress })?
            .map_err(|error| format!("--threads: {} threads cannot be started: {error}", self.threads))?;
        Ok((nodes, start.elapsed()))
    }

    /// Counts a job with a progress bar.
    fn count_job(&mut self, job: &Job, level: &'static str) -> Result<(Row, Nodes), Box<dyn Error>> {
        let Job { ref name, position, depth, expected } = *job;
        let bar = ProgressBar::new(format!("{name}, depth {depth}, {level}"));
        let (nodes, time) = self.count(&position, depth, level, &|done, all| bar.update(done, all))?;
        let row = Row { position: name.clone(), depth, nodes: nodes.total, expected, time, level };
        Ok((row, nodes))
    }

    /// Formats the rows as a table or as JSON.
    fn show(&self, rows: &[Row]) -> String {
        if self.json {
            self.json(rows, None)
        } else {
            // Files and pipes take lines of any length.
            format!("{}{self}", colored_table(rows, stdout_width().unwrap_or(usize::MAX)))
        }
    }

    /// Formats the rows, the version of quadline, the CPU and the settings, and the counts below moves if
    /// there are any.
    fn json(&self, rows: &[Row], moves: Option<&[(String, u64)]>) -> String {
        let mut value = object! {
            "quadline": env!("CARGO_PKG_VERSION"),
            "cpu": cpu(),
            "threads": self.threads,
            "bulk": self.bulk,
            "hash_megabytes": self.hash,
            "rows": rows.iter().map(Row::json).collect::<Vec<JsonValue>>(),
        };
        if let Some(moves) = moves {
            let mut below = JsonValue::new_object();
            for (name, nodes) in moves {
                below[name.as_str()] = (*nodes).into();
            }
            value["moves"] = below;
        }
        value.pretty(2) + "\n"
    }
}

/// Writes a line with unusual settings, if there are any.
impl fmt::Display for Counting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut notes = Vec::new();
        if self.threads > 1 {
            notes.push(format!("{} threads", self.threads));
        }
        if !self.bulk {
            notes.push("every move made".to_owned());
        }
        if let Some(size) = self.hash {
            notes.push(format!("hash table of {size} MB"));
        }
        if notes.is_empty() { Ok(()) } else { writeln!(f, "{}", notes.join(", ")) }
    }
}

/// Returns the name that the CPU reports, or its architecture if it reports none.
fn cpu() -> String {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(brand) = raw_cpuid::CpuId::new().get_processor_brand_string() {
        return brand.as_str().trim().to_owned();
    }
    env::consts::ARCH.to_owned()
}

fn mismatch(job: &Job, level: &'static str, nodes: u64, expected: Option<u64>) -> Option<Mismatch> {
    let expected = expected.filter(|&expected| expected != nodes)?;
    let (place, fen) = (job.name.clone(), job.position.to_string());
    Some(Mismatch { place, fen, depth: job.depth, level, nodes, expected })
}

fn run_jobs(
    counting: &mut Counting,
    jobs: &[Job],
    levels: &[&'static str],
) -> Result<Outcome, Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut mismatches = Vec::new();
    for job in jobs {
        // If no count is known, the levels must at least agree.
        let mut agreed = job.expected;
        for &level in levels {
            let (row, nodes) = counting.count_job(job, level)?;
            mismatches.extend(mismatch(job, level, nodes.total, agreed));
            agreed.get_or_insert(nodes.total);
            rows.push(row);
        }
    }
    Ok(Outcome { text: counting.show(&rows), mismatches })
}

/// Prints the count below each legal move, sorted by name.
fn divide(counting: &mut Counting, job: &Job, level: &'static str) -> Result<Outcome, Box<dyn Error>> {
    let (row, Nodes { by_move, total }) = counting.count_job(job, level)?;
    let mismatch = mismatch(job, level, total, job.expected);
    let mut moves: Vec<(String, u64)> =
        by_move.into_iter().map(|(chess_move, nodes)| (chess_move.to_string(), nodes)).collect();
    moves.sort();
    let mut text = String::new();
    if counting.json {
        text = counting.json(&[row], Some(&moves));
    } else {
        for (name, nodes) in moves {
            writeln!(text, "{name}: {nodes}")?;
        }
        let (time, rate) = (duration(row.time), million_nodes_per_second(total, row.time));
        write!(text, "total: {total}\n{time}, {rate} Mnodes/s, level {level}\n{counting}")?;
    }
    Ok(Outcome { text, mismatches: mismatch.into_iter().collect() })
}

/// Compares all lines of a file with their counts. The table has one row per depth and level.
fn run_suite(
    counting: &mut Counting,
    path: &Path,
    max_depth: Option<u32>,
    levels: &[&'static str],
) -> Result<Outcome, Box<dyn Error>> {
    let file = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
    let lines = parse_suite(&text).map_err(|error| format!("{file}:{error}"))?;
    let depths = depths(&lines, max_depth);
    if depths.is_empty() {
        // A run that compares nothing must not look like a success.
        return Err(match max_depth {
            Some(max) if !lines.is_empty() => {
                format!("{file}: no line has a count of depth {max} or less").into()
            }
            _ => format!("{file}: no lines; expected lines such as FEN ;D1 20 ;D2 400").into(),
        });
    }

    let counts =
        lines.iter().flat_map(|line| &line.counts).filter(|(depth, _)| depths.contains(depth)).count();
    let (mut done, all) = (0, (counts * levels.len()) as u64);
    let mut bar = ProgressBar::new(String::new());
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
                let (Nodes { total: nodes, .. }, time) =
                    counting.count(&line.position, depth, level, &|_, _| {})?;
                total.add(nodes, expected, time);
                done += 1;
                bar.update(done, all);
                if nodes != expected {
                    let (place, fen) = (format!("{file}:{}", line.number), line.fen.clone());
                    mismatches.push(Mismatch { place, fen, depth, level, nodes, expected });
                }
            }
            rows.push(total.into_row(depth, level));
        }
    }
    Ok(Outcome { text: counting.show(&rows), mismatches })
}

/// Returns the depths to count, without duplicates.
fn depths(lines: &[SuiteLine], max_depth: Option<u32>) -> Vec<u32> {
    let mut depths: Vec<u32> = lines.iter().flat_map(|line| &line.counts).map(|&(depth, _)| depth).collect();
    depths.retain(|&depth| max_depth.is_none_or(|max| depth <= max));
    depths.sort_unstable();
    depths.dedup();
    depths
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
        // The counts of the file can be anything.
        self.expected = self.expected.saturating_add(expected);
        self.time += time;
    }

    fn into_row(self, depth: u32, level: &'static str) -> Row {
        let SuiteTotal { lines, nodes, expected, time } = self;
        let position = format!("{lines} {}", if lines == 1 { "position" } else { "positions" });
        Row { position, depth, nodes, expected: Some(expected), time, level }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_names_version_cpu_and_settings() {
        let counting = Counting { bulk: true, threads: 2, hash: None, table: None, json: true };
        let value = jzon::parse(&counting.json(&[], Some(&[("e2e4".to_owned(), 20)]))).unwrap();
        assert_eq!(value["quadline"].as_str(), Some(env!("CARGO_PKG_VERSION")));
        assert_eq!(value["cpu"].as_str(), Some(cpu().as_str()));
        assert!(!cpu().is_empty() && cpu().trim() == cpu());
        assert_eq!((value["threads"].as_usize(), value["bulk"].as_bool()), (Some(2), Some(true)));
        assert!(value["hash_megabytes"].is_null() && value.has_key("hash_megabytes"));
        assert!(value["rows"].is_array() && value["moves"]["e2e4"] == 20);
        assert!(!jzon::parse(&counting.json(&[], None)).unwrap().has_key("moves"));
    }
}
