//! Attacks of sliders, each on its own board or all on one.

use std::ops::Range;

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{ParseSquareError, Square, batch};

use crate::memory::{behind, check_length, in_square_blocks, on_threads, part, read, write};

type Words<'py> = PyReadonlyArrayDyn<'py, u64>;
type Squares<'py> = PyReadonlyArrayDyn<'py, u8>;
type Attacks<'py> = PyReadwriteArrayDyn<'py, u64>;

/// Calls `work` for blocks of squares on several threads, each with its range in the part of the thread.
/// `others` contains the other arrays of each part.
fn on_squares<J: Send>(
    py: Python<'_>,
    squares: &[u8],
    part: usize,
    others: impl Iterator<Item = J>,
    work: impl Fn(&mut J, Range<usize>, &[Square]) + Sync + Send,
) -> PyResult<()> {
    let jobs: Vec<_> = squares.chunks(part).zip(others).collect();
    let done = py.detach(|| {
        // All squares are checked first, so that nothing is written if one is invalid.
        in_square_blocks(squares, |_, _| {})?;
        let done = on_threads(jobs, |(squares, mut others)| {
            in_square_blocks(squares, |at, squares| work(&mut others, at..at + squares.len(), squares))
        });
        let result =
            |(index, result): (usize, Result<_, _>)| result.map_err(|error| behind(index * part, error));
        done.into_iter().enumerate().try_for_each(result)
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
    let part = part(squares.len(), threads);
    let others = occupied.chunks(part).zip(out.chunks_mut(part));
    on_squares(py, squares, part, others, |(occupied, out), range, squares| {
        batch(squares, &occupied[range.clone()], &mut out[range]);
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
    let part = part(squares.len(), threads);
    on_squares(py, squares, part, out.chunks_mut(part), |out, range, squares| {
        batch(occupied, squares, &mut out[range]);
    })
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
    let part = part(squares.len(), threads);
    let others = occupied.chunks(part).zip(rook.chunks_mut(part).zip(bishop.chunks_mut(part)));
    on_squares(py, squares, part, others, |(occupied, (rook, bishop)), range, squares| {
        let (rook, bishop) = (&mut rook[range.clone()], &mut bishop[range.clone()]);
        batch::rook_and_bishop_attacks(squares, &occupied[range], rook, bishop);
    })
}
