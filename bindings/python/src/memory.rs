//! Python arrays as slices, and their division among threads.

use std::mem::take;

use numpy::{Element, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::{ParseSquareError, Position, Square};

use crate::arrays::{Output, Positions, Threads};

/// The number of positions in a block. They fit into the L1 cache if they are copied. The parts of threads
/// are multiples of it.
pub const BLOCK: usize = 256;

/// The number of texts that are converted at a time without the interpreter's lock. If another thread runs
/// Python code, getting the lock again can take 5 ms, less than the work on a block.
pub const TEXTS: usize = 1 << 15;

/// The number of squares that are copied at a time. With their boards and attacks they fit into the L1 cache.
const SQUARES: usize = 1024;

/// Returns the elements of an array, for writing.
pub fn write<'a, T: Element>(name: &str, array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| PyValueError::new_err(format!("{name} is not C-contiguous")))
}

/// Checks the length of an array.
pub fn check_length(name: &str, length: usize, expected: usize) -> PyResult<()> {
    if length == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} has {length} elements; it is to have {expected}")))
}

/// Passes rows to `show` as positions in blocks, with the index of the first of each block: in place or, if
/// they are not aligned, as copies.
///
/// The blocks are the same for both, and those of [`in_copies`]. For words that are not a position, the
/// number of legal moves depends on the kernel, and the kernel depends on the length of the block.
pub fn in_blocks(rows: &[[u64; 8]], mut show: impl FnMut(usize, &[Position])) {
    match Position::slice_from_words(rows) {
        Some(positions) => {
            for (index, block) in positions.chunks(BLOCK).enumerate() {
                show(index * BLOCK, block);
            }
        }
        None => in_copies(rows, BLOCK, show),
    }
}

/// Passes copies of rows to `show` in blocks, with the index of the first of each block. Other threads of
/// Python can write the rows at any time, but not the copies.
pub fn in_copies(rows: &[[u64; 8]], block: usize, mut show: impl FnMut(usize, &[Position])) {
    let mut copied = Vec::with_capacity(block.min(rows.len()));
    for (index, rows) in rows.chunks(block).enumerate() {
        copied.clear();
        copied.extend(rows.iter().map(|row| Position::from_words(*row)));
        show(index * block, &copied);
    }
}

/// Calls `show` for blocks of the squares, or returns the error of the first number that is not a square. The
/// blocks before it have then been shown.
///
/// Each block is copied and the copy is checked, because other threads of Python can write the array at any
/// time. A `Square` that changes to another number after the check would be undefined behavior.
pub fn in_square_blocks(squares: &[u8], mut show: impl FnMut(&[Square])) -> Result<(), ParseSquareError> {
    let mut copied = [0; SQUARES];
    for (index, block) in squares.chunks(SQUARES).enumerate() {
        let (first, copied) = (index * SQUARES, &mut copied[..block.len()]);
        copied.copy_from_slice(block);
        show(Square::slice_from_bytes(copied).map_err(|error| behind(first, error))?);
    }
    Ok(())
}

/// Converts an error in a part of the squares to one in all of them. The part begins at `first`.
pub fn behind(first: usize, error: ParseSquareError) -> ParseSquareError {
    match error {
        ParseSquareError::Number { number, index: Some(index) } => {
            ParseSquareError::Number { number, index: Some(first + index) }
        }
        other => other,
    }
}

/// Returns the number of elements for each thread, in whole kilobytes of the smallest elements, so that two
/// threads do not write the same cache line.
pub fn part(length: usize, threads: Threads) -> usize {
    length.div_ceil(threads.0.max(1)).next_multiple_of(1024).max(1024)
}

/// Arrays with an element for each row, which are divided together.
pub trait Rows: Default + Send {
    /// Returns the number of rows.
    fn count(&self) -> usize;

    /// Divides the rows into those before an index, and those from it on.
    fn split(self, at: usize) -> (Self, Self);
}

impl<T: Sync> Rows for &[T] {
    fn count(&self) -> usize {
        self.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<T: Send> Rows for &mut [T] {
    fn count(&self) -> usize {
        self.len()
    }

    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<A: Rows, B: Rows> Rows for (A, B) {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn split(self, at: usize) -> (Self, Self) {
        let ((a, other_a), (b, other_b)) = (self.0.split(at), self.1.split(at));
        ((a, b), (other_a, other_b))
    }
}

/// Returns pieces of some rows, each with the index of its first row. The last piece may be shorter than the
/// others.
pub fn pieces<D: Rows>(rows: D, length: usize) -> impl Iterator<Item = (usize, D)> {
    let (mut next, mut rest) = (0, rows);
    std::iter::from_fn(move || {
        let count = rest.count().min(length);
        let (piece, others) = take(&mut rest).split(count);
        let first = next;
        (next, rest) = (first + count, others);
        (count > 0).then_some((first, piece))
    })
}

/// Divides rows among threads and returns the results of `work` in order. `work` has the index of its first
/// row.
pub fn in_parts<D: Rows, R: Send>(rows: D, threads: Threads, work: impl Fn(usize, D) -> R + Sync) -> Vec<R> {
    let part = part(rows.count(), threads);
    quadline_threads::run(pieces(rows, part).collect(), |(first, rows)| work(first, rows))
}

/// Writes the answer for each position to its place. `answer` has the index of the row and the position.
pub fn each_row<R: Send>(
    positions: &Positions<'_>,
    out: &mut [R],
    threads: Threads,
    answer: impl Fn(usize, &Position) -> R + Sync,
) -> PyResult<()> {
    let rows = positions.rows()?;
    positions.py().detach(|| {
        in_parts((rows, out), threads, |first, (rows, out)| {
            for (row, (words, to)) in (first..).zip(rows.iter().zip(out)) {
                *to = answer(row, &Position::from_words(*words));
            }
        });
    });
    Ok(())
}

/// Passes positions to `answer` block by block, each block with the places for its results.
pub fn each_block<O: Rows>(
    positions: &Positions<'_>,
    out: O,
    threads: Threads,
    answer: impl Fn(&[Position], O) + Sync,
) -> PyResult<()> {
    let rows = positions.rows()?;
    positions.py().detach(|| {
        in_parts((rows, out), threads, |_, (rows, mut out)| {
            in_blocks(rows, |_, positions| {
                let (places, others) = take(&mut out).split(positions.len());
                out = others;
                answer(positions, places);
            });
        });
    });
    Ok(())
}

/// Returns a list for each position, one after the other: the offsets of the lists, and their elements.
///
/// `count` writes the lengths of the lists, and `out` creates an array for all elements, of `WIDTH` numbers
/// each. The positions are then divided among threads, each with the places of its lists. Other threads of
/// Python can write the rows at any time, which can change the number of results: `write` returns whether it
/// matches the length of the places. `what` names the results in the error.
pub fn lists<'py, T: Element + Send, const WIDTH: usize>(
    positions: &Positions<'py>,
    threads: Threads,
    what: &str,
    count: impl Fn(&[[u64; 8]], &mut [i64]) + Sync,
    out: impl FnOnce(usize) -> PyResult<Output<'py, T>>,
    write: impl Fn(&[[u64; 8]], &mut [[T; WIDTH]]) -> bool + Sync,
) -> PyResult<(Output<'py, i64>, Output<'py, T>)> {
    let (py, rows) = (positions.py(), positions.rows()?);
    let mut offsets = Output::zeros(py, &[rows.len() + 1])?;
    let ends = offsets.slice()?;
    py.detach(|| {
        in_parts((rows, &mut ends[1..]), threads, |_, (rows, ends)| count(rows, ends));
        let mut end = 0;
        for place in &mut *ends {
            end += *place;
            *place = end;
        }
    });
    let mut out = out(ends[rows.len()] as usize)?;
    let (mut rest, _) = out.slice()?.as_chunks_mut::<WIDTH>();
    let as_counted = py.detach(|| {
        let mut jobs = Vec::new();
        for (first, rows) in pieces(rows, part(rows.len(), threads)) {
            let length = (ends[first + rows.len()] - ends[first]) as usize;
            let (these, others) = take(&mut rest).split_at_mut(length);
            rest = others;
            jobs.push((rows, these));
        }
        quadline_threads::run(jobs, |(rows, out)| write(rows, out)).into_iter().all(|as_counted| as_counted)
    });
    if as_counted {
        return Ok((offsets, out));
    }
    Err(PyValueError::new_err(format!(
        "positions were written by another thread while their {what} were read"
    )))
}
