//! Fuzzes every kernel for many sliders, at any length and alignment, with canaries around the output.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Batch;

fuzz_target!(|input: Batch| input.check());
