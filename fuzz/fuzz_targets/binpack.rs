//! Fuzzes the reader and the writer of training data.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Binpack;

fuzz_target!(|input: Binpack| input.check());
