//! Fuzzes the legality of single moves and their texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Moves;

fuzz_target!(|input: Moves<'_>| input.check());
