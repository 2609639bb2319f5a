//! Boards drawn side by side, for messages.

use std::fmt::Write;

use quadline_kernels::{Bitboard, Square};

/// Draws boards side by side, each below its name and number.
pub fn draw(boards: &[(&str, u64)]) -> String {
    let mut drawing = String::new();
    let mut row = |cell: &dyn Fn(&str, u64) -> String| {
        let cells: Vec<String> =
            boards.iter().map(|&(name, board)| format!("{:<20}", cell(name, board))).collect();
        writeln!(drawing, "{}", cells.concat().trim_end()).expect("a string takes everything");
    };
    row(&|name, _| name.to_string());
    row(&|_, board| format!("{board:#018x}"));
    for rank in 0..8 {
        row(&|_, board| Bitboard(board).to_string().lines().nth(rank).unwrap_or_default().to_string());
    }
    drawing
}

/// Panics unless the boards are equal. The message shows both of them and the occupied squares.
#[inline]
#[track_caller]
pub(crate) fn assert_same(
    kernel: &str,
    what: &str,
    square: Square,
    occupied: u64,
    found: u64,
    expected: u64,
) {
    if found != expected {
        differ(kernel, what, square, occupied, found, expected);
    }
}

#[cold]
#[track_caller]
fn differ(kernel: &str, what: &str, square: Square, occupied: u64, found: u64, expected: u64) -> ! {
    let boards = [("occupied", occupied), ("expected", expected), ("found", found)];
    panic!("{kernel}: {what}, slider on {square}\n{}", draw(&boards));
}
