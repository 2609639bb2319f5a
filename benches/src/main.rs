//! The command line: `compare`, `record`, `tables`, `perft`, `search`, `list`.

#![allow(clippy::std_instead_of_core)]

use std::error::Error;
use std::process::ExitCode;

use lexopt::{Arg, Parser, ValueExt};
#[cfg(feature = "perft")]
use quadline_benches::perft;
use quadline_benches::roster::{Contestant, Roster};
#[cfg(feature = "search")]
use quadline_benches::search;
use quadline_benches::shapes::{BATCH_LENGTHS, Shape};
use quadline_benches::{BenchError, compare, options, print_line};
#[cfg(feature = "all")]
use quadline_benches::{record, tables};

const HELP: &str = "\
Compares quadline's kernels with other attack generators

Usage: quadline-benches COMMAND [OPTIONS]

Commands:
  compare    Times everything against PEXT (whole positions: cozy-chess), in short alternating blocks,
             and prints one table
  record     Measures what benches/results lacks for this CPU and this program, shape by shape
  tables     Updates the tables of README.md and of the pages in benches
  perft      Times perft of six positions against other move generators
  search     Times one search on quadline and on cozy-chess, with the same nodes
  list       Lists shapes, kernels and peers

quadline-benches COMMAND --help prints the options of a command.

A program with --features all has all commands and shapes. One with a family of shapes (sliders,
positions, threats, text) or with perft or search has compare, list and that part.
";

fn main() -> ExitCode {
    match run(&mut Parser::from_env()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Reads the command and its options, and runs it.
fn run(parser: &mut Parser) -> Result<ExitCode, Box<dyn Error>> {
    let command = match parser.next()? {
        Some(Arg::Value(command)) => command.string()?,
        Some(Arg::Long("help") | Arg::Short('h')) => {
            print!("{HELP}");
            return Ok(ExitCode::SUCCESS);
        }
        Some(other) => return Err(other.unexpected().into()),
        None => {
            eprint!("{HELP}");
            return Ok(ExitCode::from(2));
        }
    };
    /// Reads the options of a command and runs it.
    macro_rules! run {
        ($read:expr, $run:expr) => {
            if let Some(options) = $read.map_err(|error| format!("{error} (see {command} --help)"))? {
                quadline::level::try_active().map_err(|error| format!("QUADLINE_LEVEL: {error}"))?;
                $run(&options)?;
            }
        };
    }
    match command.as_str() {
        "compare" => run!(compare::Options::read(parser), compare::run),
        #[cfg(feature = "all")]
        "record" => run!(record::Options::read(parser), record::run),
        #[cfg(feature = "all")]
        "tables" => run!(tables::Options::read(parser), tables::run),
        #[cfg(feature = "perft")]
        "perft" => run!(perft::Options::read(parser), perft::run),
        #[cfg(feature = "search")]
        "search" => run!(search::Options::read(parser), search::run),
        "list" => run!(options::read(parser, HELP, |&mut (), _, _| Ok(false)), |&()| list()),
        // In a program that has all of these, they have been matched.
        _ if ["record", "tables", "perft", "search"].contains(&command.as_str()) => {
            return Err(
                format!("this program was built without {command}: build it with --features all").into()
            );
        }
        _ => return Err(format!("there is no command '{command}' (see --help)").into()),
    }
    Ok(ExitCode::SUCCESS)
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
