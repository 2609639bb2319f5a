//! Fuzzes every kernel of every level of this CPU against the oracle.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Equivalence;

fuzz_target!(|input: Equivalence| input.check());
