//! The command line: `compare`, `plot`, `estimate`, `perft`, `list`.

#![allow(clippy::std_instead_of_core)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use quadline_benches::machine::Machine;
use quadline_benches::paired::{self, Case};
use quadline_benches::positions::Positions;
use quadline_benches::report::{DispatchCost, Report, Row};
use quadline_benches::roster::{Call, Contestant, Origin, Roster};
use quadline_benches::shapes::{BATCH_LENGTHS, Shape, Workload};
use quadline_benches::{BenchError, estimate, perft, plot};

/// Compares quadline's kernels with everybody else's attack generators.
#[derive(Parser)]
#[command(version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Times everything against PEXT (whole positions: cozy-chess), in short alternating blocks, and prints one table
    Compare(Compare),
    /// Draws speed by shape and speed by batch length as SVG
    Plot(Plot),
    /// Counts instructions and asks llvm-mca about CPUs that are not here
    Estimate(estimate::Options),
    /// Times perft of four positions beside other move generators
    Perft(perft::Options),
    /// Lists shapes, kernels and peers
    List,
    /// What `estimate --aarch64` runs in the emulator
    #[command(hide = true)]
    AnswerOnce,
}

#[derive(Args)]
struct Compare {
    /// Only these shapes (names separated by commas)
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    shape: Vec<String>,
    /// Only the kernels of these levels; peers stay
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    level: Vec<String>,
    /// Only generators whose name contains one of these
    #[arg(long, visible_alias = "formula", value_delimiter = ',', value_name = "TEXTS")]
    filter: Vec<String>,
    /// Every kernel at every shape, not only at the main ones
    #[arg(long)]
    all: bool,
    /// Print JSON, which `plot --from` reads
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    timing: Timing,
}

#[derive(Args)]
struct Timing {
    /// Real positions, one FEN per line [default: $QUADLINE_POSITIONS, or else random games]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How long to measure
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
}

#[derive(Args)]
struct Plot {
    /// Where the pictures go
    #[arg(long, default_value = "benches/plots", value_name = "FOLDER")]
    output_dir: PathBuf,
    /// Draw what `plot --save` or `compare --all --json` has written instead of measuring
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Keep the figures as JSON beside the pictures
    #[arg(long)]
    save: bool,
    #[command(flatten)]
    timing: Timing,
}

fn main() -> ExitCode {
    let outcome = match CommandLine::parse().command {
        Command::Compare(options) => compare(&options),
        Command::Plot(options) => draw(&options),
        Command::Estimate(options) => estimate::run(&options),
        Command::Perft(options) => perft::run(&options),
        Command::AnswerOnce => {
            estimate::answer_once();
            Ok(())
        }
        Command::List => {
            list();
            Ok(())
        }
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
    if let Some(unknown) = options.level.iter().find(|level| !roster.levels.contains(&level.as_str())) {
        let known = roster.levels.iter().map(ToString::to_string).collect();
        return Err(BenchError::UnknownName { what: "level", name: unknown.clone(), known });
    }
    if shapes.is_empty() {
        shapes = Shape::ALL.into();
    }
    // Who asks for something gets all of it; who asks for nothing gets it in three minutes.
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
    let report = measure(&roster, &shapes, &options.timing, wanted)?;
    if options.json {
        println!("{}", serde_json::to_string_pretty(&report).expect("a report is plain data"));
    } else {
        println!("{}\n{}", report.head(), report.table());
    }
    Ok(())
}

fn draw(options: &Plot) -> Result<(), BenchError> {
    let report = match &options.from {
        Some(file) => {
            let problem = |reason: String| BenchError::File { file: file.clone(), reason };
            let text = std::fs::read_to_string(file).map_err(|error| problem(error.to_string()))?;
            serde_json::from_str(&text).map_err(|error| problem(error.to_string()))?
        }
        None => {
            let shapes: Vec<Shape> =
                plot::SHAPES.into_iter().chain(BATCH_LENGTHS.map(Shape::Batch)).collect();
            measure(&Roster::collect(), &shapes, &options.timing, |shape, contestant| {
                let label = &contestant.label;
                !label.origin.is_alternative()
                    && match shape {
                        // Single calls do not know the batch's length: one shape says it for all.
                        Shape::Batch(length) => label.call == Call::Batch || length == BATCH_LENGTHS[0],
                        _ => true,
                    }
            })?
        }
    };
    let files = plot::draw(&report, &options.output_dir)?;
    if options.save {
        let file = options.output_dir.join("figures.json");
        let text = serde_json::to_string_pretty(&report).expect("a report is plain data");
        std::fs::write(&file, text).map_err(|error| BenchError::File { file, reason: error.to_string() })?;
    }
    for file in files {
        println!("{}", file.display());
    }
    Ok(())
}

/// Times the wanted contestants at the shapes, and the price of the dispatch where the dispatched call is wanted.
fn measure(
    roster: &Roster,
    shapes: &[Shape],
    timing: &Timing,
    wanted: impl Fn(Shape, &Contestant) -> bool,
) -> Result<Report, BenchError> {
    let positions = Positions::find(timing.positions.as_deref())?;
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
    let against_reference = cases.len();
    let active = quadline::level::active();
    let inlined = roster.contestants.iter().find(|contestant| {
        let Contestant { label, .. } = contestant;
        label.call == Call::Single
            && matches!(&label.origin, Origin::Kernel { level, default: true } if level == active)
    });
    let dispatched = |contestant: &Contestant| {
        contestant.label.origin == Origin::Public && contestant.label.call == Call::Single
    };
    if let Some(inlined) = inlined {
        let costs = cases.iter().filter(|case| dispatched(case.contestant));
        let costs = costs.filter(|case| matches!(case.workload.shape, Shape::Random1024 | Shape::Chain));
        let costs: Vec<Case<'_>> = costs.map(|case| Case { reference: inlined, ..*case }).collect();
        cases.extend(costs);
    }
    let outcomes = paired::measure(&cases, Duration::from_secs(timing.seconds))?;
    let results = cases.iter().zip(&outcomes);
    let mut rows: Vec<(Shape, Row)> = results
        .clone()
        .take(against_reference)
        .map(|(case, outcome)| {
            let shape = case.workload.shape;
            (shape, Row::new(shape, case.contestant, case.reference, outcome))
        })
        .collect();
    rows.sort_by(|(shape, row), (other_shape, other)| {
        shape.cmp(other_shape).then(other.ratio.total_cmp(&row.ratio))
    });
    let dispatch = results.skip(against_reference).map(|(case, outcome)| DispatchCost {
        shape: case.workload.shape.to_string(),
        inlined: case.reference.label.name.clone(),
        nanoseconds: outcome.difference,
    });
    Ok(Report {
        machine: Machine::detect(roster),
        reference: roster.reference(Shape::Random1024).label.name.clone(),
        positions: positions.source,
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        dispatch: dispatch.collect(),
        skipped: roster.skipped.clone(),
    })
}

fn list() {
    println!("shapes:");
    for shape in Shape::ALL {
        println!("  {shape:20} {}", shape.description());
    }
    let (first, last) = (BATCH_LENGTHS[0], BATCH_LENGTHS[BATCH_LENGTHS.len() - 1]);
    println!("  {:20} {}", format!("batch-{first} .. batch-{last}"), Shape::Batch(first).description());
    let roster = Roster::collect();
    println!("\ngenerators:");
    for Contestant { label, .. } in roster.contestants.iter().chain(&roster.of_positions) {
        println!("  {label}");
    }
    for skipped in &roster.skipped {
        println!("\nskipped: {skipped}");
    }
}
