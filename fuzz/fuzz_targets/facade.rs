//! Fuzzes the public functions of the crate.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Facade;

fuzz_target!(|input: Facade<'_>| input.check());
