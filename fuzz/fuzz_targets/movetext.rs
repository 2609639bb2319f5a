//! Fuzzes the reading of movetext.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Games;

fuzz_target!(|input: Games| input.check_movetext());
