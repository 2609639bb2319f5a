//! [`Entry`], and what reader and writer share of the format.

use quadline::level::Level;
use quadline::{Color, Move, MoveKind, Position, Square};

/// A position of a game, the move that was played in it, and how an engine judged it.
///
/// The move is pseudo-legal, and the first move of each chain is legal. In a file that was not made from games, others
/// may leave the king attacked: [`Position::is_legal`] tells, and `entry.position.check()` whether the position is valid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The position. Its en passant square is set only if a pawn can capture there legally.
    pub position: Position,
    /// The move that was played. Castling is the king's move to its own rook.
    pub chess_move: Move,
    /// The score of the position in the unit of the engine, for the side to move.
    pub score: i16,
    /// The number of moves from the beginning of the game, modulo 2^16. Files have at most 2^14 - 1 for the first entry of
    /// a chain.
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

/// Returns the number of bits that numbers below `count` need.
#[inline(always)]
pub(crate) fn width(count: u32) -> u32 {
    32 - count.saturating_sub(1).leading_zeros()
}

/// Plays a move. The en passant square of the result is set only if a pawn can capture there legally, as in files.
#[inline(always)]
pub(crate) fn play<L: Level>(level: L, position: Position, chess_move: Move) -> Position {
    // Nine of ten moves have no special kind. For these, the CPU need not wait until it knows the kind.
    if chess_move.kind() == MoveKind::Normal {
        return position.play(Move::new(chess_move.from(), chess_move.to(), MoveKind::Normal));
    }
    let next = position.play(chess_move);
    let useless = match next.en_passant() {
        Some(square) => useless_en_passant(level, &{ next }, square),
        None => 0,
    };
    // Word by word: a position that is copied as a whole goes through memory, and waits there for its words.
    let [white, black, pawns, knights, diagonal, orthogonal, kings, state] = *next.words();
    Position::from_words([white, black, pawns, knights, diagonal, orthogonal, kings, state & !useless])
}

/// Returns the en passant square if no pawn can capture there legally, and otherwise 0. Out of line, because double pushes
/// beside enemy pawns are rare.
#[cold]
#[inline(never)]
fn useless_en_passant<L: Level>(level: L, position: &Position, square: Square) -> u64 {
    let color = position.side_to_move();
    let captures =
        quadline::pawn_attacks(color.opponent(), square) & position.pawns() & position.color(color);
    let is_legal = quadline::squares(captures)
        .any(|pawn| level.is_legal(position, Move::new(pawn, square, MoveKind::EnPassant)));
    if is_legal { 0 } else { square.bit() }
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
