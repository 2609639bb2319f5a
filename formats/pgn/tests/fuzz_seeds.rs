//! Runs the seeds of the fuzz target, and seeds with random changes, with the stable compiler.

use std::fs;
use std::path::Path;

use arbitrary::{Arbitrary, Unstructured};
use pgn::Pgn;

#[path = "../../../fuzz/src/pgn.rs"]
mod pgn;

/// Bytes that mean something.
const BYTES: &[u8] = b"{}()[];%*-/:\"\\ \n\r1.0eE\xef\xc2";

fn check(bytes: &[u8]) {
    Pgn::arbitrary_take_rest(Unstructured::new(bytes)).expect("enough bytes").check();
}

#[test]
fn seeds_and_changes_to_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/pgn");
    let (mut count, mut state) = (0, 1u64);
    for file in fs::read_dir(folder).expect("the seeds") {
        let path = file.expect("a readable folder").path();
        println!("{}", path.display());
        let bytes = fs::read(path).expect("a readable file");
        check(&bytes);
        let changes = if bytes.len() < 1000 { 1000 } else { 20 };
        for _ in 0..changes {
            let mut changed = bytes.clone();
            for _ in 0..3 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let at = (state >> 33) as usize % changed.len();
                let byte = BYTES[(state >> 20) as usize % BYTES.len()];
                match state >> 60 {
                    0..8 => changed[at] = byte,
                    8..13 => changed.insert(at, byte),
                    _ if changed.len() > 8 => drop(changed.remove(at)),
                    _ => {}
                }
            }
            check(&changed);
        }
        count += 1;
    }
    assert!(count >= 5);
}
