//! The inputs of the fuzz targets.

pub mod binpack;
pub mod c;
pub mod facade;
pub mod parallel;

pub use binpack::Binpack;
pub use c::C;
pub use facade::Facade;
pub use parallel::Parallel;
pub use quadline_conformance::inputs::{
    Batch, Equivalence, Fen, Games, Keys, Moves, Positions, SquareParsing,
};
