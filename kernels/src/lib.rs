//! The kernels of [quadline](https://docs.rs/quadline): chess sliding attacks by SIMD, without big tables.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod attacks;
pub mod batch;
mod bitboard;
mod detect;
pub mod formula;
pub mod lanes;
pub mod level;
mod line;
pub mod masks;
pub mod position;
pub mod positions;
pub mod reference;
pub mod sliders;
mod square;

pub use attacks::LineAttacks;
pub use bitboard::Bitboard;
pub use line::Line;
pub use position::{
    ChecksAndPins, Color, FenProblem, InvalidFen, InvalidMove, InvalidPosition, Move, MoveKind, Piece,
    Position, Role, Setup,
};
pub use sliders::Sliders;
pub use square::{InvalidSquare, Square};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
