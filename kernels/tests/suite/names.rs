//! The names of levels and formulas wherever a list has to have all of them.

use quadline_conformance::Kernels;
use quadline_kernels::level::{NAMES, known};

/// A file, and the levels that it has nothing to say of.
const PLACES: [(&str, &str, &[&str]); 6] = [
    ("README.md", include_str!("../../../README.md"), &[]),
    ("TESTING.md", include_str!("../../../TESTING.md"), &[]),
    ("src/level.rs", include_str!("../../../src/level.rs"), &[]),
    ("kernels/src/formula/guide.rs", include_str!("../../src/formula/guide.rs"), &[]),
    ("ci/native-levels.sh", include_str!("../../../ci/native-levels.sh"), &[]),
    // Emulates x86.
    ("ci/absent-cpus.sh", include_str!("../../../ci/absent-cpus.sh"), &["neon"]),
];

/// The text cut where no name of a level goes on.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')
}

#[test]
fn every_level_stands_in_every_list() {
    for (file, text, without) in PLACES {
        for name in NAMES.iter().filter(|name| !without.contains(name)) {
            assert!(words(text).any(|word| word == *name), "{file} says nothing of the level {name}");
        }
    }
}

#[test]
fn the_table_of_levels_has_their_names_and_no_others() {
    let rows = include_str!("../../../src/level.rs").lines().filter_map(|line| line.strip_prefix("//! | `"));
    let names: Vec<_> = rows.map(|row| row.split('`').next().unwrap_or_default()).collect();
    assert_eq!(names, NAMES);
}

/// A list that shows nothing would be proved by nothing.
#[test]
fn every_formula_for_a_line_is_shown() {
    let names: Vec<_> = Kernels::of_this_cpu().lines.iter().map(|formula| formula.name).collect();
    let expected = [
        "sbamg",
        "obstruction-difference",
        "obstruction-flip",
        "obstruction-shift",
        "obstruction-sum",
        "hyperbola-quintessence",
        "sbamg-lookup",
        "line-states",
        "line-states-compact",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_names_are_those_of_the_rows() {
    assert!(known().all(|name| NAMES.contains(&name)));
}
