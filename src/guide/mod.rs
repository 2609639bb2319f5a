//! A guide to quadline: how to use it and how it works, with examples that run.
//!
//! | page | read it if you |
//! |---|---|
//! | [`lines_and_lanes`] | want to know how attacks are computed |
//! | [`levels`] | call quadline in a loop, or distribute a program |
//! | [`intrinsics`] | have vector code of your own, such as the network of an engine |
//! | [`batches`] | have many sliders at a time |
//! | [`positions`] | have whole positions |
//! | [`engine_board`] | write an engine: counters, keys, repetitions, moves in order |
//! | [`threats`] | need the pairs of pieces that neural networks take as inputs |
//! | [`tour`] | want to see most of the interface in one program |
//! | [`without_std`] | build for a microcontroller or a kernel, or need a small program |
//! | [`wasm`] | write a web page |
//! | [`porting`] | use lookup tables now, or write an engine |
//!
//! The formulas themselves are explained in [`quadline_kernels::formula::guide`].

pub mod batches;
pub mod engine_board;
pub mod intrinsics;
pub mod levels;
pub mod lines_and_lanes;
pub mod porting;
pub mod positions;
pub mod threats;
pub mod tour;
pub mod wasm;
pub mod without_std;
