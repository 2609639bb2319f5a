//! Kernels for many sliders, behind one trait.

mod output;
mod properties;
mod samples;

pub use output::Output;
pub use properties::{prop_batch_equals_single, prop_unequal_lengths_panic};
pub use samples::Samples;

use crate::{Arguments, Entry};

/// A kernel for many sliders.
pub trait Batch: Send + Sync {
    /// Level, layout and formula: `avx2/lines/sbamg`.
    fn name(&self) -> &str;
    /// Returns the bytes of the tables and buffers that the kernel uses.
    fn table_bytes(&self) -> usize {
        0
    }
    /// Calls an entry point.
    fn run(&self, entry: Entry, arguments: Arguments<'_>);
}
