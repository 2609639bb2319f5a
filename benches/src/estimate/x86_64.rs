//! Executed instructions, traced in single steps.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use nix::sys::ptrace;
use nix::sys::signal::{Signal, raise};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{ForkResult, fork};

use super::llvm::Tools;
use super::{Cpu, Estimate, Options, known_cpus, questions, show};
use crate::BenchError;
use crate::roster::{Contestant, Origin, Roster};
use crate::shapes::Segment;

const TRIPLE: &str = "x86_64";
const CPUS: [Cpu; 4] = [
    Cpu { llvm_name: "znver3", name: "Zen 3" },
    Cpu { llvm_name: "znver4", name: "Zen 4" },
    Cpu { llvm_name: "alderlake", name: "Alder Lake (P)" },
    Cpu { llvm_name: "sapphirerapids", name: "Sapphire Rapids" },
];

/// Returns whether the CPU lacks the features of a level, which llvm-mca does not check.
fn lacks(cpu: &Cpu, level: &str) -> bool {
    match cpu.llvm_name {
        "znver3" => level.starts_with("avx512") || level == "avx2-gfni",
        "alderlake" => level.starts_with("avx512"),
        _ => false,
    }
}

pub(super) fn run(tools: &Tools, options: &Options) -> Result<(), BenchError> {
    let cpus = known_cpus(tools, TRIPLE, &CPUS)?;
    let program = std::env::current_exe().map_err(|error| problem(&error))?;
    let functions = tools.functions(&program, "#")?.into_iter();
    let instructions = functions.flat_map(|function| function.instructions);
    let instructions: HashMap<u64, String> =
        instructions.map(|instruction| (instruction.address, instruction.text)).collect();
    let base = load_address(&program)?;
    let segment = questions();
    let roster = Roster::collect();
    let mut estimates = Vec::new();
    for contestant in &roster.contestants {
        let label = &contestant.label;
        let by_default = !label.origin.is_alternative() && label.origin != Origin::Public;
        if !options.wants(&label.name, by_default) {
            continue;
        }
        let trace = trace(contestant, &segment)?;
        // Addresses in other objects (memcpy and the like) are not in the table. They have no text, but they
        // are counted.
        let text: Vec<&str> = trace
            .iter()
            .filter_map(|address| instructions.get(&address.wrapping_sub(base)))
            .map(String::as_str)
            .collect();
        let text = text.join("\n");
        let per_queen = |count: f64| count / segment.sliders() as f64;
        let cycles = cpus.iter().map(|cpu| {
            let lacks = label.origin.level().is_some_and(|level| lacks(cpu, level));
            // LLVM has no schedule for some instructions, so there is no estimate.
            let cycles = || tools.cycles(TRIPLE, cpu.llvm_name, &text).ok();
            if lacks { None } else { cycles().map(per_queen) }
        });
        estimates.push(Estimate {
            name: label.name.clone(),
            instructions: per_queen(trace.len() as f64),
            cycles: cycles.collect(),
        });
    }
    if estimates.is_empty() {
        return Err(BenchError::NothingToTime);
    }
    show(tools, &cpus, estimates)
}

fn problem(error: &dyn core::fmt::Display) -> BenchError {
    BenchError::Estimate(format!("tracing failed: {error}"))
}

/// Returns the address of the program's first byte in memory.
fn load_address(program: &Path) -> Result<u64, BenchError> {
    let maps = fs::read_to_string("/proc/self/maps").map_err(|error| problem(&error))?;
    let name = program.to_string_lossy();
    let first = maps.lines().find(|line| line.ends_with(&*name));
    let address = first.and_then(|line| u64::from_str_radix(line.split('-').next()?, 16).ok());
    address.ok_or_else(|| problem(&"the program is not in its own memory map"))
}

/// Returns the addresses of all instructions of a warm run over the segment.
fn trace(contestant: &Contestant, segment: &Segment) -> Result<Vec<u64>, BenchError> {
    let mut answers = vec![0; segment.answers()];
    // SAFETY: this program has no other threads whose locks the child could inherit.
    match unsafe { fork() }.map_err(|error| problem(&error))? {
        ForkResult::Child => {
            let stop = || raise(Signal::SIGSTOP);
            let traced = ptrace::traceme().and_then(|()| {
                contestant.answer(segment, &mut answers);
                stop()?;
                contestant.answer(segment, &mut answers);
                stop()
            });
            // SAFETY: ends the child at once, so no buffers of the parent are flushed twice.
            unsafe { nix::libc::_exit(i32::from(traced.is_err())) }
        }
        ForkResult::Parent { child } => {
            let stopped =
                |signal| waitpid(child, None).map(|status| status == WaitStatus::Stopped(child, signal));
            let follow = || {
                if !stopped(Signal::SIGSTOP)? {
                    return Ok(None);
                }
                let mut addresses = Vec::new();
                loop {
                    ptrace::step(child, None)?;
                    if !stopped(Signal::SIGTRAP)? {
                        break;
                    }
                    addresses.push(ptrace::getregs(child)?.rip);
                }
                ptrace::kill(child)?;
                waitpid(child, None)?;
                Ok(Some(addresses))
            };
            let addresses = follow().map_err(|error: nix::Error| problem(&error))?;
            addresses.ok_or_else(|| problem(&"the child was not stopped"))
        }
    }
}
