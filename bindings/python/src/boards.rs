//! Bitboards of positions, and bitboards as planes.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadline_rust::{Color, Role};

use crate::memory::{check_length, each_row, in_parts, read, rows, write};

/// Writes twelve bitboards for each position: White's pawns, knights, bishops, rooks, queens, king, then
/// Black's.
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
    each_row(py, rows, out, threads, |_, position| {
        std::array::from_fn(|index| {
            position.color(Color::ALL[index / 6]) & position.role(Role::ALL[index % 6])
        })
    })
}

/// The type of the elements of a plane.
trait Plane: Element + Copy + Send + 'static {
    /// The eight elements for each byte of a rank, whose lowest bit is the a-file.
    const RANKS: &'static [[Self; 8]; 256];
}

macro_rules! planes {
    ($($element:ty: $zero:literal $one:literal;)*) => {$(
        impl Plane for $element {
            const RANKS: &'static [[Self; 8]; 256] = &{
                let mut ranks = [[$zero; 8]; 256];
                let mut index = 0;
                while index < 8 * 256 {
                    if index / 8 >> (index % 8) & 1 == 1 {
                        ranks[index / 8][index % 8] = $one;
                    }
                    index += 1;
                }
                ranks
            };
        }
    )*};
}

planes! {
    f32: 0.0 1.0;
    u8: 0 1;
}

/// Writes each bit of each board as an element: float32 or uint8.
#[pyfunction]
pub fn planes(
    py: Python<'_>,
    boards: PyReadonlyArrayDyn<'_, u64>,
    out: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<()> {
    let boards = read("boards", &boards)?;
    if let Ok(out) = out.cast::<PyArrayDyn<f32>>() {
        expand(py, boards, out.readwrite(), threads)
    } else if let Ok(out) = out.cast::<PyArrayDyn<u8>>() {
        expand(py, boards, out.readwrite(), threads)
    } else {
        Err(PyTypeError::new_err("planes are float32 or uint8"))
    }
}

fn expand<T: Plane>(
    py: Python<'_>,
    boards: &[u64],
    mut out: PyReadwriteArrayDyn<'_, T>,
    threads: usize,
) -> PyResult<()> {
    let out = write("out", &mut out)?;
    check_length("out", out.len(), 64 * boards.len())?;
    // The eight ranks of each board.
    let (out, _) = out.as_chunks_mut::<8>().0.as_chunks_mut::<8>();
    py.detach(|| {
        in_parts((boards, out), threads, |_, (boards, out)| {
            for (board, ranks) in boards.iter().zip(out) {
                for (byte, rank) in board.to_le_bytes().into_iter().zip(ranks) {
                    *rank = T::RANKS[usize::from(byte)];
                }
            }
        });
    });
    Ok(())
}
