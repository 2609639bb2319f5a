//! Fuzzes every function for positions, with positions from texts and from words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Positions;

fuzz_target!(|input: Positions| input.check());
