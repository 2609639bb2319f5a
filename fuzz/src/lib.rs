//! The inputs of the fuzz targets, and what must hold for each. The targets are shells around them, and a test of the
//! root package replays the seeds through them on the stable compiler.

#[path = "../../examples/perft/attack_tables.rs"]
#[allow(dead_code)]
mod attack_tables;
#[path = "../../examples/perft/board.rs"]
#[allow(dead_code)]
mod board;
#[path = "../../examples/perft/fen.rs"]
#[allow(dead_code)]
mod fen;
mod inputs;
#[cfg(test)]
#[path = "../../examples/perft/positions.rs"]
mod positions;

pub use inputs::{Batch, Equivalence, Fen, Lookups, SquareParsing};
