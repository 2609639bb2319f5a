//! Checks that the tables of the pages match the results.

#![allow(clippy::std_instead_of_core)]

use std::path::Path;

use quadline_benches::results::{FOLDER, Results};
use quadline_benches::tables;

#[test]
fn no_table_is_stale() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    tables::check(&root).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_results_stand_as_they_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER);
    for entry in std::fs::read_dir(&folder).expect("the folder of results") {
        let file = entry.expect("a file").path();
        let results = Results::read(&file).unwrap_or_else(|error| panic!("{error}"));
        let stands = std::fs::read_to_string(&file).expect("just read");
        assert!(results.text() == stands, "{} is not as `record` writes it today", file.display());
    }
}
