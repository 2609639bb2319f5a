//! Fuzzes the reader and the writer of games with evaluations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Viriformat;

fuzz_target!(|input: Viriformat| input.check());
