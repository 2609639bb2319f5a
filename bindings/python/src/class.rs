//! Classes of Python.

/// Defines a class of Python around a value, which is in a box.
///
/// Python allocates its objects with an alignment of 16 bytes or less, and PyO3 writes the value of a class
/// there without a check: [PyO3's issue 3607](https://github.com/PyO3/pyo3/issues/3607). A value that contains a
/// `Position` needs an alignment of 64 bytes, so all classes of this package are defined by this macro, which
/// `ci/c-and-python.sh` checks.
macro_rules! class {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident($value:ty);) => {
        $(#[$attribute])*
        #[pyo3::pyclass(frozen)]
        $visibility struct $name(Box<$value>);
    };
}

pub(crate) use class;
