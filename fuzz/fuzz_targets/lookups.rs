//! The look-ups of a line, against the oracle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Lookups;

fuzz_target!(|input: Lookups| input.check());
