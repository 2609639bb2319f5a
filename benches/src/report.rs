//! The report as a table.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::machine::Machine;
use crate::paired::{Case, Outcome, STEADY};
use crate::roster::{Call, Label, Origin};

/// The result of a contestant at a shape.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The name of the shape.
    pub shape: String,
    /// The contestant.
    #[serde(flatten)]
    pub label: Label,
    /// The speed relative to the reference.
    pub ratio: f64,
    /// Half the distance between the medians of the rounds, relative. This and the following fields are
    /// unknown for results that were not stored as JSON.
    pub spread: Option<f64>,
    /// The contestant whose speed is 1.00.
    pub reference: String,
    /// The time per slider or position, as an illustration.
    pub nanoseconds: Option<f64>,
    /// The time of the reference in the same blocks.
    pub reference_nanoseconds: Option<f64>,
    /// The number of pairs of blocks.
    pub pairs: Option<usize>,
    /// The clock after the blocks in gigahertz. This and the next field are `None` in older records and on
    /// targets other than x86-64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gigahertz: Option<f64>,
    /// The clock after the blocks of the reference. If it differs, each side was timed at its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_gigahertz: Option<f64>,
}

impl Row {
    /// Creates a row from a result of the harness.
    pub fn new(case: &Case<'_>, outcome: &Outcome) -> Self {
        let gigahertz = |clock| cfg!(target_arch = "x86_64").then_some(rounded(clock));
        Self {
            shape: case.workload.shape.to_string(),
            label: case.contestant.label_in(case.workload.shape),
            reference: case.reference.label.name.clone(),
            ratio: rounded(outcome.ratio),
            spread: Some(rounded(outcome.spread)),
            nanoseconds: Some(rounded(outcome.nanoseconds)),
            reference_nanoseconds: Some(rounded(outcome.reference_nanoseconds)),
            pairs: Some(outcome.pairs),
            gigahertz: gigahertz(outcome.gigahertz),
            reference_gigahertz: gigahertz(outcome.reference_gigahertz),
        }
    }

    /// Returns the clock, and that of the reference if it differs.
    fn clocks(&self) -> Option<String> {
        let (own, reference) = (self.gigahertz?, self.reference_gigahertz?);
        let other = if clock::differ(own, reference) { format!(" of {reference:.2}") } else { String::new() };
        Some(format!("{own:.2}{other}"))
    }

    fn mark(&self) -> String {
        match &self.label {
            label if label.name == self.reference => format!("{label} ="),
            label if matches!(label.origin, Origin::Kernel { default: true, .. }) => format!("{label} *"),
            label => label.to_string(),
        }
    }
}

/// Returns a figure with four digits after the point. No measurement is more precise.
pub fn rounded(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}

/// A complete run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The machine.
    pub machine: Machine,
    /// The contestant whose speed is 1.00 for sliders; the rows have their own reference.
    pub reference: String,
    /// The source of the real positions.
    pub positions: String,
    /// Sorted by shape and ratio.
    pub rows: Vec<Row>,
    /// The kernels and levels that this CPU cannot run, one line each.
    pub skipped: Vec<String>,
}

/// How the names of contestants of an earlier commit begin.
pub const BEFORE: &str = "before/";

/// The lines below the table.
const NOTES: &str = "\
* the default kernel of the level; = the reference against itself
speed: times the reference's, median over pairs of alternating blocks
±: half the distance between the medians of five rounds, or half of what the reference took more than elsewhere in the shape
!: over 5%, and not settled when measured again
GHz: the clock after the blocks, and that of the reference if it differs; each side runs at its own
ns each: per slider (attacked squares and counts: per position), here and now; compare speeds, not these
";

impl Report {
    /// Returns the lines above the table.
    pub fn head(&self) -> String {
        let Machine { cpu, platform, levels, active_level, rustc } = &self.machine;
        let mut head = String::new();
        let mut line =
            |name: &str, value: &str| writeln!(head, "{name:>10}: {value}").expect("a String takes all");
        line("CPU", &format!("{cpu}, {platform}"));
        line("levels", &format!("{} (run-time dispatch uses {active_level})", levels.join(", ")));
        line("compiler", rustc);
        line("reference", &format!("{} = 1.00", self.reference));
        if self.rows.iter().any(|row| row.reference.starts_with(BEFORE)) {
            line("", "before/NAME is NAME at the earlier commit");
        }
        let is_other = |row: &&Row| row.reference != self.reference && !row.reference.starts_with(BEFORE);
        let others = self.rows.iter().filter(is_other);
        let mut others: Vec<(&str, &str)> = others.map(|row| (&*row.shape, &*row.reference)).collect();
        others.dedup();
        for (shape, reference) in others {
            line("", &format!("{reference} = 1.00 in {shape}"));
        }
        line("positions", &self.positions);
        for skipped in &self.skipped {
            line("skipped", skipped);
        }
        head
    }

    /// Returns the table, and notes below it.
    pub fn table(&self) -> String {
        let mut lines = Vec::new();
        let mut shape = "";
        for row in &self.rows {
            if !shape.is_empty() && shape != row.shape {
                lines.push(vec![String::new(); 8]);
            }
            shape = &row.shape;
            let spread =
                |spread| format!("{:.1}%{}", spread * 100.0, if spread > STEADY { " !" } else { "" });
            let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
            lines.push(vec![
                row.shape.clone(),
                row.mark(),
                if row.label.call == Call::Single { "single".into() } else { "batch".into() },
                format!("{:.2}", row.ratio),
                or_none(row.spread.map(spread)),
                or_none(row.nanoseconds.map(|nanoseconds| format!("{nanoseconds:.2}"))),
                or_none(row.clocks()),
                or_none(row.label.table_bytes.map(thousands)),
            ]);
        }
        let columns = ["shape", "generator", "call", "speed", "±", "ns each", "GHz", "table bytes"];
        let table = text_table(columns.map(str::to_owned), 3, lines);
        format!("{table}\n\n{NOTES}")
    }
}

/// Formats a table in columns for people, in which all columns except the first `left` are numbers.
pub fn text_table(
    header: impl IntoIterator<Item = String>,
    left: usize,
    lines: impl IntoIterator<Item = Vec<String>>,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header).add_rows(lines);
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Formats 102400 as 102,400.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| str::from_utf8(group).expect("digits are ASCII"))
        .collect();
    groups.join(",")
}
