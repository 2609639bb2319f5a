//! The inputs of the fuzz targets.

pub mod c;
pub mod facade;
pub mod parallel;

pub use c::C;
pub use facade::Facade;
pub use parallel::Parallel;
pub use quadline_conformance::inputs::{Batch, Equivalence, Fen, Games, Keys, Moves, Positions, SquareParsing};
