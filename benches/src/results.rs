//! Stored measurements: one file per CPU in `benches/results/`, from which tables and plots are made.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::machine::Machine;
use crate::perft;
use crate::report::{Report, Row};
use crate::shapes::Shape;
use crate::{BenchError, read_json, search};

/// The folder of the files, from the root of the project.
pub const FOLDER: &str = "benches/results";

/// All measurements on a CPU.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// The short name of the CPU for headings.
    pub name: String,
    /// The source of measurements that `record` did not write.
    pub note: Option<String>,
    /// The machine at the last run of `record`.
    pub machine: Machine,
    /// In the order of [`Shape::recorded`].
    pub shapes: Vec<OfShape>,
    /// The comparison of move generators.
    pub perft: Option<Dated<perft::Report>>,
    /// One search on several libraries; older records have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<Dated<search::Report>>,
}

/// The date and the program of a measurement.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Run {
    /// Year, month and day.
    pub date: String,
    /// Hour and minute, by which records of the same day are in order, or an empty text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time: String,
    /// A hash of the program. Measurements of other builds are repeated.
    pub program: String,
    /// The compiler that built it.
    pub rustc: String,
}

/// The results at a shape.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OfShape {
    /// The name of the shape.
    pub shape: String,
    /// `None` if it was not recorded.
    pub run: Option<Run>,
    /// The source of the real positions.
    pub positions: String,
    /// The rows, by speed.
    pub rows: Vec<Row>,
}

/// Figures with their date and program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dated<R> {
    /// The date and the program.
    pub run: Run,
    /// The figures.
    pub report: R,
}

impl Run {
    /// Returns the current date and this program.
    pub fn now(machine: &Machine) -> Result<Self, BenchError> {
        use core::hash::BuildHasher;
        let file = std::env::current_exe().unwrap_or_default();
        let program = std::fs::read(&file).map_err(BenchError::of_file(&file))?;
        let hash = foldhash::quality::FixedState::default().hash_one(program);
        let now = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
        Ok(Self {
            date: now.date().to_string(),
            time: now.strftime("%H:%M").to_string(),
            program: format!("{hash:016x}"),
            rustc: machine.rustc.clone(),
        })
    }
}

impl Results {
    /// Creates empty results.
    pub fn new(machine: Machine) -> Self {
        Self { name: machine.cpu.clone(), note: None, machine, shapes: Vec::new(), perft: None, search: None }
    }

    /// Returns the file of a CPU in a folder.
    pub fn file(folder: &Path, machine: &Machine) -> PathBuf {
        folder.join(format!("{}.json", machine.slug()))
    }

    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, BenchError> {
        read_json(file, "`record`")
    }

    /// Reads all files of a folder. Complete records come first, then partial ones, then those that `record`
    /// did not write; in each group, the newest comes first. README.md shows the first.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, BenchError> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(BenchError::of_file(folder))? {
            let file = entry.map_err(BenchError::of_file(folder))?.path();
            if file.extension().is_some_and(|extension| extension == "json") {
                files.push(file);
            }
        }
        // A build for the native CPU comes after the portable one.
        files.sort_by_key(|file| file.file_stem().map(ToOwned::to_owned));
        if files.is_empty() {
            return Err(BenchError::of_file(folder)("no results in it; `record` writes them"));
        }
        let mut all = files.iter().map(|file| Self::read(file)).collect::<Result<Vec<_>, _>>()?;
        // The sort is stable.
        all.sort_by_key(|results| {
            let newest = results.newest().map(|run| (run.date.clone(), run.time.clone()));
            (results.note.is_some(), !results.is_complete(), core::cmp::Reverse(newest))
        });
        Ok(all)
    }

    /// Reads the output of `record` or `compare --json` as a report, with perft if present.
    pub fn read_report(file: &Path) -> Result<(Report, Option<perft::Report>), BenchError> {
        match Self::read(file) {
            Ok(results) => Ok((results.report(), results.perft.map(|perft| perft.report))),
            Err(_) => Ok((read_json(file, "`record` or `compare --json`")?, None)),
        }
    }

    /// Writes the file atomically.
    pub fn write(&self, file: &Path) -> Result<(), BenchError> {
        let problem = BenchError::of_file(file);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(problem)?;
        }
        let unfinished = file.with_extension("json.unfinished");
        std::fs::write(&unfinished, self.text()).map_err(problem)?;
        std::fs::rename(&unfinished, file).map_err(problem)
    }

    /// Returns JSON with one line for each row, and with indentation above.
    pub fn text(&self) -> String {
        let mut pretty = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut pretty, FourDigits::default());
        self.serialize(&mut serializer).expect("results are plain data");
        let pretty = String::from_utf8(pretty).expect("JSON is UTF-8");
        let mut text = String::new();
        let mut was_in_row = false;
        for line in pretty.lines() {
            let content = line.trim_start();
            let is_in_row = line.len() - content.len() > INDENTATION_OF_ROWS;
            if is_in_row || was_in_row {
                text.push_str(if text.ends_with(',') { " " } else { "" });
                text.push_str(content);
            } else {
                text.push_str(if text.is_empty() { "" } else { "\n" });
                text.push_str(line);
            }
            was_in_row = is_in_row;
        }
        text + "\n"
    }

    /// Returns a report with the rows of all shapes.
    pub fn report(&self) -> Report {
        let rows: Vec<Row> = self.shapes.iter().flat_map(|shape| shape.rows.iter().cloned()).collect();
        let reference = self.shapes.first().and_then(|shape| shape.rows.first());
        Report {
            machine: self.machine.clone(),
            reference: reference.map_or_else(|| "pext".into(), |row| row.reference.clone()),
            positions: self.shapes.first().map_or_else(String::new, |shape| shape.positions.clone()),
            rows,
            skipped: Vec::new(),
        }
    }

    /// Returns whether all measurements of `record` are present.
    pub fn is_complete(&self) -> bool {
        let has = |shape: Shape| self.shapes.iter().any(|own| own.shape == shape.to_string());
        self.perft.is_some() && self.search.is_some() && Shape::recorded().all(has)
    }

    /// Returns the newest measurement of a shape.
    fn newest(&self) -> Option<&Run> {
        let runs = self.shapes.iter().filter_map(|shape| shape.run.as_ref());
        runs.max_by_key(|run| (&run.date, &run.time))
    }

    /// Returns the date of the newest measurement, or an empty text.
    pub fn date(&self) -> &str {
        self.newest().map(|run| run.date.as_str()).unwrap_or_default()
    }

    /// Returns the row of a contestant at a shape.
    pub fn row(&self, shape: &str, contestant: &str) -> Option<&Row> {
        let of_shape = self.shapes.iter().find(|of_shape| of_shape.shape == shape)?;
        of_shape.rows.iter().find(|row| row.label.name == contestant)
    }
}

/// The indentation of the rows in results, a list of shapes, a shape, and its list of rows.
const INDENTATION_OF_ROWS: usize = 2 * 4;

/// A JSON formatter with indentation, and with four digits after the point. No measurement is more precise.
#[derive(Default)]
struct FourDigits(PrettyFormatter<'static>);

macro_rules! forward_to_pretty_formatter {
    ($($method:ident($($first:ident: bool)?);)*) => {$(
        fn $method<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $first: bool)?) -> io::Result<()> {
            self.0.$method(writer $(, $first)?)
        }
    )*};
}

impl Formatter for FourDigits {
    forward_to_pretty_formatter! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }

    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:.4}")
    }
}
