//! Conversions and computations for positions.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadline_rust::{ChecksAndPins, ParseFenError, Position, Setup, batch};

use crate::arrays::{Any, Out, Output, Positions, Threads, Words};
use crate::memory::{BLOCK, TEXTS, each_block, in_parts};
use crate::texts::{Column, NotText, Texts};

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
fn read_all(texts: Texts<'_>, rows: &mut [[u64; 8]], most_wrong: usize, threads: Threads) -> Vec<Wrong> {
    let mut wrong = in_parts(rows, threads, |first, rows| read_part(texts, first, rows, most_wrong)).concat();
    wrong.truncate(most_wrong);
    wrong
}

fn describe(row: usize, error: &ParseFenError) -> Wrong {
    (row, error.column(), error.field().unwrap_or(0), error.to_string())
}

/// Parses a column of FENs. Returns the positions, the rows that are not FENs, and those that are not text.
#[pyfunction]
pub fn read_fens<'py>(
    py: Python<'py>,
    fens: Column<'py>,
    most_wrong: usize,
    threads: Threads,
) -> PyResult<(Words<'py>, Vec<Wrong>, Vec<NotText>)> {
    let ((out, wrong), not_text) = fens.read(|texts| {
        let mut out = Output::positions(py, None, texts.count())?;
        let rows = out.rows()?;
        let wrong = py.detach(|| read_all(texts, rows, most_wrong, threads));
        Ok((out, wrong))
    })?;
    Ok((out, wrong, not_text))
}

/// Converts positions to FENs.
#[pyfunction]
pub fn to_fen<'py>(py: Python<'py>, of: Any<'py>) -> PyResult<Bound<'py, PyList>> {
    let of = Positions::of(&of)?;
    let rows = of.rows()?;
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
pub fn check(py: Python<'_>, of: Any<'_>, most_wrong: usize) -> PyResult<Vec<(usize, String)>> {
    let of = Positions::of(&of)?;
    let rows = of.rows()?;
    let wrong = |(row, words)| Some((row, problem_of(words)?));
    Ok(py.detach(|| rows.iter().enumerate().filter_map(wrong).take(most_wrong).collect()))
}

/// Computes the squares that each side attacks.
#[pyfunction]
pub fn attacked_squares<'py>(of: Any<'py>, threads: Threads) -> PyResult<(Words<'py>, Words<'py>)> {
    let of = Positions::of(&of)?;
    let count = of.count();
    let (mut white, mut black) = (Output::new(of.py(), &[count])?, Output::new(of.py(), &[count])?);
    let out = (white.slice()?, black.slice()?);
    each_block(&of, out, threads, |positions, (white, black)| {
        batch::attacked_squares(positions, white, black);
    })?;
    Ok((white, black))
}

/// Computes checkers, pinned pieces, evasions and king danger: four words for each position.
#[pyfunction]
pub fn checks_and_pins<'py>(of: Any<'py>, threads: Threads) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let mut out = Output::new(of.py(), &[of.count(), 4])?;
    let words = out.slice()?.as_chunks_mut::<4>().0;
    each_block(&of, words, threads, |positions, words| {
        let mut found = [ChecksAndPins::default(); BLOCK];
        batch::checks_and_pins(positions, &mut found[..positions.len()]);
        for (to, from) in words.iter_mut().zip(found) {
            *to = [from.checkers, from.pinned, from.evasions, from.king_danger];
        }
    })?;
    Ok(out)
}

/// Counts legal moves.
#[pyfunction]
pub fn legal_move_counts<'py>(of: Any<'py>, out: Out<'py>, threads: Threads) -> PyResult<Output<'py, u16>> {
    let of = Positions::of(&of)?;
    let mut out = Output::of(of.py(), out.as_ref(), &[of.count()])?;
    each_block(&of, out.slice()?, threads, batch::legal_move_counts)?;
    Ok(out)
}
