//! Fuzzes the reading and writing of moves in SAN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadline_fuzz::Games;

fuzz_target!(|input: Games| input.check_san());
