//! Positions, from texts and from words: every function for them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Positions;

fuzz_target!(|input: Positions| input.check());
