//! Calls that engines make: single moves, moves of some kinds, attackers and attacks by role, keys of opening
//! books.

use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadline_rust::{Move, MoveSet, Position, Square, ZobristKeys, batch};

use crate::arrays::{Any, Bytes, Out, Output, Positions, Threads, Words, not_named, read};
use crate::memory::{each_block, each_row, in_parts};

/// Returns for each position whether its move is legal.
#[pyfunction]
pub fn is_legal<'py>(of: Any<'py>, moves: Any<'py>, out: Out<'py>, threads: Threads) -> PyResult<Bytes<'py>> {
    let of = Positions::of(&of)?;
    let out = Output::bools(of.py(), out.as_ref(), &[of.count()])?;
    each_move(&of, &moves, out, threads, |position, chess_move| [position.is_legal(chess_move).into()])
}

/// Returns for each position whether its legal move gives check.
#[pyfunction]
pub fn gives_check<'py>(
    of: Any<'py>,
    moves: Any<'py>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<Bytes<'py>> {
    let of = Positions::of(&of)?;
    let out = Output::bools(of.py(), out.as_ref(), &[of.count()])?;
    each_move(&of, &moves, out, threads, |position, chess_move| [position.gives_check(chess_move).into()])
}

/// Writes the answer for each position and its move.
pub fn each_move<'py, T: Element + Send, const WIDTH: usize>(
    of: &Positions<'py>,
    moves: &Any<'py>,
    mut out: Output<'py, T>,
    threads: Threads,
    answer: impl Fn(&Position, Move) -> [T; WIDTH] + Sync,
) -> PyResult<Output<'py, T>> {
    let moves = of.read_each("moves", moves)?;
    let (moves, places) = (moves.as_slice()?, out.slice()?.as_chunks_mut().0);
    each_row(of, places, threads, |row, position| answer(position, Move::from_bits(moves[row])))?;
    Ok(out)
}

/// Returns the attackers of one square of each position.
#[pyfunction]
pub fn attackers_to<'py>(
    of: Any<'py>,
    squares: Any<'py>,
    occupied: Out<'py>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let count = of.count();
    let squares = of.read_each::<u8>("squares", &squares)?;
    let occupied = occupied.map(|boards| of.read_each::<u64>("occupied", &boards)).transpose()?;
    let mut out = Output::of(of.py(), out.as_ref(), &[count])?;
    let squares = squares.as_slice()?;
    let occupied = match &occupied {
        Some(occupied) => Some(occupied.as_slice()?),
        None => None,
    };
    // Nothing is written if a number is not a square. Each number is read again for its attackers, because
    // other threads of Python may have written it. The error names the number that was read here.
    let mut numbers = squares.iter().copied().enumerate();
    if let Some((row, number)) = numbers.find(|&(_, number)| Square::new(number).is_none()) {
        return Err(PyValueError::new_err(format!(
            "row {row} of squares is {number}; squares are 0 to 63, a1 = 0, h8 = 63"
        )));
    }
    each_row(&of, out.slice()?, threads, |row, position| {
        let occupied = occupied.map_or_else(|| position.occupied(), |occupied| occupied[row]);
        position.attackers_to(Square::new_masked(squares[row]), occupied)
    })?;
    Ok(out)
}

/// Returns the attacked squares of each side by role: six words for each position.
#[pyfunction]
pub fn attacks_by_role<'py>(of: Any<'py>, threads: Threads) -> PyResult<(Words<'py>, Words<'py>)> {
    let of = Positions::of(&of)?;
    let shape = [of.count(), 6];
    let (mut white, mut black) = (Output::new(of.py(), &shape)?, Output::new(of.py(), &shape)?);
    let out = (white.slice()?.as_chunks_mut::<6>().0, black.slice()?.as_chunks_mut::<6>().0);
    each_block(&of, out, threads, |positions, (white, black)| {
        batch::attacks_by_role_of_both(positions, white, black);
    })?;
    Ok((white, black))
}

/// Returns the keys of the positions in opening books of the Polyglot format.
#[pyfunction]
pub fn polyglot_keys<'py>(of: Any<'py>, out: Out<'py>, threads: Threads) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let mut out = Output::of(of.py(), out.as_ref(), &[of.count()])?;
    each_block(&of, out.slice()?, threads, batch::polyglot_keys)?;
    Ok(out)
}

/// Returns the Zobrist keys of the positions, by 781 numbers in the order of Polyglot, or by the library's
/// own.
#[pyfunction]
pub fn zobrist_keys<'py>(
    of: Any<'py>,
    numbers: Out<'py>,
    out: Out<'py>,
    threads: Threads,
) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let mut keys = ZobristKeys::DEFAULT;
    if let Some(numbers) = numbers {
        let numbers = read("numbers", &numbers, Some(&[Some(781)]))?;
        keys = numbers.as_slice()?.try_into().map_or(keys, ZobristKeys::from_numbers);
    }
    let mut out = Output::of(of.py(), out.as_ref(), &[of.count()])?;
    each_block(&of, out.slice()?, threads, |positions, out| {
        batch::zobrist_keys(positions, &keys, out);
    })?;
    Ok(out)
}

/// The kinds of moves, with the names of the Python part.
const KINDS: [(&str, MoveSet); 5] = [
    ("captures", MoveSet::CAPTURES),
    ("promotions", MoveSet::PROMOTIONS),
    ("queen-promotions", MoveSet::QUEEN_PROMOTIONS),
    ("underpromotions", MoveSet::UNDERPROMOTIONS),
    ("quiets", MoveSet::QUIETS),
];

/// Returns the legal moves of some kinds, named by words with `|` between them.
#[pyfunction]
pub fn legal_moves_of<'py>(
    of: Any<'py>,
    kinds: Any<'py>,
    threads: Threads,
) -> PyResult<(Output<'py, i64>, Output<'py, u16>)> {
    let of = Positions::of(&of)?;
    let Ok(text) = kinds.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("kinds must be a str, not {}", kinds.get_type().name()?)));
    };
    let set_of = |word: &str| Some(KINDS.iter().find(|(name, _)| *name == word.trim())?.1);
    let sets: Option<Vec<MoveSet>> = text.to_string_lossy().split('|').map(set_of).collect();
    let Some(set) = sets.and_then(|sets| sets.into_iter().reduce(|set, other| set | other)) else {
        return Err(not_named("kinds", &kinds, "the names are", &KINDS, ", joined by |"));
    };
    lists(&of, threads, |_, position, moves| position.legal_moves_of(set, moves))
}

/// Returns the legal moves from and to the squares of two bitboards for each position.
#[pyfunction]
pub fn legal_moves_from_to<'py>(
    of: Any<'py>,
    from: Any<'py>,
    to: Any<'py>,
    threads: Threads,
) -> PyResult<(Output<'py, i64>, Output<'py, u16>)> {
    let of = Positions::of(&of)?;
    let from = of.read_each("from_squares", &from)?;
    let to = of.read_each("to_squares", &to)?;
    let (from, to) = (from.as_slice()?, to.as_slice()?);
    lists(&of, threads, |row, position, moves| position.legal_moves_from_to(from[row], to[row], moves))
}

/// Returns the offsets of the lists, and one list after the other. `list` has the index of the row, its
/// position, and room for the moves.
fn lists<'py>(
    positions: &Positions<'py>,
    threads: Threads,
    list: impl Fn(usize, &Position, &mut [Move]) -> usize + Sync,
) -> PyResult<(Output<'py, i64>, Output<'py, u16>)> {
    let (py, rows) = (positions.py(), positions.rows()?);
    let mut offsets = Output::zeros(py, &[rows.len() + 1])?;
    let ends = &mut offsets.slice()?[1..];
    let moves = py.detach(|| {
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
    });
    Ok((offsets, Output::from_vec(py, moves)?))
}
