//! Output: tables and mismatches.

use core::fmt;
use core::time::Duration;

use anstyle::{AnsiColor, Style};
use jzon::{JsonValue, object};

/// A row of the result table.
#[derive(Clone, Debug)]
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
    pub time: Duration,
    /// The level.
    pub level: &'static str,
}

impl Row {
    /// Returns the row as a JSON object.
    pub fn json(&self) -> JsonValue {
        let Self { position, depth, nodes, expected, time, level } = self;
        object! {
            "position": position.as_str(),
            "depth": *depth,
            "nodes": *nodes,
            "expected": *expected,
            "seconds": time.as_secs_f64(),
            "level": *level,
        }
    }

    /// Returns the columns of the table.
    fn cells(&self) -> [String; COLUMNS.len()] {
        [
            self.position.clone(),
            self.depth.to_string(),
            self.nodes.to_string(),
            self.expected.map_or("-".to_owned(), |expected| expected.to_string()),
            duration(self.time),
            million_nodes_per_second(self.nodes, self.time),
            self.level.to_owned(),
        ]
    }

    /// Returns green if the count matches the known one, and red if it does not.
    fn style(&self) -> Style {
        match self.expected {
            Some(expected) if expected == self.nodes => RIGHT,
            Some(_) => WRONG,
            None => Style::new(),
        }
    }
}

/// The headings of the columns.
const COLUMNS: [&str; 7] = ["position", "depth", "nodes", "expected", "time", "Mnodes/s", "level"];

/// The style of errors. The streams of `anstream` remove it if the terminal has no colors.
pub const WRONG: Style = AnsiColor::Red.on_default();
const HEADING: Style = Style::new().bold();
const RIGHT: Style = AnsiColor::Green.on_default();

/// Returns the rows as a table with a bold header. Rows with a known count are green if it matches, and red
/// if not. If the table is wider than the terminal, there is a line for each cell.
pub fn colored_table(rows: &[Row], width: usize) -> String {
    let cells: Vec<[String; COLUMNS.len()]> = rows.iter().map(Row::cells).collect();
    let header = COLUMNS.map(str::to_owned);
    let widths: [usize; COLUMNS.len()] = core::array::from_fn(|column| {
        let width = |row: &[String; COLUMNS.len()]| row[column].chars().count();
        cells.iter().map(width).fold(width(&header), usize::max)
    });
    let table_width = widths.iter().sum::<usize>() + GAP * (COLUMNS.len() - 1);
    if table_width > width {
        return rows.iter().zip(cells).map(|(row, cells)| colored_list(&cells, row.style())).collect();
    }

    let line = |cells: &[String; COLUMNS.len()], style: Style| {
        let padded: [String; COLUMNS.len()] = core::array::from_fn(|column| {
            let (cell, width) = (&cells[column], widths[column]);
            // Names are on the left, and numbers on the right.
            if column == 0 || column == COLUMNS.len() - 1 {
                format!("{cell:width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        format!("{style}{}{style:#}\n", padded.join(&" ".repeat(GAP)).trim_end())
    };
    let [thin, thick] = ["─", "═"].map(|line| line.repeat(table_width) + "\n");
    let rows = rows.iter().zip(&cells).map(|(row, cells)| line(cells, row.style()));
    let header = thin.clone() + &line(&header, HEADING) + &thick;
    header + &rows.collect::<String>() + &thin
}

/// The number of spaces between two columns.
const GAP: usize = 2;

/// Returns a row as a list, with the position as its heading.
fn colored_list(cells: &[String; COLUMNS.len()], style: Style) -> String {
    let width = COLUMNS.map(str::len).into_iter().fold(0, usize::max);
    let lines = COLUMNS.iter().zip(cells).skip(1);
    let lines = lines.map(|(name, cell)| format!("  {name:width$}  {style}{cell}{style:#}\n"));
    format!("{HEADING}{}{HEADING:#}\n", cells[0]) + &lines.collect::<String>()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(expected: Option<u64>) -> Row {
        Row {
            position: "start".to_owned(),
            depth: 3,
            nodes: 8_902,
            expected,
            time: Duration::from_micros(100),
            level: "scalar",
        }
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn a_table_has_a_line_per_row() {
        let (thin, thick) = ("─".repeat(59), "═".repeat(59));
        let expected = format!(
            "{thin}\n\
             position  depth  nodes  expected     time  Mnodes/s  level\n\
             {thick}\n\
             start         3   8902         -  0.10 ms      89.0  scalar\n\
             start         3   8902      8902  0.10 ms      89.0  scalar\n\
             {thin}\n"
        );
        let rows = [row(None), row(Some(8_902))];
        for width in [59, 80, usize::MAX] {
            assert_eq!(plain(&colored_table(&rows, width)), expected);
        }
    }

    #[test]
    fn a_narrow_terminal_gets_a_line_per_cell() {
        let long =
            Row { position: "position 5".to_owned(), nodes: u64::MAX, level: "avx512-vbmi", ..row(None) };
        let text = plain(&colored_table(&[row(Some(8_902)), long], 40));
        let expected = "start\n  depth     3\n  nodes     8902\n  expected  8902\n  time      0.10 ms\n  \
                        Mnodes/s  89.0\n  level     scalar\nposition 5\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert_eq!(text.lines().count(), 14);
        assert!(colored_table(&[row(Some(1))], 40).contains("\u{1b}[31m8902\u{1b}[0m"));
    }

    #[test]
    fn right_rows_are_green_and_wrong_rows_are_red() {
        let colored = colored_table(&[row(Some(8_902)), row(Some(8_903)), row(None)], 80);
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
    }

    #[test]
    fn json_keeps_every_digit() {
        let row = Row { nodes: u64::MAX, ..row(None) };
        let expected = "{\"position\":\"start\",\"depth\":3,\"nodes\":18446744073709551615,\"expected\":null,\
                        \"seconds\":0.0001,\"level\":\"scalar\"}";
        assert_eq!(row.json().dump(), expected);
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
