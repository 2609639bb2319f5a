//! Perft suites: EPD records with known counts as operations, `FEN ;D1 20 ;D2 400` or `FEN D1 20; D2 400;`.

use core::fmt;

use quadline::{ParseFenError, Position};
use quadline_examples::epd;

use crate::perft::MAX_DEPTH;

/// A line of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteLine {
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// The position as written in the file.
    pub fen: String,
    /// The position.
    pub position: Position,
    /// Depths and their node counts, in the order of the line.
    pub counts: Vec<(u32, u64)>,
}

/// The error if a line is invalid. `Display` writes one line that begins with the number of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// The problem.
    pub problem: LineProblem,
}

/// A problem of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// The position is invalid.
    Fen(ParseFenError),
    /// There are no counts.
    NoCounts,
    /// A part is not a depth with a count.
    Count(String),
    /// A depth occurs twice.
    RepeatedDepth(u32),
    /// The string of an operation is not closed.
    OpenString(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.line)?;
        match &self.problem {
            LineProblem::Fen(error) => write!(f, "{error}"),
            LineProblem::NoCounts => f.write_str("no node counts; expected FEN ;D1 20 ;D2 400"),
            LineProblem::Count(text) => write!(
                f,
                "{text:?} is not a node count; expected D with a depth from 0 to {MAX_DEPTH} and the number of nodes after \
                 each ';', such as ;D2 400"
            ),
            LineProblem::RepeatedDepth(depth) => write!(f, "depth {depth} occurs twice"),
            LineProblem::OpenString(text) => {
                write!(f, "the operation {text:?} has an odd number of quotation marks")
            }
        }
    }
}

impl core::error::Error for SuiteError {}

/// Parses a suite. Empty lines and lines that begin with `#` are skipped, and so is a byte order mark.
pub fn parse_suite(text: &str) -> Result<Vec<SuiteLine>, SuiteError> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            parse_line(number, line).map_err(|problem| SuiteError { line: number, problem })
        })
        .collect()
}

fn parse_line(number: usize, line: &str) -> Result<SuiteLine, LineProblem> {
    let (fen, operations) = line.split_at(epd::fen_length(line.as_bytes()));
    let fen = fen.trim();
    let position = fen.parse().map_err(LineProblem::Fen)?;
    let operations = epd::operations(operations).map_err(|text| LineProblem::OpenString(text.to_owned()))?;
    let mut counts = Vec::new();
    for operation in operations.into_iter().filter(|operation| !is_other_operation(operation)) {
        let (depth, nodes) =
            parse_count(operation).ok_or_else(|| LineProblem::Count(operation.to_owned()))?;
        if counts.iter().any(|&(other, _)| other == depth) {
            return Err(LineProblem::RepeatedDepth(depth));
        }
        counts.push((depth, nodes));
    }
    if counts.is_empty() {
        return Err(LineProblem::NoCounts);
    }
    Ok(SuiteLine { number, fen: fen.to_owned(), position, counts })
}

/// Returns whether an operation is no node count, such as `bm e4` or `c0 "comment"`. What resembles a count,
/// such as `d2 400`, is none of these.
fn is_other_operation(operation: &str) -> bool {
    let opcode = operation.split_whitespace().next().unwrap_or_default();
    let is_depth = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_digit());
    let resembles_count = opcode.starts_with('D') || opcode.strip_prefix('d').is_some_and(is_depth);
    opcode.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !resembles_count
}

/// Parses text such as `D2 400`.
fn parse_count(part: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let depth: u32 = depth.parse().ok()?;
    if depth > MAX_DEPTH { None } else { Some((depth, nodes.trim_start().parse().ok()?)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

    fn message(text: &str) -> String {
        parse_suite(text).expect_err(text).to_string()
    }

    #[test]
    fn lines_comments_and_line_ends() {
        let text = format!("# kings\n\n{KINGS} ;D1 5 ;D2 25\r\n4k3/8/8/8/8/8/8/4K3 b - -; D3 170;\n");
        let suite = parse_suite(&text).expect("a suite");
        assert_eq!(suite.len(), 2);
        assert_eq!((suite[0].number, suite[0].fen.as_str()), (3, KINGS));
        assert_eq!(suite[0].counts, [(1, 5), (2, 25)]);
        assert_eq!((suite[1].number, suite[1].counts.as_slice()), (4, [(3, 170)].as_slice()));
        assert_eq!(parse_suite(""), Ok(Vec::new()));
        assert_eq!(parse_suite(&format!("\u{feff}{text}")), Ok(suite));
    }

    #[test]
    fn other_operations_of_an_epd_are_skipped() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
        let other = "bm Ke2; id \"a; D1 6\"; c0 \"text\"; acd 3";
        for line in [
            format!("{fen} bm Ke2; D1 5;"),
            format!("{fen} D1 5; {other};"),
            format!("{fen} {other}; D1 5"),
            format!("{fen} ;{other};D1 5"),
            format!("{fen} 0 1 {other}; D1 5"),
        ] {
            let suite = parse_suite(&line).expect(&line);
            assert_eq!((suite.len(), suite[0].counts.as_slice()), (1, [(1, 5)].as_slice()), "{line}");
            assert!(suite[0].fen.starts_with(fen) && !suite[0].fen.contains('m'), "{line}");
        }
        assert_eq!(message(&format!("{fen} {other}")), "1: no node counts; expected FEN ;D1 20 ;D2 400");
        assert_eq!(
            message(&format!("{fen} id \"x; D1 5")),
            "1: the operation \"id \\\"x; D1 5\" has an odd number of quotation marks"
        );
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(
            message(&format!("{KINGS} ;D1 5\n{KINGS}\n")),
            "2: no node counts; expected FEN ;D1 20 ;D2 400"
        );
        let count = |part: &str| message(&format!("\n{KINGS} ;D1 5 ;{part}"));
        for part in [
            "D2",
            "D2 x",
            "D2 -1",
            "2 400",
            "Dx 4",
            "D101 4",
            "D2 400 3",
            "D2 99999999999999999999",
            "d2 400",
            "D 4",
            "2",
            "é 4",
        ] {
            let message = count(part);
            assert!(message.starts_with(&format!("2: {part:?} is not a node count; ")), "{message}");
        }
        assert_eq!(count("D1 5"), "2: depth 1 occurs twice");
        let fen = message("4k3/8/8/8/8/8/4K3 w - - 0 1 ;D1 5");
        assert!(fen.starts_with("1: piece placement (field 1): found 7 ranks instead of 8"), "{fen}");
    }
}
