//! quadline for C: the functions that `quadline.h` declares. The comments are copied to the header.
//!
//! The header states the requirements for pointers: they point to the given number of elements, and nothing
//! else uses the memory of outputs during the call. NULL, misalignment, overlap and impossible lengths are
//! detected.
//!
//! | file | contents |
//! |---|---|
//! | `sliders.rs`, `positions.rs`, `games.rs` | attacks, positions, and moves by square and in SAN |
//! | `engine.rs`, `training.rs` | calls of engines, and inputs of networks |
//! | `binpack.rs`, `fill.rs` | files of training data: one by one, and to batches |
//! | `memory.rs`, `error.rs` | checks of arrays, status codes and messages |

// The header states once for all functions what pointers must satisfy.
#![allow(clippy::missing_safety_doc)]

mod binpack;
mod engine;
mod error;
mod fill;
mod games;
mod memory;
mod positions;
mod sliders;
mod training;

pub use binpack::*;
pub use engine::*;
pub use error::{Error, Status};
pub use fill::*;
pub use games::*;
pub use positions::*;
pub use sliders::*;
pub use training::*;

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

/// Returns the version of the library, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn quadline_version() -> *const c_char {
    const { concat!(env!("CARGO_PKG_VERSION"), "\0") }.as_ptr().cast()
}

/// Returns the level that is used on this CPU, such as "avx2", or NULL if the variable QUADLINE_LEVEL names a
/// level that cannot be used.
#[unsafe(no_mangle)]
pub extern "C" fn quadline_level() -> *const c_char {
    static NAME: OnceLock<Option<CString>> = OnceLock::new();
    let name = NAME.get_or_init(|| error::usable_level().ok().and_then(|name| CString::new(name).ok()));
    name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr())
}
