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
    let functions = tools.functions(binary, "//")?;
    let functions = functions.into_iter().filter(|function| !function.instructions.is_empty()).collect();
    let (mut loops, others): (Vec<_>, Vec<_>) =
        Vec::into_iter(functions).partition(|function: &Function| generator(&function.name).is_some());
    if loops.is_empty() {
        let reason =
            "none of this program's loops in it; build it with RUSTFLAGS=\"-C symbol-mangling-version=v0\"";
        return Err(BenchError::File { file: binary.into(), reason: reason.into() });
    }
    // The vector kernels, and everything that is not a kernel.
    let by_default = |name: &str| name.contains("Neon") || !name.contains('<') && name != "Oracle";
    loops.retain(|function| {
        generator(&function.name).is_some_and(|name| options.wants(&name, by_default(&name)))
    });
    let program = Program::new(&loops, &others);
    let traces = program.attribute(&traces(&options.emulator, binary, &program.ranges)?);
    let queens = questions().sliders() as f64;
    let mut estimates = Vec::new();
    for (function, trace) in loops.iter().zip(&traces) {
        let name = generator(&function.name).unwrap_or_default();
        if trace.calls_others {
            print_line(format_args!("skipped: {name}, which calls functions of other crates or by pointer"))?;
            continue;
        }
        // The compiler merges identical functions and shows them under one of their names.
        if trace.entered == 0 {
            print_line(format_args!("skipped: {name}, which did not run under its own name"))?;
            continue;
        }
        let queens = queens * trace.entered as f64;
        let instructions = trace.addresses.len() as f64 / queens;
        let text: Vec<_> =
            trace.addresses.iter().map(|address| for_llvm_mca(program.texts[address])).collect();
        let text = text.join("\n");
        let cycles = cpus.iter().map(|cpu| Some(tools.cycles(TRIPLE, cpu.llvm_name, &text).ok()? / queens));
        estimates.push(Estimate { name, instructions, cycles: cycles.collect() });
    }
    if estimates.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    show(tools, &cpus, estimates)
}

/// The loops of the generators, and the functions of quadline that they call.
struct Program<'a> {
    /// The addresses of the first and last instruction of each loop, and then of each called function.
    ranges: Vec<(u64, u64)>,
    /// The number of loops.
    loops: usize,
    texts: HashMap<u64, &'a str>,
}

/// The executed instructions of a loop.
#[derive(Clone, Default)]
struct Trace {
    addresses: Vec<u64>,
    entered: usize,
    /// Whether the loop calls functions that are not traced.
    calls_others: bool,
}

impl<'a> Program<'a> {
    fn new(loops: &'a [Function], others: &'a [Function]) -> Self {
        let own: HashMap<u64, &Function> = others
            .iter()
            .filter(|function| function.name.contains("quadline"))
            .map(|function| (function.instructions[0].address, function))
            .collect();
        let mut functions: Vec<&Function> = loops.iter().collect();
        let mut next = 0;
        while let Some(function) = functions.get(next).copied() {
            for target in function.instructions.iter().filter_map(|instruction| called(&instruction.text)) {
                if let Some(callee) = own.get(&target)
                    && !functions.iter().any(|known| std::ptr::eq(*known, *callee))
                {
                    functions.push(callee);
                }
            }
            next += 1;
        }
        let range = |function: &&Function| {
            let [first, .., last] = &function.instructions[..] else {
                let only = function.instructions[0].address;
                return (only, only);
            };
            (first.address, last.address)
        };
        let instructions = functions.iter().flat_map(|function| &function.instructions);
        Self {
            ranges: functions.iter().map(range).collect(),
            loops: loops.len(),
            texts: instructions.map(|each| (each.address, each.text.as_str())).collect(),
        }
    }

    /// Attributes executed instructions to the loops: their own, and those of the functions that they call, until these return.
    fn attribute(&self, executed: &[u64]) -> Vec<Trace> {
        let mut traces = vec![Trace::default(); self.loops];
        // The loop that runs, the addresses to which its calls return, and the target of the call before this instruction.
        let (mut runs, mut returns, mut target) = (None, Vec::new(), None);
        for address in executed {
            let Some(text) = self.texts.get(address) else { continue };
            let function = self.ranges.iter().position(|(first, last)| (first..=last).contains(&address));
            let own = function.filter(|function| *function < self.loops);
            if let Some(target) = target.take()
                && target != Some(*address)
                && let Some(caller) = runs
            {
                let caller: &mut Trace = &mut traces[caller];
                caller.calls_others = true;
                returns.pop();
            }
            if own.is_some() {
                (runs, returns) = (own, Vec::new());
            }
            // A function that another one called.
            let Some(owner) = runs.filter(|_| own.is_some() || !returns.is_empty()) else { continue };
            let trace = &mut traces[owner];
            trace.addresses.push(*address);
            trace.entered += usize::from(*address == self.ranges[owner].0);
            match text.split('\t').next() {
                Some("bl" | "blr") => {
                    returns.push(address + 4);
                    target = Some(called(text));
                }
                Some("ret") if own.is_none() => _ = returns.pop(),
                Some("ret") => runs = None,
                _ => {}
            }
        }
        traces
    }
}

/// Returns the address that an instruction calls.
fn called(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("bl\t")?.strip_prefix("0x")?, 16).ok()
}

/// Returns an instruction as llvm-mca accepts it.
///
/// It takes the address that a jump or a load names for an offset, and rejects those of 1 MiB and more; the target does not matter,
/// because the trace is a straight line. It would also count 100 cycles for each call.
fn for_llvm_mca(text: &str) -> String {
    let (name, operands) = text.split_once('\t').unwrap_or((text, ""));
    let relative = matches!(name, "b" | "bl" | "cbz" | "cbnz" | "tbz" | "tbnz" | "adr" | "ldr" | "ldrsw");
    if !relative && !name.starts_with("b.") {
        return text.into();
    }
    let (others, last) = match operands.rsplit_once(' ') {
        Some((others, last)) => (format!("{others} "), last),
        None => (String::new(), operands),
    };
    let name = if name == "bl" { "b" } else { name };
    if last.starts_with("0x") { format!("{name}\t{others}target") } else { text.into() }
}

/// Returns the addresses of the executed instructions in these ranges of the binary.
fn traces(emulator: &str, binary: &Path, ranges: &[(u64, u64)]) -> Result<Vec<u64>, BenchError> {
    let problem = |reason: String| BenchError::Estimate(format!("{emulator}: {reason}"));
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
    Ok(text.lines().filter_map(executed).collect())
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

    fn function(name: &str, start: u64, texts: &[&str]) -> Function {
        let place = |(index, text): (usize, &&str)| (start + 4 * index as u64, (*text).to_owned());
        let instructions = texts.iter().enumerate().map(place);
        let instructions =
            instructions.map(|(address, text)| super::super::llvm::Instruction { address, text });
        Function { name: name.into(), instructions: instructions.collect() }
    }

    #[test]
    fn calls_belong_to_the_loop_that_made_them() {
        let loops = [
            function("first", 0x1000, &["nop", "bl\t0x3000", "ret"]),
            function("second", 0x2000, &["bl\t0x4000", "ret"]),
        ];
        let others = [
            function("quadline::apart", 0x3000, &["bl\t0x3100", "ret"]),
            function("quadline::below", 0x3100, &["ret"]),
            function("core::panic", 0x4000, &["ret"]),
            function("quadline::unused", 0x5000, &["ret"]),
        ];
        let program = Program::new(&loops, &others);
        assert_eq!(program.ranges, [(0x1000, 0x1008), (0x2000, 0x2004), (0x3000, 0x3004), (0x3100, 0x3100)]);
        let of_first = [0x1000, 0x1004, 0x3000, 0x3100, 0x3004, 0x1008];
        // Another caller of the same function follows, and then a loop that calls another crate.
        let executed = [&of_first[..], &[0x3000, 0x3100, 0x3004, 0x2000, 0x2004], &of_first].concat();
        let traces = program.attribute(&executed);
        assert_eq!(traces[0].addresses, [of_first, of_first].concat());
        assert_eq!((traces[0].entered, traces[0].calls_others), (2, false));
        assert_eq!((traces[1].entered, traces[1].calls_others), (1, true));
    }

    #[test]
    fn llvm_mca_accepts_far_targets() {
        assert_eq!(for_llvm_mca("b.hs\t0x599e44"), "b.hs\ttarget");
        assert_eq!(for_llvm_mca("tbz\tw8, #0x3, 0x599e44"), "tbz\tw8, #0x3, target");
        assert_eq!(for_llvm_mca("bl\t0x599e44"), "b\ttarget");
        assert_eq!(for_llvm_mca("ldr\tx8, [x9, #0x10]"), "ldr\tx8, [x9, #0x10]");
        assert_eq!(for_llvm_mca("mov\tw10, #0x1"), "mov\tw10, #0x1");
    }

    #[test]
    fn a_line_of_the_trace_names_its_address() {
        let line = "Trace 0: 0x7f10b4000100 [00000000/000000550009a2c4/00100000/ff020000] queen_pairs";
        assert_eq!(executed(line), Some(0x9a2c4));
        assert_eq!(executed("linking TBs 0x7f [0] index 0"), None);
    }
}
