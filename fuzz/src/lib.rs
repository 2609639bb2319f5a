//! The inputs of the fuzz targets.
//!
//! | file | contents |
//! |---|---|
//! | `facade.rs`, `parallel.rs` | the functions of `quadline`, on one thread and on all |
//! | `c.rs` | the functions of the C library |
//! | `pgn.rs`, `binpack.rs`, `viriformat.rs` | files |

pub mod binpack;
pub mod c;
pub mod facade;
pub mod parallel;
pub mod pgn;
pub mod viriformat;

pub use binpack::Binpack;
pub use c::C;
pub use facade::Facade;
pub use parallel::Parallel;
pub use pgn::Pgn;
pub use quadline_conformance::inputs::{
    Batch, Equivalence, Fen, Games, Keys, Moves, Positions, SquareParsing,
};
pub use viriformat::Viriformat;
