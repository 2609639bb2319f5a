//! Tables of ratios, with a line for each contestant and a column for each shape and CPU.

use super::markdown;
use crate::paired::STEADY;
use crate::perft;
use crate::report::{Row, free_functions, thousands};
use crate::results::{Dated, Results};
use crate::roster::Call;
use crate::shapes::{BATCH_LENGTHS, FEW, MANY, Shape};
use crate::whole::{Query, Task};

/// Formats the speed of a contestant, with its spread if that is large.
fn speed(row: &Row) -> String {
    with_spread(row.ratio, row.spread.unwrap_or(0.0))
}

/// Returns a ratio, with its spread if that is large.
pub fn with_spread(ratio: f64, spread: f64) -> String {
    if spread > STEADY { format!("{ratio:.2} ±{:.0}%", 100.0 * spread) } else { format!("{ratio:.2}") }
}

fn rows<'a>(results: &'a Results, shape: &str) -> &'a [Row] {
    let of_shape = results.shapes.iter().find(|of_shape| of_shape.shape == shape);
    of_shape.map_or(&[], |of_shape| &of_shape.rows)
}

/// Returns the table of the default kernels and the peers.
pub fn of(all: &[Results], shapes: &[&str]) -> String {
    table(all, shapes, |row| !row.label.origin.is_alternative())
}

/// Returns the table of the kernels that are not a default, which callers only get by name.
pub fn other_kernels(all: &[Results]) -> String {
    table(all, &["random-1024", "random-65536"], |row| row.label.origin.is_alternative())
}

fn table(all: &[Results], shapes: &[&str], shown: impl Fn(&Row) -> bool) -> String {
    let columns: Vec<(&str, &Results)> = shapes
        .iter()
        .flat_map(|&shape| all.iter().map(move |results| (shape, results)))
        .filter(|(shape, results)| rows(results, shape).iter().any(&shown))
        .collect();
    if columns.is_empty() {
        return "Not recorded yet.".into();
    }
    // Sorted by the first column, then contestants that are in the second only, and so on.
    let mut contestants: Vec<&Row> = Vec::new();
    for (shape, results) in &columns {
        for row in rows(results, shape).iter().filter(|row| shown(row)) {
            if contestants.iter().all(|known| known.label.name != row.label.name) {
                contestants.push(row);
            }
        }
    }
    let mut header = vec!["generator".to_owned(), "table bytes".into()];
    header.extend(columns.iter().map(|(shape, results)| format!("{shape}<br>{}", results.name)));
    let mut lines = Vec::new();
    let mut of_reference = vec!["*1.00 is*".to_owned(), String::new()];
    of_reference.extend(columns.iter().map(|(shape, results)| {
        let reference = rows(results, shape).iter().find(|row| row.label.name == row.reference);
        reference.and_then(|row| row.nanoseconds).map_or_else(String::new, |time| format!("*{time:.2} ns*"))
    }));
    if of_reference.iter().skip(2).any(|cell| !cell.is_empty()) {
        lines.push(of_reference);
    }
    for contestant in contestants {
        let name = &contestant.label.name;
        let bytes = contestant.label.table_bytes.map_or_else(|| "-".into(), thousands);
        let mut line = vec![format!("`{name}`"), bytes];
        line.extend(
            columns.iter().map(|(shape, results)| results.row(shape, name).map_or_else(String::new, speed)),
        );
        lines.push(line);
    }
    markdown(&header, 1, &lines)
}

/// Returns the table of the queries about positions: the time of the reference, and each level's speed
/// relative to it.
pub fn queries(all: &[Results]) -> String {
    let mut text = String::new();
    for results in all {
        let asked = Query::ALL.iter().flat_map(|&query| [(query, FEW), (query, MANY)]);
        let mut lines = Vec::new();
        for (query, count) in asked {
            let rows = rows(results, &Shape::Whole(Task::Each(query), count).to_string());
            let Some(reference) = rows.iter().find(|row| row.label.name == row.reference) else { continue };
            let row = query.row();
            let of_many = row.of_many.map(|function| format!("`batch::{function}`"));
            // Two queries may call the same function.
            let has_function = |other: &&Query| other.row().of_one == row.of_one;
            let of_one = match Query::ALL.iter().filter(has_function).count() {
                1 => format!("`{}`", row.of_one),
                _ => format!("`{}` ({query})", row.of_one),
            };
            let functions = [
                (Some(of_one), "one-position"),
                (Some(format!("separate calls for `{}`", row.of_one)), "separate-calls"),
                (of_many, "many-positions"),
            ];
            for (function, name) in functions {
                let Some(function) = function else { continue };
                let named = |name: &str| rows.iter().find(|row| row.label.name == name);
                let at_levels = results.machine.levels.iter().map(|level| named(&format!("{level}/{name}")));
                let method = named("quadline/position").filter(|_| name == "one-position");
                if method.is_none() && at_levels.clone().all(|row| row.is_none()) {
                    continue;
                }
                let time = reference.nanoseconds.map_or_else(String::new, |time| format!("{time:.1} ns"));
                let mut line = vec![function, thousands(count), format!("{} {time}", reference.label.name)];
                line.push(method.map_or_else(String::new, speed));
                line.extend(at_levels.map(|row| row.map_or_else(String::new, speed)));
                lines.push(line);
            }
        }
        if lines.is_empty() {
            continue;
        }
        let mut header =
            vec![results.name.clone(), "positions".into(), "1.00 is".into(), "`Position`".into()];
        header.extend(results.machine.levels.iter().map(|level| format!("`{level}`")));
        text.push_str(&markdown(&header, 1, &lines));
        text.push('\n');
    }
    if text.is_empty() { "Not recorded yet.".into() } else { text }
}

/// Returns the table that explains the columns of the other tables.
pub fn machines(all: &[Results]) -> String {
    let header =
        ["column", "CPU", "levels", "compiler", "measured", "positions", "a queen by the free function"];
    let lines = all.iter().map(|results| {
        let runs = results.shapes.iter().filter_map(|shape| shape.run.as_ref());
        let mut dates: Vec<&str> = runs.map(|run| run.date.as_str()).collect();
        dates.sort_unstable();
        dates.dedup();
        let measured = results.note.clone().unwrap_or_else(|| dates.join(", "));
        let rows = results.shapes.iter().flat_map(|shape| &shape.rows);
        let positions = results.shapes.iter().map(|shape| shape.positions.clone()).next();
        vec![
            results.name.clone(),
            format!("{}, {}", results.machine.cpu, results.machine.platform),
            results.machine.levels.join(", "),
            results.machine.rustc.clone(),
            measured,
            positions.unwrap_or_default(),
            free_functions(rows, &results.machine.active_level).join("; "),
        ]
    });
    markdown(&header.map(ToOwned::to_owned), header.len(), &lines.collect::<Vec<_>>())
}

/// Returns the speed of each level's batch by its length.
pub fn batch_lengths(all: &[Results]) -> String {
    let mut header = vec!["CPU".to_owned(), "level".into()];
    header.extend(BATCH_LENGTHS.map(|length| length.to_string()));
    let mut lines = Vec::new();
    for results in all {
        for level in &results.machine.levels {
            let of_length = |length| {
                rows(results, &format!("batch-{length}"))
                    .iter()
                    .find(|row| row.label.call == Call::Batch && row.label.origin.is_default_of(level))
            };
            if BATCH_LENGTHS.iter().any(|&length| of_length(length).is_some()) {
                let mut line = vec![results.name.clone(), format!("`{level}`")];
                line.extend(BATCH_LENGTHS.map(|length| of_length(length).map_or_else(String::new, speed)));
                lines.push(line);
            }
        }
    }
    markdown(&header, 2, &lines)
}

/// Returns the table of move generators: the relative speed, then million nodes per second.
pub fn perft(all: &[Results]) -> String {
    let mut text = String::new();
    for results in all {
        let Some(Dated { run, report }) = &results.perft else { continue };
        let mut header = vec![format!("{}, {}", results.name, run.date)];
        header
            .extend(report.positions().iter().map(|(position, depth)| format!("{position}, depth {depth}")));
        header.push("geometric mean".into());
        let mut generators = report.generators();
        generators.sort_by(|one, other| report.geometric_mean(other).total_cmp(&report.geometric_mean(one)));
        let cell = |row: &perft::Row| {
            let nodes = thousands(row.million_nodes_per_second.round() as usize);
            format!("{} ({nodes})", with_spread(row.ratio, row.spread))
        };
        let lines = generators
            .into_iter()
            .map(|generator| [vec![format!("`{generator}`")], report.line(generator, cell)].concat());
        text.push_str(&markdown(&header, 1, &lines.collect::<Vec<_>>()));
        text.push('\n');
    }
    text
}
