//! Output: tables, mismatches, progress.

use core::fmt;
use core::time::Duration;
use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, TableComponent, presets};
use indicatif::{
    HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use serde::{Serialize, Serializer};

/// A row of the result table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the position or of the total.
    pub position: String,
    /// The depth.
    pub depth: u32,
    /// The counted nodes.
    pub nodes: u64,
    /// The expected nodes, if known.
    pub expected: Option<u64>,
    /// The elapsed time.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
    /// The level.
    pub level: &'static str,
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// The style of errors. The streams of `anstream` remove it if the terminal has no colors.
pub const WRONG: Style = AnsiColor::Red.on_default();
const HEADING: Style = Style::new().bold();
const RIGHT: Style = AnsiColor::Green.on_default();

/// Returns the rows as a table with a bold header. Rows with a known count are green if it matches, and red
/// if not.
pub fn colored_table(rows: &[Row]) -> String {
    let styles = rows.iter().map(|row| match row.expected {
        Some(expected) if expected == row.nodes => RIGHT,
        Some(_) => WRONG,
        None => Style::new(),
    });
    // A line above the header, one below it, and one at the end.
    let plain = Style::new();
    let styles = [plain, HEADING, plain].into_iter().chain(styles).chain([plain]);
    table(rows).lines().zip(styles).map(|(line, style)| format!("{style}{line}{style:#}\n")).collect()
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
    // Horizontal lines around the table and under its header are enough.
    for line in [TableComponent::HorizontalLines, TableComponent::MiddleIntersections] {
        table.remove_style(line);
    }
    table.set_header(["position", "depth", "nodes", "expected", "time", "Mnodes/s", "level"]);
    for row in rows {
        table.add_row([
            row.position.clone(),
            row.depth.to_string(),
            row.nodes.to_string(),
            row.expected.map_or("-".to_owned(), |expected| expected.to_string()),
            duration(row.time),
            million_nodes_per_second(row.nodes, row.time),
            row.level.to_owned(),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(5) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Formats a time in seconds, or in milliseconds if it is less than one second.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.2} ms", 1e3 * seconds) } else { format!("{seconds:.2} s") }
}

/// Formats the node rate.
pub fn million_nodes_per_second(nodes: u64, time: Duration) -> String {
    // A count can take less time than the resolution of the clock.
    let seconds = time.as_secs_f64().max(1e-9);
    format!("{:.1}", nodes as f64 / seconds / 1e6)
}

/// A wrong count. `Display` writes one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The name of the position, or file and line.
    pub place: String,
    /// The position.
    pub fen: String,
    /// The depth.
    pub depth: u32,
    /// The level.
    pub level: &'static str,
    /// The counted nodes.
    pub nodes: u64,
    /// The expected nodes.
    pub expected: u64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { place, fen, depth, level, nodes, expected } = self;
        write!(f, "{place}: depth {depth}: got {nodes}, expected {expected} (level {level}): {fen}")
    }
}

/// All progress bars.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Creates a progress bar on standard error, which indicatif hides unless that is a terminal.
pub fn progress_bar(length: u64) -> ProgressBar {
    let left = |state: &ProgressState, text: &mut dyn fmt::Write| {
        // An error of the terminal cannot be reported.
        let _ = text.write_str(&time_left(state.pos(), state.len().unwrap_or(0), state.elapsed()));
    };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}{left}: {msg}")
        .expect("a valid template")
        .with_key("left", left);
    BARS.add(ProgressBar::new(length).with_style(style))
}

/// Estimates the remaining time from the parts that are done. Returns an empty text unless these are enough for an
/// estimate: at least one, and a fiftieth of all.
fn time_left(done: u64, all: u64, elapsed: Duration) -> String {
    if done == 0 || done.saturating_mul(50) < all {
        return String::new();
    }
    let left = elapsed.mul_f64(all.saturating_sub(done) as f64 / done as f64);
    format!(", {:#} left", HumanDuration(left))
}

/// Removes all progress bars.
pub fn clear_bars() {
    // Without a terminal, there is nothing to clear.
    let _ = BARS.clear();
    BARS.set_draw_target(ProgressDrawTarget::hidden());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_per_row() {
        let row = Row {
            position: "start".to_owned(),
            depth: 3,
            nodes: 8_902,
            expected: None,
            time: Duration::from_micros(100),
            level: "scalar",
        };
        let text = table(&[row.clone(), Row { expected: Some(8_902), ..row }]).to_string();
        let cells: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.contains("start"))
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(cells[0], ["start", "3", "8902", "-", "0.10", "ms", "89.0", "scalar"]);
        assert_eq!(cells[1], ["start", "3", "8902", "8902", "0.10", "ms", "89.0", "scalar"]);
    }

    #[test]
    fn right_rows_are_green_and_wrong_rows_are_red() {
        let row = |expected| Row {
            position: "start".to_owned(),
            depth: 3,
            nodes: 8_902,
            expected,
            time: Duration::from_micros(100),
            level: "scalar",
        };
        let rows = [row(Some(8_902)), row(Some(8_903)), row(None)];
        let colored = colored_table(&rows);
        let lines: Vec<&str> = colored.lines().collect();
        assert_eq!(lines.len(), 7);
        for (line, color) in [(1, "\u{1b}[1m"), (3, "\u{1b}[32m"), (4, "\u{1b}[31m")] {
            assert!(
                lines[line].starts_with(color) && lines[line].ends_with("\u{1b}[0m"),
                "{:?}",
                lines[line]
            );
        }
        assert!(!lines[5].contains('\u{1b}'), "{:?}", lines[5]);
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), format!("{}\n", table(&rows)));
    }

    #[test]
    fn the_remaining_time_is_not_guessed_from_nothing() {
        let seconds = Duration::from_secs;
        for done in [0, 7] {
            assert_eq!(time_left(done, 400, seconds(1)), "");
        }
        assert_eq!(time_left(0, 0, seconds(1)), "");
        assert_eq!(time_left(8, 400, seconds(1)), ", 49s left");
        assert_eq!(time_left(1, 20, seconds(2)), ", 38s left");
        assert_eq!(time_left(400, 400, seconds(9)), ", 0s left");
    }

    #[test]
    fn no_time_is_no_division_by_zero() {
        assert_eq!(million_nodes_per_second(0, Duration::ZERO), "0.0");
    }

    #[test]
    fn a_mismatch_names_everything_in_one_line() {
        let mismatch = Mismatch {
            place: "suite.epd:7".to_owned(),
            fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned(),
            depth: 2,
            level: "scalar",
            nodes: 25,
            expected: 26,
        };
        let text = "suite.epd:7: depth 2: got 25, expected 26 (level scalar): 4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(mismatch.to_string(), text);
    }
}
