//! The bytes of a game: its end, its board and its moves.
//!
//! A game is a board of 32 bytes, four bytes for each move, and four zero bytes. All numbers have the least
//! significant byte first:
//!
//! ```text
//! bytes  0 to  7   the occupied squares
//!        8 to 23   four bits for each piece, see `NibbleCodes::VIRIFORMAT`
//!       24         the en passant square, or 64 for none, and 128 more if Black is to move
//!       25         the moves since the last capture or move of a pawn
//!       26 to 27   the number of the first move, as in a FEN
//!       28 to 29   an evaluation of the position, for White
//!       30         the result: 0 if Black wins, 1 for a draw, 2 if White wins
//!       31         a byte without a meaning
//!
//! bytes  0 to  1   the move: origin and destination in six bits each, two bits for the new role of a pawn, and
//!                  two for the type: 1 for en passant, 2 for castling (to the rook's square), 3 for promotion
//!        2 to  3   the evaluation of the position before the move, for White
//! ```

use std::mem;

use quadline::level::{self, Level, WithLevel};
use quadline::{Color, InvalidPosition, Move, NibbleCodes, Position, Setup, Square};

use crate::{Error, Game, Problem, ScoredMove};

/// The bytes of the longest game, if nothing else is set: those of 65,535 moves. Longer games are refused, so
/// that a damaged file cannot take all memory.
pub const DEFAULT_LIMIT: usize = BOARD_BYTES + MOVE_BYTES * (1 << 16);

pub(crate) const BOARD_BYTES: usize = 32;
pub(crate) const MOVE_BYTES: usize = 4;
pub(crate) const END: [u8; MOVE_BYTES] = [0; MOVE_BYTES];

/// The number of the en passant square of a board without one, and the bit of Black to move.
pub(crate) const NO_SQUARE: u8 = 64;
pub(crate) const BLACK_TO_MOVE: u8 = 128;

/// The end of a game, as far as the bytes that have been read show it.
pub(crate) enum End {
    /// The game has this many bytes with its end.
    At(usize),
    /// More bytes are needed, at least as many.
    Missing(usize),
    /// The game has more bytes than the limit.
    TooLong,
}

/// Finds the end of a game that begins with these bytes, of which so many were searched before.
pub(crate) fn end_of(bytes: &[u8], searched: usize, limit: usize) -> End {
    let from = searched.max(BOARD_BYTES);
    let within = &bytes[..bytes.len().min(limit)];
    let (moves, part) = within.get(from..).unwrap_or_default().as_chunks::<MOVE_BYTES>();
    match moves.iter().position(|bytes| *bytes == END) {
        Some(place) => End::At(from + (place + 1) * MOVE_BYTES),
        None if bytes.len() >= limit => End::TooLong,
        None if bytes.len() < from => End::Missing(BOARD_BYTES + MOVE_BYTES - bytes.len()),
        // Zeros may be the first bytes of the end; other bytes belong to a move before it.
        None if part.iter().all(|&byte| byte == 0) => End::Missing(MOVE_BYTES - part.len()),
        None => End::Missing(2 * MOVE_BYTES - part.len()),
    }
}

/// Reads a game from its bytes, whose end was found, in the place of another one, whose memory is used again.
/// After an error the game has no moves.
pub(crate) fn read_game(bytes: &[u8], number: u64, offset: u64, game: &mut Game) -> Result<(), Error> {
    game.moves.clear();
    let moves = mem::take(&mut game.moves);
    *game = Game { moves, ..Game::new(Position::START) };
    let (board, moves) = bytes.split_at(BOARD_BYTES);
    let moves = moves[..moves.len() - MOVE_BYTES].as_chunks().0;
    read_board(board, game).map_err(|problem| Error::new(number, offset, problem))?;
    level::dispatch(ReadMoves { bytes: moves, start: &game.start, moves: &mut game.moves }).map_err(
        |position| {
            let index = game.moves.len();
            game.moves.clear();
            let [low, high, ..] = moves[index];
            let problem = Problem::Move { number: index, bits: u16::from_le_bytes([low, high]), position };
            Error::new(number, offset + (BOARD_BYTES + index * MOVE_BYTES) as u64, problem)
        },
    )
}

/// Reads everything but the moves.
fn read_board(board: &[u8], game: &mut Game) -> Result<(), Problem> {
    let (mut occupied, mut nibbles) = ([0; 8], [0; 16]);
    occupied.copy_from_slice(&board[..8]);
    nibbles.copy_from_slice(&board[8..24]);
    let occupied = u64::from_le_bytes(occupied);
    // The board does not contain the side to move, so a check to Black is not an error yet.
    let pieces = match Position::from_nibbles(occupied, &nibbles, &NibbleCodes::VIRIFORMAT) {
        Err(InvalidPosition::OpponentInCheck { .. }) => {
            Position::from_nibbles_unchecked(occupied, &nibbles, &NibbleCodes::VIRIFORMAT)
        }
        pieces => pieces.map_err(Problem::Position)?,
    };
    let square = board[24] & !BLACK_TO_MOVE;
    if square > NO_SQUARE {
        return Err(Problem::EnPassant(square));
    }
    let side_to_move = if board[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    let setup = Setup { side_to_move, en_passant: Square::new(square), ..Setup::from(pieces) };
    game.start = Position::new(setup).map_err(Problem::Position)?;
    game.halfmove_clock = board[25];
    game.fullmove_number = u16::from_le_bytes([board[26], board[27]]);
    game.score = i16::from_le_bytes([board[28], board[29]]);
    game.result = match board[30] {
        result @ 0..=2 => result as i8 - 1,
        result => return Err(Problem::Result(result)),
    };
    game.extra = board[31];
    Ok(())
}

/// Reads the moves of a game. The error is the position in which the next move is not legal.
struct ReadMoves<'a> {
    bytes: &'a [[u8; MOVE_BYTES]],
    start: &'a Position,
    moves: &'a mut Vec<ScoredMove>,
}

impl WithLevel for ReadMoves<'_> {
    type Output = Result<(), Box<Position>>;

    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> Self::Output {
        level.vectorize(
            #[inline(always)]
            || {
                let Self { bytes, start, moves } = self;
                let mut position = *start;
                moves.reserve(bytes.len());
                for &[low, high, score @ ..] in bytes {
                    let chess_move = move_of(&position, u16::from_le_bytes([low, high]));
                    if !level.is_legal(&position, chess_move) {
                        return Err(Box::new(position));
                    }
                    moves.push(ScoredMove { chess_move, score: i16::from_le_bytes(score) });
                    position.play_mut(chess_move);
                }
                Ok(())
            },
        )
    }
}

/// Returns the move with these bits, which may not be legal.
#[inline(always)]
fn move_of(position: &Position, bits: u16) -> Move {
    // The kinds of `Move` are 0 for a usual move, 1 for a double push, 2 for en passant, 3 for castling, and
    // 4 to 7 for promotions to a knight, bishop, rook or queen.
    let (squares, role, kind) = (bits & 0xfff, bits >> 12 & 3, bits >> 14);
    let is_pawn = position.pawns() >> (bits & 63) & 1 != 0;
    // From rank 2 to 4 or from 7 to 5. Other moves with this difference are not those of a pawn.
    let is_double = is_pawn && (bits ^ bits >> 6) & 63 == 16;
    let kind = match kind {
        0 => u16::from(is_double),
        3 => 4 + role,
        kind => kind + 1,
    };
    Move::from_bits(squares | kind << 12)
}
