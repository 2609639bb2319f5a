//! Perft of all libraries: they count the same positions in turn, round after round, on one thread.
//!
//! The peers are compiled like this program: for any x86-64, unless `RUSTFLAGS="-C target-cpu=native"` is
//! set, which also fixes quadline's level.
//!
//! `--external` adds programs of other projects, which are compiled by their own scripts and run as processes
//! of their own.

mod external;
mod generators;

use std::path::PathBuf;
use std::time::Instant;

use lexopt::{Error, Parser, ValueExt};
use serde::{Deserialize, Serialize};
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use crate::machine::Machine;
use crate::options;
use crate::paired::{progress_bar, relative};
use crate::report::{rounded, text_table};
use crate::roster::Roster;
use crate::{BenchError, print_line};
use external::{Counted, Program};
use generators::{Generator, Quadline};

/// The generator whose speed is 1, unless another one is chosen.
pub const REFERENCE: &str = "cozy-chess";

/// The options of `perft`.
#[derive(Debug)]
pub struct Options {
    /// Count one ply less, in some seconds
    quick: bool,
    /// The number of times that each generator counts each position
    rounds: u32,
    /// Only these levels of quadline (names separated by commas); peers stay
    level: Vec<String>,
    /// Also run the programs of other projects in these folders, on two more positions
    external: Vec<PathBuf>,
    /// The generator whose speed is 1
    reference: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            quick: false,
            rounds: 5,
            level: Vec::new(),
            external: Vec::new(),
            reference: REFERENCE.to_owned(),
        }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Times perft of six positions against other move generators

Usage: quadline-benches perft [OPTIONS]

Options:
      --quick               Count one ply less, in some seconds
      --rounds N            The number of times that each generator counts each position [default: 5]
      --level NAMES         Only these levels of quadline (names separated by commas); peers stay
      --external FOLDERS    Also run the programs of mindchess, chessbit, Gigantua and ellxor/perft in
                            these folders (separated by commas), on two more positions
      --reference NAME      The generator whose speed is 1 [default: cozy-chess]
  -h, --help                Print this help

The programs of --external are built as their projects do:
  mindchess, chessbit    git clone --recurse-submodules https://github.com/vtlmks/mindchess && cd
                         mindchess && ./build.sh clang && ./build_chessbit.sh clang
  Gigantua               https://github.com/Gigantua/Gigantua
  ellxor/perft           https://github.com/ellxor/perft, built for one thread; with PEXT as it is, and
                         with magics in its place as programs of other names that begin with ellxor
";

    /// Reads the options of the command.
    pub fn read(parser: &mut Parser) -> Result<Option<Self>, Error> {
        options::read(parser, Self::HELP, |options: &mut Self, name, parser| {
            match name {
                "quick" => options.quick = true,
                "rounds" => options.rounds = options::number(parser, 1..=1000)?,
                "level" => options.level = options::names(parser)?,
                "external" => {
                    options.external = options::names(parser)?.into_iter().map(PathBuf::from).collect()
                }
                "reference" => options.reference = parser.value()?.string()?,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// A position with its depth and its numbers of nodes one ply before and at that depth.
struct Task {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    quick_nodes: u64,
    nodes: u64,
    /// Whether the position is counted with external programs only, whose authors publish six positions.
    only_external: bool,
}

/// Positions of [perft results](https://www.chessprogramming.org/Perft_Results) in the Chess Programming
/// Wiki.
#[rustfmt::skip]
const TASKS: [Task; 6] = [
    Task { name: "start", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6, quick_nodes: 4_865_609, nodes: 119_060_324, only_external: false },
    Task { name: "Kiwipete", fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5, quick_nodes: 4_085_603, nodes: 193_690_690, only_external: false },
    Task { name: "position 3", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7, quick_nodes: 11_030_083, nodes: 178_633_661, only_external: false },
    Task { name: "position 4", fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 6, quick_nodes: 15_833_292, nodes: 706_045_033, only_external: true },
    Task { name: "position 5", fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5, quick_nodes: 2_103_487, nodes: 89_941_194, only_external: true },
    Task { name: "position 6", fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5, quick_nodes: 3_894_594, nodes: 164_075_551, only_external: false },
];

/// The result of a generator for a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The position.
    pub position: String,
    /// The depth.
    pub depth: u32,
    /// The peer, or the level of quadline.
    pub generator: String,
    /// Whether it is a level of quadline.
    pub quadline: bool,
    /// The speed relative to the reference, as the median over rounds.
    pub ratio: f64,
    /// Half the distance between the largest and the smallest ratio, relative.
    pub spread: f64,
    /// Millions of nodes per second, as the median over rounds.
    pub million_nodes_per_second: f64,
}

/// A complete run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The machine.
    pub machine: Machine,
    /// Whether all were compiled for every x86-64, or the additional features.
    pub build: String,
    /// The number of rounds.
    pub rounds: u32,
    /// The generator whose speed is 1.
    #[serde(default = "default_reference")]
    pub reference: String,
    /// The external programs with their compilers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// By position, then in the order of the generators.
    pub rows: Vec<Row>,
}

fn default_reference() -> String {
    REFERENCE.into()
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let Options { level, external, reference, rounds, quick } = options;
    let report = measure(level, external, reference, *rounds, *quick)?;
    print_line(report.text())
}

/// A generator of this program, or another program.
enum Contestant<'a> {
    Here(Box<dyn Generator>),
    External(&'a Program, &'static str),
}

impl Contestant<'_> {
    fn count(&self, depth: u32) -> Result<Counted, BenchError> {
        match self {
            Self::Here(generator) => {
                let start = Instant::now();
                let nodes = generator.nodes(depth);
                Ok((nodes, start.elapsed().as_secs_f64()))
            }
            Self::External(program, fen) => program.count(fen, depth),
        }
    }
}

/// Creates the generators of this program for a position.
fn generators(task: &Task, levels: &[&'static str]) -> Vec<(String, Box<dyn Generator>)> {
    let fen: Fen = task.fen.parse().expect("a known FEN");
    let shakmaty: shakmaty::Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
    let cozy: cozy_chess::Board = task.fen.parse().expect("a known FEN");
    let mut all: Vec<(String, Box<dyn Generator>)> =
        vec![(REFERENCE.into(), Box::new(cozy)), ("shakmaty".into(), Box::new(shakmaty))];
    for &level in levels {
        let position = task.fen.parse().expect("a known FEN");
        all.push((level.into(), Box::new(Quadline { level, position })));
    }
    all
}

/// Times these levels, or all if there are none, the peers and the programs in the external folders in
/// rounds, in which each counts each position once, or one ply less. The speed of the reference is 1.
pub fn measure(
    levels: &[String],
    external: &[PathBuf],
    reference: &str,
    rounds: u32,
    quick: bool,
) -> Result<Report, BenchError> {
    let roster = Roster::collect();
    BenchError::check_names("level", levels, &roster.levels)?;
    let wanted = |level: &&'static str| levels.is_empty() || levels.iter().any(|name| name == level);
    let levels: Vec<&'static str> = roster.levels.iter().copied().filter(wanted).collect();
    let programs: Vec<Vec<Program>> =
        external.iter().map(|folder| Program::find(folder)).collect::<Result<_, _>>()?;
    let programs = programs.concat();
    let tasks: Vec<&Task> = TASKS.iter().filter(|task| !task.only_external || !programs.is_empty()).collect();
    let bar = progress_bar(tasks.len() * rounds as usize);
    let mut rows = Vec::new();
    for task in tasks {
        bar.set_message(task.name);
        let here = generators(task, &levels).into_iter();
        let there = programs.iter().map(|one| (one.name.clone(), Contestant::External(one, task.fen)));
        let contestants: Vec<(String, Contestant<'_>)> =
            here.map(|(name, generator)| (name, Contestant::Here(generator))).chain(there).collect();
        let names = contestants.iter().map(|(name, _)| name);
        let Some(first) = names.clone().position(|name| name == reference) else {
            let known = names.cloned().collect();
            return Err(BenchError::UnknownName { what: "generator", name: reference.into(), known });
        };
        let (depth, nodes) =
            if quick { (task.depth - 1, task.quick_nodes) } else { (task.depth, task.nodes) };
        // If a count is wrong, nothing is timed.
        for (name, generator) in &contestants {
            let (found, _) = generator.count(task.depth - 1)?;
            check(name, task, task.depth - 1, found, task.quick_nodes)?;
        }
        let mut seconds = vec![Vec::new(); contestants.len()];
        for _ in 0..rounds {
            for ((name, generator), seconds) in contestants.iter().zip(&mut seconds) {
                let (found, time) = generator.count(depth)?;
                seconds.push(time);
                check(name, task, depth, found, nodes)?;
            }
            bar.inc(1);
        }
        for ((name, _), own) in contestants.iter().zip(&seconds) {
            let (ratio, spread, seconds) = relative(&seconds[first], own);
            rows.push(Row {
                position: task.name.into(),
                depth,
                generator: name.clone(),
                quadline: levels.contains(&name.as_str()),
                ratio: rounded(ratio),
                spread: rounded(spread),
                million_nodes_per_second: rounded(nodes as f64 / seconds / 1e6),
            });
        }
    }
    bar.finish_and_clear();
    let programs = programs.iter().map(|Program { name, compiler, .. }| match compiler.as_str() {
        "" => name.clone(),
        compiler => format!("{name} by {compiler}"),
    });
    let (machine, build) = (Machine::detect(&roster), build());
    Ok(Report { machine, build, rounds, reference: reference.into(), programs: programs.collect(), rows })
}

fn check(name: &str, task: &Task, depth: u32, found: u64, expected: u64) -> Result<(), BenchError> {
    if found == expected {
        return Ok(());
    }
    let work = format!("{}, depth {depth}", task.name);
    Err(BenchError::Wrong { contestant: name.into(), work, expected, actual: found })
}

fn build() -> String {
    let level = if cfg!(target_feature = "avx512f") {
        " with AVX-512"
    } else if cfg!(target_feature = "avx2") {
        " with AVX2"
    } else {
        ""
    };
    let pext = if cfg!(target_feature = "bmi2") { " and BMI2" } else { "" };
    format!("{}{level}{pext}", std::env::consts::ARCH)
}

impl Report {
    /// Returns the names, in the order of the first position.
    pub fn generators(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !names.contains(&row.generator.as_str()) {
                names.push(&row.generator);
            }
        }
        names
    }

    /// Returns the positions with their depths.
    pub fn positions(&self) -> Vec<(&str, u32)> {
        let mut positions: Vec<(&str, u32)> = Vec::new();
        for row in &self.rows {
            if !positions.contains(&(row.position.as_str(), row.depth)) {
                positions.push((&row.position, row.depth));
            }
        }
        positions
    }

    /// Returns the result of a generator for a position.
    pub fn row(&self, generator: &str, position: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.generator == generator && row.position == position)
    }

    /// Returns the geometric mean of a generator's relative speeds.
    pub fn geometric_mean(&self, generator: &str) -> f64 {
        let ratios: Vec<f64> =
            self.rows.iter().filter(|row| row.generator == generator).map(|row| row.ratio.ln()).collect();
        (ratios.iter().sum::<f64>() / ratios.len() as f64).exp()
    }

    /// Returns the compilers of the external programs, as the rest of a sentence.
    pub fn external(&self) -> String {
        if self.programs.is_empty() {
            String::new()
        } else {
            format!(", except by their own scripts: {}", self.programs.join(", "))
        }
    }

    /// Returns the cells of a line: one for each position, and the geometric mean.
    pub fn line(&self, generator: &str, cell: impl Fn(&Row) -> String) -> Vec<String> {
        let positions = self.positions().into_iter();
        let rows = positions.map(|(position, _)| self.row(generator, position));
        let cells = rows.map(|row| row.map_or_else(String::new, &cell));
        cells.chain([format!("{:.2}", self.geometric_mean(generator))]).collect()
    }

    /// Formats a table with a line for each generator.
    fn text(&self) -> String {
        let positions = self.positions().into_iter().map(|(name, depth)| format!("{name}, {depth}"));
        let header = ["generator".to_owned()].into_iter().chain(positions).chain(["geometric mean".into()]);
        let cell = |row: &Row| {
            let Row { ratio, spread, million_nodes_per_second: speed, .. } = row;
            format!("{ratio:.2} ±{:.0}%  {speed:.0}", 100.0 * spread)
        };
        let lines = self
            .generators()
            .into_iter()
            .map(|generator| [vec![generator.to_owned()], self.line(generator, cell)].concat());
        let table = text_table(header, 1, lines);
        let Machine { cpu, platform, rustc, .. } = &self.machine;
        format!(
            "CPU: {cpu}, {platform}\ncompiler: {rustc}; everybody built for {}{}\n\n{table}\n\n\
             speed in units of {}'s (median of {} alternating rounds, and half their range), then million \
             nodes/s here and now;\none thread, bulk counting; the named levels are quadline's",
            self.build,
            self.external(),
            self.reference,
            self.rounds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_counts_the_same() {
        let levels: Vec<&'static str> = quadline::level::available().collect();
        for task in &TASKS {
            let known = [
                ("start", 8_902),
                ("Kiwipete", 97_862),
                ("position 3", 2_812),
                ("position 4", 9_467),
                ("position 5", 62_379),
                ("position 6", 89_890),
            ];
            let expected = known.iter().find(|(name, _)| *name == task.name).expect("a known count").1;
            for (name, generator) in generators(task, &levels) {
                assert_eq!(generator.nodes(3), expected, "{name}, {}", task.name);
            }
        }
    }
}
