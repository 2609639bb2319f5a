//! The command line.

use core::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Parser;

use crate::perft::MAX_DEPTH;

/// Counts the positions after legal moves (perft), with quadline's move generator
///
/// Without arguments, it counts the six well-known test positions, which takes some seconds.
#[derive(Parser, Clone, PartialEq, Eq, Debug)]
#[command(
    name = "perft",
    after_help = "\
Exit status: 0 if all counts are as expected, 1 if one is not, 2 if the input is wrong or the
output cannot be written, 130 after Control-C.

The environment variable QUADLINE_LEVEL names the level to use without --level or --levels.

Examples:
  perft --depth 6
  perft --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -' --depth 4 --divide
  perft --suite positions.epd --max-depth 4 --levels
  perft --depth 8 --threads 8 --hash 1024"
)]
pub struct CommandLine {
    /// The position to count from [default: the starting position]
    ///
    /// A FEN with six fields, or the first four. Castling rights are KQkq, or in Chess960 the files of the
    /// rooks (HAha).
    #[arg(long, value_name = "FEN", conflicts_with = "suite", allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// The number of moves [default: 5, with --fen or --divide]
    #[arg(long, value_name = "N", value_parser = parse_depth, conflicts_with = "suite", allow_negative_numbers = true)]
    pub depth: Option<u32>,

    /// Print the count below each legal move, in UCI notation
    #[arg(long, conflicts_with_all = ["suite", "levels"])]
    pub divide: bool,

    /// Compare with the known counts in a file, whose lines are FEN ;D1 20 ;D2 400
    #[arg(long, value_name = "FILE.epd")]
    pub suite: Option<PathBuf>,

    /// Count the positions of a suite to this depth only [default: all depths in the file]
    #[arg(long, value_name = "N", value_parser = parse_depth, requires = "suite", allow_negative_numbers = true)]
    pub max_depth: Option<u32>,

    /// Use this level of quadline [default: the best one that the CPU supports]
    #[arg(long, value_name = "NAME", conflicts_with = "levels")]
    pub level: Option<String>,

    /// Repeat the count at every level that the CPU supports
    #[arg(long)]
    pub levels: bool,

    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads, allow_negative_numbers = true)]
    pub threads: usize,

    /// Make the last move, too, instead of counting legal moves
    #[arg(long)]
    pub no_bulk: bool,

    /// Store counts in a hash table of this size in MB [default: no table]
    #[arg(long, value_name = "MB", value_parser = parse_megabytes, allow_negative_numbers = true)]
    pub hash: Option<usize>,

    /// Print JSON instead of a table
    #[arg(long)]
    pub json: bool,
}

impl CommandLine {
    /// Parses the arguments. An error is a message of one line; `--help` prints and exits.
    pub fn read() -> Result<CommandLine, String> {
        CommandLine::try_parse()
            .map_err(|error| if error.use_stderr() { one_line(&error) } else { error.exit() })
    }
}

/// Returns the first paragraph of clap's message, without the prefix that `main` writes.
fn one_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let paragraph = rendered.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.trim_start_matches("error:").split_whitespace().collect();
    format!("{} (see --help)", words.join(" "))
}

fn parse_depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth) if depth <= MAX_DEPTH => Ok(depth),
        _ => Err(format!("a depth must be a whole number from 0 to {MAX_DEPTH}")),
    }
}

fn parse_threads(text: &str) -> Result<usize, String> {
    parse_within(text, 1..=1024, "a number of threads")
}

fn parse_megabytes(text: &str) -> Result<usize, String> {
    parse_within(text, 1..=65_536, "a size in MB")
}

fn parse_within(text: &str, range: RangeInclusive<usize>, what: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("{what} must be a whole number from {} to {}", range.start(), range.end())),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn message(arguments: &[&str]) -> String {
        let arguments = ["perft"].iter().chain(arguments);
        one_line(&CommandLine::try_parse_from(arguments).expect_err("a wrong command line"))
    }

    #[test]
    fn the_definition_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn messages_are_one_line() {
        let depth = "for '--depth <N>': a depth must be a whole number from 0 to 100 (see --help)";
        for text in ["five", "-1", "101", "", "1.5"] {
            assert_eq!(message(&["--depth", text]), format!("invalid value '{text}' {depth}"));
        }
        let threads =
            "for '--threads <N>': a number of threads must be a whole number from 1 to 1024 (see --help)";
        let size = "for '--hash <MB>': a size in MB must be a whole number from 1 to 65536 (see --help)";
        for text in ["two", "-1", "0", "65537", ""] {
            assert_eq!(message(&["--threads", text]), format!("invalid value '{text}' {threads}"));
            assert_eq!(message(&["--hash", text]), format!("invalid value '{text}' {size}"));
        }
        let cases: [(&[&str], &str); 5] = [
            (&["--max-depth", "3"], "--suite <FILE.epd>"),
            (&["--suite", "a.epd", "--fen", "b"], "--fen"),
            (&["--level", "scalar", "--levels"], "--levels"),
            (&["--nonsense"], "--nonsense"),
            (&["--suite"], "--suite <FILE.epd>"),
        ];
        for (arguments, named) in cases {
            let message = message(arguments);
            assert!(message.lines().count() == 1 && message.contains(named), "{message}");
        }
    }
}
