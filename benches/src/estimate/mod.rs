//! Estimates for other CPUs: executed instructions per queen, and llvm-mca's cycles for them.
//!
//! On x86-64, a child process computes some hundred sliders in single steps, and its trace is passed to
//! llvm-mca. For aarch64, the trace is that of a cross-built binary under qemu.
//!
//! llvm-mca models ports and latencies, but not caches: every load hits the L1 cache. It therefore
//! overestimates lookup tables, and wide loads of data that was just stored in pieces.

mod aarch64;
mod llvm;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod x86_64;

use std::path::PathBuf;

use comfy_table::{CellAlignment, Table, presets};

use crate::positions::Positions;
use crate::roster::Roster;
use crate::shapes::{Segment, Shape, Workload};
use crate::{BenchError, print_line};
use llvm::Tools;

/// How far estimates are from measurements on a CPU that was there, printed below each table. benches/targets/README.md has the same figures.
const ERROR: &str = "\
The error of such estimates, on a CPU that was there: relative to PEXT on Zen 4, one inlined queen is estimated at
0.54 (avx2-gfni), 0.63 (avx2) and 0.48 (kindergarten on words), and measured at 1.05, 1.00 and 0.47. The tool is right
about lookups and overestimates the time of vectors.
";

/// The options of `estimate`.
#[derive(clap::Args)]
pub struct Options {
    /// Only generators whose name contains one of these [default: the levels' own choices and the peers]
    #[arg(long, visible_alias = "formula", value_delimiter = ',', value_name = "TEXTS")]
    filter: Vec<String>,
    /// This program built for aarch64 with RUSTFLAGS="-C symbol-mangling-version=v0": estimates its loops instead
    #[arg(long, value_name = "FILE")]
    aarch64: Option<PathBuf>,
    /// The emulator for that program; traces require qemu
    #[arg(long, default_value = "qemu-aarch64-static -L /usr/aarch64-linux-gnu", value_name = "COMMAND")]
    emulator: String,
}

impl Options {
    fn wants(&self, name: &str, by_default: bool) -> bool {
        if self.filter.is_empty() { by_default } else { self.filter.iter().any(|text| name.contains(text)) }
    }
}

/// A CPU that llvm-mca may have a model of.
struct Cpu {
    llvm_name: &'static str,
    name: &'static str,
}

/// The instructions and the cycles on each CPU for one generator, or `None` if there is no estimate.
struct Estimate {
    name: String,
    instructions: f64,
    cycles: Vec<Option<f64>>,
}

/// Prints the estimates.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let tools = Tools::find()?;
    if let Some(binary) = &options.aarch64 {
        return aarch64::run(&tools, binary, options);
    }
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    x86_64::run(&tools, options)?;
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    print_line("skipped: x86-64, whose traces are taken where it runs under Linux")?;
    print_line("skipped: aarch64; build this program for it and name the file with --aarch64, see --help")
}

/// Enough sliders to hide the ends of the loop; every instruction of a trace costs time.
fn questions() -> Segment {
    let mut workload = Workload::new(Shape::Random1024, &Positions::default());
    let mut segment = workload.segments.remove(0);
    if let Segment::Pairs { lists, .. } = &mut segment {
        lists[0].squares.truncate(512);
        lists[0].occupied.truncate(512);
    }
    segment
}

/// Runs every contestant on the same few sliders, to be traced for another CPU.
pub fn answer_once() {
    let segment = questions();
    let mut answers = vec![0; segment.answers()];
    for contestant in &Roster::collect().contestants {
        contestant.answer(&segment, &mut answers);
    }
}

/// Returns the CPUs that this LLVM has models of, and prints a line for each of the others.
fn known_cpus(tools: &Tools, triple: &str, cpus: &'static [Cpu]) -> Result<Vec<&'static Cpu>, BenchError> {
    let (known, unknown): (Vec<&Cpu>, Vec<&Cpu>) =
        cpus.iter().partition(|cpu| tools.knows(triple, cpu.llvm_name));
    for cpu in unknown {
        print_line(format_args!("skipped: {}, which {} does not know", cpu.name, tools.version))?;
    }
    Ok(known)
}

fn show(tools: &Tools, cpus: &[&Cpu], mut estimates: Vec<Estimate>) -> Result<(), BenchError> {
    estimates.sort_by(|one, other| one.instructions.total_cmp(&other.instructions));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let columns = ["generator", "instructions"].into_iter().chain(cpus.iter().map(|cpu| cpu.name));
    table.set_header(columns);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for estimate in estimates {
        let cycles = estimate.cycles.iter().map(|cycles| match cycles {
            Some(cycles) => format!("{cycles:.2}"),
            None => "-".into(),
        });
        table.add_row([estimate.name, format!("{:.1}", estimate.instructions)].into_iter().chain(cycles));
    }
    print_line(format_args!(
        "ESTIMATES by {}: instructions and cycles per queen, all data in the first cache\n",
        tools.version
    ))?;
    print_line(format_args!("{table}\n"))?;
    print_line(ERROR)
}
