//! Status codes, errors, and the guard around every call.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call has succeeded.
    Ok = 0,
    /// A required pointer is NULL.
    NullPointer = 1,
    /// A pointer is not aligned for its type.
    Misaligned = 2,
    /// An array is longer than memory.
    Length = 3,
    /// An output overlaps with another array of the call.
    Overlap = 4,
    /// A square is above 63.
    Square = 5,
    /// Text is not a FEN.
    Fen = 6,
    /// A position is invalid, for example because of two kings of one color or a check to the side that is
    /// not to move.
    Position = 7,
    /// Offsets do not begin at 0 or above, or decrease.
    Offsets = 8,
    /// An output is too short for the results.
    Room = 9,
    /// The environment variable QUADLINE_LEVEL names an unknown level, or one that this CPU lacks.
    Level = 10,
    /// An internal error of the library; please report it.
    Fault = 11,
    /// Text is not a legal move of its position.
    Move = 12,
    /// A number is not one that a parameter accepts, such as a role above 5.
    Argument = 13,
    /// A file has an error.
    File = 14,
}

/// A description of an error, with its place.
#[repr(C)]
pub struct Error {
    /// The index of the square, FEN or position, from 0; 0 if the error is about none.
    pub row: usize,
    /// The column of a FEN, from 1; 0 if the error is about none.
    pub column: usize,
    /// The field of a FEN, from 1; 0 if the error is about none.
    pub field: usize,
    /// One line of UTF-8 text, terminated by NUL.
    pub message: [c_char; 232],
}

/// An error on its way to the caller.
#[derive(Clone)]
pub struct Failure {
    pub status: Status,
    pub row: usize,
    pub column: usize,
    pub field: usize,
    pub message: String,
}

/// The result of a step of a call. The error is boxed, so the usual case of success returns in a register
/// instead of memory.
pub type Outcome<T> = Result<T, Box<Failure>>;

impl Failure {
    pub fn new(status: Status, message: String) -> Box<Self> {
        Box::new(Self { status, row: 0, column: 0, field: 0, message })
    }

    /// Sets the index of the element that the error is about.
    pub fn of_row(mut self: Box<Self>, row: usize) -> Box<Self> {
        self.row = row;
        self
    }
}

/// Runs a call and returns its status.
///
/// # Safety
///
/// `error` must be NULL or point to a writable error.
#[inline(always)]
pub unsafe fn guarded(error: *mut Error, call: impl FnOnce() -> Outcome<()>) -> Status {
    // Panics must not unwind through a C function. None is known; a panic would be reported as an internal
    // error.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => Status::Ok,
        // SAFETY: guaranteed by the caller.
        Ok(Err(failure)) => unsafe { tell(error, &failure) },
        Err(_) => {
            let failure =
                Failure::new(Status::Fault, "internal error of the library; please report it".into());
            // SAFETY: guaranteed by the caller.
            unsafe { tell(error, &failure) }
        }
    }
}

/// Runs the body of a C function, which returns an [`Outcome`], and returns its status. `error` is that of
/// the caller.
macro_rules! guard {
    ($error:expr, $body:block) => {{
        let call = || -> $crate::error::Outcome<()> { $body };
        // SAFETY: the caller of the C function guarantees that the error is NULL or writable.
        unsafe { $crate::error::guarded($error, call) }
    }};
}
pub(crate) use guard;

/// # Safety
///
/// `error` must be NULL or point to a writable error.
#[cold]
unsafe fn tell(error: *mut Error, failure: &Failure) -> Status {
    if !error.is_null() && error.is_aligned() {
        let mut message = [0; 232];
        // The last byte stays NUL, and a message is only cut between characters.
        let fits = |&length: &usize| failure.message.is_char_boundary(length);
        let length = (0..message.len().min(failure.message.len() + 1)).rev().find(fits).unwrap_or(0);
        for (to, from) in message.iter_mut().zip(failure.message[..length].bytes()) {
            *to = from as c_char;
        }
        let &Failure { row, column, field, .. } = failure;
        // SAFETY: the caller guarantees that it is writable, and its alignment was just checked.
        unsafe { error.write(Error { row, column, field, message }) };
    }
    failure.status
}

/// Checks once whether the level in the environment can be used.
#[inline]
pub fn usable_level() -> Outcome<&'static str> {
    static LEVEL: OnceLock<Result<&str, String>> = OnceLock::new();
    match LEVEL.get_or_init(|| quadline_rust::level::try_active().map_err(|error| error.to_string())) {
        Ok(name) => Ok(name),
        Err(message) => Err(Failure::new(Status::Level, message.clone())),
    }
}
