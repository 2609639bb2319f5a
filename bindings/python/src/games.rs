//! Games in movetext: their moves, and the positions before them.

use std::ops::Range;

use numpy::{IntoPyArray, PyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use quadline_rust::fen::Fen;
use quadline_rust::{Move, Movetext, MovetextError, Position};

use crate::arrays::{Any, Input, Output, Positions, Threads, Words, read, same_length};
use crate::positions::problem_of;
use crate::texts::{Column, NotText, Texts};

/// A game that is broken: row, byte, number of moves before the error, message. The place is missing if the
/// start of the game is not a position.
type Wrong = (usize, Option<usize>, Option<usize>, String);

/// The moves of games: the offsets of the games, the moves, and the errors.
type Games<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>, Vec<Wrong>);

/// The bytes of text that a thread gets at least. They are read in about a millisecond.
const LEAST_BYTES: i64 = 1 << 16;

/// The moves that a thread gets at least.
const LEAST_MOVES: i64 = 1 << 14;

/// Divides rows into parts that are about equally long, for each thread one.
fn parts(offsets: &[i64], threads: Threads, least: i64) -> Vec<Range<usize>> {
    let (rows, total) = (offsets.len() - 1, offsets[offsets.len() - 1] - offsets[0]);
    let length = (total / threads.0.max(1) as i64).max(least);
    let mut parts = Vec::new();
    let mut first = 0;
    while first < rows {
        let end = offsets[first].saturating_add(length);
        let last = first + 1 + offsets[first + 1..rows].partition_point(|&offset| offset < end);
        parts.push(first..last);
        first = last;
    }
    parts
}

/// The positions that games begin with: one for all games, or one for each.
struct Starts<'a>(&'a [[u64; 8]]);

impl Starts<'_> {
    fn of(&self, row: usize) -> Position {
        Position::from_words(self.0[row.min(self.0.len() - 1)])
    }

    /// Returns why the start of a game is not a position, or `None` if it is one.
    fn problem_of(&self, row: usize) -> Option<String> {
        let problem = problem_of(self.of(row).words())?;
        Some(match *self.of(row).words() {
            ZEROS => format!("{problem} (a row of zeros, as for a missing FEN; START is the usual start)"),
            _ => problem,
        })
    }
}

/// The row that stands for a missing FEN.
const ZEROS: [u64; 8] = [0; 8];

/// The moves of the games of a part.
#[derive(Default)]
struct Part {
    moves: Vec<u16>,
    /// The number of moves up to the end of each game.
    ends: Vec<usize>,
    wrong: Vec<Wrong>,
}

impl Part {
    /// Reads games. A broken game ends before its first error, and one whose start is not a position has no
    /// moves.
    fn read(texts: Texts<'_>, rows: Range<usize>, starts: &Starts<'_>, most_wrong: usize) -> Self {
        let mut part = Self::default();
        for row in rows {
            if let Some(text) = texts.get(row) {
                if let Some(problem) = starts.problem_of(row) {
                    part.fail(most_wrong, || {
                        let reason = format!("the start of this game is not a position: {problem}");
                        (row, None, None, reason)
                    });
                } else {
                    part.read_game(row, starts.of(row), text, most_wrong);
                }
            }
            part.ends.push(part.moves.len());
        }
        part
    }

    fn read_game(&mut self, row: usize, start: Position, text: &[u8], most_wrong: usize) {
        for ply in Movetext::new(start, text) {
            match ply {
                Ok((_, chess_move)) => self.moves.push(chess_move.to_bits()),
                Err(error) => self.fail(most_wrong, || describe(row, &error)),
            }
        }
    }

    fn fail(&mut self, most_wrong: usize, wrong: impl FnOnce() -> Wrong) {
        if self.wrong.len() < most_wrong {
            self.wrong.push(wrong());
        }
    }
}

fn describe(row: usize, error: &MovetextError) -> Wrong {
    let text = error.to_string();
    // The place is before the first colon. The package shows it together with the row.
    let reason = text.split_once(": ").map_or(text.as_str(), |(_, reason)| reason);
    // The function of this package with the same purpose.
    let reason = reason.replace(", which parse_uci reads;", ", which quadline.moves_from_uci reads;");
    (row, Some(error.offset()), Some(error.ply()), reason)
}

/// Reads all games.
fn read_games<'py>(
    py: Python<'py>,
    texts: Texts<'_>,
    starts: &[[u64; 8]],
    most_wrong: usize,
    threads: Threads,
) -> PyResult<Games<'py>> {
    let count = texts.count();
    if starts.len() != 1 && starts.len() != count {
        return Err(PyValueError::new_err(format!(
            "start has {} rows and texts {count}; start must have 1 row, or one for each game",
            starts.len()
        )));
    }
    let starts = Starts(starts);
    let (offsets, moves, wrong) = py.detach(|| {
        let parts = quadline_threads::run(parts(texts.offsets, threads, LEAST_BYTES), |rows| {
            Part::read(texts, rows, &starts, most_wrong)
        });
        let mut offsets = Vec::with_capacity(count + 1);
        offsets.push(0);
        let mut moves = Vec::with_capacity(parts.iter().map(|part| part.moves.len()).sum());
        let mut wrong = Vec::new();
        for part in parts {
            offsets.extend(part.ends.iter().map(|end| (moves.len() + end) as i64));
            moves.extend_from_slice(&part.moves);
            wrong.extend(part.wrong);
        }
        wrong.truncate(most_wrong);
        (offsets, moves, wrong)
    });
    Ok((offsets.into_pyarray(py), moves.into_pyarray(py), wrong))
}

/// Reads a column of games. Returns their moves, and the rows that are not text.
#[pyfunction]
pub fn read_movetexts<'py>(
    py: Python<'py>,
    texts: Column<'py>,
    starts: Any<'py>,
    most_wrong: usize,
    threads: Threads,
) -> PyResult<(Games<'py>, Vec<NotText>)> {
    let starts = Positions::named("start", &starts)?;
    texts.read(|texts| read_games(py, texts, starts.rows()?, most_wrong, threads))
}

/// Returns the position before each move of games.
#[pyfunction]
pub fn replay<'py>(
    py: Python<'py>,
    starts: Any<'py>,
    offsets: Input<'py, i64>,
    moves: Input<'py, u16>,
    threads: Threads,
) -> PyResult<Words<'py>> {
    let (starts, mut result) =
        (Positions::named("start", &starts)?, Output::positions(py, None, moves.len())?);
    let (starts, offsets, moves) = (starts.rows()?, offsets.as_slice()?, moves.as_slice()?);
    let out = result.rows()?;
    if offsets.is_empty() || starts.is_empty() || starts.len() > 1 && starts.len() + 1 != offsets.len() {
        return Err(PyValueError::new_err("start must have 1 row, or one for each game"));
    }
    let as_read = py.detach(|| {
        let (mut rest, mut jobs) = (out, Vec::new());
        for games in parts(offsets, threads, LEAST_MOVES) {
            let length = (offsets[games.end] - offsets[games.start]) as usize;
            let Some((these, others)) = std::mem::take(&mut rest).split_at_mut_checked(length) else {
                return false;
            };
            rest = others;
            jobs.push((games, these));
        }
        let mut played =
            quadline_threads::run(jobs, |(games, out)| play_games(starts, offsets, moves, games, out));
        played.push(rest.is_empty());
        played.into_iter().all(|as_read| as_read)
    });
    if as_read {
        return Ok(result);
    }
    Err(PyValueError::new_err("the games were written by another thread while they were played"))
}

/// Plays games, and returns whether their number of moves equals the length of `out`.
fn play_games(
    starts: &[[u64; 8]],
    offsets: &[i64],
    moves: &[u16],
    games: Range<usize>,
    mut out: &mut [[u64; 8]],
) -> bool {
    for game in games {
        let mut position = Starts(starts).of(game);
        let moves = moves.get(offsets[game] as usize..offsets[game + 1] as usize);
        let Some((these, others)) =
            moves.and_then(|moves| std::mem::take(&mut out).split_at_mut_checked(moves.len()))
        else {
            return false;
        };
        out = others;
        for (to, &bits) in these.iter_mut().zip(moves.unwrap_or_default()) {
            *to = *position.words();
            position.play_mut(Move::from_bits(bits));
        }
    }
    out.is_empty()
}

/// Converts the positions of games to FENs with the counters of the games. Games that have no FEN in `starts`
/// begin with the counters 0 and 1.
#[pyfunction]
pub fn fens_of_moves<'py>(
    of: Any<'py>,
    offsets: Any<'py>,
    moves: Any<'py>,
    starts: Column<'py>,
) -> PyResult<(Bound<'py, PyList>, Vec<NotText>)> {
    let of = Positions::of(&of)?;
    let offsets = read::<i64>("offsets", &offsets, Some(&[None]))?;
    let moves = of.read_each::<u16>("moves", &moves)?;
    let (rows, offsets, moves) = (of.rows()?, offsets.as_slice()?, moves.as_slice()?);
    if offsets.first() != Some(&0) || offsets.last() != Some(&(rows.len() as i64)) || !offsets.is_sorted() {
        let message = format!("offsets must rise from 0 to {}, the number of positions", rows.len());
        return Err(PyValueError::new_err(message));
    }
    starts.read(|starts| {
        same_length("starts", starts.count(), "offsets", offsets.len() - 1)?;
        let fens = PyList::empty(of.py());
        for (game, ends) in offsets.windows(2).enumerate() {
            let mut fen = starts
                .get(game)
                .map_or(Ok(Fen::START), Fen::from_bytes)
                .map_err(|error| PyValueError::new_err(format!("row {game} of starts: {error}")))?;
            for row in ends[0] as usize..ends[1] as usize {
                fen.position = Position::from_words(rows[row]);
                fens.append(fen.to_string())?;
                fen = fen.play(Move::from_bits(moves[row]));
            }
            of.py().check_signals()?;
        }
        Ok(fens)
    })
}

/// FENs of games in the form of two columns of Arrow, a list for each game: the offsets of the lists, the
/// offsets of the FENs, and their text.
type Fens<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>);

/// Returns the FENs of the positions of games from consecutive texts, from the starting position to the one
/// after the last move, with the counters of the game. If there are `plies`, only the position after that
/// number of moves is returned, and the text behind it is not read. A broken game has no FENs, unless the one
/// that is wanted is before its error. Returns the broken rows with messages.
#[pyfunction]
pub fn fens_of_games<'py>(
    py: Python<'py>,
    bytes: Input<'py, u8>,
    offsets: Input<'py, i64>,
    valid: Input<'py, u8>,
    plies: Option<Input<'py, i64>>,
) -> PyResult<(Fens<'py>, Vec<(usize, String)>)> {
    let texts = Texts::new(bytes.as_slice()?, offsets.as_slice()?, valid.as_slice()?)?;
    let plies = match &plies {
        Some(plies) => Some(plies.as_slice()?),
        None => None,
    };
    let (lists, ends, text, wrong) = py.detach(|| {
        let (mut lists, mut ends, mut text, mut wrong) = (vec![0], vec![0], String::new(), Vec::new());
        for row in 0..texts.count() {
            let before = (ends.len(), text.len());
            if let Some(game) = texts.get(row) {
                let mut show = |fen: &Fen| {
                    text.push_str(&fen.to_string());
                    ends.push(text.len() as i64);
                };
                if let Err(error) = show_fens(game, plies.map(|plies| plies[row]), &mut show) {
                    ends.truncate(before.0);
                    text.truncate(before.1);
                    wrong.push((row, error.to_string()));
                }
            }
            lists.push(ends.len() as i64 - 1);
        }
        (lists, ends, text, wrong)
    });
    let fens = (lists.into_pyarray(py), ends.into_pyarray(py), text.into_bytes().into_pyarray(py));
    Ok((fens, wrong))
}

/// Passes the positions of a game to `show`, or only the one after a number of moves, if there is a number.
fn show_fens(text: &[u8], ply: Option<i64>, show: &mut impl FnMut(&Fen)) -> Result<(), MovetextError> {
    let (mut fen, mut moves, mut before) = (Fen::START, Movetext::new(Position::START, text), 0);
    loop {
        match ply {
            Some(ply) if before < ply => {}
            Some(ply) => {
                if before == ply {
                    show(&fen);
                }
                return Ok(());
            }
            None => show(&fen),
        }
        let Some(found) = moves.next() else { return Ok(()) };
        fen = fen.play(found?.1);
        before += 1;
    }
}
