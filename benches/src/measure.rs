//! From shapes and contestants to a report.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lexopt::{Error, Parser};

use crate::BenchError;
use crate::machine::Machine;
use crate::options;
use crate::paired::{self, Case};
use crate::positions::Positions;
use crate::report::{Report, Row};
use crate::roster::{Contestant, Roster};
use crate::shapes::{Shape, Workload};

/// The options of every command that measures.
pub struct Timing {
    /// Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
    /// tests/conformance/fixtures/lichess-2025-05.fen]
    pub positions: Option<PathBuf>,
    /// How long to measure
    pub seconds: u64,
}

impl Default for Timing {
    fn default() -> Self {
        Self { positions: None, seconds: 150 }
    }
}

impl Timing {
    /// Reads an option, and returns whether it is one of these.
    pub fn option(&mut self, name: &str, parser: &mut Parser) -> Result<bool, Error> {
        match name {
            "positions" => self.positions = Some(options::path(parser)?),
            "seconds" => self.seconds = options::number(parser, 1..=86_400)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Times the selected contestants at the shapes against the reference of each shape. `budget` gets their
/// number.
pub fn measure(
    roster: &Roster,
    shapes: &[Shape],
    positions: Option<&Path>,
    budget: impl FnOnce(usize) -> Duration,
    wanted: impl Fn(Shape, &Contestant) -> bool,
) -> Result<Report, BenchError> {
    let work = Work::fill(shapes, positions)?;
    let mut cases = Vec::new();
    for workload in &work.loads {
        let reference = roster.reference(workload.shape);
        for contestant in roster.suitable(workload).filter(|contestant| wanted(workload.shape, contestant)) {
            cases.push(Case { contestant, reference, workload });
        }
    }
    work.time(roster, &cases, budget)
}

/// Times contestants at the shapes, each against the one that `partner` returns for it.
pub fn measure_pairs(
    roster: &Roster,
    shapes: &[Shape],
    positions: Option<&Path>,
    budget: impl FnOnce(usize) -> Duration,
    partner: impl Fn(Shape, &Contestant) -> Option<Contestant>,
) -> Result<Report, BenchError> {
    let work = Work::fill(shapes, positions)?;
    let mut pairs = Vec::new();
    for workload in &work.loads {
        for contestant in roster.suitable(workload) {
            let partner = partner(workload.shape, contestant);
            pairs.extend(partner.map(|partner| (workload, contestant, partner)));
        }
    }
    let cases =
        pairs.iter().map(|(workload, contestant, reference)| Case { contestant, reference, workload });
    work.time(roster, &cases.collect::<Vec<_>>(), budget)
}

/// The data of some shapes.
struct Work {
    positions: Positions,
    loads: Vec<Workload>,
}

impl Work {
    fn fill(shapes: &[Shape], positions: Option<&Path>) -> Result<Self, BenchError> {
        let positions = Positions::find(positions)?;
        if let Some(&shape) =
            shapes.iter().find(|shape| shape.task().is_some() && positions.boards.is_empty())
        {
            return Err(BenchError::NoWholePosition { shape, source_of: positions.source });
        }
        let loads = shapes.iter().map(|&shape| Workload::new(shape, &positions)).collect();
        Ok(Self { positions, loads })
    }

    fn time(
        &self,
        roster: &Roster,
        cases: &[Case<'_>],
        budget: impl FnOnce(usize) -> Duration,
    ) -> Result<Report, BenchError> {
        let outcomes = paired::measure(cases, budget(cases.len()))?;
        let results = cases.iter().zip(&outcomes);
        let mut rows: Vec<Row> = results.map(|(case, outcome)| Row::new(case, outcome)).collect();
        // The rows of a shape follow each other.
        for rows in rows.chunk_by_mut(|one, other| one.shape == other.shape) {
            rows.sort_by(|one, other| other.ratio.total_cmp(&one.ratio));
        }
        Ok(Report {
            machine: Machine::detect(roster),
            reference: roster.reference(Shape::Random1024).label.name.clone(),
            positions: self.positions.source.clone(),
            rows,
            skipped: roster.skipped.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_has_the_expected_results() {
        let (roster, positions) = (Roster::collect(), Positions::fixture());
        // The shapes with many positions have the same loops.
        for shape in Shape::all().filter(|shape| !shape.streams()) {
            let workload = Workload::new(shape, &positions);
            for contestant in roster.suitable(&workload) {
                contestant.check(&workload).unwrap_or_else(|error| panic!("{error}"));
            }
        }
    }
}
