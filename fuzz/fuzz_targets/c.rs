//! Fuzzes the functions of the C library.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::C;

fuzz_target!(|input: C<'_>| input.check());
