//! What the fuzz targets take from elsewhere: their inputs, and the parser of the perft example.

#[path = "../../examples/perft/attack_tables.rs"]
#[allow(dead_code)]
mod attack_tables;
#[path = "../../examples/perft/board.rs"]
#[allow(dead_code)]
mod board;
#[path = "../../examples/perft/fen.rs"]
#[allow(dead_code)]
mod fen;
#[cfg(test)]
#[path = "../../examples/perft/positions.rs"]
mod positions;

pub use board::Board;
pub use quadline_conformance::inputs::{Batch, Equivalence, Fen, Lookups, SquareParsing};
