//! Columns of text: lists of Python, and Arrow arrays.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use crate::arrays::Input;

/// A row that is not text: row, type.
pub type NotText = (usize, String);

/// Consecutive texts with offsets, as in an Arrow array.
#[derive(Clone, Copy)]
pub struct Texts<'a> {
    pub bytes: &'a [u8],
    pub offsets: &'a [i64],
    /// Whether each row is valid, as 0 or another number. Rows behind the last number are valid.
    pub valid: &'a [u8],
}

impl<'a> Texts<'a> {
    /// Creates a column, or returns an error if an offset is below the one before it or beyond the bytes.
    pub fn new(bytes: &'a [u8], offsets: &'a [i64], valid: &'a [u8]) -> PyResult<Self> {
        if offsets.is_empty() {
            return Err(PyValueError::new_err("there are no offsets; a column of no rows has the offset 0"));
        }
        let (mut before, end) = (0, bytes.len() as i64);
        for (row, &offset) in offsets.iter().enumerate() {
            if !(before..=end).contains(&offset) {
                return Err(PyValueError::new_err(format!(
                    "offset {row} is {offset}; it must be from {before} to {end}"
                )));
            }
            before = offset;
        }
        Ok(Self { bytes, offsets, valid })
    }

    /// Returns the number of rows.
    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the text of a row, or `None` if the row is missing.
    pub fn get(&self, row: usize) -> Option<&'a [u8]> {
        if self.valid.get(row) == Some(&0) {
            return None;
        }
        // The offsets were checked before, but another thread of Python may have changed them.
        let (start, end) = (self.offsets[row] as usize, self.offsets[row + 1] as usize);
        Some(self.bytes.get(start..end).unwrap_or_default())
    }
}

/// A column of text from the Python part: the bytes, offsets and validity of an Arrow array, or a list of `str`
/// or `bytes`, in which `None` is a missing row.
#[derive(FromPyObject)]
pub enum Column<'py> {
    Arrow(Input<'py, u8>, Input<'py, i64>, Input<'py, u8>),
    List(Bound<'py, PyList>),
}

impl Column<'_> {
    /// Calls `read` with the texts. Returns its result, and the rows that are not text.
    pub fn read<R>(&self, read: impl FnOnce(Texts<'_>) -> PyResult<R>) -> PyResult<(R, Vec<NotText>)> {
        match self {
            Self::Arrow(bytes, offsets, valid) => {
                let texts = Texts::new(bytes.as_slice()?, offsets.as_slice()?, valid.as_slice()?)?;
                Ok((read(texts)?, Vec::new()))
            }
            Self::List(list) => {
                let copies = Copies::of(list)?;
                Ok((read(copies.texts())?, copies.not_text))
            }
        }
    }
}

/// A copy of the texts of a list. The texts belong to Python and may be freed while others run. Copying takes
/// a tenth of the time of parsing.
struct Copies {
    bytes: Vec<u8>,
    offsets: Vec<i64>,
    valid: Vec<u8>,
    /// The rows that are neither text nor `None`.
    not_text: Vec<NotText>,
}

impl Copies {
    /// Copies a list of `str` or `bytes`, in which `None` is a missing row.
    fn of(list: &Bound<'_, PyList>) -> PyResult<Self> {
        let (bytes, not_text) = (Vec::with_capacity(64 * list.len()), Vec::new());
        let mut copies = Self { bytes, offsets: vec![0], valid: Vec::new(), not_text };
        for (row, item) in list.iter().enumerate() {
            if let Ok(text) = item.cast::<PyString>() {
                // A lone surrogate has no encoding in UTF-8 and is replaced. It is not valid in a FEN or a
                // move.
                copies.bytes.extend_from_slice(text.to_string_lossy().as_bytes());
            } else if let Ok(text) = item.cast::<PyBytes>() {
                copies.bytes.extend_from_slice(text.as_bytes());
            } else {
                copies.valid.resize(row, 1);
                copies.valid.push(0);
                if !item.is_none() {
                    copies.not_text.push((row, item.get_type().name()?.to_string()));
                }
            }
            copies.offsets.push(copies.bytes.len() as i64);
        }
        Ok(copies)
    }

    /// Returns the column.
    fn texts(&self) -> Texts<'_> {
        Texts { bytes: &self.bytes, offsets: &self.offsets, valid: &self.valid }
    }
}
