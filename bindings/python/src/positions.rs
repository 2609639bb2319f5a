//! Conversions and computations for positions.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadline_rust::{ChecksAndPins, ParseFenError, Position, Setup, batch};

use crate::memory::{BLOCK, TEXTS, check_length, each_block, in_blocks, in_parts, read, rows, write};
use crate::texts::{Copies, NotText, Texts};

type Positions<'py> = PyReadonlyArrayDyn<'py, u64>;

/// A row that is not a FEN: row, column, field (0 if the number of fields is wrong), message.
type Wrong = (usize, usize, u8, String);

/// Parses rows from index `first` on. Invalid and missing rows become zeros.
fn read_part(texts: Texts<'_>, first: usize, rows: &mut [[u64; 8]], most_wrong: usize) -> Vec<Wrong> {
    let mut wrong = Vec::new();
    for (row, words) in (first..).zip(rows) {
        *words = [0; 8];
        let Some(text) = texts.get(row) else { continue };
        match Position::from_fen_bytes(text) {
            Ok(position) => *words = *position.words(),
            Err(error) if wrong.len() < most_wrong => wrong.push(describe(row, &error)),
            Err(_) => {}
        }
    }
    wrong
}

/// Parses all rows.
fn read_all(texts: Texts<'_>, rows: &mut [[u64; 8]], most_wrong: usize, threads: usize) -> Vec<Wrong> {
    let mut wrong = in_parts(rows, threads, |first, rows| read_part(texts, first, rows, most_wrong)).concat();
    wrong.truncate(most_wrong);
    wrong
}

fn describe(row: usize, error: &ParseFenError) -> Wrong {
    (row, error.column(), error.field().unwrap_or(0), error.to_string())
}

/// Parses a list of `str` or `bytes`, in which `None` is a missing row. Returns the rows that are not FENs,
/// and those that are not text.
#[pyfunction]
pub fn read_fens(
    py: Python<'_>,
    fens: &Bound<'_, PyList>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    most_wrong: usize,
    threads: usize,
) -> PyResult<(Vec<Wrong>, Vec<NotText>)> {
    let copies = Copies::of(fens)?;
    let (rows, _) = write("out", &mut out)?.as_chunks_mut();
    let texts = copies.texts();
    check_length("fens", texts.count(), rows.len())?;
    Ok((py.detach(|| read_all(texts, rows, most_wrong, threads)), copies.not_text))
}

/// Parses consecutive FENs with offsets, as in an Arrow array.
#[pyfunction]
pub fn read_text(
    py: Python<'_>,
    bytes: PyReadonlyArrayDyn<'_, u8>,
    offsets: PyReadonlyArrayDyn<'_, i64>,
    valid: PyReadonlyArrayDyn<'_, u8>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    most_wrong: usize,
    threads: usize,
) -> PyResult<Vec<Wrong>> {
    let (bytes, offsets, valid) =
        (read("bytes", &bytes)?, read("offsets", &offsets)?, read("valid", &valid)?);
    let (rows, _) = write("out", &mut out)?.as_chunks_mut();
    let texts = Texts::new(bytes, offsets, valid)?;
    check_length("fens", texts.count(), rows.len())?;
    Ok(py.detach(|| read_all(texts, rows, most_wrong, threads)))
}

/// Converts positions to FENs.
#[pyfunction]
pub fn to_fen<'py>(py: Python<'py>, positions: Positions<'_>) -> PyResult<Bound<'py, PyList>> {
    let rows = rows(&positions)?;
    let mut fens = Vec::with_capacity(rows.len());
    let (mut text, mut ends) = (String::new(), Vec::new());
    for rows in rows.chunks(TEXTS) {
        text.clear();
        ends.clear();
        py.detach(|| {
            for words in rows {
                text.push_str(&Position::from_words(*words).to_string());
                ends.push(text.len());
            }
        });
        let mut start = 0;
        for &end in &ends {
            fens.push(PyString::new(py, &text[start..end]));
            start = end;
        }
        py.check_signals()?;
    }
    PyList::new(py, fens)
}

/// Returns why words are not a position, or `None` if they are one.
pub fn problem_of(words: &[u64; 8]) -> Option<String> {
    Position::new(Setup::from(Position::from_words(*words))).err().map(|error| error.to_string())
}

/// Returns the first rows that are not valid positions, with messages.
#[pyfunction]
pub fn check(py: Python<'_>, positions: Positions<'_>, most_wrong: usize) -> PyResult<Vec<(usize, String)>> {
    let rows = rows(&positions)?;
    let wrong = |(row, words)| Some((row, problem_of(words)?));
    Ok(py.detach(|| rows.iter().enumerate().filter_map(wrong).take(most_wrong).collect()))
}

/// Computes the squares that each side attacks.
#[pyfunction]
pub fn attacked_squares(
    py: Python<'_>,
    positions: Positions<'_>,
    mut white: PyReadwriteArrayDyn<'_, u64>,
    mut black: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, white, black) = (rows(&positions)?, write("white", &mut white)?, write("black", &mut black)?);
    check_length("black", black.len(), rows.len())?;
    each_block(py, rows, (white, black), threads, |positions, (white, black)| {
        batch::attacked_squares(positions, white, black);
    })
}

/// Computes checkers, pinned pieces, evasions and king danger: four words for each position.
#[pyfunction]
pub fn checks_and_pins(
    py: Python<'_>,
    positions: Positions<'_>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    check_length("out", out.len(), 4 * rows.len())?;
    let (out, _) = out.as_chunks_mut::<4>();
    py.detach(|| {
        in_parts((rows, out), threads, |_, (rows, out)| {
            let mut found = [ChecksAndPins::default(); BLOCK];
            in_blocks(rows, |at, positions| {
                let found = &mut found[..positions.len()];
                batch::checks_and_pins(positions, found);
                for (to, from) in out[at..].iter_mut().zip(found) {
                    *to = [from.checkers, from.pinned, from.evasions, from.king_danger];
                }
            });
        });
    });
    Ok(())
}

/// Counts legal moves.
#[pyfunction]
pub fn legal_move_counts(
    py: Python<'_>,
    positions: Positions<'_>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    threads: usize,
) -> PyResult<()> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    each_block(py, rows, out, threads, |positions, out| batch::legal_move_counts(positions, out))
}
