//! Times contestants at some shapes and prints one table.

use std::path::Path;
use std::time::Duration;

use lexopt::{Error, Parser};

use crate::measure::{Timing, measure, measure_pairs};
use crate::options;
use crate::report::Report;
use crate::roster::{Contestant, Origin, Roster};
use crate::shapes::Shape;
use crate::{BenchError, print_line};

/// The options of `compare`.
#[derive(Default)]
pub struct Options {
    shape: Vec<String>,
    level: Vec<String>,
    filter: Vec<String>,
    all: bool,
    timing: Timing,
}

impl Options {
    /// The help text.
    pub const HELP: &str = "\
Times everything against PEXT (whole positions: cozy-chess), in short alternating blocks, and prints
one table

Usage: quadline-benches compare [OPTIONS]

Options:
      --shape NAMES       Only these shapes (names separated by commas)
      --level NAMES       Only the kernels of these levels (names separated by commas); peers are
                          always included
      --filter TEXTS      Only generators whose name contains one of these (texts separated by commas)
      --all               All kernels at all shapes, not only at the main ones
      --positions FILE    Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
                          tests/conformance/fixtures/lichess-2025-05.fen]
      --seconds N         How long to measure [default: 150]
  -h, --help              Print this help
";

    /// Reads the options of the command.
    pub fn read(parser: &mut Parser) -> Result<Option<Self>, Error> {
        options::read(parser, Self::HELP, |options: &mut Self, name, parser| {
            match name {
                "shape" => options.shape = options::names(parser)?,
                "level" => options.level = options::names(parser)?,
                "filter" => options.filter = options::names(parser)?,
                "all" => options.all = true,
                _ => return options.timing.option(name, parser),
            }
            Ok(true)
        })
    }
}

impl Options {
    /// Returns the named shapes, or all of them.
    fn shapes(&self) -> Result<Vec<Shape>, BenchError> {
        let shapes = self.shape.iter().map(|name| name.parse()).collect::<Result<Vec<Shape>, _>>()?;
        Ok(if shapes.is_empty() { Shape::all().collect() } else { shapes })
    }

    /// Returns whether to time a contestant at a shape. With filters, all matching contestants are timed;
    /// without, a selection in three minutes.
    fn has(&self, shape: Shape, Contestant { label, .. }: &Contestant) -> bool {
        let narrowed =
            self.all || !self.shape.is_empty() || !self.filter.is_empty() || !self.level.is_empty();
        let is_of = |level: &str| self.level.is_empty() || self.level.iter().any(|name| name == level);
        label.origin.level().is_none_or(is_of)
            && (self.filter.is_empty() || self.filter.iter().any(|text| label.name.contains(text.as_str())))
            && (narrowed || Shape::MAIN.contains(&shape) || !label.origin.is_alternative())
    }

    fn print(&self, report: &Report) -> Result<(), BenchError> {
        print_line(format_args!("{}\n{}", report.head(), report.table()))
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let roster = Roster::collect();
    BenchError::check_names("level", &options.level, &roster.levels)?;
    let Timing { positions, seconds } = &options.timing;
    let wanted = |shape: Shape, contestant: &Contestant| options.has(shape, contestant);
    let budget = |_| Duration::from_secs(*seconds);
    options.print(&measure(&roster, &options.shapes()?, positions.as_deref(), budget, wanted)?)
}

/// Times quadline against itself at an earlier commit. `before` gets a shape, the file of positions and a
/// contestant, and returns that contestant at the earlier commit, or `None` if it did not exist.
pub fn with_before(
    options: &Options,
    before: impl Fn(Shape, Option<&Path>, &Contestant) -> Option<Contestant>,
) -> Result<(), BenchError> {
    let roster = Roster::collect();
    BenchError::check_names("level", &options.level, &roster.levels)?;
    let Timing { positions, seconds } = &options.timing;
    let file = positions.as_deref();
    let earlier = |shape: Shape, contestant: &Contestant| {
        let is_own = contestant.label.origin != Origin::Peer;
        if is_own && options.has(shape, contestant) { before(shape, file, contestant) } else { None }
    };
    let budget = |_| Duration::from_secs(*seconds);
    options.print(&measure_pairs(&roster, &options.shapes()?, file, budget, earlier)?)
}
