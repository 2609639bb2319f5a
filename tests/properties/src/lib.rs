//! The oracle, and the properties that every kernel must have.
//!
//! A property is a function `prop_…` that panics if a kernel violates it, with the kernel's name and a
//! drawing of the boards. It calls a kernel through a trait, such as [`Single`] or [`Batch`]. The package
//! `quadline-conformance` implements the traits for all kernels, and adds them to the names of this package.
//! Nothing here is compiled once for each level, so this package compiles in seconds with optimization, which
//! the oracle needs: the tests spend most of their time in it.
//!
//! | module | contents |
//! |---|---|
//! | [`singles`] | kernels for one slider: the trait, and properties |
//! | [`entries`](mod@entries) | the list of entry points for many sliders |
//! | [`batches`] | kernels for many sliders: the trait, outputs, and properties |
//! | [`positions`] | positions: the oracle, random and known positions, traits of calls, and properties |
//! | [`boards`] | pseudorandom boards of every density |
//! | [`draw`](mod@draw) | boards drawn side by side, for messages |

// This crate runs on development machines only. The crates that it tests do not use std.
#![allow(clippy::std_instead_of_core)]

pub mod batches;
pub mod boards;
pub mod draw;
pub mod positions;
pub mod singles;

pub use batches::{Batch, Output, Samples, prop_batch_equals_single, prop_unequal_lengths_panic};
pub use draw::draw;
pub use quadline_entries::{self as entries, Arguments, Entry, Piece, call_entry, entries};
pub use singles::{Single, prop_equals, prop_equals_oracle};
