//! The command line: `compare`, `record`, `tables`, `plot`, `perft`, `search`, `games`, `list`.

#![allow(clippy::std_instead_of_core)]

#[cfg(feature = "all")]
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use quadline_benches::command_line::{Argument, Arguments, Request, unexpected};
use quadline_benches::compare;
#[cfg(feature = "games")]
use quadline_benches::games;
use quadline_benches::measure::{Timing, measure};
use quadline_benches::options::{self, Wrong};
#[cfg(feature = "perft")]
use quadline_benches::perft;
#[cfg(feature = "all")]
use quadline_benches::results::Results;
use quadline_benches::roster::{Contestant, Roster};
#[cfg(feature = "search")]
use quadline_benches::search;
use quadline_benches::shapes::{BATCH_LENGTHS, Shape};
use quadline_benches::{BenchError, print_line};
#[cfg(feature = "all")]
use quadline_benches::{plot, record, tables};

/// The commands, and what a part of the program lacks.
const HELP: &str = "\
Compares quadline's kernels with other attack generators

Usage: quadline-benches COMMAND [OPTIONS]

Commands:
  compare    Times everything against PEXT (whole positions: cozy-chess), in short alternating blocks,
             and prints one table
  record     Measures what benches/results lacks for this CPU and this program, shape by shape
  tables     Updates the tables of README.md, benches/README.md and benches/OTHER-KERNELS.md
  plot       Draws speed by batch length and perft as SVG
  perft      Times perft of six positions against other move generators
  search     Times one search on quadline and on cozy-chess, with the same nodes
  games      Times games into positions: moves played, SAN, and movetext
  list       Lists shapes, kernels and peers

quadline-benches COMMAND --help prints the options of a command.

Options:
  -h, --help       Print this help
  -V, --version    Print the version

A program with --features all has all commands and shapes. One with a family of shapes (sliders,
positions, threats, text) or with perft, search or games has compare, list and that part.
";

const PROGRAM: &str = "quadline-benches";

/// The options of `plot`.
#[cfg(feature = "all")]
struct Plot {
    output_dir: PathBuf,
    from: Option<PathBuf>,
    timing: Timing,
}

#[cfg(feature = "all")]
impl Default for Plot {
    fn default() -> Self {
        Self { output_dir: "benches/plots".into(), from: None, timing: Timing::default() }
    }
}

#[cfg(feature = "all")]
impl Plot {
    const HELP: &str = "\
Draws speed by batch length and perft as SVG

Usage: quadline-benches plot [OPTIONS]

Options:
      --output-dir FOLDER    The folder for the plots [default: benches/plots]
      --from FILE            Draw what record or compare --json has written instead of measuring
      --positions FILE       Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
                             tests/conformance/fixtures/lichess-2025-05.fen]
      --seconds N            How long to measure [default: 150]
  -h, --help                 Print this help
";

    fn read(arguments: &mut Arguments) -> Result<Request<Self>, Wrong> {
        options::read(arguments, Self::HELP, |options: &mut Self, name, arguments| {
            match name {
                "output-dir" => options.output_dir = arguments.value("--output-dir FOLDER")?.into(),
                "from" => options.from = Some(arguments.value("--from FILE")?.into()),
                _ => return options.timing.option(name, arguments),
            }
            Ok(true)
        })
    }
}

/// `list`, which has no options.
#[derive(Default)]
struct List;

impl List {
    fn read(arguments: &mut Arguments) -> Result<Request<Self>, Wrong> {
        options::read(
            arguments,
            "Lists shapes, kernels and peers\n\nUsage: quadline-benches list",
            |_: &mut Self, _, _| Ok(false),
        )
    }
}

fn main() -> ExitCode {
    match run(&mut Arguments::of_process()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Reads the command and its options, and runs it.
fn run(arguments: &mut Arguments) -> Result<ExitCode, Wrong> {
    let command = match arguments.next()? {
        Some(Argument::Value(command)) => command.to_string_lossy().into_owned(),
        Some(Argument::Option(name)) if name == "version" => return print(Request::<()>::version(PROGRAM)),
        Some(Argument::Option(name)) if name == "help" => return print(Request::<()>::help(HELP)),
        Some(Argument::Option(name)) => return Err(unexpected(&format!("--{name}"))),
        None => {
            eprint!("{HELP}");
            return Ok(ExitCode::from(2));
        }
    };
    /// Reads the options of a command and runs it.
    macro_rules! run {
        ($read:expr, $run:expr) => {
            match $read.map_err(|error| format!("{error} (see {command} --help)"))? {
                Request::Run(options) => {
                    quadline::level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
                    $run(&options)?;
                    Ok(ExitCode::SUCCESS)
                }
                text => print(text),
            }
        };
    }
    match command.as_str() {
        "compare" => run!(compare::Options::read(arguments), compare::run),
        #[cfg(feature = "all")]
        "record" => run!(record::Options::read(arguments), |options: &record::Options| {
            match record::run(options)? {
                record::Outcome::Complete => Ok::<(), BenchError>(()),
                record::Outcome::Unfinished => std::process::exit(3),
            }
        }),
        #[cfg(feature = "all")]
        "tables" => run!(tables::Options::read(arguments), tables::run),
        #[cfg(feature = "all")]
        "plot" => run!(Plot::read(arguments), draw),
        #[cfg(feature = "perft")]
        "perft" => run!(perft::Options::read(arguments), perft::run),
        #[cfg(feature = "search")]
        "search" => run!(search::Options::read(arguments), search::run),
        #[cfg(feature = "games")]
        "games" => run!(games::Options::read(arguments), games::run),
        "list" => run!(List::read(arguments), |_: &List| list()),
        // In a program that has all of these, they have been matched.
        _ if ["record", "tables", "plot", "perft", "search", "games"].contains(&&*command) => {
            let feature = if ["perft", "search", "games"].contains(&&*command) { &*command } else { "all" };
            Err(format!("this program was built without {command}: build it with --features {feature}")
                .into())
        }
        _ => Err(format!("there is no command '{command}' (see --help)").into()),
    }
}

/// Prints a help text or the version.
fn print<T>(text: Request<T>) -> Result<ExitCode, Wrong> {
    if let Request::Print(text) = text {
        anstream::print!("{text}");
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "all")]
fn draw(options: &Plot) -> Result<(), BenchError> {
    let (report, perft) = match &options.from {
        Some(file) => Results::read_report(file)?,
        None => {
            let shapes = BATCH_LENGTHS.map(Shape::Batch);
            let Timing { positions, seconds } = &options.timing;
            let budget = |_| Duration::from_secs(*seconds);
            (measure(&Roster::collect(), &shapes, positions.as_deref(), budget, plot::shows)?, None)
        }
    };
    let by_length = plot::draw(&report, &options.output_dir)?;
    let perft = perft.map(|perft| perft.draw(&options.output_dir)).transpose()?;
    for file in by_length.into_iter().chain(perft) {
        print_line(format_args!("{}", file.display()))?;
    }
    Ok(())
}

fn list() -> Result<(), BenchError> {
    print_line(format_args!("shapes:"))?;
    for shape in Shape::all() {
        print_line(format_args!("  {shape:20} {}", shape.description()))?;
    }
    let (first, last) = (BATCH_LENGTHS[0], BATCH_LENGTHS[BATCH_LENGTHS.len() - 1]);
    print_line(format_args!(
        "  {:20} {}",
        format!("batch-{first} .. batch-{last}"),
        Shape::Batch(first).description()
    ))?;
    let roster = Roster::collect();
    print_line(format_args!("\ngenerators:"))?;
    for Contestant { label, .. } in roster.contestants.iter().chain(&roster.of_positions) {
        print_line(format_args!("  {label}"))?;
    }
    for skipped in &roster.skipped {
        print_line(format_args!("\nskipped: {skipped}"))?;
    }
    Ok(())
}
