//! The names of levels and formulas, wherever a list must have all of them.

use std::collections::HashSet;

use quadline_conformance::Kernels;
use quadline_kernels::level::{NAMES, known};

/// Where the levels must be listed: a file, how to find a level in it, and the levels that it leaves out.
struct Place {
    file: &'static str,
    text: &'static str,
    lists: fn(text: &str, level: &str) -> bool,
    without: &'static [&'static str],
}

const PLACES: [Place; 6] = [
    Place { file: "README.md", text: include_str!("../../../README.md"), lists: first_column, without: &[] },
    Place { file: "TESTING.md", text: include_str!("../../../TESTING.md"), lists: any_column, without: &[] },
    Place {
        file: "src/level.rs",
        text: include_str!("../../../src/level.rs"),
        lists: first_column,
        without: &[],
    },
    Place {
        file: "kernels/src/formula/guide.rs",
        text: include_str!("../../src/formula/guide.rs"),
        lists: any_column,
        without: &[],
    },
    Place {
        file: "ci/native-levels.sh",
        text: include_str!("../../../ci/native-levels.sh"),
        lists: in_a_list,
        without: &[],
    },
    // It emulates x86.
    Place {
        file: "ci/absent-cpus.sh",
        text: include_str!("../../../ci/absent-cpus.sh"),
        lists: in_a_list,
        without: &["neon"],
    },
];

/// Returns the cells of the rows of a table, without the marks of code and of documentation comments.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(|line| line.trim_start_matches("//!").trim());
    let rows = lines.filter(|line| line.starts_with('|') && !line.contains("--"));
    rows.map(|row| row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`')).collect())
}

fn first_column(text: &str, level: &str) -> bool {
    rows(text).any(|row| row[0] == level)
}

/// Returns whether a cell of a table is the level, or a list that has it.
fn any_column(text: &str, level: &str) -> bool {
    rows(text).any(|row| row.iter().any(|cell| in_a_list(cell, level)))
}

/// Returns whether the level is in a list that is separated by commas.
fn in_a_list(text: &str, level: &str) -> bool {
    let names = text.split(|letter: char| letter.is_whitespace() || ",;=$+`\"".contains(letter));
    names.into_iter().any(|name| name == level)
}

#[test]
fn every_level_is_in_every_list() {
    let mut missing = Vec::new();
    for place in PLACES {
        for level in NAMES.iter().filter(|level| !place.without.contains(level)) {
            if !(place.lists)(place.text, level) {
                missing.push(format!("{} does not list the level {level}", place.file));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_table_of_levels_has_their_names_and_no_others() {
    let rows = include_str!("../../../src/level.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
    let names: Vec<_> = rows.map(|row| row.split('`').next().unwrap_or_default()).collect();
    assert_eq!(names, NAMES);
}

/// A list that shows nothing would prove nothing.
#[test]
fn the_formulas_have_names_of_their_own() {
    let kernels = Kernels::of_this_cpu();
    let names: HashSet<_> = kernels.lines.iter().map(|formula| formula.name).collect();
    assert!(!names.is_empty() && names.len() == kernels.lines.len(), "{names:?}");
}

#[test]
fn the_names_are_those_of_the_rows() {
    assert!(known().all(|name| NAMES.contains(&name)));
}

/// The interface that `quadline-kernels` promises is formulas, the names of lanes, and levels. The rest is public for
/// `quadline` and for the tests, and hidden.
#[test]
fn only_formulas_lanes_and_levels_are_published() {
    let lines: Vec<_> = include_str!("../../src/lib.rs").lines().collect();
    let published = lines.windows(2).filter(|pair| pair[0] != "#[doc(hidden)]");
    let published = published.filter_map(|pair| pair[1].strip_prefix("pub mod ")?.strip_suffix(';'));
    assert_eq!(published.collect::<Vec<_>>(), ["formula", "lanes", "level", "reference"]);
}
