//! Arguments that are arrays or numbers: their checks and errors, and new arrays for results.
//!
//! The functions of the native module take arguments as they come from callers, so that each array is checked
//! once. Most arguments are right, and many calls have few positions, so no text is formatted before there is
//! an error.

use std::convert::Infallible;
use std::thread;

use numpy::{
    BorrowError, Element, IntoPyArray, PyArray1, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn,
    PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PySlice, PyString, PyTuple, PyType};

/// An argument of a call. The functions of this module take its name for their errors.
pub type Any<'py> = Bound<'py, PyAny>;

/// An array for results, if callers have one.
pub type Out<'py> = Option<Any<'py>>;

/// An array that was checked.
pub type Input<'py, T> = PyReadonlyArrayDyn<'py, T>;

/// The lengths of an array. `None` stands for any length.
pub type Shape<'a> = &'a [Option<usize>];

/// The most threads of a call.
const MOST_THREADS: usize = 1024;

/// Returns an array if it has a type, and a shape if there is one, and can be used without conversion.
fn checked<'py, T: Element>(
    name: &str,
    array: &Any<'py>,
    shape: Option<Shape<'_>>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    check_array(name, array, &dtype::<T>(array.py()), shape)?;
    Ok(array.cast::<PyArrayDyn<T>>()?.clone())
}

/// Returns an error if an array does not have a type, and a shape if there is one, or has to be converted.
fn check_array(
    name: &str,
    array: &Any<'_>,
    dtype: &Bound<'_, PyArrayDescr>,
    shape: Option<Shape<'_>>,
) -> PyResult<()> {
    let found = array.cast::<PyUntypedArray>();
    if let Ok(found) = found
        && found.dtype().is_equiv_to(dtype)
        && fits(found.shape(), shape)
        && found.is_c_contiguous()
        && found.is_aligned()
        && !is_masked(array)?
    {
        return Ok(());
    }
    let shape_text = shape.map(tuple);
    let of_shape = shape_text.as_ref().map_or(String::new(), |shape| format!(" and shape {shape}"));
    let wanted = format!("{name} must be a numpy array of {dtype}{of_shape}");
    let (is_of_type, problem, remedy) = match found {
        Err(_) => {
            let remedy =
                if name == "positions" { "quadline.positions.from_fen makes one from FENs" } else { "" };
            (false, format!("{wanted}, not {}", array.get_type().name()?), remedy.to_owned())
        }
        Ok(_) if is_masked(array)? => {
            (false, format!("{wanted}, without a mask"), format!("{name}.filled(0) creates such an array"))
        }
        Ok(found) if !found.dtype().is_equiv_to(dtype) => {
            let remedy = format!(r#"{name}.astype("{dtype}") makes a copy of that type"#);
            (false, format!("{wanted}, not of {}", found.dtype()), remedy)
        }
        Ok(found) if !fits(found.shape(), shape) => {
            let is_one = name == "positions" && found.shape() == [8];
            let remedy = if is_one { "for position i of an array, pass positions[i:i + 1]" } else { "" };
            (true, format!("{wanted}, not of shape {}", tuple(&exact(found.shape()))), remedy.to_owned())
        }
        Ok(found) if !found.is_aligned() => {
            (true, format!("{name} is not aligned"), format!("{name}.copy() is"))
        }
        Ok(_) => {
            let remedy = format!("numpy.ascontiguousarray({name}) copies it");
            (true, format!("{name} is not C-contiguous"), remedy)
        }
    };
    let message = match shape_text {
        // Results in a copy would be lost.
        Some(shape) if name == "out" => {
            format!(r#"{problem}; numpy.empty({shape}, "{dtype}") creates such an array"#)
        }
        _ if remedy.is_empty() => problem,
        _ => format!("{problem}; {remedy}"),
    };
    Err(if is_of_type { PyValueError::new_err(message) } else { PyTypeError::new_err(message) })
}

fn fits(shape: &[usize], wanted: Option<Shape<'_>>) -> bool {
    wanted.is_none_or(|wanted| {
        let mut lengths = shape.iter().zip(wanted);
        shape.len() == wanted.len() && lengths.all(|(&length, wanted)| wanted.is_none_or(|it| it == length))
    })
}

fn is_masked(array: &Any<'_>) -> PyResult<bool> {
    static MASKED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(!array.is_exact_instance_of::<PyUntypedArray>()
        && array.is_instance(MASKED.import(array.py(), "numpy.ma", "MaskedArray")?)?)
}

/// Returns lengths as Python prints a tuple.
fn tuple(shape: Shape<'_>) -> String {
    let lengths: Vec<_> = shape.iter().map(|it| it.map_or("N".into(), |it| it.to_string())).collect();
    format!("({}{})", lengths.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// Returns an array of a type and a shape for reading.
pub fn read<'py, T: Element>(
    name: &str,
    array: &Any<'py>,
    shape: Option<Shape<'_>>,
) -> PyResult<Input<'py, T>> {
    readonly(name, &checked(name, array, shape)?)
}

fn readonly<'py, T: Element>(name: &str, array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<Input<'py, T>> {
    array.try_readonly().map_err(|_| {
        PyValueError::new_err(format!("{name} is the out of another call, which has not returned yet"))
    })
}

/// Returns an array with an element for each row of another one.
pub fn read_each<'py, T: Element>(
    name: &str,
    array: &Any<'py>,
    count: usize,
    other: &str,
) -> PyResult<Input<'py, T>> {
    let array = read(name, array, Some(&[None]))?;
    same_length(name, array.len(), other, count)?;
    Ok(array)
}

/// Returns an error if two arrays do not have the same number of rows.
pub fn same_length(name: &str, length: usize, other: &str, count: usize) -> PyResult<()> {
    if length == count {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{name} has {length} rows and {other} {count}; the numbers must be equal"
    )))
}

/// Returns a boolean array as bytes. It can contain other bytes than 0 and 1, for example if it is a view of
/// other numbers, so its elements are not read as `bool`.
pub fn read_bools<'py>(name: &str, array: &Any<'py>, shape: Shape<'_>) -> PyResult<Input<'py, u8>> {
    readonly(name, &as_bytes(checked(name, array, Some(shape))?)?)
}

fn as_bytes(array: Bound<'_, PyArrayDyn<bool>>) -> PyResult<Bound<'_, PyArrayDyn<u8>>> {
    Ok(array.call_method1("view", (dtype::<u8>(array.py()),))?.cast_into()?)
}

/// Positions: rows of eight words.
pub struct Positions<'py>(Input<'py, u64>);

impl<'py> Positions<'py> {
    /// Returns the positions of an argument.
    pub fn of(array: &Any<'py>) -> PyResult<Self> {
        Self::named("positions", array)
    }

    /// Returns the positions of an argument with another name.
    pub fn named(name: &str, array: &Any<'py>) -> PyResult<Self> {
        Ok(Self(read(name, array, Some(&[None, Some(8)]))?))
    }

    /// Returns the token of the interpreter.
    pub fn py(&self) -> Python<'py> {
        self.0.py()
    }

    /// Returns the number of positions.
    pub fn count(&self) -> usize {
        self.0.shape()[0]
    }

    /// Returns the rows.
    pub fn rows(&self) -> PyResult<&[[u64; 8]]> {
        Ok(self.0.as_slice()?.as_chunks().0)
    }

    /// Returns an array with an element for each position.
    pub fn read_each<T: Element>(&self, name: &str, array: &Any<'py>) -> PyResult<Input<'py, T>> {
        read_each(name, array, self.count(), "positions")
    }
}

/// Returns a bitboard that is a number, or `None` if it must be an array.
pub fn board(name: &str, value: &Any<'_>) -> PyResult<Option<u64>> {
    if value.is_instance_of::<PyUntypedArray>() {
        return Ok(None);
    }
    match value.extract() {
        Ok(board) => Ok(Some(board)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Err(PyValueError::new_err(format!("{name} is {value}; a board has 64 bits")))
        }
        Err(_) => Ok(None),
    }
}

/// Returns an error if an argument is not an array of a type and a shape that can be used without conversion.
#[pyfunction(name = "checked")]
pub fn checked_for_python<'py>(
    name: &str,
    array: Bound<'py, PyAny>,
    dtype: Bound<'py, PyAny>,
    shape: Option<Vec<Option<usize>>>,
) -> PyResult<Bound<'py, PyAny>> {
    check_array(name, &array, &PyArrayDescr::new(array.py(), dtype)?, shape.as_deref())?;
    Ok(array)
}

/// The number of threads of a call.
#[derive(Clone, Copy)]
pub struct Threads(pub usize);

impl FromPyObject<'_, '_> for Threads {
    type Error = PyErr;

    fn extract(threads: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        match threads.extract() {
            Ok(0) => Ok(Self(thread::available_parallelism().map_or(1, Into::into))),
            Ok(number @ ..=MOST_THREADS) => Ok(Self(number)),
            _ => Err(PyValueError::new_err(format!(
                "threads is {}; it must be a number from 1 to {MOST_THREADS}, or 0 for one per core",
                threads.repr()?
            ))),
        }
    }
}

/// Returns the number of threads, which is the number of cores for 0.
#[pyfunction]
pub fn number_of_threads(threads: Threads) -> usize {
    threads.0
}

/// Returns the value with a name.
pub fn named<T: Copy>(argument: &str, name: &Any<'_>, values: &[(&str, T)]) -> PyResult<T> {
    let text = name.cast::<PyString>().ok();
    let found = values.iter().find(|value| text.is_some_and(|text| *text == value.0));
    found.map(|value| value.1).ok_or_else(|| not_named(argument, name, "it must be", values, ""))
}

/// Returns the error for a name that no value has. The names are between `before` and `after`.
pub fn not_named<T>(
    argument: &str,
    name: &Any<'_>,
    before: &str,
    values: &[(&str, T)],
    after: &str,
) -> PyErr {
    let names: Vec<_> = values.iter().map(|(name, _)| format!("'{name}'")).collect();
    let names = names.join(", ");
    name.repr().map_or_else(
        |error| error,
        |name| PyValueError::new_err(format!("{argument} is {name}; {before} {names}{after}")),
    )
}

/// Results that are words.
pub type Words<'py> = Output<'py, u64>;

/// Results that are bytes or booleans.
pub type Bytes<'py> = Output<'py, u8>;

/// Results: an argument `out`, or a new array. Python receives that argument, or the array.
pub struct Output<'py, T: Element> {
    array: Bound<'py, PyAny>,
    elements: PyReadwriteArrayDyn<'py, T>,
}

impl<'py, T: Element> Output<'py, T> {
    /// Returns the array of an argument, or a new one.
    pub fn of(py: Python<'py>, out: Option<&Any<'py>>, shape: &[usize]) -> PyResult<Self> {
        let Some(out) = out else { return Self::new(py, shape) };
        let array = checked("out", out, Some(&exact(shape)))?;
        Self::with(out.clone(), &array)
    }

    /// Returns a new array. Its elements are not specified.
    pub fn new(py: Python<'py>, shape: &[usize]) -> PyResult<Self> {
        Self::view_of(new_array(py, shape, dtype::<T>(py))?)
    }

    /// Returns a new array of zeros.
    pub fn zeros(py: Python<'py>, shape: &[usize]) -> PyResult<Self> {
        Self::view_of(PyArrayDyn::<T>::zeros(py, shape, false).into_any())
    }

    /// Returns a list as an array.
    pub fn from_vec(py: Python<'py>, elements: Vec<T>) -> PyResult<Self> {
        Self::view_of(elements.into_pyarray(py).to_dyn().clone().into_any())
    }

    fn view_of(array: Bound<'py, PyAny>) -> PyResult<Self> {
        let elements = array.cast::<PyArrayDyn<T>>()?.clone();
        Self::with(array, &elements)
    }

    fn with(array: Bound<'py, PyAny>, elements: &Bound<'py, PyArrayDyn<T>>) -> PyResult<Self> {
        let elements = elements.try_readwrite().map_err(|error| {
            PyValueError::new_err(match error {
                BorrowError::NotWriteable => "out is read-only",
                _ => "out has elements of another argument, or of one of a call that has not returned yet",
            })
        })?;
        Ok(Self { array, elements })
    }

    /// Returns the elements in C order.
    pub fn slice(&mut self) -> PyResult<&mut [T]> {
        Ok(self.elements.as_slice_mut()?)
    }
}

impl<'py> Output<'py, u8> {
    /// Returns the boolean array of an argument, or a new one, as bytes.
    pub fn bools(py: Python<'py>, out: Option<&Any<'py>>, shape: &[usize]) -> PyResult<Self> {
        let array = match out {
            Some(out) => checked("out", out, Some(&exact(shape)))?,
            None => new_array(py, shape, dtype::<bool>(py))?.cast_into()?,
        };
        let bytes = as_bytes(array.clone())?;
        Self::with(out.cloned().unwrap_or_else(|| array.into_any()), &bytes)
    }
}

impl<'py> Output<'py, u64> {
    /// Returns the positions of an argument, or new ones.
    pub fn positions(py: Python<'py>, out: Option<&Any<'py>>, count: usize) -> PyResult<Self> {
        match out {
            Some(_) => Self::of(py, out, &[count, 8]),
            None => Self::view_of(empty_positions(py, count)?),
        }
    }

    /// Returns the positions.
    pub fn rows(&mut self) -> PyResult<&mut [[u64; 8]]> {
        Ok(self.slice()?.as_chunks_mut().0)
    }
}

impl<'py, T: Element> IntoPyObject<'py> for Output<'py, T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = Infallible;

    fn into_pyobject(self, _: Python<'py>) -> Result<Self::Output, Infallible> {
        Ok(self.array)
    }
}

fn exact(shape: &[usize]) -> Vec<Option<usize>> {
    shape.iter().copied().map(Some).collect()
}

/// Allocates an array by numpy, which does not write the memory first.
fn new_array<'py>(
    py: Python<'py>,
    shape: &[usize],
    dtype: Bound<'py, PyArrayDescr>,
) -> PyResult<Bound<'py, PyAny>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    EMPTY.import(py, "numpy", "empty")?.call1((PyTuple::new(py, shape)?, dtype))
}

/// Allocates positions with an alignment of 64 bytes, which need not be copied.
#[pyfunction]
pub fn empty_positions(py: Python<'_>, count: usize) -> PyResult<Bound<'_, PyAny>> {
    let words = new_array(py, &[8 * count + 7], dtype::<u64>(py))?;
    let first = (words.cast::<PyArray1<u64>>()?.data().addr().wrapping_neg() / 8 % 8) as isize;
    let rows = words.get_item(PySlice::new(py, first, first + 8 * count as isize, 1))?;
    rows.call_method1("reshape", (count, 8))
}
