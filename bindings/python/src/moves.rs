//! Legal moves, moves as text, and the positions after moves.

use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadline_rust::{MAX_LEGAL_MOVES, Move, Position, batch};

use crate::engine::each_move;
use crate::memory::{BLOCK, TEXTS, check_length, in_copies, lists, pieces, read, rows, write};
use crate::positions::problem_of;
use crate::texts::{Copies, NotText, Texts};

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
    lists(py, rows, offsets, out, threads, "moves", write_moves)
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
    lists(py, rows, offsets, out, threads, "moves", write_successors)
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
pub fn play(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    moves: PyReadonlyArrayDyn<'_, u16>,
    mut out: PyReadwriteArrayDyn<'_, u64>,
    threads: usize,
) -> PyResult<()> {
    let (rows, moves) = (rows(&positions)?, read("moves", &moves)?);
    let (out, _) = write("out", &mut out)?.as_chunks_mut::<8>();
    each_move(py, rows, moves, out, threads, |position, chess_move| *position.play(chess_move).words())
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

/// Converts one legal move of each position to standard algebraic notation. Rows whose move is not legal
/// become empty. Returns the texts, and the first of these rows with its reason.
#[pyfunction]
pub fn moves_to_san<'py>(
    py: Python<'py>,
    positions: PyReadonlyArrayDyn<'py, u64>,
    moves: PyReadonlyArrayDyn<'py, u16>,
) -> PyResult<(Bound<'py, PyList>, Option<Wrong>)> {
    let (rows, moves) = (rows(&positions)?, read("moves", &moves)?);
    check_length("moves", moves.len(), rows.len())?;
    let (texts, mut wrong) = (PyList::empty(py), None);
    for (row, (words, &bits)) in rows.iter().zip(moves).enumerate() {
        let (position, chess_move) = (Position::from_words(*words), Move::from_bits(bits));
        if position.is_legal(chess_move) {
            texts.append(PyString::new(py, &position.to_san(chess_move)))?;
        } else {
            let reason = || match problem_of(words) {
                Some(problem) => format!("the position of this row is not valid: {problem}"),
                None => format!("{chess_move} is not a legal move of {position}"),
            };
            wrong.get_or_insert_with(|| (row, reason()));
            texts.append("")?;
        }
        if row % TEXTS == TEXTS - 1 {
            py.check_signals()?;
        }
    }
    Ok((texts, wrong))
}

/// A text that is not a legal move: row, message.
type Wrong = (usize, String);

/// Parses one legal move of each position in UCI notation from a list of `str` or `bytes`, in which `None` is
/// a missing row. Missing rows and those with errors become 0. Returns the errors, and the rows that are not
/// text.
#[pyfunction]
pub fn moves_from_uci(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    texts: &Bound<'_, PyList>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    most_wrong: usize,
) -> PyResult<(Vec<Wrong>, Vec<NotText>)> {
    let copies = Copies::of(texts)?;
    let wrong = read_moves(py, rows(&positions)?, copies.texts(), write("out", &mut out)?, most_wrong)?;
    Ok((wrong, copies.not_text))
}

/// Parses moves from consecutive texts with offsets, as in an Arrow array.
#[pyfunction]
pub fn moves_from_uci_array(
    py: Python<'_>,
    positions: PyReadonlyArrayDyn<'_, u64>,
    bytes: PyReadonlyArrayDyn<'_, u8>,
    offsets: PyReadonlyArrayDyn<'_, i64>,
    valid: PyReadonlyArrayDyn<'_, u8>,
    mut out: PyReadwriteArrayDyn<'_, u16>,
    most_wrong: usize,
) -> PyResult<Vec<Wrong>> {
    let texts = Texts::new(read("bytes", &bytes)?, read("offsets", &offsets)?, read("valid", &valid)?)?;
    read_moves(py, rows(&positions)?, texts, write("out", &mut out)?, most_wrong)
}

fn read_moves(
    py: Python<'_>,
    rows: &[[u64; 8]],
    texts: Texts<'_>,
    out: &mut [u16],
    most_wrong: usize,
) -> PyResult<Vec<Wrong>> {
    check_length("texts", texts.count(), rows.len())?;
    check_length("out", out.len(), rows.len())?;
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
