//! Bitboards of positions, and bitboards as planes.

use numpy::{Element, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use quadline_rust::{Color, Role};

use crate::arrays::{Any, Out, Output, Positions, Threads, Words, read};
use crate::memory::{each_row, in_parts};

/// Writes twelve bitboards for each position: White's pawns, knights, bishops, rooks, queens, king, then
/// Black's.
#[pyfunction]
pub fn bitboards<'py>(of: Any<'py>, out: Out<'py>, threads: Threads) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let mut out = Output::of(of.py(), out.as_ref(), &[of.count(), 12])?;
    each_row(&of, out.slice()?.as_chunks_mut::<12>().0, threads, |_, position| {
        std::array::from_fn(|index| {
            position.color(Color::ALL[index / 6]) & position.role(Role::ALL[index % 6])
        })
    })?;
    Ok(out)
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

/// Writes each bit of each board as an element: float32, uint8 or bool.
#[pyfunction]
pub fn planes<'py>(
    py: Python<'py>,
    boards: Any<'py>,
    kind: Bound<'py, PyAny>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    let boards = read("boards", &boards, None)?;
    let array = out.as_ref().and_then(|out| out.cast::<PyUntypedArray>().ok());
    let (name, kind) = array.map_or_else(
        || PyResult::Ok(("dtype", PyArrayDescr::new(py, kind)?)),
        |array| Ok(("out", array.dtype())),
    )?;
    let shape = [boards.shape(), &[8, 8]].concat();
    if kind.is_equiv_to(&dtype::<f32>(py)) {
        return expand(py, boards.as_slice()?, Output::<f32>::of(py, out.as_ref(), &shape)?, threads);
    }
    let out = if kind.is_equiv_to(&dtype::<bool>(py)) {
        Output::bools(py, out.as_ref(), &shape)?
    } else if kind.is_equiv_to(&dtype::<u8>(py)) {
        Output::of(py, out.as_ref(), &shape)?
    } else {
        let message = format!("{name} must be float32, uint8 or bool, not {kind}");
        return Err(PyTypeError::new_err(message));
    };
    expand(py, boards.as_slice()?, out, threads)
}

fn expand<'py, T: Plane>(
    py: Python<'py>,
    boards: &[u64],
    mut out: Output<'py, T>,
    threads: Threads,
) -> PyResult<Bound<'py, PyAny>> {
    // The eight ranks of each board.
    let ranks = out.slice()?.as_chunks_mut::<8>().0.as_chunks_mut::<8>().0;
    py.detach(|| {
        in_parts((boards, ranks), threads, |_, (boards, ranks)| {
            for (board, ranks) in boards.iter().zip(ranks) {
                for (byte, rank) in board.to_le_bytes().into_iter().zip(ranks) {
                    *rank = T::RANKS[usize::from(byte)];
                }
            }
        });
    });
    Ok(out.into_pyobject(py)?)
}
