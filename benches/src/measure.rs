//! From shapes and contestants to a report.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::BenchError;
use crate::machine::Machine;
use crate::paired::{self, Case};
use crate::positions::Positions;
use crate::report::{Report, Row};
use crate::roster::{Contestant, Roster};
use crate::shapes::{Shape, Workload};

/// The options of every command that measures.
#[derive(Args)]
pub struct Timing {
    /// Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else
    /// tests/conformance/fixtures/lichess-2025-05.fen]
    #[arg(long, value_name = "FILE")]
    pub positions: Option<PathBuf>,
    /// How long to measure
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub seconds: u64,
}

/// Times the selected contestants at the shapes. `budget` gets their number.
pub fn measure(
    roster: &Roster,
    shapes: &[Shape],
    positions: Option<&Path>,
    budget: impl FnOnce(usize) -> Duration,
    wanted: impl Fn(Shape, &Contestant) -> bool,
) -> Result<Report, BenchError> {
    let positions = Positions::find(positions)?;
    if let Some(&shape) = shapes.iter().find(|shape| shape.task().is_some() && positions.boards.is_empty()) {
        return Err(BenchError::NoWholePosition { shape, source_of: positions.source });
    }
    let workloads: Vec<Workload> = shapes.iter().map(|&shape| Workload::new(shape, &positions)).collect();
    let mut cases = Vec::new();
    for workload in &workloads {
        let reference = roster.reference(workload.shape);
        for contestant in roster.suitable(workload).filter(|contestant| wanted(workload.shape, contestant)) {
            cases.push(Case { contestant, reference, workload });
        }
    }
    let outcomes = paired::measure(&cases, budget(cases.len()))?;
    let results = cases.iter().zip(&outcomes);
    let mut rows: Vec<Row> = results.map(|(case, outcome)| Row::new(case, outcome)).collect();
    // The rows of a shape follow each other.
    for rows in rows.chunk_by_mut(|one, other| one.shape == other.shape) {
        rows.sort_by(|one, other| other.ratio.total_cmp(&one.ratio));
    }
    Ok(Report {
        machine: Machine::detect(roster),
        reference: roster.reference(Shape::Random1024).label.name.clone(),
        positions: positions.source,
        rows,
        skipped: roster.skipped.clone(),
    })
}
