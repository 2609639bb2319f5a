//! [`level::dispatch`]: level::dispatch
//! [Level]: level::Level
//! [free]: queen_attacks
//! [batch]: mod@batch
//! [Position]: Position
//! [engine_board]: guide::engine_board
//! [porting]: guide::porting
//! [wasm]: guide::wasm
//! [without_std]: guide::without_std
//! [levels]: guide::levels
//! [tests/README.md]: https://docs.rs/crate/quadline/latest/source/tests/README.md
#![doc = ""]
#![doc = include_str!("../README.md")]
//!
//! # Features
//!
//! | feature | by default | effect |
//! |---|---|---|
//! | `std` | yes | detects CPU features with the operating system, and reads `QUADLINE_LEVEL`; the crate is `no_std` without it |
//! | `rayon` | no | [`batch::parallel`](https://docs.rs/quadline/latest/quadline/batch/parallel/index.html): batches on all cores |
//! | `serde` | no | `Serialize` and `Deserialize`: positions as FEN, or 64 bytes in binary formats; moves as a number, `UciText` as UCI |
//! | `arbitrary` | no | `Arbitrary`: valid positions, moves, squares and pieces for fuzz targets |
//! | `precompiled` | no | compiles the functions for many sliders, positions, lists of moves, threats and batches with this crate instead of with yours; `precompiled-sliders`, `-positions`, `-lists`, `-threats` and `-batches` do so for one group: see [`level`](level#time-to-compile) |
//!
//! The traits of [`bytemuck`](https://docs.rs/bytemuck) are always there, because the kernels depend on it: a
//! `&[Position]` is cast to `&[u64]` or to bytes and back, and bytes are checked when they are cast to
//! `Square`, `Piece`, `Move` or `Threat`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

pub mod batch;
pub mod constant;
pub mod guide;
pub mod level;

/// A position with the counters of its FEN, and the types that describe an error in a FEN.
pub mod fen {
    pub use quadline_kernels::{Excerpt, Fen, FenProblem};
}

/// Attacks of pieces on other pieces, which recent neural networks take as inputs.
///
/// The [guide](crate::guide::threats) explains them.
pub mod threats {
    pub use quadline_kernels::threats::{
        BoardChange, LikeThreats, MAX_THREATS, Mailbox, MailboxRef, MirroredKing, Perspectives, PieceCodes,
        Threat, ThreatChanges, ThreatKinds, ThreatLayout,
    };
}

pub use quadline_kernels::{
    Bitboard, FILES, Line, LineAttacks, ParseSquareError, RANKS, Square, Squares, bitboard, squares,
};
pub use quadline_kernels::{
    ByColor, ByRole, CheckInfo, ChecksAndPins, Color, IntoMoves, InvalidPosition, KeyParts, KeySet,
    MAX_LEGAL_MOVES, Move, MoveKind, MoveList, MoveSet, Movetext, MovetextError, MovetextProblem, NibbleCode,
    NibbleCodes, NodeInfo, Outcome, ParseFenError, ParseMoveError, ParsePieceError, Piece, Position, Role,
    SanText, Setup, SuccessorCounter, UciText, ZobristKeys,
};

use level::Level;
use quadline_kernels::formula::{LineFormula, ObstructionFlip};
use quadline_kernels::internal::{one_slider, steps, tables};

/// Returns the attacks of a slider along one line.
///
/// The function computes [obstruction difference](https://www.chessprogramming.org/Obstruction_Difference) in
/// Infuehr's form (2022) with plain integer instructions. It inlines, does not dispatch, and reads at most 6
/// KiB of masks.
///
/// # Examples
///
/// ```
/// use quadline::{Line, Square, bitboard, line_attacks};
///
/// let occupied = Square::B1.bit() | Square::G1.bit();
/// assert_eq!(
///     line_attacks(Square::D1, Line::Rank, occupied),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . 1 1 . 1 1 1 .
///     }
/// );
/// ```
#[inline]
#[must_use]
pub fn line_attacks(square: Square, line: Line, occupied: u64) -> u64 {
    ObstructionFlip::line_attacks(square, line, occupied)
}

/// Returns the attacks of a queen along rank, file, diagonal and antidiagonal as four bitboards.
///
/// The function inlines and does not dispatch. In a build that fixes a [level] with vectors, it computes all
/// four lines in one pass, each in a lane of a vector. In other builds it looks them up with 64-bit integers
/// in 12 KiB of tables; a loop over queens is faster with a token ([`level::dispatch`]) or as a [`batch`].
/// The result does not depend on the slider's own bit, on edge squares, or on squares off its lines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bitboard, queen_attacks_x4};
/// assert_eq!(
///     queen_attacks_x4(Square::C2, 0).antidiagonal(),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         1 . . . . . . .
///         . 1 . . . . . .
///         . . . . . . . .
///         . . . 1 . . . .
///     }
/// );
/// ```
#[inline]
#[must_use]
pub fn queen_attacks_x4(square: Square, occupied: u64) -> LineAttacks {
    one_slider::queen_attacks_x4(square, occupied)
}

/// Returns the attacks of a rook.
///
/// The function inlines and does not dispatch: in a build that fixes a [level] it computes with the vectors
/// of that level, and in other builds it looks up the attacks with 64-bit integers in 12 KiB of tables. The
/// result does not depend on the slider's own bit, on edge squares, or on squares off its lines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bitboard, rook_attacks};
/// assert_eq!(
///     rook_attacks(Square::C2, Square::C5.bit() | Square::B2.bit()),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . 1 . . . . .
///         . . 1 . . . . .
///         . . 1 . . . . .
///         . 1 . 1 1 1 1 1
///         . . 1 . . . . .
///     }
/// );
/// ```
#[doc(alias = "get_rook_moves")]
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: u64) -> u64 {
    one_slider::rook_attacks(square, occupied)
}

/// Returns the attacks of a bishop.
///
/// The function inlines and does not dispatch: in a build that fixes a [level] it computes with the vectors
/// of that level, and in other builds it looks up the attacks with 64-bit integers in 12 KiB of tables. The
/// result does not depend on the slider's own bit, on edge squares, or on squares off its lines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bishop_attacks, bitboard};
/// assert_eq!(
///     bishop_attacks(Square::C2, Square::F5.bit()),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . 1 . .
///         1 . . . 1 . . .
///         . 1 . 1 . . . .
///         . . . . . . . .
///         . 1 . 1 . . . .
///     }
/// );
/// ```
#[doc(alias = "get_bishop_moves")]
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: u64) -> u64 {
    one_slider::bishop_attacks(square, occupied)
}

/// Returns the attacks of a queen.
///
/// The function inlines and does not dispatch: in a build that fixes a [level] it computes with the vectors
/// of that level, and in other builds it looks up the attacks with 64-bit integers in 12 KiB of tables. A
/// loop over queens is faster with a token ([`level::dispatch`]) or as a [`batch`]. The result does not
/// depend on the slider's own bit, on edge squares, or on squares off its lines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bitboard, queen_attacks};
/// assert_eq!(
///     queen_attacks(Square::H1, Square::H3.bit() | Square::E4.bit()),
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . 1 . . .
///         . . . . . 1 . 1
///         . . . . . . 1 1
///         1 1 1 1 1 1 1 .
///     }
/// );
/// ```
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: u64) -> u64 {
    one_slider::queen_attacks(square, occupied)
}

/// Returns the attacks of a rook and of a bishop on one square, each on a board of its own, from one pass.
///
/// Mobility is often counted through own pieces: through rooks for a rook, through queens for a bishop.
///
/// The function inlines and does not dispatch, like [`rook_attacks`].
///
/// # Examples
///
/// ```
/// use quadline::{
///     Position, Square, bishop_attacks, rook_and_bishop_attacks, rook_attacks,
/// };
///
/// let occupied = Position::START.occupied();
/// let without_rooks = occupied & !Position::START.rooks();
/// let (rook, bishop) = rook_and_bishop_attacks(Square::A1, without_rooks, occupied);
/// assert_eq!(rook, rook_attacks(Square::A1, without_rooks));
/// assert_eq!(bishop, bishop_attacks(Square::A1, occupied));
/// ```
#[inline]
#[must_use]
pub fn rook_and_bishop_attacks(square: Square, rook_occupied: u64, bishop_occupied: u64) -> (u64, u64) {
    one_slider::rook_and_bishop_attacks(square, rook_occupied, bishop_occupied)
}

/// Returns the squares that any rook of a set attacks, from one pass over all of them.
///
/// With a single square this is slower than [`rook_attacks`].
///
/// The call is dispatched at run time, which costs two loads and an indirect call. In a build that fixes the
/// [level] it inlines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, rook_attacks, rook_set_attacks};
///
/// let rooks = Square::A1.bit() | Square::E4.bit();
/// let union = rook_attacks(Square::A1, rooks) | rook_attacks(Square::E4, rooks);
/// assert_eq!(rook_set_attacks(rooks, rooks), union);
/// ```
///
/// # Panics
///
/// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
#[must_use]
pub fn rook_set_attacks(rooks: u64, occupied: u64) -> u64 {
    level::token().rook_set_attacks(rooks, occupied)
}

/// Returns the squares that any bishop of a set attacks, from one pass over all of them.
///
/// With a single square this is slower than [`bishop_attacks`].
///
/// The call is dispatched at run time, which costs two loads and an indirect call. In a build that fixes the
/// [level] it inlines.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bishop_attacks, bishop_set_attacks};
///
/// let bishops = Square::C1.bit() | Square::F1.bit();
/// let union = bishop_attacks(Square::C1, 0) | bishop_attacks(Square::F1, 0);
/// assert_eq!(bishop_set_attacks(bishops, 0), union);
/// ```
///
/// # Panics
///
/// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
#[must_use]
pub fn bishop_set_attacks(bishops: u64, occupied: u64) -> u64 {
    level::token().bishop_set_attacks(bishops, occupied)
}

/// Returns the squares that any rook of a set attacks, and those that any bishop of a set attacks, from one
/// pass over both.
///
/// The same instructions compute [`rook_set_attacks`] or [`bishop_set_attacks`] alone, in half of their
/// lanes. Queens belong to both sets.
///
/// The call is dispatched at run time, which costs two loads and an indirect call. In a build that fixes the
/// [level] it inlines.
///
/// # Examples
///
/// ```
/// use quadline::{
///     Position, Role, bishop_set_attacks, rook_and_bishop_set_attacks,
///     rook_set_attacks,
/// };
///
/// let position = "6k1/1b3ppp/8/3q4/8/8/5PPP/R3R1K1 b - - 0 1".parse::<Position>()?;
/// let [bishops, rooks, queens] =
///     [Role::Bishop, Role::Rook, Role::Queen].map(|role| position.role(role));
/// let occupied = position.occupied();
/// let (rook, bishop) =
///     rook_and_bishop_set_attacks(rooks | queens, bishops | queens, occupied);
/// assert_eq!(rook, rook_set_attacks(rooks | queens, occupied));
/// assert_eq!(bishop, bishop_set_attacks(bishops | queens, occupied));
/// # Ok::<(), quadline::ParseFenError>(())
/// ```
///
/// # Panics
///
/// Panics at the first dispatch if `QUADLINE_LEVEL` names a level that cannot be used.
#[inline]
#[must_use]
pub fn rook_and_bishop_set_attacks(rooks: u64, bishops: u64, occupied: u64) -> (u64, u64) {
    level::token().rook_and_bishop_set_attacks(rooks, bishops, occupied)
}

/// Returns the squares that a knight attacks, from a table of 2 KiB.
///
/// # Examples
///
/// ```
/// use quadline::{Square, bitboard, knight_attacks};
///
/// const KNIGHT_ON_B1: u64 = knight_attacks(Square::B1);
/// assert_eq!(
///     KNIGHT_ON_B1,
///     bitboard! {
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         . . . . . . . .
///         1 . 1 . . . . .
///         . . . 1 . . . .
///         . . . . . . . .
///     }
/// );
/// ```
#[doc(alias = "get_knight_moves")]
#[inline]
#[must_use]
pub const fn knight_attacks(square: Square) -> u64 {
    tables::knight_attacks_from(square)
}

/// Returns the squares that a king attacks, from the table of [`knight_attacks`].
///
/// # Examples
///
/// ```
/// use quadline::{Square, king_attacks};
///
/// assert_eq!(
///     king_attacks(Square::A1),
///     Square::A2.bit() | Square::B2.bit() | Square::B1.bit()
/// );
/// ```
#[doc(alias = "get_king_moves")]
#[inline]
#[must_use]
pub const fn king_attacks(square: Square) -> u64 {
    tables::king_attacks_from(square)
}

/// Returns the squares that a pawn attacks, without a table.
///
/// # Examples
///
/// ```
/// use quadline::{Color, Square, pawn_attacks};
///
/// assert_eq!(
///     pawn_attacks(Color::White, Square::E4),
///     Square::D5.bit() | Square::F5.bit()
/// );
/// assert_eq!(pawn_attacks(Color::Black, Square::A4), Square::B3.bit());
/// ```
#[doc(alias = "get_pawn_attacks")]
#[inline]
#[must_use]
pub const fn pawn_attacks(color: Color, square: Square) -> u64 {
    steps::pawn_attacks(color, square.bit())
}

/// Returns the squares that any knight of a set attacks, by shifts, without a table.
///
/// # Examples
///
/// ```
/// use quadline::{Position, Square, knight_attacks, knight_set_attacks};
///
/// let knights = Square::B1.bit() | Square::G1.bit();
/// assert_eq!(
///     knight_set_attacks(knights),
///     knight_attacks(Square::B1) | knight_attacks(Square::G1)
/// );
/// ```
#[inline]
#[must_use]
pub const fn knight_set_attacks(knights: u64) -> u64 {
    steps::knight_attacks(knights)
}

/// Returns the squares that any king of a set attacks, by shifts, without a table.
///
/// The set can be any squares, so this is also the ring around an area.
///
/// # Examples
///
/// ```
/// use quadline::{Square, king_attacks, king_set_attacks};
///
/// assert_eq!(king_set_attacks(Square::E1.bit()), king_attacks(Square::E1));
/// // The squares of the king and those around it, and then the squares around these.
/// let near = Square::E1.bit() | king_attacks(Square::E1);
/// assert_eq!((king_set_attacks(near) | near).count_ones(), 15);
/// ```
#[inline]
#[must_use]
pub const fn king_set_attacks(kings: u64) -> u64 {
    steps::king_attacks(kings)
}

/// Returns the squares that any pawn of a set of one color attacks, by shifts, without a table.
///
/// # Examples
///
/// ```
/// use quadline::{Color, Position, RANKS, pawn_set_attacks};
///
/// let start = Position::START;
/// assert_eq!(pawn_set_attacks(Color::White, start.pawns() & start.white()), RANKS[2]);
/// ```
#[inline]
#[must_use]
pub const fn pawn_set_attacks(color: Color, pawns: u64) -> u64 {
    steps::pawn_attacks(color, pawns)
}

/// Returns the squares of a line strictly between two squares, or 0 if they are the same or share no line.
///
/// Other libraries look this up in 32 KiB. Here it is computed from the lines of one square, 32 bytes.
///
/// # Examples
///
/// ```
/// use quadline::{Square, between};
///
/// assert_eq!(between(Square::E1, Square::E4), Square::E2.bit() | Square::E3.bit());
/// assert_eq!(between(Square::E1, Square::F3), 0);
/// ```
#[doc(alias("get_between_rays", "between_rays"))]
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> u64 {
    tables::between(a, b)
}

/// Returns the whole line through two squares, both included, or 0 if they are the same or share no line.
///
/// A pinned piece may move along the line through it and its king.
///
/// # Examples
///
/// ```
/// use quadline::{Line, Square, line_through};
///
/// assert_eq!(
///     line_through(Square::B2, Square::D4),
///     Line::Diagonal.through(Square::A1)
/// );
/// assert_eq!(line_through(Square::B2, Square::D5), 0);
/// ```
#[doc(alias("get_line_rays", "aligned", "ray"))]
#[inline]
#[must_use]
pub const fn line_through(a: Square, b: Square) -> u64 {
    tables::line_through(a, b)
}
