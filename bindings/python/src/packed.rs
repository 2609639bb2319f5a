//! Packed boards of training data: the occupied squares, and four bits for each piece.

use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use quadline_rust::{Color, NibbleCodes, Position, batch};

use crate::arrays::{Any, Bytes, Output, Positions, Threads, Words, named, read, same_length};
use crate::memory::{BLOCK, in_copies, in_parts, pieces};

/// The codes of the formats.
const FORMATS: [(&str, NibbleCodes); 3] = [
    ("binpack", NibbleCodes::BINPACK),
    ("bulletformat", NibbleCodes::BULLETFORMAT),
    ("viriformat", NibbleCodes::VIRIFORMAT),
];

/// Returns the positions of packed boards. Boards that are not positions become zeros, and are returned with
/// messages. Without `most_wrong`, the boards are not checked.
#[pyfunction]
pub fn from_packed<'py>(
    py: Python<'py>,
    occupied: Any<'py>,
    nibbles: Any<'py>,
    format: Any<'py>,
    most_wrong: Option<usize>,
    threads: Threads,
) -> PyResult<(Words<'py>, Vec<(usize, String)>)> {
    let codes = named("format", &format, &FORMATS)?;
    let occupied = read::<u64>("occupied", &occupied, Some(&[None]))?;
    let nibbles = read::<u8>("nibbles", &nibbles, Some(&[None, Some(16)]))?;
    same_length("nibbles", nibbles.shape()[0], "occupied", occupied.len())?;
    let mut result = Output::positions(py, None, occupied.len())?;
    let (occupied, nibbles, out) = (occupied.as_slice()?, nibbles.as_slice()?.as_chunks().0, result.rows()?);
    let wrong = py.detach(|| {
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
    });
    Ok((result, wrong))
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

/// Returns the packed boards of positions, or the first position without one.
#[pyfunction]
pub fn to_packed<'py>(
    of: Any<'py>,
    format: Any<'py>,
    threads: Threads,
) -> PyResult<(Words<'py>, Bytes<'py>, Option<usize>)> {
    let codes = named("format", &format, &FORMATS)?;
    let of = Positions::of(&of)?;
    let (rows, count) = (of.rows()?, of.count());
    let (mut boards, mut bytes) = (Output::new(of.py(), &[count])?, Output::new(of.py(), &[count, 16])?);
    let (occupied, nibbles) = (boards.slice()?, bytes.slice()?.as_chunks_mut::<16>().0);
    // The side to move has the place of White.
    let is_relative = codes == NibbleCodes::BULLETFORMAT;
    let missing = of.py().detach(|| {
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
    });
    Ok((boards, bytes, missing))
}
