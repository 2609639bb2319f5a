//! What the fuzz targets take from elsewhere: their inputs.

pub use quadline_conformance::inputs::{Batch, Equivalence, Fen, Positions, SquareParsing};
