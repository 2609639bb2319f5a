//! Sliders, each on its own board or all on one.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{ParseSquareError, Square, batch};

use crate::memory::{check_length, on_threads, part, read, write};

type Words<'py> = PyReadonlyArrayDyn<'py, u64>;
type Squares<'py> = PyReadonlyArrayDyn<'py, u8>;
type Attacks<'py> = PyReadwriteArrayDyn<'py, u64>;

fn checked(squares: &[u8]) -> PyResult<&[Square]> {
    Square::slice_from_bytes(squares).map_err(|error| {
        PyValueError::new_err(match error {
            ParseSquareError::Number { number, index: Some(row) } => {
                format!("row {row} of squares is {number}; squares are 0 to 63, a1 = 0, h8 = 63")
            }
            _ => error.to_string(),
        })
    })
}

/// The attacks of each slider (0 rook, 1 bishop, 2 queen) on its own board.
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
    let squares = checked(read("squares", &squares)?)?;
    let (occupied, out) = (read("occupied", &occupied)?, write("out", &mut out)?);
    check_length("occupied", occupied.len(), squares.len())?;
    check_length("out", out.len(), squares.len())?;
    py.detach(|| {
        let part = part(squares.len(), threads);
        let jobs = squares.chunks(part).zip(occupied.chunks(part)).zip(out.chunks_mut(part)).collect();
        on_threads(jobs, |((squares, occupied), out)| batch(squares, occupied, out));
    });
    Ok(())
}

/// The attacks of each slider (0 rook, 1 bishop, 2 queen) on one board.
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
    let squares = checked(read("squares", &squares)?)?;
    let out = write("out", &mut out)?;
    check_length("out", out.len(), squares.len())?;
    py.detach(|| {
        let part = part(squares.len(), threads);
        let jobs = squares.chunks(part).zip(out.chunks_mut(part)).collect();
        on_threads(jobs, |(squares, out)| batch(occupied, squares, out));
    });
    Ok(())
}

/// The attacks of a rook and of a bishop on each square, from one pass.
#[pyfunction]
pub fn rook_and_bishop_attacks(
    py: Python<'_>,
    squares: Squares<'_>,
    occupied: Words<'_>,
    mut rook: Attacks<'_>,
    mut bishop: Attacks<'_>,
    threads: usize,
) -> PyResult<()> {
    let squares = checked(read("squares", &squares)?)?;
    let occupied = read("occupied", &occupied)?;
    let (rook, bishop) = (write("rook", &mut rook)?, write("bishop", &mut bishop)?);
    check_length("occupied", occupied.len(), squares.len())?;
    check_length("rook", rook.len(), squares.len())?;
    check_length("bishop", bishop.len(), squares.len())?;
    py.detach(|| {
        let part = part(squares.len(), threads);
        let outputs = rook.chunks_mut(part).zip(bishop.chunks_mut(part));
        let jobs = squares.chunks(part).zip(occupied.chunks(part)).zip(outputs).collect();
        on_threads(jobs, |((squares, occupied), (rook, bishop))| {
            batch::rook_and_bishop_attacks(squares, occupied, rook, bishop);
        });
    });
    Ok(())
}
