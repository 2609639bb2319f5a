//! Programs of other projects that count perft: they are built by their own scripts, and each count is a
//! process of its own.
//!
//! A program prints its nodes and its speed, which is used as it is: like the time of the other generators,
//! it does not include the start of a process and the initialization of tables.

use std::env::consts::EXE_SUFFIX;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::BenchError;

/// A way to call a program and to read its output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// [mindchess](https://github.com/vtlmks/mindchess) prints a line for `perft FEN DEPTH`.
    Mindchess,
    /// [chessbit](https://github.com/thuijbregts/chessbit) reads commands. `build_chessbit.sh` of mindchess
    /// builds it.
    Chessbit,
    /// [Gigantua](https://github.com/Gigantua/Gigantua) prints a line for each depth up to `FEN DEPTH`.
    Gigantua,
    /// [ellxor/perft](https://github.com/ellxor/perft) prints its result for `FEN DEPTH`. It has to be
    /// built for one thread.
    Ellxor,
}

/// The beginnings of the names that the scripts of these projects give to their programs.
const PROTOCOLS: [(&str, Protocol); 4] = [
    ("mindchess", Protocol::Mindchess),
    ("chessbit", Protocol::Chessbit),
    ("giga", Protocol::Gigantua),
    ("ellxor", Protocol::Ellxor),
];

/// A program of another project.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the file, without the suffix of the system.
    pub name: String,
    /// The compiler that the file names, or an empty text.
    pub compiler: String,
    file: PathBuf,
    protocol: Protocol,
}

/// Nodes, and the seconds to count them.
pub type Counted = (u64, f64);

impl Program {
    /// Finds the programs in a folder, sorted by name. Fails if there are none.
    pub fn find(folder: &Path) -> Result<Vec<Self>, BenchError> {
        let problem = BenchError::of_file(folder);
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(BenchError::of_file(folder))? {
            let entry = entry.map_err(BenchError::of_file(folder))?;
            let (file, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            // Sources begin with the same words.
            let Some(name) = name.strip_suffix(EXE_SUFFIX).filter(|name| !name.contains('.')) else {
                continue;
            };
            let protocol = PROTOCOLS.iter().find(|(start, _)| name.to_ascii_lowercase().starts_with(start));
            if let Some(&(_, protocol)) = protocol.filter(|_| file.is_file()) {
                let compiler = compiler(&std::fs::read(&file).map_err(BenchError::of_file(folder))?);
                found.push(Self { name: name.into(), compiler, file, protocol });
            }
        }
        if found.is_empty() {
            return Err(problem(
                "contains no program whose name begins with mindchess, chessbit, giga or ellxor; perft --help \
                 tells how to build them",
            ));
        }
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    /// Runs the program once.
    pub fn count(&self, fen: &str, depth: u32) -> Result<Counted, BenchError> {
        let problem = BenchError::of_file(&self.file);
        let depth_text = depth.to_string();
        let (arguments, input) = match self.protocol {
            Protocol::Mindchess => (vec!["perft", fen, &depth_text], String::new()),
            Protocol::Gigantua | Protocol::Ellxor => (vec![fen, &depth_text], String::new()),
            Protocol::Chessbit => (Vec::new(), format!("setfen {fen}\nperft {depth}\nexit\n")),
        };
        let mut command = Command::new(&self.file);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(problem)?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not read its input may have ended.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output().map_err(problem)?;
        let text = String::from_utf8_lossy(&output.stdout);
        self.protocol.read(&text, depth).ok_or_else(|| {
            let reason = format!("{}; cannot read a count of depth {depth} in {text:?}", output.status);
            BenchError::of_file(&self.file)(reason)
        })
    }
}

impl Protocol {
    /// Reads nodes and speed.
    fn read(self, output: &str, depth: u32) -> Option<Counted> {
        let (nodes, millions) = match self {
            Protocol::Mindchess => {
                let line = output.lines().find_map(|line| line.strip_prefix(&format!("perft({depth}): ")))?;
                (line.split_whitespace().next()?, number_before(line, "MNPS")?)
            }
            Protocol::Gigantua => {
                let line = output.lines().find_map(|line| line.strip_prefix(&format!("Perft {depth}: ")))?;
                (line.split_whitespace().next()?, number_before(line, "MNodes/s")?)
            }
            Protocol::Ellxor => {
                let value =
                    |what: &str| output.lines().find_map(|line| line.strip_prefix(what)?.trim().into());
                let (speed, unit) = value("Nodes per second:")?.split_once(' ')?;
                let scale = if unit.starts_with("billion") { 1e3 } else { 1.0 };
                let (nodes, speed): (u64, f64) = (value("Result:")?.parse().ok()?, speed.parse().ok()?);
                return (speed > 0.0).then(|| (nodes, nodes as f64 / (speed * scale) / 1e6));
            }
            Protocol::Chessbit => {
                let last = |what: &str| output.lines().rfind(|line| line.contains(what))?.rsplit('\t').next();
                let speed = last("Average")?.trim();
                let digits = speed.find(|character: char| !character.is_ascii_digit() && character != '.');
                (last("Nodes")?, &speed[..digits.unwrap_or(speed.len())])
            }
        };
        let nodes: u64 = nodes.replace(' ', "").trim().parse().ok()?;
        let millions: f64 = millions.parse().ok()?;
        (millions > 0.0).then(|| (nodes, nodes as f64 / millions / 1e6))
    }
}

/// Returns the word before a word.
fn number_before<'a>(line: &'a str, unit: &str) -> Option<&'a str> {
    line.split_once(unit)?.0.split_whitespace().last()
}

/// Finds the name of the compiler in a program. The start files of C are built by GCC, so another name comes
/// first.
fn compiler(program: &[u8]) -> String {
    ["clang version ", "GCC: ("]
        .into_iter()
        .find_map(|mark| {
            let start = program.windows(mark.len()).position(|bytes| bytes == mark.as_bytes())?;
            let text = program[start..].split(|&byte| byte == 0).next()?;
            let version = str::from_utf8(text).ok()?.rsplit(") ").next()?;
            let version = version.trim_start_matches("clang version ").split(' ').next()?;
            Some(format!("{} {version}", if mark.starts_with("clang") { "clang" } else { "gcc" }))
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_output_is_read() {
        for (protocol, output) in [
            (Protocol::Mindchess, "perft(6): 119060324  0.034s  3500.50 MNPS\n"),
            (
                Protocol::Gigantua,
                "Depth: 6 - rnbqkbnr w\nPerft 5: 4865609 2ms 2000 MNodes/s\nPerft 6: 119060324 34ms 3500.5 MNodes/s\n\nPress",
            ),
            (
                Protocol::Ellxor,
                "Result:            119060324\nTime taken: 0.034 seconds.\nNodes per second:  3.5005 billion.\n",
            ),
            (Protocol::Chessbit, "Nodes:\t\t119 060 324\nTime:\t\t34 ms\nAverage:\t3500.5 Mnps\n"),
        ] {
            let (nodes, seconds) = protocol.read(output, 6).unwrap_or_else(|| panic!("{protocol:?}"));
            assert_eq!(nodes, 119_060_324);
            assert!((seconds - 119.060_324 / 3500.5).abs() < 1e-9, "{protocol:?} {seconds}");
        }
        for output in
            ["", "bad FEN", "perft(5): 4865609  0.001s  3500.50 MNPS", "perft(6): x  0.0s  1.0 MNPS"]
        {
            assert_eq!(Protocol::Mindchess.read(output, 6), None);
        }
    }

    #[test]
    fn compilers_are_named() {
        let program = b"\x7fELF\0GCC: (Debian 12.2.0-14) 12.2.0\0Debian clang version 19.1.7 (3~deb12u1)\0";
        assert_eq!(compiler(program), "clang 19.1.7");
        assert_eq!(compiler(&program[..40]), "gcc 12.2.0");
        assert_eq!(compiler(b"\x7fELF"), "");
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_and_run() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("quadline-external-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("chessbit")).expect("a folder");
        assert!(Program::find(&folder).is_err_and(|error| error.to_string().contains("contains no program")));
        for (name, text) in [
            ("mindchess.h", ""),
            ("mindchess", "#!/bin/sh\necho \"perft($3): 20  0.000s  2.00 MNPS\"\n"),
            ("giga_clang", "#!/bin/sh\nexit 3\n"),
        ] {
            std::fs::write(folder.join(name), text).expect("a file");
            let mode = PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(folder.join(name), mode).expect("a program");
        }
        let found = Program::find(&folder).expect("programs");
        assert_eq!([&*found[0].name, &*found[1].name], ["giga_clang", "mindchess"]);
        assert_eq!(found[1].count("FEN", 1).expect("a count"), (20, 1e-5));
        let error = found[0].count("FEN", 1).expect_err("no count").to_string();
        assert!(error.contains("giga_clang") && error.contains("exit status: 3"), "{error}");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
