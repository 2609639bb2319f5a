//! The command line.

use core::ops::RangeInclusive;
use core::str::FromStr;
use std::error::Error;
use std::path::PathBuf;

use quadline_examples::command_line::{Argument, Arguments, Request, unexpected};

use crate::perft::MAX_DEPTH;

const HELP: &str = "\
Counts the positions after legal moves (perft), with quadline's move generator

Without arguments, it counts the six well-known test positions, which takes some seconds.

Usage: perft [OPTIONS]

Options:
      --fen FEN         The position to count from [default: the starting position]: a FEN with
                        six fields, or the first four. Castling rights are KQkq, or in Chess960
                        the files of the rooks (HAha)
      --depth N         The number of moves [default: 5, with --fen or --divide]
      --divide          Print the count below each legal move, in UCI notation
      --suite FILE.epd  Compare with the known counts in a file, whose lines are
                        FEN ;D1 20 ;D2 400. Other operations of an EPD are skipped
      --max-depth N     Count the positions of a suite to this depth only
                        [default: all depths in the file]
      --level NAME      Use this level of quadline [default: the best one that the CPU supports]
      --levels          Repeat the count at every level that the CPU supports
      --threads N       The number of threads [default: 1]
      --no-bulk         Make the last move, too, instead of counting legal moves
      --hash MB         Store counts in a hash table of this size in MB [default: no table]
      --json            Print JSON instead of a table
  -h, --help            Print this help
  -V, --version         Print the version

Exit status: 0 if all counts are as expected, 1 if one is not, 2 if the input is wrong or the
output cannot be written, 130 after Control-C.

The environment variable QUADLINE_LEVEL names the level to use without --level or --levels.

Examples:
  perft --depth 6
  perft --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -' --depth 4 --divide
  perft --suite positions.epd --max-depth 4 --levels
  perft --depth 8 --threads 8 --hash 1024
";

/// The options that exclude each other.
const CONFLICTS: [[&str; 2]; 5] =
    [["suite", "fen"], ["suite", "depth"], ["suite", "divide"], ["levels", "divide"], ["levels", "level"]];

/// The options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    pub fen: Option<String>,
    pub depth: Option<u32>,
    pub divide: bool,
    pub suite: Option<PathBuf>,
    pub max_depth: Option<u32>,
    pub level: Option<String>,
    pub levels: bool,
    pub threads: usize,
    pub no_bulk: bool,
    /// The size of the hash table in MB.
    pub hash: Option<usize>,
    pub json: bool,
}

impl Default for CommandLine {
    fn default() -> Self {
        Self {
            fen: None,
            depth: None,
            divide: false,
            suite: None,
            max_depth: None,
            level: None,
            levels: false,
            threads: 1,
            no_bulk: false,
            hash: None,
            json: false,
        }
    }
}

impl CommandLine {
    /// Parses the arguments. An error is a message of one line.
    pub fn read(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        Self::parse(arguments).map_err(|error| format!("{error} (see --help)").into())
    }

    fn parse(arguments: &mut Arguments) -> Result<Request<Self>, Box<dyn Error>> {
        let depth = format!("a depth must be a whole number from 0 to {MAX_DEPTH}");
        let depth_of = |text: &str| within(text, 0..=MAX_DEPTH);
        let mut line = Self::default();
        while let Some(argument) = arguments.next()? {
            let name = match argument {
                Argument::Option(name) => name,
                Argument::Value(value) => return Err(unexpected(&value.to_string_lossy())),
            };
            match name.as_str() {
                "help" => return Ok(Request::help(HELP)),
                "version" => return Ok(Request::version("perft")),
                "fen" => line.fen = Some(arguments.text("--fen FEN")?),
                "depth" => line.depth = Some(arguments.parsed("--depth N", &depth, depth_of)?),
                "divide" => line.divide = true,
                "suite" => line.suite = Some(arguments.value("--suite FILE.epd")?.into()),
                "max-depth" => line.max_depth = Some(arguments.parsed("--max-depth N", &depth, depth_of)?),
                "level" => line.level = Some(arguments.text("--level NAME")?),
                "levels" => line.levels = true,
                "threads" => {
                    let expected = "a number of threads must be a whole number from 1 to 1024";
                    line.threads =
                        arguments.parsed("--threads N", expected, |text| within(text, 1..=1024))?;
                }
                "no-bulk" => line.no_bulk = true,
                "hash" => {
                    let expected = "a size in MB must be a whole number from 1 to 65536";
                    line.hash =
                        Some(arguments.parsed("--hash MB", expected, |text| within(text, 1..=65_536))?);
                }
                "json" => line.json = true,
                _ => return Err(unexpected(&format!("--{name}"))),
            }
        }
        arguments.check_conflicts(&CONFLICTS)?;
        if line.max_depth.is_some() && line.suite.is_none() {
            return Err("--max-depth needs --suite FILE.epd".into());
        }
        Ok(Request::Run(line))
    }
}

fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Request<CommandLine>, Box<dyn Error>> {
        CommandLine::read(&mut Arguments::from_list(arguments))
    }

    fn message(arguments: &[&str]) -> String {
        read(arguments).expect_err("a wrong command line").to_string()
    }

    #[test]
    fn every_option_is_read_and_described() {
        let line = CommandLine {
            fen: Some("-".to_owned()),
            depth: Some(0),
            divide: true,
            level: Some("scalar".to_owned()),
            threads: 1024,
            no_bulk: true,
            hash: Some(65_536),
            json: true,
            ..CommandLine::default()
        };
        let options =
            "--fen - --depth 0 --divide --level scalar --threads 1024 --no-bulk --hash 65536 --json";
        let arguments: Vec<&str> = options.split(' ').collect();
        assert_eq!(read(&arguments).unwrap(), Request::Run(line));
        let suite = CommandLine {
            suite: Some("a b".into()),
            max_depth: Some(100),
            levels: true,
            ..CommandLine::default()
        };
        let arguments = ["--max-depth=100", "--suite", "a b", "--levels"];
        assert_eq!(read(&arguments).unwrap(), Request::Run(suite));
        assert_eq!(read(&[]).unwrap(), Request::Run(CommandLine::default()));
        for option in options.split(' ').chain(arguments).filter(|text| text.starts_with("--")) {
            let name = option.split('=').next().expect("a name");
            assert!(HELP.contains(&format!("      {name} ")), "{name}");
        }
    }

    #[test]
    fn help_and_version_are_printed() {
        for option in ["-h", "--help"] {
            assert_eq!(read(&[option]).unwrap(), Request::help(HELP));
        }
        for option in ["-V", "--version"] {
            let version = format!("perft (quadline) {}\n", env!("CARGO_PKG_VERSION"));
            assert_eq!(read(&[option]).unwrap(), Request::Print(version));
        }
    }

    #[test]
    fn messages_are_one_line() {
        let depth = "for '--depth N': a depth must be a whole number from 0 to 100 (see --help)";
        for text in ["five", "-1", "101", "", "1.5"] {
            assert_eq!(message(&["--depth", text]), format!("invalid value '{text}' {depth}"));
        }
        let threads =
            "for '--threads N': a number of threads must be a whole number from 1 to 1024 (see --help)";
        let size = "for '--hash MB': a size in MB must be a whole number from 1 to 65536 (see --help)";
        for text in ["two", "-1", "0", "65537", ""] {
            assert_eq!(message(&["--threads", text]), format!("invalid value '{text}' {threads}"));
            assert_eq!(message(&["--hash", text]), format!("invalid value '{text}' {size}"));
        }
        let cases: [(&[&str], &str); 9] = [
            (&["--max-depth", "3"], "--max-depth needs --suite FILE.epd"),
            (&["--suite", "a.epd", "--fen", "b"], "--suite cannot be used with --fen"),
            (&["--level", "scalar", "--levels"], "--levels cannot be used with --level"),
            (&["--divide", "--levels"], "--levels cannot be used with --divide"),
            (&["--json", "--json"], "the option --json cannot be used twice"),
            (&["--nonsense"], "unexpected argument '--nonsense'"),
            (&["positions.epd"], "unexpected argument 'positions.epd'"),
            (&["-d"], "unexpected argument '-d'"),
            (&["--suite"], "--suite FILE.epd needs a value"),
        ];
        for (arguments, expected) in cases {
            assert_eq!(message(arguments), format!("{expected} (see --help)"));
        }
    }
}
