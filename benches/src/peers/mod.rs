//! The attack generators of other projects, behind one trait.
//!
//! A peer is timed like a single-call kernel: inlined into loops that are compiled for it.

mod libraries;
mod modern;
mod pext;

pub use libraries::{CozyChess, Shakmaty};
pub use pext::Pext;

use quadline_kernels::Square;

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

/// A peer in a program that is built for any CPU, as the loops with quadline's free functions are.
#[derive(Clone, Copy)]
pub struct ForAnyCpu<S>(pub S);

impl<S: Single> Single for ForAnyCpu<S> {
    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.0.rook(square, occupied)
    }

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.0.bishop(square, occupied)
    }
}
