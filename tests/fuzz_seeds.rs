//! Runs the seeds of the fuzz targets through the same functions as the targets, with the stable compiler.
//! The target for C is left out, because the C library is in another workspace.

use std::fs;
use std::path::Path;

use arbitrary::{Arbitrary, Unstructured};
use facade::Facade;
use quadline_conformance::inputs;

#[path = "../fuzz/src/facade.rs"]
mod facade;
#[cfg(feature = "rayon")]
#[path = "../fuzz/src/parallel.rs"]
mod parallel;

/// Returns the seeds of a target with their file names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = files.map(|file| file.expect("a readable folder").path());
    let seeds: Vec<_> =
        paths.map(|path| (path.display().to_string(), fs::read(&path).expect("a readable file"))).collect();
    assert!(!seeds.is_empty(), "{} is empty", folder.display());
    seeds
}

fn input<'a, T: Arbitrary<'a>>((name, bytes): &'a (String, Vec<u8>)) -> T {
    println!("{name}");
    T::arbitrary_take_rest(Unstructured::new(bytes)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn equivalence() {
    seeds("equivalence").iter().for_each(|seed| input::<inputs::Equivalence>(seed).check_every_kernel());
}

#[test]
fn batch() {
    seeds("batch").iter().for_each(|seed| input::<inputs::Batch>(seed).check_every_kernel());
}

#[test]
fn square_parsing() {
    seeds("square_parsing").iter().for_each(|seed| input::<inputs::SquareParsing<'_>>(seed).check());
}

#[test]
fn fen() {
    seeds("fen").iter().for_each(|seed| input::<inputs::Fen<'_>>(seed).check());
}

#[test]
fn positions() {
    seeds("positions").iter().for_each(|seed| input::<inputs::Positions<'_>>(seed).check_every_kernel());
}

#[test]
fn moves() {
    seeds("moves").iter().for_each(|seed| input::<inputs::Moves<'_>>(seed).check());
}

#[test]
fn keys() {
    seeds("keys").iter().for_each(|seed| input::<inputs::Keys>(seed).check());
}

#[test]
fn facade() {
    seeds("facade").iter().for_each(|seed| input::<Facade<'_>>(seed).check());
}

#[cfg(feature = "rayon")]
#[test]
fn parallel() {
    seeds("parallel").iter().for_each(|seed| input::<parallel::Parallel>(seed).check());
}

#[test]
fn san() {
    seeds("san").iter().for_each(|seed| input::<inputs::Games<'_>>(seed).check_san());
}

#[test]
fn movetext() {
    seeds("movetext").iter().for_each(|seed| input::<inputs::Games<'_>>(seed).check_movetext());
}
