//! Packed boards of training data: the occupied squares, and four bits for each piece.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{Color, NibbleCodes, Position, batch};

use crate::memory::{BLOCK, check_length, in_copies, in_parts, pieces, read, rows, write};

/// Returns the codes of a format.
fn codes_of(name: &str) -> PyResult<NibbleCodes> {
    Ok(match name {
        "binpack" => NibbleCodes::BINPACK,
        "bulletformat" => NibbleCodes::BULLETFORMAT,
        "viriformat" => NibbleCodes::VIRIFORMAT,
        _ => return Err(PyValueError::new_err(format!("no format {name:?}"))),
    })
}

/// Writes the positions of packed boards. Returns the boards that are not positions, which become zeros, with
/// messages. Without `most_wrong`, the boards are not checked.
#[pyfunction]
pub fn from_packed(
    py: Python<'_>,
    occupied: PyReadonlyArrayDyn<'_, u64>,
    nibbles: PyReadonlyArrayDyn<'_, u8>,
    format: &str,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    most_wrong: Option<usize>,
    threads: usize,
) -> PyResult<Vec<(usize, String)>> {
    let (occupied, codes) = (read("occupied", &occupied)?, codes_of(format)?);
    let (nibbles, _) = read("nibbles", &nibbles)?.as_chunks::<16>();
    let (out, _) = write("out", &mut out)?.as_chunks_mut::<8>();
    check_length("nibbles", nibbles.len(), occupied.len())?;
    check_length("out", out.len(), occupied.len())?;
    Ok(py.detach(|| {
        let mut wrong = in_parts(((occupied, nibbles), out), threads, |first, boards| {
            let (mut positions, mut wrong) = ([Position::START; BLOCK], Vec::new());
            for (block, ((occupied, nibbles), out)) in pieces(boards, BLOCK) {
                let positions = &mut positions[..out.len()];
                if let Some(most_wrong) = most_wrong {
                    read_checked(occupied, nibbles, &codes, positions, |row, reason| {
                        if wrong.len() < most_wrong {
                            wrong.push((first + block + row, reason()));
                        }
                    });
                } else {
                    batch::from_nibbles_unchecked(occupied, nibbles, &codes, positions);
                }
                for (to, from) in out.iter_mut().zip(&*positions) {
                    *to = *from.words();
                }
            }
            wrong
        })
        .concat();
        wrong.truncate(most_wrong.unwrap_or(0));
        wrong
    }))
}

/// Reads boards. Those that are not positions become zeros and are passed to `tell`.
fn read_checked(
    occupied: &[u64],
    nibbles: &[[u8; 16]],
    codes: &NibbleCodes,
    positions: &mut [Position],
    mut tell: impl FnMut(usize, &dyn Fn() -> String),
) {
    let mut first = 0;
    while let Err((index, error)) =
        batch::from_nibbles(&occupied[first..], &nibbles[first..], codes, &mut positions[first..])
    {
        let row = first + index;
        positions[row] = Position::from_words([0; 8]);
        tell(row, &|| error.to_string());
        first = row + 1;
    }
}

/// Writes the packed boards of positions. Returns the first position without one, if there is any.
#[pyfunction]
pub fn to_packed(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    format: &str,
    mut occupied: PyReadwriteArrayDyn<'_, u64>,
    mut nibbles: PyReadwriteArrayDyn<'_, u8>,
    threads: usize,
) -> PyResult<Option<usize>> {
    let (rows, codes) = (rows(&positions)?, codes_of(format)?);
    let occupied = write("occupied", &mut occupied)?;
    let (nibbles, _) = write("nibbles", &mut nibbles)?.as_chunks_mut::<16>();
    check_length("occupied", occupied.len(), rows.len())?;
    check_length("nibbles", nibbles.len(), rows.len())?;
    // The side to move has the place of White.
    let is_relative = format == "bulletformat";
    Ok(py.detach(|| {
        let missing = in_parts((rows, (occupied, nibbles)), threads, |first, (rows, (occupied, nibbles))| {
            let (mut own, mut missing) = ([Position::START; BLOCK], None);
            in_copies(rows, BLOCK, |at, positions| {
                for (own, position) in own.iter_mut().zip(positions) {
                    let is_turned = is_relative && position.side_to_move() == Color::Black;
                    *own = if is_turned { position.mirrored() } else { *position };
                }
                if missing.is_none() {
                    let (own, block) = (&own[..positions.len()], at..at + positions.len());
                    let found =
                        batch::to_nibbles(own, &codes, &mut occupied[block.clone()], &mut nibbles[block]);
                    missing = found.err().map(|row| first + at + row);
                }
            });
            missing
        });
        missing.into_iter().flatten().min()
    }))
}
