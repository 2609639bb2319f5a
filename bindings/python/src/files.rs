//! Errors of files.

use std::io;
use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Creates an `OSError`, which Python makes one of its subclasses by its number. The message is that of the
/// error, perhaps with its place before it.
pub fn os_error(error: &io::Error, message: &str, name: &Option<PathBuf>) -> PyErr {
    match (error.raw_os_error(), name) {
        (Some(number), Some(name)) => {
            // Python shows the number, too.
            let message = message.strip_suffix(&format!(" (os error {number})")).unwrap_or(message);
            PyOSError::new_err((number, message.to_owned(), name.display().to_string()))
        }
        (None, Some(name)) => PyOSError::new_err(format!("{}: {message}", name.display())),
        _ => PyOSError::new_err(message.to_owned()),
    }
}
