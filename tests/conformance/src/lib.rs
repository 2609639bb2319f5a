//! Properties of all kernels, shared by the test suite, the quickcheck tests and the fuzz targets.
//!
//! A property is a function `prop_…` that panics if a kernel violates it, with the kernel's name and a
//! drawing of the boards. It calls a kernel through [`Single`] or [`Batch`].
//! [`Kernels::of_this_cpu`] implements these for all kernels that
//! [`visit_kernels`](quadline_kernels::internal::visit_kernels) visits, so new kernels are tested without
//! changes here. The entry points for batches are the rows of [`entries!`].
//!
//! | module | contents |
//! |---|---|
//! | [`registry`] | all kernels of this CPU |
//! | [`singles`] | kernels for one slider, and their properties |
//! | [`entries`](mod@entries) | the list of entry points for many sliders |
//! | [`batches`] | kernels for many sliders, and their properties |
//! | [`sliders`] | all sliders of one position and of many |
//! | [`positions`] | positions: the oracle, random and known positions, and properties |
//! | [`boards`] | pseudorandom boards of every density |
//! | [`inputs`] | the inputs of the fuzz targets, and their checks |
//! | [`draw`](mod@draw) | boards drawn side by side, for messages |

// This crate runs on development machines only. The crates that it tests do not use std.
#![allow(clippy::std_instead_of_core)]

pub mod batches;
pub mod boards;
pub mod draw;
pub mod entries;
pub mod inputs;
pub mod positions;
pub mod registry;
pub mod singles;

pub use batches::{Batch, Output, Samples, prop_batch_equals_single, prop_unequal_lengths_panic};
pub use draw::draw;
pub use entries::{Arguments, Entry, Piece};
pub use registry::{Kernels, LineFormula};
pub use singles::{
    Single, prop_attack_is_mutual, prop_blocker_takes_what_is_behind, prop_equals, prop_equals_oracle,
    prop_four_lines_make_the_queen, prop_only_the_line_matters, prop_slider_and_edges_never_matter,
    prop_symmetric,
};
