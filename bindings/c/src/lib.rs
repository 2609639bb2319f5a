//! quadline for C: what `quadline.h` declares. The comments here are those of the header.
//!
//! Pointers are taken as the header says: they point to as many elements as is said, outputs to memory that nobody else
//! uses meanwhile. What can be seen of a pointer is checked: NULL, alignment, overlap, impossible lengths.

// The header says once for all functions what pointers have to be.
#![allow(clippy::missing_safety_doc)]

mod error;
mod memory;
mod positions;
mod sliders;

pub use error::{Error, Status};
pub use positions::*;
pub use sliders::*;

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

/// The version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn quadline_version() -> *const c_char {
    const { concat!(env!("CARGO_PKG_VERSION"), "\0") }.as_ptr().cast()
}

/// The level that is used on this CPU, such as "avx2"; NULL if the variable QUADLINE_LEVEL names none that can be used.
#[unsafe(no_mangle)]
pub extern "C" fn quadline_level() -> *const c_char {
    static NAME: OnceLock<Option<CString>> = OnceLock::new();
    let name = NAME.get_or_init(|| error::usable_level().ok().and_then(|name| CString::new(name).ok()));
    name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr())
}
