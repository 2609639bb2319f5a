//! Stored measurements: one file per CPU in `benches/results/`, from which the pages are made.

use core::cmp::Reverse;
use core::hash::Hasher;
use std::hash::DefaultHasher;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::machine::Machine;
use crate::report::Row;
use crate::shapes::Shape;
use crate::{BenchError, perft, read_json, search, write_whole};

/// The folder of the files, from the root of the project.
pub const FOLDER: &str = "benches/results";

/// All measurements on a CPU.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Results {
    /// The short name of the CPU for headings.
    pub name: String,
    /// The machine at the last run of `record`.
    pub machine: Machine,
    /// In the order of [`Shape::recorded`].
    pub shapes: Vec<OfShape>,
    /// The comparison of move generators.
    pub perft: Option<Dated<perft::Report>>,
    /// One search on several libraries.
    pub search: Option<Dated<search::Report>>,
    /// The same search with an evaluation that weighs threats.
    #[serde(default)]
    pub search_with_threats: Option<Dated<search::Report>>,
}

/// The date and the program of a measurement.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Run {
    /// Year, month and day.
    pub date: String,
    /// The commit, with `-dirty` if files were changed, or an empty text.
    #[serde(default)]
    pub commit: String,
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
    /// The date and the program.
    pub run: Run,
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
        let file = std::env::current_exe().unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        hasher.write(&std::fs::read(&file).map_err(BenchError::of_file(&file))?);
        let describe = ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"];
        let commit = Command::new("git").args(describe).output();
        let commit = commit.ok().filter(|output| output.status.success());
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        Ok(Self {
            date: now.split('T').next().unwrap_or_default().into(),
            commit: commit.map_or_else(String::new, |git| String::from_utf8_lossy(&git.stdout).trim().into()),
            program: format!("{:016x}", hasher.finish()),
            rustc: machine.rustc.clone(),
        })
    }
}

impl Results {
    /// Creates empty results.
    pub fn new(machine: Machine) -> Self {
        let (name, shapes) = (machine.cpu.clone(), Vec::new());
        Self { name, machine, shapes, perft: None, search: None, search_with_threats: None }
    }

    /// Returns the file of a CPU in a folder.
    pub fn file(folder: &Path, machine: &Machine) -> PathBuf {
        folder.join(format!("{}.json", machine.slug()))
    }

    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, BenchError> {
        read_json(file, "`record`")
    }

    /// Reads all files of a folder: complete records first, then those with the most levels, then the newest.
    /// The pages show the first.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, BenchError> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(BenchError::of_file(folder))? {
            let file = entry.map_err(BenchError::of_file(folder))?.path();
            if file.extension().is_some_and(|extension| extension == "json") {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(BenchError::of_file(folder)("no results in it; `record` writes them"));
        }
        // The second sort is stable.
        files.sort();
        let mut all = files.iter().map(|file| Self::read(file)).collect::<Result<Vec<_>, _>>()?;
        all.sort_by_key(|results| {
            let (levels, date) = (results.machine.levels.len(), results.date().to_owned());
            (!results.is_complete(), Reverse(levels), Reverse(date))
        });
        Ok(all)
    }

    /// Writes the file in one step.
    pub fn write(&self, file: &Path) -> Result<(), BenchError> {
        write_whole(file, &self.text())
    }

    /// Returns JSON with one line for each row of a shape.
    pub fn text(&self) -> String {
        let shapes = self.shapes.iter().map(|shape| {
            let rows: Vec<String> = shape.rows.iter().map(json).collect();
            let OfShape { shape, run, positions, .. } = shape;
            let (shape, run, positions) = (json(shape), json(run), json(positions));
            format!(
                "{{\"shape\": {shape}, \"run\": {run}, \"positions\": {positions}, \"rows\": [\n{}]}}",
                rows.join(",\n")
            )
        });
        let Self { name, machine, perft, search, search_with_threats, .. } = self;
        let fields = [
            ("name", json(name)),
            ("machine", json(machine)),
            ("shapes", format!("[\n{}]", shapes.collect::<Vec<_>>().join(",\n"))),
            ("perft", json(perft)),
            ("search", json(search)),
            ("search_with_threats", json(search_with_threats)),
        ];
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// Returns whether all measurements of `record` are present.
    pub fn is_complete(&self) -> bool {
        self.perft.is_some()
            && self.search.is_some()
            && Shape::recorded().all(|shape| !self.rows(&shape.to_string()).is_empty())
    }

    /// Returns the date of the newest measurement, or an empty text.
    pub fn date(&self) -> &str {
        self.shapes.iter().map(|shape| shape.run.date.as_str()).max().unwrap_or_default()
    }

    /// Returns the rows of a shape.
    pub fn rows(&self, shape: &str) -> &[Row] {
        let of_shape = self.shapes.iter().find(|of_shape| of_shape.shape == shape);
        of_shape.map_or(&[], |of_shape| &of_shape.rows)
    }

    /// Returns the row of a contestant at a shape.
    pub fn row(&self, shape: &str, contestant: &str) -> Option<&Row> {
        self.rows(shape).iter().find(|row| row.label.name == contestant)
    }
}

/// Returns plain data as JSON in one line.
fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("results are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(cpu: &str) -> Results {
        let levels = vec!["avx2".to_owned()];
        Results::new(Machine {
            cpu: cpu.into(),
            platform: "linux x86_64".into(),
            levels,
            active_level: "avx2".into(),
            rustc: "rustc".into(),
        })
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER);
        for results in Results::read_all(&root).expect("the records") {
            let again: Results = serde_json::from_str(&results.text()).expect("JSON");
            assert_eq!(again.text(), results.text(), "{}", results.name);
        }
    }

    #[test]
    fn a_record_that_cannot_be_written_leaves_the_former_one() {
        let folder = std::env::temp_dir().join(format!("quadline-results-{}", std::process::id()));
        let file = folder.join("cpu.json");
        results("former").write(&file).expect("written");
        results("new").write(&file).expect("written again");
        assert_eq!(Results::read(&file).expect("a record").name, "new");
        // A folder cannot be replaced by a file.
        let taken = folder.join("taken");
        std::fs::create_dir(&taken).expect("a folder");
        let error = results("new").write(&taken).expect_err("a folder").to_string();
        assert!(error.contains("taken"), "{error}");
        let left: Vec<_> = std::fs::read_dir(&folder).expect("the folder").collect();
        assert_eq!(left.len(), 2, "{left:?}");
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
