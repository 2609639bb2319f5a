//! The command line: `compare`, `record`, `tables`, `plot`, `perft`, `search`, `games`, `list`.

#![allow(clippy::std_instead_of_core)]

#[cfg(feature = "all")]
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
#[cfg(feature = "games")]
use quadline_benches::games;
use quadline_benches::measure::{Timing, measure};
#[cfg(feature = "perft")]
use quadline_benches::perft;
#[cfg(feature = "all")]
use quadline_benches::results::Results;
use quadline_benches::roster::{Contestant, Roster};
#[cfg(feature = "search")]
use quadline_benches::search;
use quadline_benches::shapes::{BATCH_LENGTHS, Shape};
use quadline_benches::{BenchError, print_json, print_line};
#[cfg(feature = "all")]
use quadline_benches::{plot, record, tables};

/// The commands that a part of the program lacks.
const PARTS: &str = if cfg!(feature = "all") {
    ""
} else {
    "This program has a part of the work. Build it with --features all for the commands `record`, `tables`, `plot`, `perft`, \
     `search` and `games` and for the shapes of all families."
};

/// Compares quadline's kernels with other attack generators.
#[derive(Parser)]
#[command(version, after_help = PARTS)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Times everything against PEXT (whole positions: cozy-chess), in short alternating blocks, and prints
    /// one table
    Compare(Compare),
    /// Measures what benches/results lacks for this CPU and this program, shape by shape
    #[cfg(feature = "all")]
    Record(record::Options),
    /// Updates the tables of README.md, benches/README.md and benches/OTHER-KERNELS.md from benches/results
    #[cfg(feature = "all")]
    Tables(tables::Options),
    /// Draws speed by batch length and perft as SVG
    #[cfg(feature = "all")]
    Plot(Plot),
    /// Times perft of six positions against other move generators
    #[cfg(feature = "perft")]
    Perft(perft::Options),
    /// Times one search on quadline and on cozy-chess, with the same nodes
    #[cfg(feature = "search")]
    Search(search::Options),
    /// Times games into positions: moves played, SAN, and movetext
    #[cfg(feature = "games")]
    Games(games::Options),
    /// Lists shapes, kernels and peers
    List,
}

#[derive(Args)]
struct Compare {
    /// Only these shapes (names separated by commas)
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    shape: Vec<String>,
    /// Only the kernels of these levels; peers are always included
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    level: Vec<String>,
    /// Only generators whose name contains one of these
    #[arg(long, visible_alias = "formula", value_delimiter = ',', value_name = "TEXTS")]
    filter: Vec<String>,
    /// All kernels at all shapes, not only at the main ones
    #[arg(long)]
    all: bool,
    /// Print JSON, which `plot --from` reads
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    timing: Timing,
}

#[cfg(feature = "all")]
#[derive(Args)]
struct Plot {
    /// The folder for the plots
    #[arg(long, default_value = "benches/plots", value_name = "FOLDER")]
    output_dir: PathBuf,
    /// Draw what `record` or `compare --json` has written instead of measuring
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    timing: Timing,
}

fn main() -> ExitCode {
    let command = CommandLine::parse().command;
    if let Err(error) = quadline::level::try_active() {
        eprintln!("error: QUADLINE_LEVEL: {error}");
        return ExitCode::from(2);
    }
    let outcome = match command {
        Command::Compare(options) => compare(&options),
        #[cfg(feature = "all")]
        Command::Record(options) => match record::run(&options) {
            Ok(record::Outcome::Complete) => Ok(()),
            Ok(record::Outcome::Unfinished) => return ExitCode::from(3),
            Err(error) => Err(error),
        },
        #[cfg(feature = "all")]
        Command::Tables(options) => tables::run(&options),
        #[cfg(feature = "all")]
        Command::Plot(options) => draw(&options),
        #[cfg(feature = "perft")]
        Command::Perft(options) => perft::run(&options),
        #[cfg(feature = "search")]
        Command::Search(options) => search::run(&options),
        #[cfg(feature = "games")]
        Command::Games(options) => games::run(&options),
        Command::List => list(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn compare(options: &Compare) -> Result<(), BenchError> {
    let roster = Roster::collect();
    let mut shapes = options.shape.iter().map(|name| name.parse()).collect::<Result<Vec<Shape>, _>>()?;
    BenchError::check_names("level", &options.level, &roster.levels)?;
    if shapes.is_empty() {
        shapes = Shape::all().collect();
    }
    // With filters, all matching contestants are timed; without, a selection in three minutes.
    let narrowed =
        options.all || !options.shape.is_empty() || !options.filter.is_empty() || !options.level.is_empty();
    let wanted = |shape: Shape, contestant: &Contestant| {
        let Contestant { label, .. } = contestant;
        (options.level.is_empty()
            || label.origin.level().is_none_or(|level| options.level.iter().any(|name| name == level)))
            && (options.filter.is_empty()
                || options.filter.iter().any(|text| label.name.contains(text.as_str())))
            && (narrowed || Shape::MAIN.contains(&shape) || !label.origin.is_alternative())
    };
    let Timing { positions, seconds } = &options.timing;
    let report = measure(&roster, &shapes, positions.as_deref(), |_| Duration::from_secs(*seconds), wanted)?;
    if options.json {
        return print_json(&report);
    }
    print_line(format_args!("{}\n{}", report.head(), report.table()))
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
