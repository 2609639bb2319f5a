//! The inputs of the fuzz targets.

pub use quadline_conformance::inputs::{Batch, Equivalence, Fen, Positions, SquareParsing};
