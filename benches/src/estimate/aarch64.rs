//! Instructions of a cross-built binary for aarch64, executed in an emulator.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::llvm::{Function, Tools};
use super::{Cpu, Estimate, Options, known_cpus, questions, show};
use crate::{BenchError, print_line};

const TRIPLE: &str = "aarch64";
const CPUS: [Cpu; 6] = [
    Cpu { llvm_name: "cortex-a76", name: "Cortex-A76" },
    Cpu { llvm_name: "neoverse-n1", name: "Neoverse N1" },
    Cpu { llvm_name: "neoverse-n2", name: "Neoverse N2" },
    Cpu { llvm_name: "neoverse-v1", name: "Neoverse V1" },
    Cpu { llvm_name: "neoverse-v2", name: "Neoverse V2" },
    // LLVM models all of Apple's cores as the oldest one.
    Cpu { llvm_name: "apple-a14", name: "Apple A14/M1" },
];
/// The address at which qemu loads a position-independent program.
const LOAD_ADDRESS: u64 = 0x55_0000_0000;

pub(super) fn run(tools: &Tools, binary: &Path, options: &Options) -> Result<(), BenchError> {
    let cpus = known_cpus(tools, TRIPLE, &CPUS)?;
    let mut loops: Vec<(String, Function)> = tools
        .functions(binary, "//")?
        .into_iter()
        .filter_map(|function| Some((generator(&function.name)?, function)))
        .filter(|(_, function)| !function.instructions.is_empty())
        .collect();
    if loops.is_empty() {
        let reason =
            "none of this program's loops in it; build it with RUSTFLAGS=\"-C symbol-mangling-version=v0\"";
        return Err(BenchError::File { file: binary.into(), reason: reason.into() });
    }
    // The vector kernels, and everything that is not a kernel.
    let by_default = |name: &str| name.contains("Neon") || !name.contains('<') && name != "Oracle";
    loops.retain(|(name, _)| options.wants(name, by_default(name)));
    let functions: Vec<&Function> = loops.iter().map(|(_, function)| function).collect();
    let traces = traces(&options.emulator, binary, &functions)?;
    let queens = questions().sliders() as f64;
    let mut estimates = Vec::new();
    for ((name, function), trace) in loops.iter().zip(&traces) {
        let texts =
            function.instructions.iter().map(|instruction| (instruction.address, instruction.text.as_str()));
        let texts: HashMap<u64, &str> = texts.collect();
        let text: Vec<&str> = trace.iter().filter_map(|address| texts.get(address)).copied().collect();
        if text.iter().any(|text| text.starts_with("bl\t") || text.starts_with("blr\t")) {
            print_line(format_args!("skipped: {name}, which calls functions that the trace does not show"))?;
            continue;
        }
        // The compiler merges identical functions and shows them under one of their names.
        let entry = function.instructions.first().map(|instruction| instruction.address);
        let entered = trace.iter().filter(|address| Some(**address) == entry).count();
        if entered == 0 {
            print_line(format_args!("skipped: {name}, which did not run under its own name"))?;
            continue;
        }
        let queens = queens * entered as f64;
        let instructions = text.len() as f64 / queens;
        let text = text.join("\n");
        let cycles = cpus.iter().map(|cpu| Some(tools.cycles(TRIPLE, cpu.llvm_name, &text).ok()? / queens));
        estimates.push(Estimate { name: name.clone(), instructions, cycles: cycles.collect() });
    }
    if estimates.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    show(tools, &cpus, estimates)
}

/// Returns the addresses of the executed instructions in the binary, for each function.
fn traces(emulator: &str, binary: &Path, functions: &[&Function]) -> Result<Vec<Vec<u64>>, BenchError> {
    let problem = |reason: String| BenchError::Estimate(format!("{emulator}: {reason}"));
    let ranges: Vec<(u64, u64)> = functions
        .iter()
        .filter_map(|function| {
            Some((function.instructions.first()?.address, function.instructions.last()?.address))
        })
        .collect();
    let filter: Vec<String> = ranges
        .iter()
        .map(|(first, last)| format!("{:#x}..{:#x}", LOAD_ADDRESS + first, LOAD_ADDRESS + last))
        .collect();
    let mut words = emulator.split_whitespace();
    let program = words.next().unwrap_or_default();
    let help = Command::new(program).arg("--help").output().map_err(|error| problem(error.to_string()))?;
    // Newer versions use another name for this option.
    let step = "-one-insn-per-tb";
    let step = if String::from_utf8_lossy(&help.stdout).contains(step) { step } else { "-singlestep" };
    let log = std::env::temp_dir().join(format!("quadline-trace-{}", std::process::id()));
    eprintln!("tracing under {emulator}: about half a minute");
    let status = Command::new(program)
        .args(words)
        .args([step, "-d", "exec,nochain", "-dfilter", &filter.join(","), "-D"])
        .arg(&log)
        .arg(binary)
        .arg("answer-once")
        .stdout(Stdio::null())
        .status()
        .map_err(|error| problem(error.to_string()));
    let text = fs::read_to_string(&log);
    // The log is no longer needed, so errors are ignored.
    let _ = fs::remove_file(&log);
    if !status?.success() {
        return Err(problem("the program failed".into()));
    }
    let text = text.map_err(|error| problem(error.to_string()))?;
    let mut traces = vec![Vec::new(); functions.len()];
    for address in text.lines().filter_map(executed) {
        let function = ranges.iter().position(|(first, last)| (*first..=*last).contains(&address));
        if let Some(function) = function {
            traces[function].push(address);
        }
    }
    Ok(traces)
}

/// Parses `Trace 0: 0x7f10b4 [00000000/000000550009a2c4/00100000/ff020000] name`.
fn executed(line: &str) -> Option<u64> {
    let address = line.split('/').nth(1)?;
    u64::from_str_radix(address, 16).ok()?.checked_sub(LOAD_ADDRESS)
}

/// Returns the generator in `…::loops::queen_pairs::<…>` or `queen_calls`, with shortened paths.
fn generator(function: &str) -> Option<String> {
    let (_, generic) = ["loops::queen_pairs::<", "loops::queen_calls::<"]
        .iter()
        .find_map(|start| function.split_once(start))?;
    let generic = generic.strip_suffix('>')?;
    // Shorten each path to its last name.
    let mut name = String::new();
    let mut word = String::new();
    for letter in generic.chars() {
        match letter {
            ':' => word.clear(),
            letter if letter.is_alphanumeric() || letter == '_' => word.push(letter),
            letter => {
                name.push_str(&word);
                word.clear();
                name.push(letter);
            }
        }
    }
    name.push_str(&word);
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cut_short() {
        let function = "quadline_benches::loops::queen_pairs::<quadline_benches::generator::Inlined<\
                        quadline_kernels::level::Neon, quadline_kernels::formula::sbamg::Sbamg>>";
        assert_eq!(generator(function).as_deref(), Some("Inlined<Neon, Sbamg>"));
        assert_eq!(generator("quadline_benches::loops::chain::<X>"), None);
    }

    #[test]
    fn a_line_of_the_trace_names_its_address() {
        let line = "Trace 0: 0x7f10b4000100 [00000000/000000550009a2c4/00100000/ff020000] queen_pairs";
        assert_eq!(executed(line), Some(0x9a2c4));
        assert_eq!(executed("linking TBs 0x7f [0] index 0"), None);
    }
}
