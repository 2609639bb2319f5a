//! Fuzzes the keys of positions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Keys;

fuzz_target!(|input: Keys| input.check());
