//! All kernels behind the traits of the properties, for the test suite and the fuzz targets.
//!
//! [`Kernels::of_this_cpu`] has all kernels that [`visit_kernels`](quadline_kernels::internal::visit_kernels)
//! visits, so new kernels are tested without changes here. The entry points for batches are the rows of
//! [`entries!`], and the calls of a search those of [`engine_calls!`]. Everything of the package
//! `quadline-properties` has the same name here.
//!
//! | module | contents |
//! |---|---|
//! | [`registry`] | all kernels of this CPU |
//! | [`singles`], [`batches`], [`positions`] | the kernels, added to the modules of the properties |
//! | [`inputs`] | the inputs of the fuzz targets, and their checks |

// This crate runs on development machines only. The crates that it tests do not use std.
#![allow(clippy::std_instead_of_core)]

pub mod batches;
pub mod inputs;
pub mod positions;
pub mod registry;
pub mod singles;

pub use quadline_properties::{
    Arguments, Batch, Entry, Output, Piece, Samples, Single, boards, call_entry, draw, engine_calls, entries,
    prop_batch_equals_single, prop_equals, prop_equals_oracle, prop_unequal_lengths_panic,
};
pub use registry::{Kernels, LineFormula};
