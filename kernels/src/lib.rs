//! The kernels of [quadline](https://docs.rs/quadline): chess sliding attacks with SIMD, without large
//! tables.
#![no_std]
// Lanes and kernels without a level.
#![cfg_attr(
    any(
        quadline_without = "avx512-vbmi",
        quadline_without = "avx512",
        quadline_without = "avx2-gfni",
        quadline_without = "avx2",
        quadline_without = "lzcnt"
    ),
    allow(dead_code, unused_imports)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod arrays;
mod attacks;
mod batch;
mod bitboard;
mod calls;
mod chess;
pub mod formula;
mod games;
mod integrations;
#[doc(hidden)]
pub mod internal;
pub mod lanes;
mod lengths;
#[doc(hidden)]
pub mod levels;
mod line;
mod positions;
pub mod reference;
mod square;
mod steps;
mod tables;
pub mod threats;

pub use attacks::LineAttacks;
#[doc(inline)]
pub use bitboard::Bitboard;
pub use calls::Movetext;
pub use chess::{
    ByColor, ByRole, CheckInfo, ChecksAndPins, Color, Excerpt, Fen, FenProblem, InvalidPosition, KeyParts,
    KeySet, Move, MoveKind, MoveSet, NibbleCode, NibbleCodes, NodeInfo, Outcome, ParseFenError,
    ParseMoveError, ParsePieceError, Piece, Position, Role, SanText, Setup, UciText, ZobristKeys,
};
pub use games::movetext::{MovetextError, MovetextProblem};
pub use line::{FILES, Line, RANKS};
pub use positions::lists::{IntoMoves, MAX_LEGAL_MOVES, MoveList};
pub use positions::successor_counts::SuccessorCounter;
pub use square::{ParseSquareError, Square, Squares, squares};

/// Levels: sets of CPU features that the kernels are compiled for, each with a token that proves them.
///
/// A token is a zero-sized value that only [`Level::detect`](level::Level::detect) creates, if the CPU has the
/// features. Functions with intrinsics require it.
pub mod level {
    pub use crate::calls::{Dispatched, Fixed, Kernels, Level, Movetext, WithLevel};
    pub use crate::levels::detected::{Detected, available, fixed, known};
    pub use crate::levels::error::LevelError;
    pub use crate::levels::proof::{Has, Token, features};
    #[cfg(any(target_feature = "sse2", target_arch = "aarch64"))]
    pub use crate::levels::proof::{token, with_features};
    pub use crate::levels::rows::{NAMES, tokens, tokens::*};
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
