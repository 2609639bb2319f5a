//! Measures everything for this CPU, shape by shape, and writes it to the CPU's file. Measurements by the
//! same program are kept, so an interrupted run can be continued.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lexopt::{Error, Parser, ValueExt};

use crate::machine::Machine;
use crate::measure::measure;
use crate::options;
use crate::paired::STEADY;
use crate::positions::Positions;
use crate::results::{Dated, FOLDER, OfShape, Results, Run};
use crate::roster::{Call, Contestant, Origin, Roster};
use crate::shapes::Shape;
use crate::whole::Task;
use crate::{BenchError, perft, print_line, search, tables};

/// Not a shape, but measured like one.
const PERFT: &str = "perft";
/// The same for the search.
const SEARCH: &str = "search";
/// The same for the search with threats.
const SEARCH_WITH_THREATS: &str = "search-threats";
/// The options of `record`.
pub struct Options {
    /// The folder of the files
    into: PathBuf,
    /// Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
    /// tests/conformance/fixtures/lichess-2025-05.fen]
    positions: Option<PathBuf>,
    /// The name of the CPU in headings [default: the name in the file, or else the CPU's own name]
    name: Option<String>,
    /// Only these shapes, `perft`, `search` or `search-threats` (names separated by commas)
    shape: Vec<String>,
    /// Repeat the measurements of this program
    again: bool,
    /// How long to measure each row
    row: u64,
    /// The number of rounds of perft
    rounds: u32,
    /// In perft, also run the programs of other projects in these folders (see `perft --help`)
    external: Vec<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            into: FOLDER.into(),
            positions: None,
            name: None,
            shape: Vec::new(),
            again: false,
            row: 300,
            rounds: 3,
            external: Vec::new(),
        }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Measures what benches/results lacks for this CPU and this program, shape by shape, and updates the
tables of the pages

Usage: quadline-benches record [OPTIONS]

Options:
      --into FOLDER         The folder of the files [default: benches/results]
      --positions FILE      Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
                            tests/conformance/fixtures/lichess-2025-05.fen]
      --name TEXT           The name of the CPU in headings [default: the name in the file, or else
                            the CPU's own name]
      --shape NAMES         Only these shapes, perft, search or search-threats (names separated by
                            commas)
      --again               Repeat the measurements of this program
      --row MILLISECONDS    How long to measure each row [default: 300]
      --rounds N            The number of rounds of perft [default: 3]
      --external FOLDERS    In perft, also run the programs of other projects in these folders (see
                            perft --help)
  -h, --help                Print this help
";

    /// Reads the options of the command.
    pub fn read(parser: &mut Parser) -> Result<Option<Self>, Error> {
        options::read(parser, Self::HELP, |options: &mut Self, name, parser| {
            match name {
                "into" => options.into = options::path(parser)?,
                "positions" => options.positions = Some(options::path(parser)?),
                "name" => options.name = Some(parser.value()?.string()?),
                "shape" => options.shape = options::names(parser)?,
                "again" => options.again = true,
                "row" => options.row = options::number(parser, 10..=60_000)?,
                "rounds" => options.rounds = options::number(parser, 1..=1000)?,
                "external" => {
                    options.external = options::names(parser)?.into_iter().map(PathBuf::from).collect()
                }
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let roster = Roster::collect();
    let wanted = wanted(&options.shape)?;
    let machine = Machine::detect(&roster);
    let file = Results::file(&options.into, &machine);
    let mut results = if file.exists() { Results::read(&file)? } else { Results::new(machine.clone()) };
    let now = Run::now(&machine)?;
    results.machine = machine;
    if let Some(name) = &options.name {
        results.name.clone_from(name);
    }
    let todo: Vec<&str> = wanted
        .iter()
        .map(String::as_str)
        .filter(|name| options.again || !has(&results, name, &now))
        .collect();
    let row = Duration::from_millis(options.row);
    if !todo.is_empty() {
        // Errors of reading and writing are reported before the first measurement.
        Positions::find(options.positions.as_deref())?;
        results.write(&file)?;
    }
    for (number, name) in todo.iter().enumerate() {
        eprintln!("{name}, {} of {}", number + 1, todo.len());
        match name.parse() {
            Ok(shape) => {
                let budget = |rows| share(shape, row) * rows as u32;
                let report = measure(&roster, &[shape], options.positions.as_deref(), budget, shown)?;
                let (shape, run) = (shape.to_string(), now.clone());
                put(&mut results, OfShape { shape, run, positions: report.positions, rows: report.rows });
            }
            Err(_) if [SEARCH, SEARCH_WITH_THREATS].contains(name) => {
                let with_threats = *name == SEARCH_WITH_THREATS;
                let report = search::measure(&[], search::DEPTH, search::ROUNDS, with_threats);
                let place = if with_threats { &mut results.search_with_threats } else { &mut results.search };
                *place = Some(Dated { run: now.clone(), report });
            }
            Err(_) => {
                let report = perft::measure(&[], &options.external, perft::REFERENCE, options.rounds, false)?;
                results.perft = Some(Dated { run: now.clone(), report });
            }
        }
        results.write(&file)?;
    }
    // Shapes of earlier versions.
    let recorded: Vec<String> = Shape::recorded().map(|shape| shape.to_string()).collect();
    results.shapes.retain(|shape| recorded.contains(&shape.shape));
    results.write(&file)?;
    let rows = results.shapes.iter().flat_map(|shape| &shape.rows);
    for row in rows.filter(|row| row.spread.is_some_and(|spread| spread > STEADY)) {
        print_line(format_args!("{} of {} did not settle", row.label.name, row.shape))?;
    }
    print_line(format_args!("{}: {} shapes, perft and both searches", file.display(), results.shapes.len()))?;
    // The pages contain all records of the project.
    if options.into == Path::new(FOLDER) { tables::write(Path::new(".")) } else { Ok(()) }
}

/// Returns the requested names, or all.
fn wanted(names: &[String]) -> Result<Vec<String>, BenchError> {
    let shapes = Shape::recorded().map(|shape| shape.to_string());
    let all: Vec<String> = shapes.chain([PERFT, SEARCH, SEARCH_WITH_THREATS].map(String::from)).collect();
    BenchError::check_names("shape", names, &all)?;
    Ok(if names.is_empty() { all } else { names.to_vec() })
}

/// Returns whether this program has measured the shape.
fn has(results: &Results, name: &str, now: &Run) -> bool {
    let run = match name {
        SEARCH => results.search.as_ref().map(|search| &search.run),
        SEARCH_WITH_THREATS => results.search_with_threats.as_ref().map(|search| &search.run),
        PERFT => results.perft.as_ref().map(|perft| &perft.run),
        _ => results.shapes.iter().find(|shape| shape.shape == name).map(|shape| &shape.run),
    };
    run.is_some_and(|run| run.program == now.program)
}

/// Returns whether to measure a contestant: the defaults of the levels and the peers, at the main shapes
/// every kernel, and at the length curve the calls for many.
fn shown(shape: Shape, contestant: &Contestant) -> bool {
    let label = contestant.label_in(shape);
    match shape {
        Shape::Batch(_) => {
            let is_default = matches!(label.origin, Origin::Kernel { default: true, .. });
            label.call == Call::Batch && is_default || label.name == "pext"
        }
        _ => Shape::MAIN.contains(&shape) || !label.origin.is_alternative(),
    }
}

/// How long to measure a row. There are many queries, and each of their blocks computes many positions.
fn share(shape: Shape, row: Duration) -> Duration {
    match shape.task() {
        Some(Task::Each(_)) => row / 3,
        _ => row,
    }
}

/// Replaces an older result, and keeps the order.
fn put(results: &mut Results, new: OfShape) {
    results.shapes.retain(|shape| shape.shape != new.shape);
    results.shapes.push(new);
    let place = |name: &str| Shape::recorded().position(|shape| shape.to_string() == name);
    results.shapes.sort_by_key(|shape| place(&shape.shape));
}
