//! The FEN parser of the perft example.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::{Board, Fen};

fuzz_target!(|input: Fen| input.check::<Board>());
