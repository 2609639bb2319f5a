//! Generates the tables of README.md and of the pages in `benches/` from the files in `benches/results/`.
//! Each table is between two comments, of which the first contains its name.

mod engines;
mod functions;
mod levels;
mod programs;

use std::path::{Path, PathBuf};

use lexopt::{Error, Parser};

use self::engines::Round;
use crate::options;
use crate::results::{FOLDER, Results};
use crate::{BenchError, print_line, write_whole};

/// The documents that contain tables.
const PAGES: [&str; 8] = [
    "README.md",
    "benches/README.md",
    "benches/pages/sliders.md",
    "benches/pages/positions.md",
    "benches/pages/threats.md",
    "benches/pages/text.md",
    "benches/pages/programs.md",
    "benches/pages/records.md",
];
const END: &str = "<!-- end of table -->";

/// The options of `tables`.
pub struct Options {
    /// The folder of the project
    root: PathBuf,
    /// Write nothing, and fail if a table is outdated
    check: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { root: ".".into(), check: false }
    }
}

impl Options {
    pub(crate) const HELP: &str = "\
Updates the tables of README.md and of the pages in benches from benches/results

Usage: quadline-benches tables [OPTIONS]

Options:
      --root FOLDER    The folder of the project [default: .]
      --check          Write nothing, and fail if a table is outdated
  -h, --help           Print this help
";

    /// Reads the options of the command.
    pub fn read(parser: &mut Parser) -> Result<Option<Self>, Error> {
        options::read(parser, Self::HELP, |options: &mut Self, name, parser| {
            match name {
                "root" => options.root = options::path(parser)?,
                "check" => options.check = true,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), BenchError> {
    if options.check { check(&options.root) } else { write(&options.root) }
}

/// Writes the pages whose tables are outdated.
pub fn write(root: &Path) -> Result<(), BenchError> {
    for Page { file, text, stands } in make(root)? {
        if text != stands {
            write_whole(&file, &text)?;
            print_line(format_args!("{}", file.display()))?;
        }
    }
    Ok(())
}

/// Fails if a table is outdated.
pub fn check(root: &Path) -> Result<(), BenchError> {
    for Page { file, text, stands } in make(root)? {
        let differ = text.lines().zip(stands.lines()).position(|(made, stands)| made != stands);
        if text != stands {
            let line = differ.map_or_else(|| stands.lines().count(), |line| line + 1);
            let reason = format!(
                "line {line} differs from the records in {FOLDER}; `cargo run --release -p quadline-benches --features all -- tables` writes it again"
            );
            return Err(BenchError::of_file(&file)(reason));
        }
    }
    Ok(())
}

/// A page with generated tables, and its current text.
struct Page {
    file: PathBuf,
    text: String,
    stands: String,
}

/// Generates all pages.
fn make(root: &Path) -> Result<Vec<Page>, BenchError> {
    let folder = root.join(FOLDER);
    if !folder.is_dir() {
        let reason = "no such folder; run this in the project's folder, or name that with --root";
        return Err(BenchError::of_file(&folder)(reason));
    }
    let (all, rounds) = (Results::read_all(&folder)?, engines::read(root)?);
    let mut pages = Vec::new();
    for page in PAGES {
        let file = root.join(page);
        let stands = std::fs::read_to_string(&file).map_err(BenchError::of_file(&file))?;
        let text = fill(&stands, &all, &rounds).map_err(BenchError::of_file(&file))?;
        pages.push(Page { file, text, stands });
    }
    Ok(pages)
}

/// Returns the text with all tables generated again.
fn fill(text: &str, all: &[Results], rounds: &[Round]) -> Result<String, String> {
    let mut made = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let name = line.strip_prefix("<!-- table: ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some(name) = name else { continue };
        let table = table(name, all, rounds).ok_or_else(|| format!("there is no table `{name}`"))?;
        if !lines.any(|line| line == END) {
            return Err(format!("table `{name}` has no line `{END}`"));
        }
        made.push('\n');
        made.push_str(table.trim_end());
        made.push_str("\n\n");
        made.push_str(END);
        made.push('\n');
    }
    Ok(made)
}

/// Returns a table of the first record, or of all.
fn table(name: &str, all: &[Results], rounds: &[Round]) -> Option<String> {
    let first = all.first()?;
    if let Some(family) = name.strip_prefix("functions of ") {
        return Some(functions::of_family(first, family));
    }
    if let Some(family) = name.strip_prefix("levels of ") {
        return Some(levels::of_family(first, family));
    }
    Some(match name {
        "functions" => functions::short_table(first),
        "kernels" => levels::kernels(first),
        "batch lengths" => levels::batch_lengths(first),
        "lower levels" => levels::lower(all),
        "machines" => levels::machines(all),
        "chart" => programs::chart(all),
        "programs" => programs::programs(all, rounds),
        "perft" => programs::perft(all),
        "search" => programs::search(all),
        _ => return None,
    })
}

/// Returns the CPU, the compiler and the date of a record.
fn caption(results: &Results) -> String {
    format!("{}, {}, {}.", results.machine.cpu, results.machine.rustc, results.date())
}

/// Formats a Markdown table, in which all columns except the first `left` are numbers.
fn markdown(header: &[String], left: usize, rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = (0..header.len()).map(|column| if column < left { "---" } else { "--:" });
    let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{rule}{body}", line(header))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_is_stale() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn an_unknown_table_and_one_without_an_end_are_errors() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER);
        let all = Results::read_all(&root).expect("the records");
        assert_eq!(fill("<!-- table: x -->\n", &all, &[]), Err("there is no table `x`".into()));
        assert!(fill("<!-- table: perft -->\n", &all, &[]).is_err_and(|reason| reason.contains("no line")));
    }
}
