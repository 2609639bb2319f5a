//! Arrays of Python as slices, and how they are shared out among threads.

use numpy::{Element, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadline_rust::Position;

/// So many positions are copied at a time where they are not aligned: they fit into the first cache.
const BLOCK: usize = 256;

/// The elements of an array, in the order of C.
pub fn read<'a, T: Element>(name: &str, array: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    array.as_slice().map_err(|_| not_contiguous(name))
}

/// The elements of an array, to be written.
pub fn write<'a, T: Element>(name: &str, array: &'a mut PyReadwriteArrayDyn<'_, T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| not_contiguous(name))
}

fn not_contiguous(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} is not C-contiguous; numpy.ascontiguousarray makes such an array"))
}

/// That an array has as many elements as it has to.
pub fn check_length(name: &str, length: usize, expected: usize) -> PyResult<()> {
    if length == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} has {length} elements; it is to have {expected}")))
}

/// Positions as rows of eight words.
pub fn rows<'a>(positions: &'a PyReadonlyArrayDyn<'_, u64>) -> PyResult<&'a [[u64; 8]]> {
    let (rows, rest) = read("positions", positions)?.as_chunks();
    if rest.is_empty() {
        return Ok(rows);
    }
    Err(PyValueError::new_err("positions are rows of 8 words"))
}

/// Shows rows as positions, and the index of the first: all of them where they stand, or, if they are not aligned, copies
/// of a block after the other.
pub fn in_blocks(rows: &[[u64; 8]], mut show: impl FnMut(usize, &[Position])) {
    if let Some(positions) = Position::slice_from_words(rows) {
        return show(0, positions);
    }
    let mut copied = [Position::START; BLOCK];
    for (index, block) in rows.chunks(BLOCK).enumerate() {
        for (to, from) in copied.iter_mut().zip(block) {
            *to = Position::from_words(*from);
        }
        show(index * BLOCK, &copied[..block.len()]);
    }
}

/// Does all jobs, one to a thread. The first runs on this one.
pub fn on_threads<J: Send>(jobs: Vec<J>, work: impl Fn(J) + Sync) {
    let mut jobs = jobs.into_iter();
    let first = jobs.next();
    std::thread::scope(|scope| {
        for job in jobs {
            let work = &work;
            scope.spawn(move || work(job));
        }
        first.into_iter().for_each(&work);
    });
}

/// How many elements each of so many threads gets: in whole kilobytes of the smallest elements, so that two do not write
/// the same cache line.
pub fn part(length: usize, threads: usize) -> usize {
    length.div_ceil(threads.max(1)).next_multiple_of(1024).max(1024)
}
