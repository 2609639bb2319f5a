//! The kernels of [quadline](https://docs.rs/quadline): chess sliding attacks with SIMD, without large tables.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod attacks;
#[doc(hidden)]
pub mod batch;
mod bitboard;
mod chess;
#[doc(hidden)]
pub mod cpu;
pub mod formula;
pub mod lanes;
pub mod level;
mod line;
#[doc(hidden)]
pub mod positions;
pub mod reference;
mod square;
#[doc(hidden)]
pub mod steps;
#[doc(hidden)]
pub mod tables;

pub use attacks::LineAttacks;
#[doc(inline)]
pub use batch::sliders::Sliders;
pub use bitboard::Bitboard;
pub use chess::ParsePieceError;
pub use chess::{
    BoardChange, CheckInfo, ChecksAndPins, Color, Excerpt, Fen, FenProblem, InvalidPosition, LikeThreats,
    MAX_THREATS, Mailbox, MirroredKing, Move, MoveKind, MoveSet, NibbleCode, NibbleCodes, Outcome,
    ParseFenError, ParseMoveError, Perspectives, Piece, Position, Role, SanText, Setup, Threat,
    ThreatChanges, ThreatKinds, ThreatLayout, UciText, ZobristKeys,
};
pub use level::Movetext;
pub use line::Line;
pub use positions::games::movetext::{MovetextError, MovetextProblem};
pub use positions::successor_counts::SuccessorCounter;
pub use square::{ParseSquareError, Square, Squares, squares};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
