//! What is true of every kernel: each property once, for the exhaustive suite, for quickcheck and for the fuzz targets.
//!
//! A property is a function `prop_…` that panics where it does not hold, names the kernel, and draws the boards. It asks
//! a kernel through [`Single`], [`Batch`] or [`SlidersOfPositions`], which [`Kernels::of_this_cpu`] makes of everything
//! that [`visit_kernels`](quadline_kernels::level::visit_kernels) shows: a kernel that is added there is proved without
//! a line here. The ways to ask for a batch are the rows of [`entries!`], and stand nowhere else.
//!
//! | module | what it holds |
//! |---|---|
//! | [`registry`] | all kernels of this CPU |
//! | [`singles`] | kernels for one slider, and their properties |
//! | [`entries`](mod@entries) | the entry points for many sliders: the one list |
//! | [`batches`] | kernels for many sliders, and their properties |
//! | [`sliders`] | all sliders of a position, and of many |
//! | [`positions`] | positions: the oracle, random and known ones, and what must hold |
//! | [`boards`] | boards of every density, the same in every run |
//! | [`inputs`] | the inputs of the fuzz targets, and what must hold for each |
//! | [`draw`](mod@draw) | boards side by side, for the messages |

// A library for people's machines; only what it proves does without std.
#![allow(clippy::std_instead_of_core)]

pub mod batches;
pub mod boards;
pub mod draw;
pub mod entries;
pub mod inputs;
pub mod positions;
pub mod registry;
pub mod singles;
pub mod sliders;

pub use batches::{Batch, Output, Samples, prop_batch_equals_single, prop_unequal_lengths_panic};
pub use draw::draw;
pub use entries::{Arguments, Entry, Piece};
pub use registry::{Kernels, LineFormula};
pub use singles::{
    Single, prop_attack_is_mutual, prop_blocker_takes_what_is_behind, prop_equals, prop_equals_oracle,
    prop_four_lines_make_the_queen, prop_only_the_line_matters, prop_slider_and_edges_never_matter,
    prop_symmetric,
};
pub use sliders::{SlidersOfPositions, prop_sliders_equal_singles};
