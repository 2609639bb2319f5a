//! Attacks of sliders, each on its own board or all on one.

use std::mem::take;

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{ParseSquareError, Square, batch};

use crate::memory::{Rows, behind, check_length, in_parts, in_square_blocks, read, write};

type Words<'py> = PyReadonlyArrayDyn<'py, u64>;
type Squares<'py> = PyReadonlyArrayDyn<'py, u8>;
type Attacks<'py> = PyReadwriteArrayDyn<'py, u64>;

/// Calls `work` for blocks of squares on several threads, each with the elements of the other arrays.
fn on_squares<O: Rows>(
    py: Python<'_>,
    squares: &[u8],
    others: O,
    threads: usize,
    work: impl Fn(&[Square], O) + Sync,
) -> PyResult<()> {
    let done: Result<(), ParseSquareError> = py.detach(|| {
        // All squares are checked first, so that nothing is written if one is invalid.
        in_square_blocks(squares, |_| {})?;
        let done = in_parts((squares, others), threads, |first, (squares, mut others)| {
            let done = in_square_blocks(squares, |squares| {
                let (these, rest) = take(&mut others).split(squares.len());
                others = rest;
                work(squares, these);
            });
            done.map_err(|error| behind(first, error))
        });
        done.into_iter().collect()
    });
    done.map_err(|error| {
        PyValueError::new_err(match error {
            ParseSquareError::Number { number, index: Some(row) } => {
                format!("row {row} of squares is {number}; squares are 0 to 63, a1 = 0, h8 = 63")
            }
            _ => error.to_string(),
        })
    })
}

/// Computes the attacks of each slider (0 rook, 1 bishop, 2 queen) on its own board.
#[pyfunction]
pub fn attacks(
    py: Python<'_>,
    piece: u8,
    squares: Squares<'_>,
    occupied: Words<'_>,
    mut out: Attacks<'_>,
    threads: usize,
) -> PyResult<()> {
    let batch = match piece {
        0 => batch::rook_attacks,
        1 => batch::bishop_attacks,
        _ => batch::queen_attacks,
    };
    let (squares, occupied) = (read("squares", &squares)?, read("occupied", &occupied)?);
    let out = write("out", &mut out)?;
    check_length("occupied", occupied.len(), squares.len())?;
    check_length("out", out.len(), squares.len())?;
    on_squares(py, squares, (occupied, out), threads, |squares, (occupied, out)| {
        batch(squares, occupied, out)
    })
}

/// Computes the attacks of each slider (0 rook, 1 bishop, 2 queen) on one board.
#[pyfunction]
pub fn attacks_on(
    py: Python<'_>,
    piece: u8,
    squares: Squares<'_>,
    occupied: u64,
    mut out: Attacks<'_>,
    threads: usize,
) -> PyResult<()> {
    let batch = match piece {
        0 => batch::rook_attacks_on,
        1 => batch::bishop_attacks_on,
        _ => batch::queen_attacks_on,
    };
    let (squares, out) = (read("squares", &squares)?, write("out", &mut out)?);
    check_length("out", out.len(), squares.len())?;
    on_squares(py, squares, out, threads, |squares, out| batch(occupied, squares, out))
}

/// Computes the attacks of a rook and of a bishop on each square, from one pass.
#[pyfunction]
pub fn rook_and_bishop_attacks(
    py: Python<'_>,
    squares: Squares<'_>,
    occupied: Words<'_>,
    mut rook: Attacks<'_>,
    mut bishop: Attacks<'_>,
    threads: usize,
) -> PyResult<()> {
    let (squares, occupied) = (read("squares", &squares)?, read("occupied", &occupied)?);
    let (rook, bishop) = (write("rook", &mut rook)?, write("bishop", &mut bishop)?);
    check_length("occupied", occupied.len(), squares.len())?;
    check_length("rook", rook.len(), squares.len())?;
    check_length("bishop", bishop.len(), squares.len())?;
    on_squares(py, squares, (occupied, (rook, bishop)), threads, |squares, (occupied, (rook, bishop))| {
        batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
    })
}
