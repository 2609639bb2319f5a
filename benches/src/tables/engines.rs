//! The rounds of the ports of engines in `benches/engines/`, which `run.py` records.

use std::path::Path;

use serde::Deserialize;

use crate::BenchError;
use crate::results::Results;

/// The file of the rounds, from the root of the project.
const FILE: &str = "benches/engines/rounds.jsonl";

/// The processor times of an engine in one round.
#[derive(Debug, Deserialize)]
pub struct Round {
    engine: String,
    cpu: String,
    target_cpu: String,
    #[serde(rename = "as it is")]
    as_it_is: f64,
    #[serde(rename = "with quadline")]
    with_quadline: f64,
}

/// Reads all rounds.
pub fn read(root: &Path) -> Result<Vec<Round>, BenchError> {
    let file = root.join(FILE);
    let text = std::fs::read_to_string(&file).map_err(BenchError::of_file(&file))?;
    let rounds = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    rounds.map_err(|error| BenchError::of_file(&file)(format!("not what `run.py` writes: {error}")))
}

/// Returns the median speed of an engine with quadline, relative to the engine as it is, on the CPU of a
/// record and built for `target_cpu`.
pub fn speed(rounds: &[Round], results: &Results, engine: &str, target_cpu: &str) -> Option<f64> {
    let is_of = |round: &&Round| {
        // The records of CPUs have the stepping as well.
        let is_on = results.machine.cpu.starts_with(round.cpu.trim_end_matches(')'));
        is_on && round.engine == engine && round.target_cpu == target_cpu
    };
    let mut speeds: Vec<f64> =
        rounds.iter().filter(is_of).map(|round| round.as_it_is / round.with_quadline).collect();
    speeds.sort_by(f64::total_cmp);
    let middle = [speeds.get(speeds.len().wrapping_sub(1) / 2)?, speeds.get(speeds.len() / 2)?];
    Some((middle[0] + middle[1]) / 2.0)
}
