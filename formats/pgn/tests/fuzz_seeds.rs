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

/// Files of tokens whose games are about as long as the limit. What is found must not depend on the pieces in
/// which they are read.
#[test]
fn files_of_tokens_near_the_limit() {
    const TOKENS: [&str; 32] = [
        "[Event \"a\"]\n",
        "[White \"b\"]\n",
        "[A \"x\"]",
        "\n\n[B \"y\"]",
        "[Site \"x",
        "\\\"]",
        "[",
        "\"]",
        "\"",
        "\n\n",
        "\n",
        "\r\n",
        "{",
        "}",
        "{x}",
        "; y",
        "\n% z",
        "(",
        ")",
        "1. e4 ",
        "e5 ",
        "\n\n1. d4 ",
        "1-0 ",
        "1/2-1/2",
        "½",
        "*",
        "⩲",
        "…",
        "\0",
        "xxxxxxxxxxxxxxxx",
        "                ",
        "\n\n[Event \"in\"]\n[Site \"somewhere\"]\n\n1. d4 *\n",
    ];
    let mut state = 1u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % bound
    };
    for _ in 0..if cfg!(miri) { 3 } else { 20_000 } {
        let count = 1 + random(60);
        let file: String = (0..count).map(|_| TOKENS[random(TOKENS.len())]).collect();
        let limit = [random(20), random(200), random(1000)][random(3)];
        let piece = [0, 1, 6, random(256)][random(4)];
        Pgn::new(file.as_bytes(), limit as u16, piece as u8, random(300) as u16).check();
    }
    // More than what the scanner looks ahead for.
    for _ in 0..if cfg!(miri) { 0 } else { 100 } {
        let count = 1 + random(60);
        let mut file = String::new();
        for _ in 0..count {
            let token = TOKENS[random(TOKENS.len())];
            file += &token.repeat(if random(20) == 0 { 5000 / token.len() } else { 1 });
        }
        Pgn::new(file.as_bytes(), random(1000) as u16, [1, 100, 255][random(3)], random(300) as u16).check();
    }
}
