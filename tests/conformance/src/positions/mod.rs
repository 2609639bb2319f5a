//! Positions: the calls of all levels.

mod engine;
mod kernels;
mod threats;
mod training;

pub use quadline_properties::positions::*;

pub(crate) use kernels::{ManyOfLevel, Methods, OneOfLevel};
pub(crate) use threats::{ThreatMethods, ThreatsOfLevel};
pub(crate) use training::TrainingOfLevel;
