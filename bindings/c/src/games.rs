//! Moves of one position by square and in standard algebraic notation, and keys.

use std::ffi::c_char;

use quadline::{Move, Role, Square, ZobristKeys};
use quadline_rust as quadline;

use crate::error::{Error, Failure, Status, guard, usable_level};
use crate::memory::{Array, check_squares, disjoint, slices};
use crate::positions::{Position, copy_text, in_blocks};

/// The maximum number of bytes that quadline_move_to_san writes, including the NUL.
pub const QUADLINE_SAN_ROOM: usize = 8;

/// The number of random numbers that quadline_zobrist_keys takes.
pub const QUADLINE_ZOBRIST_NUMBERS: usize = 781;

/// Reads a legal move of a position from `length` bytes of standard algebraic notation, which need no
/// terminating NUL. Marks of checks, annotations such as "!?", and castling with zeros are accepted. If not
/// exactly one legal move has this notation, the status is QUADLINE_STATUS_MOVE, and the error names the
/// pieces that could be meant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_move_from_san(
    position: *const Position,
    san: *const c_char,
    length: usize,
    chess_move: *mut u16,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let san = san.cast::<u8>();
        slices!(in position[1], san[length]; out chess_move[1]);
        let words = position[0].words;
        usable_level()?;
        let read = quadline::Position::from_words(words).parse_san(san);
        chess_move[0] = read.map_err(|error| Failure::new(Status::Move, error.to_string()))?.to_bits();
        Ok(())
    })
}

/// Writes a legal move of a position in standard algebraic notation with a terminating NUL, with the shortest
/// origin that is unambiguous and with "+" or "#". `san` has `room` bytes; QUADLINE_SAN_ROOM bytes are always
/// enough. If the move is not legal, the status is QUADLINE_STATUS_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_move_to_san(
    position: *const Position,
    chess_move: u16,
    san: *mut c_char,
    room: usize,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let san = san.cast::<u8>();
        slices!(in position[1]; out san[room]);
        let words = position[0].words;
        usable_level()?;
        let (position, chess_move) = (quadline::Position::from_words(words), Move::from_bits(chess_move));
        if !position.is_legal(chess_move) {
            let message = format!("{chess_move} is not a legal move of {position}");
            return Err(Failure::new(Status::Move, message));
        }
        copy_text(&position.to_san(chess_move), "san", san)
    })
}

/// Computes the squares that the piece on one square of each position may move to, pseudo-legally: without
/// regard to checks and pins. The square of the rook stands for castling. Without a piece of the side to move
/// there are none. All arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_destinations(
    positions: *const Position,
    squares: *const u8,
    length: usize,
    destinations: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length], squares[length]; out destinations[length]);
        usable_level()?;
        check_squares(squares)?;
        for ((words, &square), to) in positions.iter().zip(squares).zip(destinations) {
            let position = quadline::Position::from_words(words.words);
            *to = position.destinations(Square::new_masked(square));
        }
        Ok(())
    })
}

/// Computes the pieces of the side to move with one role that may move to one square of each position,
/// pseudo-legally. A role is 0 for a pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king; another number has
/// the status QUADLINE_STATUS_ARGUMENT. All arrays have `length` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_origins(
    positions: *const Position,
    roles: *const u8,
    squares: *const u8,
    length: usize,
    origins: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        slices!(in positions[length], roles[length], squares[length]; out origins[length]);
        usable_level()?;
        if let Some(row) = roles.iter().position(|&role| usize::from(role) >= Role::ALL.len()) {
            let message = format!("role {row} is {}; roles are 0 (pawn) to 5 (king)", roles[row]);
            return Err(Failure::new(Status::Argument, message).of_row(row));
        }
        check_squares(squares)?;
        for (row, (words, to)) in positions.iter().zip(origins).enumerate() {
            let position = quadline::Position::from_words(words.words);
            let role = Role::ALL[usize::from(roles[row])];
            *to = position.origins(role, Square::new_masked(squares[row]));
        }
        Ok(())
    })
}

/// Computes Zobrist keys. `numbers` has QUADLINE_ZOBRIST_NUMBERS random numbers in the order of Polyglot:
/// pieces (black pawn, white pawn, black knight, ..., white king) with 64 squares each, castling rights
/// (White's to the right of the king, White's to the left, then Black's), files of the en passant square,
/// White to move. It may be NULL for the library's own numbers. `positions` and `keys` have `length`
/// elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadline_zobrist_keys(
    positions: *const Position,
    length: usize,
    numbers: *const u64,
    keys: *mut u64,
    error: *mut Error,
) -> Status {
    guard!(error, {
        let all = if numbers.is_null() { 0 } else { QUADLINE_ZOBRIST_NUMBERS };
        slices!(in positions[length], numbers[all]; out keys[length]);
        usable_level()?;
        let zobrist = numbers.try_into().map_or(ZobristKeys::DEFAULT, ZobristKeys::from_numbers);
        in_blocks(positions, |at, positions| {
            quadline::batch::zobrist_keys(positions, &zobrist, &mut keys[at..at + positions.len()]);
        });
        Ok(())
    })
}
