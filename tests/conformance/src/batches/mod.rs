//! Kernels for many sliders: the batch kernels of all levels.

mod at_run_time;
mod sinks;

use std::marker::PhantomData;

use quadline_kernels::internal::batch::BatchKernel;
use quadline_kernels::level::Level;
pub use quadline_properties::batches::*;
use quadline_properties::call_entry;

pub use at_run_time::{AnyBoards, AnySink};

use crate::{Arguments, Entry};

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
