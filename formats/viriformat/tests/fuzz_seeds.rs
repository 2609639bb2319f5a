//! Runs the seeds of the fuzz target with the stable compiler.

use std::fs;
use std::path::Path;

use crate::viriformat::Viriformat;
use arbitrary::{Arbitrary, Unstructured};

#[path = "../../../fuzz/src/viriformat.rs"]
mod viriformat;

#[test]
fn seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/viriformat");
    let mut count = 0;
    for file in fs::read_dir(folder).expect("the seeds") {
        let path = file.expect("a readable folder").path();
        println!("{}", path.display());
        let bytes = fs::read(path).expect("a readable file");
        Viriformat::arbitrary_take_rest(Unstructured::new(&bytes)).expect("enough bytes").check();
        count += 1;
    }
    assert!(count >= 5);
}
