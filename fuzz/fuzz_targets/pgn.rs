//! Fuzzes the reader of files of games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Pgn;

fuzz_target!(|input: Pgn| input.check());
