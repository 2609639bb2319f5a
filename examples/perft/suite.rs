//! Positions with known counts: EPD records such as `FEN ;D1 20 ;D2 400` or `FEN id "start"; D1 20; D2 400;`.

use std::error::Error;

use quadline::Position;
use quadline_examples::epd;

use crate::count::MAX_DEPTH;

/// The six standard test positions for move generators. The last count of each takes less than a second.
pub const SIX_POSITIONS: &str = include_str!("positions.epd");

/// A position with known counts.
#[derive(Debug)]
pub struct Known {
    /// The name that the record has as its `id`, or the number of its line.
    pub name: String,
    pub position: Position,
    /// Depths and their numbers of nodes, in the order of the record.
    pub counts: Vec<(u32, u64)>,
}

/// Parses a suite. Empty lines and lines that begin with `#` are skipped.
pub fn parse(text: &str) -> Result<Vec<Known>, Box<dyn Error>> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(number, line)| record(number, line).map_err(|error| format!("line {number}: {error}").into()))
        .collect()
}

fn record(number: usize, line: &str) -> Result<Known, Box<dyn Error>> {
    let (fen, operations) = line.split_at(epd::fen_length(line.as_bytes()));
    let mut known =
        Known { name: format!("line {number}"), position: fen.trim().parse()?, counts: Vec::new() };
    let operations = epd::operations(operations)
        .map_err(|text| format!("the operation {text:?} has an odd number of quotation marks"))?;
    for operation in operations {
        let (opcode, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        let digits = opcode.strip_prefix(['D', 'd']);
        match (opcode, digits.and_then(|digits| digits.parse().ok()), operand.trim().parse()) {
            (_, Some(depth @ 0..=MAX_DEPTH), Ok(nodes)) if opcode.starts_with('D') => {
                if known.counts.iter().any(|&(other, _)| other == depth) {
                    return Err(format!("depth {depth} occurs twice").into());
                }
                known.counts.push((depth, nodes));
            }
            ("id", ..) => known.name = operand.trim().trim_matches('"').to_owned(),
            // What begins like a count has to be one. Words such as `bm` are other operations.
            (_, None, _) if opcode.starts_with(|first: char| first.is_ascii_lowercase()) => {}
            _ => {
                let expected =
                    format!("D, a depth from 0 to {MAX_DEPTH} and the number of nodes, such as D2 400");
                return Err(format!("{operation:?} is not a node count; expected {expected}").into());
            }
        }
    }
    if known.counts.is_empty() {
        return Err("no node counts; expected FEN ;D1 20 ;D2 400".into());
    }
    Ok(known)
}
