//! The two LLVM tools that the estimates use.

use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::BenchError;

/// An LLVM installation with llvm-mca and llvm-objdump.
pub(super) struct Tools {
    /// The suffix of the tools' names in Debian and elsewhere, such as `-19`, or nothing.
    suffix: String,
    /// The version, for the head of the report.
    pub(super) version: String,
}

/// An instruction of a binary.
pub(super) struct Instruction {
    pub(super) address: u64,
    /// The text for llvm-mca.
    pub(super) text: String,
}

/// A function of a binary.
pub(super) struct Function {
    /// The demangled name.
    pub(super) name: String,
    pub(super) instructions: Vec<Instruction>,
}

impl Tools {
    /// Finds the newest version.
    pub(super) fn find() -> Result<Self, BenchError> {
        let suffixes = (14..40).rev().map(|version| format!("-{version}")).chain([String::new()]);
        for suffix in suffixes {
            let works = |tool: &str| {
                let output = Command::new(format!("{tool}{suffix}")).arg("--version").output().ok()?;
                output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
            };
            if let (Some(version), Some(_)) = (works("llvm-mca"), works("llvm-objdump")) {
                let line = version.lines().find(|line| line.contains("version")).unwrap_or("LLVM").trim();
                return Ok(Self { version: format!("llvm-mca ({line})"), suffix });
            }
        }
        Err(BenchError::Estimate(
            "no llvm-mca with llvm-objdump in reach; on Debian: apt-get install llvm-19".into(),
        ))
    }

    /// Runs a tool with `input`, and returns what it prints to both streams.
    fn run<A: AsRef<OsStr>>(
        &self,
        tool: &str,
        arguments: &[A],
        input: &str,
    ) -> Result<(String, String), BenchError> {
        let name = format!("{tool}{}", self.suffix);
        let problem = |reason: String| BenchError::Estimate(format!("{name}: {reason}"));
        let mut child = Command::new(&name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| problem(error.to_string()))?;
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // In a thread, because the tool may write before it has read all input.
        let output = thread::scope(|scope| {
            let writer = scope.spawn(move || stdin.write_all(input.as_bytes()));
            let output = child.wait_with_output();
            match writer.join().expect("writing does not panic") {
                // A tool that rejects the first line does not read the rest.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
                _ => output,
            }
        });
        let output = output.map_err(|error| problem(error.to_string()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if !output.status.success() {
            return Err(problem(text(&output.stderr).lines().next().unwrap_or("failed").into()));
        }
        Ok((text(&output.stdout), text(&output.stderr)))
    }

    /// Returns whether llvm-mca has a model of the CPU.
    pub(super) fn knows(&self, triple: &str, cpu: &str) -> bool {
        let arguments = [format!("-mtriple={triple}"), format!("-mcpu={cpu}")];
        // Some versions print an error for an unknown CPU and continue with another one.
        self.run("llvm-mca", &arguments, "nop\n")
            .is_ok_and(|(_, errors)| !errors.contains("not a recognized"))
    }

    /// Returns the number of cycles for the instructions on `cpu`.
    pub(super) fn cycles(&self, triple: &str, cpu: &str, instructions: &str) -> Result<f64, BenchError> {
        let arguments = [
            format!("-mtriple={triple}"),
            format!("-mcpu={cpu}"),
            "-iterations=1".into(),
            "-instruction-info=false".into(),
            "-resource-pressure=false".into(),
        ];
        let (output, _) = self.run("llvm-mca", &arguments, instructions)?;
        let cycles = output.lines().find_map(|line| line.strip_prefix("Total Cycles:")?.trim().parse().ok());
        cycles.ok_or_else(|| BenchError::Estimate("llvm-mca did not print its total cycles".into()))
    }

    /// Returns all functions of a binary. `comment` begins comments in its disassembly.
    pub(super) fn functions(&self, binary: &Path, comment: &str) -> Result<Vec<Function>, BenchError> {
        let arguments = ["-d".as_ref(), "-C".as_ref(), "--no-show-raw-insn".as_ref(), binary.as_os_str()];
        let (output, _) = self.run("llvm-objdump", &arguments, "")?;
        let mut functions: Vec<Function> = Vec::new();
        for line in output.lines() {
            if let Some(name) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
                functions.push(Function { name: name.1.into(), instructions: Vec::new() });
            } else if let (Some(instruction), Some(function)) =
                (instruction(line, comment), functions.last_mut())
            {
                function.instructions.push(instruction);
            }
        }
        Ok(functions)
    }
}

/// Parses an address, a colon, the instruction, and the comments that objdump adds.
fn instruction(line: &str, comment: &str) -> Option<Instruction> {
    let (address, text) = line.split_once(':')?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let text = text.split(comment).next().unwrap_or_default();
    // Removes the name of a jump's target.
    let text = text.split('<').next().unwrap_or_default().trim();
    Some(Instruction { address, text: text.into() })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_disassembled_line_loses_what_is_for_people() {
        let instruction = |line, comment| super::instruction(line, comment).expect("an instruction");
        let jump = instruction("  48ba7f:      \tje\t0x48bb5f <loops::rook_pairs+0x10f>", "#");
        assert_eq!((jump.address, jump.text.as_str()), (0x48ba7f, "je\t0x48bb5f"));
        let load = instruction("  48ba72: \tmovq\t0x302ae7(%rip), %rbx    # 0x78e560 <x>", "#");
        assert_eq!(load.text, "movq\t0x302ae7(%rip), %rbx");
        let shift = instruction("   99e44:      \tmov\tw10, #0x1               // =1", "//");
        assert_eq!(shift.text, "mov\tw10, #0x1");
        assert!(super::instruction("Disassembly of section .text:", "#").is_none());
    }
}
