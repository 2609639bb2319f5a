//! How to use quadline, and how it works: pages to read, with examples that run.
//!
//! | page | for whom |
//! |---|---|
//! | [`lines_and_lanes`] | who wants to know what a call computes |
//! | [`levels`] | who calls it in a loop, or ships a program |
//! | [`batches`] | who has many sliders at a time |
//! | [`positions`] | who has whole positions |
//! | [`threats`] | who feeds a network with pairs of pieces |
//! | [`without_std`] | who builds for a browser, a microcontroller or a kernel |
//! | [`wasm`] | who writes for a browser |
//! | [`porting`] | who has tables already |
//!
//! The formulas themselves are taught in [`quadline_kernels::formula::guide`].

pub mod batches;
pub mod levels;
pub mod lines_and_lanes;
pub mod porting;
pub mod positions;
pub mod threats;
pub mod wasm;
pub mod without_std;
