//! Fuzzes the parsing of FENs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Fen;

fuzz_target!(|input: Fen| input.check());
