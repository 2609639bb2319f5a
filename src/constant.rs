//! The single calls as `const fn`: for constants, tables and interfaces that are `const` themselves.
//!
//! They are the same on every CPU: hyperbola quintessence (Isenberg and Peshkov, 2007) on plain words, the rank by
//! [look-up](quadline_kernels::formula::first_rank), 2.5 KiB of tables in all. They inline, and dispatch nothing.
//!
//! At run time a queen takes 2.7 ns in an x86-64 build, where [`queen_attacks`](crate::queen_attacks) takes 1.6 to 1.9 ns
//! and a token of AVX-512 0.8 ns (AMD Zen 5 class). Perft of a library whose interface is `const` took 1.05 to 1.09 of the time
//! of its magics on them, and 0.84 to 0.86 of that of its own fallback without tables. So: where an interface need not be
//! `const`, take the functions of the [crate], a token or a [`batch`](crate::batch).
//!
//! ```
//! use quadline::{Square, bitboard, constant};
//!
//! const ROOK_ON_B2: u64 = constant::rook_attacks(Square::B2, bitboard! {
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . 1 1 .
//!     . 1 . . . . . .
//! });
//! assert_eq!(ROOK_ON_B2, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     . 1 . . . . . .
//!     1 . 1 1 1 1 . .
//!     . 1 . . . . . .
//! });
//! ```

use quadline_kernels::formula::first_rank::rank_attacks;
use quadline_kernels::tables::LINE_EX;

use crate::{Line, LineAttacks, Square};

/// The attacks along a line with one square on each rank, by hyperbola quintessence: `line_ex` is the line without the
/// slider's square. A `const fn` cannot be generic over the lanes, so that the formula stands here once more.
#[inline(always)]
const fn across_ranks(square: Square, line_ex: u64, occupied: u64) -> u64 {
    let (slider, slider_reversed) = (square.bit(), 1_u64 << (square.index() ^ 56));
    let o = occupied & line_ex;
    let upwards = o.wrapping_sub(slider);
    let downwards = o.swap_bytes().wrapping_sub(slider_reversed).swap_bytes();
    (upwards ^ downwards) & line_ex
}

/// The attacks along one line, as in the [example](self) of the module.
#[inline]
#[must_use]
pub const fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    match line {
        Line::Rank => rank_attacks(square, occupied),
        _ => across_ranks(square, LINE_EX.0[square.index()][line.lane()], occupied),
    }
}

/// The attacks along the four lines, as in the [example](self) of the module.
#[inline]
#[must_use]
pub const fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    LineAttacks::from_array([
        line_attacks(square, Line::Rank, occupied),
        line_attacks(square, Line::File, occupied),
        line_attacks(square, Line::Diagonal, occupied),
        line_attacks(square, Line::Antidiagonal, occupied),
    ])
}

/// The attacks of a rook, as in the [example](self) of the module.
#[inline]
#[must_use]
pub const fn rook_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Rank, occupied) | line_attacks(square, Line::File, occupied)
}

/// The attacks of a bishop, as in the [example](self) of the module.
#[inline]
#[must_use]
pub const fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    line_attacks(square, Line::Diagonal, occupied) | line_attacks(square, Line::Antidiagonal, occupied)
}

/// The attacks of a queen, as in the [example](self) of the module.
#[inline]
#[must_use]
pub const fn queen_attacks(square: Square, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}
