//! Fuzzes the functions that use all cores.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Parallel;

fuzz_target!(|input: Parallel| input.check());
