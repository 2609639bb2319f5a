//! [`Entry`], and what reader and writer share of the format.

use quadline::{Color, Move, MoveKind, Position, Square};

/// A position of a game, the move that was played in it, and how an engine judged it.
///
/// The move is pseudo-legal, and the first move of each chain is legal. In a file that was not made from
/// games, others may leave the king attacked: test with [`Position::is_legal`], and with
/// `entry.position.check()` whether the position is valid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The position. Its en passant square is set only if a pawn can capture there legally.
    pub position: Position,
    /// The move that was played. Castling is the king's move to its own rook.
    pub chess_move: Move,
    /// The score of the position in the unit of the engine, for the side to move.
    pub score: i16,
    /// The number of moves from the beginning of the game, modulo 2^16. Files have at most 2^14 - 1 for the
    /// first entry of a chain.
    pub ply: u16,
    /// The result of the game: 1 if the side to move wins, -1 if it loses, and 0 for a draw.
    pub result: i8,
}

/// The size of the first entry of a chain with the number of the entries that follow.
pub(crate) const STEM_BYTES: usize = 34;

/// The largest ply of the first entry of a chain.
pub(crate) const MAX_STEM_PLY: u16 = 0x3fff;

/// Returns the signed number that a file contains in zigzag order: 0, -1, 1, -2, 2 and so on.
#[inline(always)]
pub(crate) fn signed(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// Returns the place of a signed number in zigzag order; the inverse of [`signed`].
pub(crate) fn unsigned(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

/// Returns the number of bits that numbers below `count` need, and 31 if there are none.
#[inline(always)]
pub(crate) fn width(count: u32) -> u32 {
    // The lowest bit is set anyway. With it, LLVM needs no case for 0.
    31 - ((2 * count).wrapping_sub(1) | 1).leading_zeros()
}

/// Returns the position after a move. Its en passant square is set only if a pawn can capture there legally,
/// as in files.
#[inline]
pub(crate) fn play(position: &Position, chess_move: Move) -> Position {
    let next = position.play(chess_move);
    let Some(square) = next.en_passant() else { return next };
    let mut words = *next.words();
    words[7] ^= square.bit() ^ useful_en_passant(&next, square);
    Position::from_words(words)
}

/// Returns the square that a pawn of the enemy has passed, if a pawn can capture there legally, and
/// otherwise 0. Out of line, because double pushes beside enemy pawns are rare.
#[cold]
#[inline(never)]
pub(crate) fn useful_en_passant(position: &Position, square: Square) -> u64 {
    let mut words = *position.words();
    words[7] |= square.bit();
    let position = Position::from_words(words);
    let color = position.side_to_move();
    let captures =
        quadline::pawn_attacks(color.opponent(), square) & position.pawns() & position.color(color);
    let is_legal = quadline::squares(captures)
        .any(|pawn| position.is_legal(Move::new(pawn, square, MoveKind::EnPassant)));
    if is_legal { square.bit() } else { 0 }
}

/// Returns the pieces of a color. Not by index, because an array with a variable index stays in memory.
#[inline(always)]
pub(crate) fn pieces(position: &Position, color: Color) -> u64 {
    let (white, black) = (position.white(), position.black());
    white ^ ((white ^ black) & 0u64.wrapping_sub(color as u64))
}

/// Returns the seventh rank of a color, from which its pawns promote.
#[inline(always)]
pub(crate) fn last_but_one_rank(color: Color) -> u64 {
    0xff << (48 - 40 * color as u32)
}
