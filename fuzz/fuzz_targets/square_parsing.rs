//! Fuzzes the parsing of squares from texts and bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::SquareParsing;

fuzz_target!(|input: SquareParsing| input.check());
