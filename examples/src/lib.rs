//! Code that the programs share: options on the command line, and EPD records.
//!
//! The programs of this package are its examples. A first `cargo run --example perft` compiles everything
//! that this package depends on, so it has one small dependency beside quadline.

pub mod command_line;
pub mod epd;
