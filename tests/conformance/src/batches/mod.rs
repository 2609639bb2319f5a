//! Kernels for many sliders, behind one trait.

mod at_run_time;
mod output;
mod properties;
mod samples;
mod sinks;

use std::marker::PhantomData;

use quadline_kernels::internal::batch::BatchKernel;
use quadline_kernels::level::Level;

pub use at_run_time::{AnyBoards, AnySink};
pub use output::Output;
pub use properties::{prop_batch_equals_single, prop_unequal_lengths_panic};
pub use samples::Samples;

use crate::{Arguments, Entry, call_entry};

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

/// A formula at a level.
pub(crate) struct BatchOfFormula<L, B> {
    name: String,
    level: L,
    formula: PhantomData<fn() -> B>,
}

impl<L: Level, B: BatchKernel<L>> BatchOfFormula<L, B> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/{}/{}", L::NAME, B::LAYOUT, B::NAME), level, formula: PhantomData }
    }
}

impl<L: Level, B: BatchKernel<L>> Batch for BatchOfFormula<L, B> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        B::TABLE_BYTES
    }

    fn run(&self, entry: Entry, arguments: Arguments<'_>) {
        sinks::run::<L, B>(self.level, entry, arguments);
    }
}

/// The batch calls of a level, which use its default kernel.
pub(crate) struct BatchOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> BatchOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/batch/default", L::NAME), level }
    }
}

impl<L: Level> Batch for BatchOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn table_bytes(&self) -> usize {
        L::Batch::TABLE_BYTES
    }

    fn run(&self, entry: Entry, arguments: Arguments<'_>) {
        call_entry!(methods of self.level; entry, arguments);
    }
}
