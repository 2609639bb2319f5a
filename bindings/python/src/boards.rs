//! Bitboards of positions, and bitboards as planes.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadline_rust::{Color, Position, Role};

use crate::memory::{check_length, on_threads, part, read, rows, write};

/// Twelve bitboards for each position: white's pawns, knights, bishops, rooks, queens, king, and black's.
#[pyfunction]
pub fn bitboards(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    check_length("out", out.len(), 12 * rows.len())?;
    let (out, _) = out.as_chunks_mut::<12>();
    py.detach(|| {
        let part = part(rows.len(), threads);
        on_threads(rows.chunks(part).zip(out.chunks_mut(part)).collect(), |(rows, out)| {
            for (words, out) in rows.iter().zip(out) {
                let position = Position::from_words(*words);
                for (index, board) in out.iter_mut().enumerate() {
                    *board = position.color(Color::ALL[index / 6]) & position.role(Role::ALL[index % 6]);
                }
            }
        });
    });
    Ok(())
}

/// Each bit of each board as an element: float32, uint8 or bool.
#[pyfunction]
pub fn planes(
    py: Python<'_>,
    boards: PyReadonlyArrayDyn<'_, u64>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let boards = read("boards", &boards)?;
    if let Ok(out) = out.cast::<PyArrayDyn<f32>>() {
        expand(py, boards, out.readwrite(), threads, |bit| f32::from(bit as u8))
    } else if let Ok(out) = out.cast::<PyArrayDyn<u8>>() {
        expand(py, boards, out.readwrite(), threads, |bit| bit as u8)
    } else if let Ok(out) = out.cast::<PyArrayDyn<bool>>() {
        expand(py, boards, out.readwrite(), threads, |bit| bit != 0)
    } else {
        Err(PyTypeError::new_err("planes are float32, uint8 or bool"))
    }
}

fn expand<T: Element + Send>(
    py: Python<'_>,
    boards: &[u64],
    mut out: PyReadwriteArrayDyn<'_, T>,
    threads: usize,
    element: impl Fn(u64) -> T + Sync + Send,
) -> PyResult<()> {
    let out = write("out", &mut out)?;
    check_length("out", out.len(), 64 * boards.len())?;
    let (out, _) = out.as_chunks_mut::<64>();
    py.detach(|| {
        let part = part(boards.len(), threads);
        on_threads(boards.chunks(part).zip(out.chunks_mut(part)).collect(), |(boards, out)| {
            for (board, out) in boards.iter().zip(out) {
                for (square, to) in out.iter_mut().enumerate() {
                    *to = element(board >> square & 1);
                }
            }
        });
    });
    Ok(())
}
