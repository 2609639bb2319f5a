//! What the fuzz targets take from elsewhere: their inputs.

pub use quadline_conformance::inputs::{Batch, Equivalence, Fen, Lookups, Positions, SquareParsing};
