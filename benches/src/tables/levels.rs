//! The tables of the levels: the speed of each shape at each level, and the calls at which a lower level is
//! faster.

use super::functions::{METHODS, best_and_common, of_level};
use super::markdown;
use crate::machine::Machine;
use crate::paired::STEADY;
use crate::report::{Row, thousands};
use crate::results::Results;
use crate::roster::{Call, Origin};
use crate::shapes::{BATCH_LENGTHS, Shape};

/// Returns a ratio, with its spread if that is large.
pub fn with_spread(ratio: f64, spread: f64) -> String {
    if spread > STEADY { format!("{ratio:.2} ±{:.0}%", 100.0 * spread) } else { format!("{ratio:.2}") }
}

fn speed(row: Option<&Row>) -> String {
    row.map_or_else(String::new, |row| with_spread(row.ratio, row.spread.unwrap_or(0.0)))
}

/// Returns the speed of the shapes of a family at each level, and that of the peers.
pub fn of_family(results: &Results, family: &str) -> String {
    let levels = &results.machine.levels;
    let mut lines = Vec::new();
    for shape in Shape::all().filter(|shape| shape.family() == family).map(|shape| shape.to_string()) {
        let rows = results.rows(&shape);
        let Some(reference) = rows.iter().find(|row| row.label.name == row.reference) else { continue };
        for call in [Call::Single, Call::Batch] {
            let cells: Vec<_> =
                levels.iter().map(|level| speed(of_level(results, &shape, level, call))).collect();
            let public = |name: &str| rows.iter().find(|row| row.label.name == name);
            let public = match (call, family) {
                (Call::Single, "sliders") => public("quadline/single"),
                (Call::Single, _) => public(METHODS),
                (Call::Batch, _) => public("quadline/batch"),
            };
            if public.is_none() && cells.iter().all(String::is_empty) {
                continue;
            }
            let time = reference.nanoseconds.map_or_else(String::new, |time| format!(" {time:.1} ns"));
            let is_peer =
                |row: &&Row| row.label.origin == Origin::Peer && row.label.name != reference.label.name;
            let peers = rows.iter().filter(is_peer);
            let peers: Vec<_> = peers.map(|row| format!("{} {:.2}", row.label.name, row.ratio)).collect();
            let peers = if call == Call::Single { peers.join(", ") } else { String::new() };
            let name = if call == Call::Single { "" } else { ", many in a call" };
            let mut line = vec![format!("`{shape}`{name}"), format!("{}{time}", reference.label.name)];
            line.push(speed(public));
            line.extend(cells);
            line.push(peers);
            lines.push(line);
        }
    }
    let mut header = vec!["shape".to_owned(), "1.00 is".into(), "without a level".into()];
    header.extend(levels.iter().map(|level| format!("`{level}`")));
    header.push("peers".into());
    markdown(&header, 2, &lines)
}

/// Returns the kernels and peers at one shape: the default kernels of every level, and the others at the best level,
/// the common one and the lowest.
pub fn kernels(results: &Results) -> String {
    let levels = &results.machine.levels;
    let mut all_of = best_and_common(results);
    all_of.extend(levels.last().map(String::as_str));
    let is_shown = |row: &&Row| {
        let is_default = matches!(row.label.origin, Origin::Kernel { default: true, .. });
        let level = row.label.name.split('/').next().unwrap_or_default();
        is_default || all_of.contains(&level) || !levels.iter().any(|other| other == level)
    };
    let lines: Vec<Vec<String>> = results
        .rows(&Shape::MAIN[0].to_string())
        .iter()
        .filter(is_shown)
        .map(|row| {
            let in_random_order = results.row(&Shape::MAIN[1].to_string(), &row.label.name);
            let bytes = row.label.table_bytes.map_or_else(String::new, thousands);
            let mark =
                if matches!(row.label.origin, Origin::Kernel { default: true, .. }) { " *" } else { "" };
            vec![format!("`{}`{mark}", row.label.name), bytes, speed(Some(row)), speed(in_random_order)]
        })
        .collect();
    let header = ["kernel or peer", "table bytes"].map(str::to_owned).into_iter();
    let header: Vec<_> = header.chain(Shape::MAIN.map(|shape| shape.to_string())).collect();
    markdown(&header, 1, &lines)
}

/// Returns the speed of each level's batch by its length.
pub fn batch_lengths(results: &Results) -> String {
    let mut header = vec!["level".to_owned()];
    header.extend(BATCH_LENGTHS.map(|length| length.to_string()));
    let line = |level: &String| {
        let at = |length| speed(of_level(results, &format!("batch-{length}"), level, Call::Batch));
        [vec![format!("`{level}`")], BATCH_LENGTHS.map(at).into()].concat()
    };
    markdown(&header, 1, &results.machine.levels.iter().map(line).collect::<Vec<_>>())
}

/// Returns the calls at which a level with fewer features takes less than 1/1.03 of the time of the level
/// that the CPU selects, for each CPU.
pub fn lower(all: &[Results]) -> String {
    let mut lines = Vec::new();
    for results in all {
        let Some((selected, below)) = results.machine.levels.split_first() else { continue };
        for shape in &results.shapes {
            for call in [Call::Single, Call::Batch] {
                let ratio = |level| Some(of_level(results, &shape.shape, level, call)?.ratio);
                let Some(own) = ratio(selected) else { continue };
                let others = below.iter().filter_map(|level| Some((ratio(level)?, level)));
                let best = others.max_by(|(one, _), (other, _)| one.total_cmp(other));
                if let Some((ratio, level)) = best.filter(|(ratio, _)| *ratio > 1.03 * own) {
                    let call = if call == Call::Single { "one" } else { "many" };
                    let time = format!("{:.2}", own / ratio);
                    lines.push(vec![
                        results.name.clone(),
                        format!("`{}`", shape.shape),
                        call.into(),
                        format!("`{level}`"),
                        time,
                    ]);
                }
            }
        }
    }
    let header = ["CPU", "shape", "in a call", "faster level", "its time"].map(str::to_owned);
    markdown(&header, 4, &lines)
}

/// Returns the table of the records.
pub fn machines(all: &[Results]) -> String {
    let header = ["CPU", "platform", "levels", "compiler", "measured", "commit"].map(str::to_owned);
    let lines = all.iter().map(|results| {
        let Machine { cpu, platform, levels, rustc, .. } = &results.machine;
        let commits = results.shapes.iter().map(|shape| shape.run.commit.clone());
        let mut commits: Vec<String> = commits.filter(|commit| !commit.is_empty()).collect();
        commits.sort();
        commits.dedup();
        let commits = if commits.is_empty() { "earlier".into() } else { commits.join(", ") };
        let date = results.date().to_owned();
        vec![cpu.clone(), platform.clone(), levels.join(", "), rustc.clone(), date, commits]
    });
    markdown(&header, header.len(), &lines.collect::<Vec<_>>())
}
