//! Generates tables of README.md, benches/README.md and benches/OTHER-KERNELS.md from the files in
//! `benches/results/`. Each table is between two comments, of which the first contains its name.

mod expect;
mod shapes;

use std::path::{Path, PathBuf};

use crate::command_line::{Arguments, Request};
use crate::options::{self, Wrong};
use crate::results::{FOLDER, Results};
use crate::{BenchError, print_line};

/// The documents that contain tables.
const PAGES: [&str; 3] = ["benches/README.md", "README.md", "benches/OTHER-KERNELS.md"];
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
Updates the tables of README.md, benches/README.md and benches/OTHER-KERNELS.md from
benches/results

Usage: quadline-benches tables [OPTIONS]

Options:
      --root FOLDER    The folder of the project [default: .]
      --check          Write nothing, and fail if a table is outdated
  -h, --help           Print this help
";

    /// Reads the options of the command.
    pub fn read(arguments: &mut Arguments) -> Result<Request<Self>, Wrong> {
        options::read(arguments, Self::HELP, |options: &mut Self, name, arguments| {
            match name {
                "root" => options.root = arguments.value("--root FOLDER")?.into(),
                "check" => options.check = true,
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), BenchError> {
    if options.check {
        return check(&options.root);
    }
    let made = make(&options.root)?;
    for Page { file, text, stands } in made {
        if text != stands {
            std::fs::write(&file, text).map_err(BenchError::of_file(&file))?;
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
    let all = Results::read_all(&folder)?;
    let mut pages = Vec::new();
    for page in PAGES {
        let file = root.join(page);
        let stands = std::fs::read_to_string(&file).map_err(BenchError::of_file(&file))?;
        let text = fill(&stands, &all).map_err(BenchError::of_file(&file))?;
        pages.push(Page { file, text, stands });
    }
    Ok(pages)
}

/// Returns the text with all tables generated again.
fn fill(text: &str, all: &[Results]) -> Result<String, String> {
    let mut made = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        made.push_str(line);
        made.push('\n');
        let name = line.strip_prefix("<!-- table: ").and_then(|rest| rest.strip_suffix(" -->"));
        let Some(name) = name else { continue };
        let table = table(name, all).ok_or_else(|| format!("there is no table `{name}`"))?;
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

/// The tables of some shapes.
#[rustfmt::skip]
const OF_SHAPES: [(&str, &[&str]); 8] = [
    ("pairs", &["random-1024", "random-65536", "four-lines"]),
    ("kinds", &["rooks", "bishops", "rook-and-bishop", "one-board"]),
    ("densities", &["sparse", "light", "half", "full"]),
    ("sliders of positions", &["positions", "positions-collected"]),
    ("whole positions",
        &["positions-counts-2048", "positions-counts", "positions-attacked-2048", "positions-attacked"]),
    ("lists of moves",
        &["positions-lists-2048", "positions-lists", "positions-successors-2048", "positions-successors"]),
    ("threats",
        &["positions-threats", "positions-threats-65536", "positions-threats-all", "positions-threats-all-65536",
          "moves-threats", "moves-threats-65536", "moves-threats-all", "moves-threats-all-65536"]),
    ("waiting", &["chain", "chain-cache-load", "cache-load"]),
];

fn table(name: &str, all: &[Results]) -> Option<String> {
    if let Some((_, shapes)) = OF_SHAPES.iter().find(|(table, _)| *table == name) {
        return Some(shapes::of(all, shapes));
    }
    Some(match name {
        "machines" => shapes::machines(all),
        "queries" => shapes::queries(all),
        "other kernels" => shapes::other_kernels(all),
        "batch lengths" => shapes::batch_lengths(all),
        "perft" => shapes::perft(all),
        "search" => expect::search(all),
        "expect" => expect::short_table(all),
        "all functions" => expect::table(all),
        "perft bars" => expect::perft_bars(all),
        "programs" => expect::programs(all),
        _ => return None,
    })
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
    fn a_table_that_nobody_knows_or_that_does_not_end_is_said() {
        assert_eq!(fill("<!-- table: x -->\n", &[]), Err("there is no table `x`".into()));
        assert!(fill("<!-- table: perft -->\n", &[]).is_err_and(|reason| reason.contains("no line")));
    }
}
