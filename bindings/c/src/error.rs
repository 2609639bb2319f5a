//! Statuses, errors, and what stands between a call and the library.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

/// What came of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All is well.
    Ok = 0,
    /// A pointer is NULL that may not be.
    NullPointer = 1,
    /// A pointer is not aligned as its type has to be.
    Misaligned = 2,
    /// An array is longer than memory can be.
    Length = 3,
    /// An output overlaps with another array of the call.
    Overlap = 4,
    /// A square is above 63.
    Square = 5,
    /// A text is no FEN.
    Fen = 6,
    /// A position is none: two kings of a colour, a side in check that is not to move, and so on.
    Position = 7,
    /// Offsets do not begin where they have to, or decrease.
    Offsets = 8,
    /// There is not enough room for the results.
    Room = 9,
    /// The environment variable QUADLINE_LEVEL names no level, or one that this CPU lacks.
    Level = 10,
    /// A fault of the library: please report it.
    Fault = 11,
}

/// What was wrong, where, and what would be right.
#[repr(C)]
pub struct Error {
    /// The index of the element, square or FEN or position, from 0; 0 if it is about no element.
    pub row: usize,
    /// The column of a FEN, from 1; 0 if it is about no FEN.
    pub column: usize,
    /// The field of a FEN, from 1; 0 if it is about none.
    pub field: usize,
    /// One line of text in UTF-8 that ends with a NUL.
    pub message: [c_char; 232],
}

/// What was wrong, on its way to the caller.
pub struct Failure {
    pub status: Status,
    pub row: usize,
    pub column: usize,
    pub field: usize,
    pub message: String,
}

/// What a step of a call comes to. The failure is in a box, so that a call in which all is well, which is nearly every one,
/// passes a register on and no failure's room.
pub type Outcome<T> = Result<T, Box<Failure>>;

impl Failure {
    pub fn new(status: Status, message: String) -> Box<Self> {
        Box::new(Self { status, row: 0, column: 0, field: 0, message })
    }

    /// It is about that element.
    pub fn of_row(mut self: Box<Self>, row: usize) -> Box<Self> {
        self.row = row;
        self
    }
}

/// Runs what a call does, and tells what came of it.
///
/// # Safety
/// `error` is NULL or points to an error that may be written.
#[inline(always)]
pub unsafe fn guarded(error: *mut Error, call: impl FnOnce() -> Outcome<()>) -> Status {
    // No panic goes through a C function. None is known; it would be told as a fault of the library.
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => Status::Ok,
        // SAFETY: as the caller says.
        Ok(Err(failure)) => unsafe { tell(error, &failure) },
        Err(_) => {
            let failure = Failure::new(Status::Fault, "a fault of the library: please report it".into());
            // SAFETY: as the caller says.
            unsafe { tell(error, &failure) }
        }
    }
}

/// # Safety
/// `error` is NULL or points to an error that may be written.
#[cold]
unsafe fn tell(error: *mut Error, failure: &Failure) -> Status {
    if !error.is_null() && error.is_aligned() {
        let mut message = [0; 232];
        // The last stays NUL; a character that does not fit is left out whole.
        let fits = |&length: &usize| failure.message.is_char_boundary(length);
        let length = (0..message.len().min(failure.message.len() + 1)).rev().find(fits).unwrap_or(0);
        for (to, from) in message.iter_mut().zip(failure.message[..length].bytes()) {
            *to = from as c_char;
        }
        let &Failure { row, column, field, .. } = failure;
        // SAFETY: the caller says that it may be written; it is aligned, as was just seen.
        unsafe { error.write(Error { row, column, field, message }) };
    }
    failure.status
}

/// Whether the level can be used that the environment asks for: looked at once.
#[inline]
pub fn usable_level() -> Outcome<&'static str> {
    static LEVEL: OnceLock<Result<&str, String>> = OnceLock::new();
    match LEVEL.get_or_init(|| quadline_rust::level::try_active().map_err(|error| error.to_string())) {
        Ok(name) => Ok(name),
        Err(message) => Err(Failure::new(Status::Level, message.clone())),
    }
}
