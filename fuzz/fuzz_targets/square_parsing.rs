//! Texts and bytes as squares.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::SquareParsing;

fuzz_target!(|input: SquareParsing| input.check());
