//! Calls that engines make: single moves, moves of some kinds, attackers and attacks by role, keys of opening
//! books.

use numpy::{IntoPyArray, PyArray1, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{Move, MoveSet, Position, Square, ZobristKeys, batch};

use crate::memory::{check_length, each_block, each_row, in_parts, read, rows, write};

/// Writes for each position whether its move is legal: 1 or 0.
#[pyfunction]
pub fn is_legal(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    moves: PyReadonlyArrayDyn<'_, u16>,
    mut out: PyReadwriteArrayDyn<'_, u8>,
    threads: usize,
) -> PyResult<()> {
    let (rows, moves, out) = (rows(&positions)?, read("moves", &moves)?, write("out", &mut out)?);
    each_move(py, rows, moves, out, threads, |position, chess_move| position.is_legal(chess_move).into())
}

/// Writes for each position whether its legal move gives check: 1 or 0.
#[pyfunction]
pub fn gives_check(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    moves: PyReadonlyArrayDyn<'_, u16>,
    mut out: PyReadwriteArrayDyn<'_, u8>,
    threads: usize,
) -> PyResult<()> {
    let (rows, moves, out) = (rows(&positions)?, read("moves", &moves)?, write("out", &mut out)?);
    each_move(py, rows, moves, out, threads, |position, chess_move| position.gives_check(chess_move).into())
}

/// Writes the answer for each position and its move.
pub fn each_move<R: Send>(
    py: Python<'_>,
    rows: &[[u64; 8]],
    moves: &[u16],
    out: &mut [R],
    threads: usize,
    answer: impl Fn(&Position, Move) -> R + Sync,
) -> PyResult<()> {
    check_length("moves", moves.len(), rows.len())?;
    each_row(py, rows, out, threads, |row, position| answer(position, Move::from_bits(moves[row])))
}

/// Writes the attackers of one square of each position.
#[pyfunction]
pub fn attackers_to(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    squares: PyReadonlyArrayDyn<'_, u8>,
    occupied: PyReadonlyArrayDyn<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, squares) = (rows(&positions)?, read("squares", &squares)?);
    let (occupied, out) = (read("occupied", &occupied)?, write("out", &mut out)?);
    check_length("squares", squares.len(), rows.len())?;
    check_length("occupied", occupied.len(), rows.len())?;
    // Nothing is written if a number is not a square. Each number is read again for its attackers, because
    // other threads of Python may have written it. The error names the number that was read here.
    let mut numbers = squares.iter().copied().enumerate();
    if let Some((row, number)) = numbers.find(|&(_, number)| Square::new(number).is_none()) {
        return Err(PyValueError::new_err(format!(
            "row {row} of squares is {number}; squares are 0 to 63, a1 = 0, h8 = 63"
        )));
    }
    each_row(py, rows, out, threads, |row, position| {
        position.attackers_to(Square::new_masked(squares[row]), occupied[row])
    })
}

/// Writes the attacked squares of each side by role: six words for each position.
#[pyfunction]
pub fn attacks_by_role(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    mut white: PyReadwriteArrayDyn<'_, u64>,
    mut black: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, white, black) = (rows(&positions)?, write("white", &mut white)?, write("black", &mut black)?);
    check_length("white", white.len(), 6 * rows.len())?;
    check_length("black", black.len(), 6 * rows.len())?;
    let (white, _) = white.as_chunks_mut::<6>();
    let (black, _) = black.as_chunks_mut::<6>();
    each_block(py, rows, (white, black), threads, |positions, (white, black)| {
        batch::attacks_by_role_of_both(positions, white, black);
    })
}

/// Writes the keys of the positions in opening books of the Polyglot format.
#[pyfunction]
pub fn polyglot_keys(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    each_block(py, rows, out, threads, batch::polyglot_keys)
}

/// Writes the Zobrist keys of the positions, by 781 numbers in the order of Polyglot, or by the library's
/// own.
#[pyfunction]
pub fn zobrist_keys(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    numbers: Option<PyReadonlyArrayDyn<'_, u64>>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, out) = (rows(&positions)?, write("out", &mut out)?);
    let mut keys = ZobristKeys::DEFAULT;
    if let Some(numbers) = &numbers {
        let numbers = read("numbers", numbers)?;
        check_length("numbers", numbers.len(), 781)?;
        keys = numbers.try_into().map_or(keys, ZobristKeys::from_numbers);
    }
    each_block(py, rows, out, threads, |positions, out| batch::zobrist_keys(positions, &keys, out))
}

/// Returns the legal moves of some kinds and writes the offsets. The bits of `kinds` are captures, promotions
/// and quiet moves.
#[pyfunction]
pub fn legal_moves_of<'py>(
    py: Python<'py>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    kinds: u8,
    mut offsets: PyReadwriteArrayDyn<'_, i64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let (rows, offsets) = (rows(&positions)?, write("offsets", &mut offsets)?);
    let named = [MoveSet::CAPTURES, MoveSet::PROMOTIONS, MoveSet::QUIETS];
    let chosen = named.into_iter().enumerate().filter(|(bit, _)| kinds >> bit & 1 != 0).map(|(_, set)| set);
    let Some(set) = chosen.reduce(|set, other| set | other) else {
        return Err(PyValueError::new_err("kinds is empty"));
    };
    let list = |_, position: &Position, moves: &mut [Move]| position.legal_moves_of(set, moves);
    let moves = lists(py, rows, offsets, threads, list)?;
    Ok(moves.into_pyarray(py))
}

/// Returns the legal moves from and to the squares of two bitboards for each position, and writes the
/// offsets.
#[pyfunction]
pub fn legal_moves_from_to<'py>(
    py: Python<'py>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    from: PyReadonlyArrayDyn<'_, u64>,
    to: PyReadonlyArrayDyn<'_, u64>,
    mut offsets: PyReadwriteArrayDyn<'_, i64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let (rows, offsets) = (rows(&positions)?, write("offsets", &mut offsets)?);
    let (from, to) = (read("from_squares", &from)?, read("to_squares", &to)?);
    check_length("from_squares", from.len(), rows.len())?;
    check_length("to_squares", to.len(), rows.len())?;
    let list = |row: usize, position: &Position, moves: &mut [Move]| {
        position.legal_moves_from_to(from[row], to[row], moves)
    };
    let moves = lists(py, rows, offsets, threads, list)?;
    Ok(moves.into_pyarray(py))
}

/// Returns one list after the other. `list` has the index of the row, its position, and room for the moves.
fn lists(
    py: Python<'_>,
    rows: &[[u64; 8]],
    offsets: &mut [i64],
    threads: usize,
    list: impl Fn(usize, &Position, &mut [Move]) -> usize + Sync,
) -> PyResult<Vec<u16>> {
    check_length("offsets", offsets.len(), rows.len() + 1)?;
    let Some((first, ends)) = offsets.split_first_mut() else { return Ok(Vec::new()) };
    *first = 0;
    Ok(py.detach(|| {
        let parts = in_parts((rows, &mut *ends), threads, |first, (rows, ends)| {
            // More than any words have.
            let (mut found, mut moves) = (Vec::new(), vec![Move::default(); 64 * 28]);
            for (row, (words, end)) in (first..).zip(rows.iter().zip(ends)) {
                let count = list(row, &Position::from_words(*words), &mut moves).min(moves.len());
                found.extend(moves[..count].iter().map(|each| each.to_bits()));
                *end = count as i64;
            }
            found
        });
        let mut end = 0;
        for place in ends {
            end += *place;
            *place = end;
        }
        parts.concat()
    }))
}
