//! Legal moves, moves as text, and the positions after moves.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadline_rust::{MAX_LEGAL_MOVES, Move, Position, batch};

use crate::engine::of_each_move;
use crate::memory::{check_length, on_threads, part, read, rows, write};

/// The number of positions whose moves are written at a time.
const BLOCK: usize = 64;

/// Writes the legal moves to the ranges of the offsets.
#[pyfunction]
pub fn legal_moves(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    offsets: PyReadonlyArrayDyn<'_, i64>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    threads: usize,
) -> PyResult<()> {
    let (rows, offsets, out) = (rows(&positions)?, read("offsets", &offsets)?, write("out", &mut out)?);
    lists(py, rows, offsets, out, threads, write_moves)
}

/// Writes the positions after the legal moves to the ranges of the offsets.
#[pyfunction]
pub fn successors(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    offsets: PyReadonlyArrayDyn<'_, i64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, offsets) = (rows(&positions)?, read("offsets", &offsets)?);
    let (out, _) = write("out", &mut out)?.as_chunks_mut::<8>();
    lists(py, rows, offsets, out, threads, write_successors)
}

/// Divides positions among threads, each with the part of `out` that the offsets assign to its positions.
///
/// Other threads of Python can write the rows at any time, which can change the number of moves: `write`
/// returns whether it matches the offsets.
fn lists<T: Send>(
    py: Python<'_>,
    rows: &[[u64; 8]],
    offsets: &[i64],
    out: &mut [T],
    threads: usize,
    write: impl Fn(&[[u64; 8]], &mut [T]) -> bool + Sync,
) -> PyResult<()> {
    check_length("offsets", offsets.len(), rows.len() + 1)?;
    let as_counted = py.detach(|| {
        let part = part(rows.len(), threads);
        let (mut rest, mut jobs) = (out, Vec::new());
        for (rows, offsets) in rows.chunks(part).zip(offsets.windows(2).collect::<Vec<_>>().chunks(part)) {
            let length = (offsets[offsets.len() - 1][1] - offsets[0][0]) as usize;
            let (these, others) = std::mem::take(&mut rest).split_at_mut(length);
            rest = others;
            jobs.push((rows, these));
        }
        on_threads(jobs, |(rows, out)| write(rows, out)).into_iter().all(|as_counted| as_counted)
    });
    if as_counted {
        return Ok(());
    }
    Err(PyValueError::new_err("positions were written by another thread while their moves were read"))
}

/// Writes the legal moves of all rows, and returns whether their number equals the length of `out`.
fn write_moves(rows: &[[u64; 8]], mut out: &mut [u16]) -> bool {
    let (mut copied, mut counts) = ([Position::START; BLOCK], [0; BLOCK]);
    let (mut ends, mut moves) = ([0; BLOCK + 1], Vec::new());
    for rows in rows.chunks(BLOCK) {
        let (positions, counts) = (&mut copied[..rows.len()], &mut counts[..rows.len()]);
        for (to, from) in positions.iter_mut().zip(rows) {
            *to = Position::from_words(*from);
        }
        batch::legal_move_counts(positions, counts);
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        moves.resize(total.max(moves.len()), Move::default());
        batch::legal_moves(positions, &mut ends[..=rows.len()], &mut moves);
        let Some((these, others)) = std::mem::take(&mut out).split_at_mut_checked(total) else {
            return false;
        };
        for (to, from) in these.iter_mut().zip(&moves) {
            *to = from.to_bits();
        }
        out = others;
    }
    out.is_empty()
}

/// Writes the positions after the legal moves of all rows, and returns whether their number equals the length
/// of `out`.
fn write_successors(rows: &[[u64; 8]], mut out: &mut [[u64; 8]]) -> bool {
    let mut successors = [Position::START; MAX_LEGAL_MOVES];
    for row in rows {
        let position = Position::from_words(*row);
        let mut count = [0];
        batch::legal_move_counts(&[position], &mut count);
        let Some((these, others)) = std::mem::take(&mut out).split_at_mut_checked(count[0].into()) else {
            return false;
        };
        // Words that are not a valid position may have another number of successors, and more than fit.
        let number = position.successors(&mut successors).min(successors.len());
        these.fill([0; 8]);
        for (to, from) in these.iter_mut().zip(&successors[..number]) {
            *to = *from.words();
        }
        out = others;
    }
    out.is_empty()
}

/// Plays one move in each position.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    moves: PyReadonlyArrayDyn<'_, u16>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, moves) = (rows(&positions)?, read("moves", &moves)?);
    let (out, _) = write("out", &mut out)?.as_chunks_mut::<8>();
    of_each_move(py, rows, moves, out, threads, |position, chess_move| *position.play(chess_move).words())
}

/// The number of moves from which on a text is made once for all equal moves.
const MANY: usize = 1 << 12;

/// Converts moves to UCI notation.
#[pyfunction]
pub fn moves_to_uci<'py>(
    py: Python<'py>,
    moves: PyReadonlyArrayDyn<'py, u16>,
    chess960: bool,
) -> PyResult<Bound<'py, PyList>> {
    let moves = read("moves", &moves)?;
    let text = |bits: u16| {
        let chess_move = Move::from_bits(bits);
        let text = if chess960 { chess_move.to_uci_chess960() } else { chess_move.to_uci() };
        PyString::new(py, &text)
    };
    if moves.len() < MANY {
        return PyList::new(py, moves.iter().map(|&bits| text(bits)));
    }
    let mut known = vec![None; 1 << 16];
    let shared = |&bits: &u16| known[usize::from(bits)].get_or_insert_with(|| text(bits)).clone();
    PyList::new(py, moves.iter().map(shared))
}

/// Parses one legal move of each position in UCI notation. Returns the rows with errors, which become 0, and
/// their messages.
#[pyfunction]
pub fn moves_from_uci(
    positions: PyReadonlyArrayDyn<'_, u64>,
    texts: Vec<String>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    most_wrong: usize,
) -> PyResult<Vec<(usize, String)>> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    check_length("texts", texts.len(), rows.len())?;
    check_length("out", out.len(), rows.len())?;
    let (mut wrong, mut legal) = (Vec::new(), vec![Move::default(); MAX_LEGAL_MOVES]);
    for (row, ((words, text), to)) in rows.iter().zip(&texts).zip(out).enumerate() {
        let position = Position::from_words(*words);
        let read = position.parse_uci(text).map_err(|error| error.to_string()).and_then(|chess_move| {
            let number = position.legal_moves(&mut legal).min(legal.len());
            let found = legal[..number].contains(&chess_move);
            found
                .then(|| chess_move.to_bits())
                .ok_or_else(|| format!("{text} is not a legal move of {position}"))
        });
        *to = match read {
            Ok(bits) => bits,
            Err(reason) => {
                if wrong.len() < most_wrong {
                    wrong.push((row, reason));
                }
                0
            }
        };
    }
    Ok(wrong)
}
