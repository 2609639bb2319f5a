//! Code that the programs share: options on the command line, EPD records, and the width of the terminal.
//!
//! The programs of this package are its examples. A first `cargo run --example perft` compiles everything
//! that this package depends on, so its dependencies are small crates without macros to derive.

pub mod command_line;
pub mod epd;

use std::io;

use terminal_size::{Width, terminal_size_of};

/// Returns the number of columns of the terminal on standard output, or `None` if that is not a terminal.
pub fn stdout_width() -> Option<usize> {
    terminal_size_of(io::stdout()).map(|(Width(width), _)| usize::from(width))
}

/// Returns the number of columns of the terminal on standard error, or `None` if that is not a terminal.
pub fn stderr_width() -> Option<usize> {
    terminal_size_of(io::stderr()).map(|(Width(width), _)| usize::from(width))
}

/// Removes the byte order mark that some programs write at the beginning of a text.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}
