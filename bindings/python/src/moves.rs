//! Legal moves, moves as text, and the positions after moves.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadline_rust::{MAX_LEGAL_MOVES, Move, Position, batch};

use crate::arrays::{Any, Out, Output, Positions, Threads, Words, read, same_length};
use crate::engine::each_move;
use crate::memory::{BLOCK, TEXTS, in_blocks, in_copies, lists, pieces};
use crate::positions::problem_of;
use crate::texts::{Column, NotText, Texts};

/// Returns the offsets of each position's moves in the list of all moves, and that list.
#[pyfunction]
pub fn legal_moves<'py>(of: Any<'py>, threads: Threads) -> PyResult<(Output<'py, i64>, Output<'py, u16>)> {
    let of = Positions::of(&of)?;
    let write = |rows: &[_], out: &mut [[u16; 1]]| write_moves(rows, out.as_flattened_mut());
    lists(&of, threads, "moves", count_moves, |count| Output::new(of.py(), &[count]), write)
}

/// Returns the positions after the legal moves in the same way.
#[pyfunction]
pub fn successors<'py>(of: Any<'py>, threads: Threads) -> PyResult<(Output<'py, i64>, Words<'py>)> {
    let of = Positions::of(&of)?;
    let out = |count| Output::positions(of.py(), None, count);
    lists(&of, threads, "moves", count_moves, out, write_successors)
}

fn count_moves(rows: &[[u64; 8]], out: &mut [i64]) {
    let mut counts = [0; BLOCK];
    in_blocks(rows, |at, positions| {
        let counts = &mut counts[..positions.len()];
        batch::legal_move_counts(positions, counts);
        for (to, &count) in out[at..].iter_mut().zip(&*counts) {
            *to = count.into();
        }
    });
}

/// Writes the legal moves of all rows, and returns whether their number equals the length of `out`.
fn write_moves(rows: &[[u64; 8]], mut out: &mut [u16]) -> bool {
    let (mut counts, mut ends, mut moves) = ([0; BLOCK], [0; BLOCK + 1], Vec::new());
    let mut as_counted = true;
    in_copies(rows, BLOCK, |_, positions| {
        let (counts, ends) = (&mut counts[..positions.len()], &mut ends[..=positions.len()]);
        batch::legal_move_counts(positions, counts);
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        moves.resize(total.max(moves.len()), Move::default());
        batch::legal_moves(positions, ends, &mut moves[..total]);
        let Some((mut these, others)) = std::mem::take(&mut out).split_at_mut_checked(total) else {
            as_counted = false;
            return;
        };
        out = others;
        // Words that are not a position may have more moves than counted, or fewer. Each row keeps the places
        // that were counted for it, so that the lists of the others are where the offsets say.
        let rows = ends.windows(2).zip(&*counts);
        if rows.clone().all(|(ends, &count)| ends[1] - ends[0] == usize::from(count)) {
            return write_bits(&moves[..total], these);
        }
        for (ends, &count) in rows {
            let (places, others) = std::mem::take(&mut these).split_at_mut(count.into());
            these = others;
            write_bits(&moves[ends[0]..ends[1]], places);
        }
    });
    as_counted && out.is_empty()
}

/// Writes the moves that fit, and zeros if there are fewer.
fn write_bits(moves: &[Move], out: &mut [u16]) {
    let number = moves.len().min(out.len());
    let (there, missing) = out.split_at_mut(number);
    for (to, from) in there.iter_mut().zip(moves) {
        *to = from.to_bits();
    }
    missing.fill(0);
}

/// Writes the positions after the legal moves of all rows, and returns whether their number equals the length
/// of `out`.
fn write_successors(rows: &[[u64; 8]], mut out: &mut [[u64; 8]]) -> bool {
    let (mut counts, mut successors) = ([0; BLOCK], [Position::START; MAX_LEGAL_MOVES]);
    let mut as_counted = true;
    in_copies(rows, BLOCK, |_, positions| {
        let counts = &mut counts[..positions.len()];
        batch::legal_move_counts(positions, counts);
        for (position, &count) in positions.iter().zip(&*counts) {
            let Some((these, others)) = std::mem::take(&mut out).split_at_mut_checked(count.into()) else {
                as_counted = false;
                return;
            };
            out = others;
            // Words that are not a position may have another number of successors, and more than fit.
            let number = position.successors(&mut successors).min(successors.len());
            for (to, from) in these.iter_mut().zip(&successors[..number]) {
                *to = *from.words();
            }
            these.iter_mut().skip(number).for_each(|to| *to = [0; 8]);
        }
    });
    as_counted && out.is_empty()
}

/// Plays one move in each position.
#[pyfunction]
pub fn play<'py>(of: Any<'py>, moves: Any<'py>, out: Out<'py>, threads: Threads) -> PyResult<Words<'py>> {
    let of = Positions::of(&of)?;
    let out = Output::positions(of.py(), out.as_ref(), of.count())?;
    each_move(&of, &moves, out, threads, |position, chess_move| *position.play(chess_move).words())
}

/// The number of moves from which on a text is made once for all equal moves.
const MANY: usize = 1 << 12;

/// Converts moves to UCI notation.
#[pyfunction]
pub fn moves_to_uci<'py>(py: Python<'py>, moves: Any<'py>, chess960: bool) -> PyResult<Bound<'py, PyList>> {
    let moves = read("moves", &moves, Some(&[None]))?;
    let moves = moves.as_slice()?;
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

/// Converts one legal move of each position to standard algebraic notation. Rows whose move is not legal
/// become empty. Returns the texts, and the first of these rows with its reason.
#[pyfunction]
pub fn moves_to_san<'py>(of: Any<'py>, moves: Any<'py>) -> PyResult<(Bound<'py, PyList>, Option<Wrong>)> {
    let of = Positions::of(&of)?;
    let moves = of.read_each("moves", &moves)?;
    let (rows, moves) = (of.rows()?, moves.as_slice()?);
    let (texts, mut wrong) = (PyList::empty(of.py()), None);
    for (row, (words, &bits)) in rows.iter().zip(moves).enumerate() {
        let (position, chess_move) = (Position::from_words(*words), Move::from_bits(bits));
        if position.is_legal(chess_move) {
            texts.append(PyString::new(of.py(), &position.to_san(chess_move)))?;
        } else {
            let reason = || match problem_of(words) {
                Some(problem) => format!("the position of this row is not valid: {problem}"),
                None => format!("{chess_move} is not a legal move of {position}"),
            };
            wrong.get_or_insert_with(|| (row, reason()));
            texts.append("")?;
        }
        if row % TEXTS == TEXTS - 1 {
            of.py().check_signals()?;
        }
    }
    Ok((texts, wrong))
}

/// A text that is not a legal move: row, message.
type Wrong = (usize, String);

/// Parses one legal move of each position in UCI notation. Missing rows and those with errors become 0. Returns
/// the moves, the errors, and the rows that are not text.
#[pyfunction]
pub fn moves_from_uci<'py>(
    of: Any<'py>,
    texts: Column<'py>,
    most_wrong: usize,
) -> PyResult<(Output<'py, u16>, Vec<Wrong>, Vec<NotText>)> {
    let of = Positions::of(&of)?;
    let mut out = Output::new(of.py(), &[of.count()])?;
    let (wrong, not_text) = texts.read(|texts| {
        same_length("texts", texts.count(), "positions", of.count())?;
        read_moves(of.py(), of.rows()?, texts, out.slice()?, most_wrong)
    })?;
    Ok((out, wrong, not_text))
}

fn read_moves(
    py: Python<'_>,
    rows: &[[u64; 8]],
    texts: Texts<'_>,
    out: &mut [u16],
    most_wrong: usize,
) -> PyResult<Vec<Wrong>> {
    let mut wrong = Vec::new();
    for (first, (rows, out)) in pieces((rows, out), TEXTS) {
        py.detach(|| {
            for (row, (words, to)) in (first..).zip(rows.iter().zip(out)) {
                *to = 0;
                match texts.get(row).map(|text| legal_move(words, text)) {
                    Some(Ok(chess_move)) => *to = chess_move.to_bits(),
                    Some(Err(reason)) if wrong.len() < most_wrong => wrong.push((row, reason)),
                    _ => {}
                }
            }
        });
        py.check_signals()?;
    }
    Ok(wrong)
}

/// Parses a legal move, or describes why the text is none.
fn legal_move(words: &[u64; 8], text: &[u8]) -> Result<Move, String> {
    let position = Position::from_words(*words);
    // Bytes that are not UTF-8 are replaced. The replacement is not valid in a move.
    let text = String::from_utf8_lossy(text);
    let read = position.parse_uci(&text).map_err(|error| error.to_string());
    match read {
        Ok(chess_move) if position.is_legal(chess_move) => Ok(chess_move),
        // Words that are not a position have no moves, and what is said about their moves would mislead.
        _ => Err(match problem_of(words) {
            Some(problem) => format!("the position of this row is not valid: {problem}"),
            None => read.err().unwrap_or_else(|| format!("{text} is not a legal move of {position}")),
        }),
    }
}
