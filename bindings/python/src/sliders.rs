//! Attacks of sliders, each on its own board or all on one.

use std::mem::take;

use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{ParseSquareError, Square, batch};

use crate::arrays::{Any, Out, Output, Threads, Words, board, read, read_each};
use crate::memory::{Rows, behind, in_parts, in_square_blocks};

/// Calls `work` for blocks of squares on several threads, each with the elements of the other arrays.
fn on_squares<O: Rows>(
    py: Python<'_>,
    squares: &[u8],
    others: O,
    threads: Threads,
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

/// Computes the attacks of each slider (0 rook, 1 bishop, 2 queen) on its own board, or on one board for all.
#[pyfunction]
pub fn attacks<'py>(
    py: Python<'py>,
    piece: u8,
    squares: Any<'py>,
    occupied: Any<'py>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<Words<'py>> {
    let squares = read("squares", &squares, Some(&[None]))?;
    let count = squares.len();
    if let Some(occupied) = board("occupied", &occupied)? {
        let batch = match piece {
            0 => batch::rook_attacks_on,
            1 => batch::bishop_attacks_on,
            _ => batch::queen_attacks_on,
        };
        let mut out = Output::of(py, out.as_ref(), &[count])?;
        on_squares(py, squares.as_slice()?, out.slice()?, threads, |squares, out| {
            batch(occupied, squares, out);
        })?;
        return Ok(out);
    }
    let batch = match piece {
        0 => batch::rook_attacks,
        1 => batch::bishop_attacks,
        _ => batch::queen_attacks,
    };
    let occupied = read_each("occupied", &occupied, count, "squares")?;
    let mut out = Output::of(py, out.as_ref(), &[count])?;
    let others = (occupied.as_slice()?, out.slice()?);
    on_squares(py, squares.as_slice()?, others, threads, |squares, (occupied, out)| {
        batch(squares, occupied, out);
    })?;
    Ok(out)
}

/// Computes the attacks of a rook and of a bishop on each square, from one pass.
#[pyfunction]
pub fn rook_and_bishop_attacks<'py>(
    py: Python<'py>,
    squares: Any<'py>,
    occupied: Any<'py>,
    threads: Threads,
) -> PyResult<(Words<'py>, Words<'py>)> {
    let squares = read("squares", &squares, Some(&[None]))?;
    let occupied = read_each("occupied", &occupied, squares.len(), "squares")?;
    let (mut rook, mut bishop) = (Output::new(py, &[squares.len()])?, Output::new(py, &[squares.len()])?);
    let others = (occupied.as_slice()?, (rook.slice()?, bishop.slice()?));
    on_squares(py, squares.as_slice()?, others, threads, |squares, (occupied, (rook, bishop))| {
        batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
    })?;
    Ok((rook, bishop))
}
