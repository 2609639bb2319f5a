//! The attack generators of other projects, behind one trait.
//!
//! A peer is timed like a single-call kernel: inlined into loops that are compiled for it.

mod libraries;
mod modern;
mod pext;

pub use libraries::{CozyChess, Shakmaty};
pub use pext::Pext;

use crate::generator::Single;

/// An attack generator of another project.
pub trait Peer: Single {
    /// The name in tables, benchmark ids and filters.
    const NAME: &'static str;
    /// The bytes of the tables that a queen's attacks may read.
    const TABLE_BYTES: usize;
    /// The CPU features it requires.
    const NEEDS: &'static str;

    /// Returns the generator with its tables initialized, or `None` if the CPU lacks a feature.
    fn detect() -> Option<Self>;
}
