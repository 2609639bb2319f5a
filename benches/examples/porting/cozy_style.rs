//! The same for cozy-chess, and for chess, which has accessor functions for the numbers of squares.

use cozy_chess::{BitBoard, Square};
use quadline_benches::positions::Sliders;

/// Replaces `cozy_chess::get_rook_moves`.
fn get_rook_moves(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(quadline::rook_attacks(quadline::Square::new_masked(square as u8), blockers.0))
}

fn get_bishop_moves(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(quadline::bishop_attacks(quadline::Square::new_masked(square as u8), blockers.0))
}

/// Replaces `cozy_chess::get_rook_moves_const`.
const fn get_rook_moves_const(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(quadline::constant::rook_attacks(quadline::Square::new_masked(square as u8), blockers.0))
}

const fn get_bishop_moves_const(square: Square, blockers: BitBoard) -> BitBoard {
    BitBoard(quadline::constant::bishop_attacks(quadline::Square::new_masked(square as u8), blockers.0))
}

#[inline(always)]
fn of(
    positions: &[Sliders],
    rook: impl Fn(Square, BitBoard) -> BitBoard,
    bishop: impl Fn(Square, BitBoard) -> BitBoard,
) -> u64 {
    let square = |number: u8| Square::index(usize::from(number));
    crate::mobility(
        positions,
        |number, occupied| rook(square(number), BitBoard(occupied)).0,
        |number, occupied| bishop(square(number), BitBoard(occupied)).0,
    )
}

#[inline(never)]
pub fn before(positions: &[Sliders]) -> u64 {
    of(positions, cozy_chess::get_rook_moves, cozy_chess::get_bishop_moves)
}

#[inline(never)]
pub fn after(positions: &[Sliders]) -> u64 {
    of(positions, get_rook_moves, get_bishop_moves)
}

#[inline(never)]
pub fn after_in_const(positions: &[Sliders]) -> u64 {
    of(positions, get_rook_moves_const, get_bishop_moves_const)
}

/// Replaces `chess::get_rook_moves`.
fn chess_rook_moves(square: chess::Square, blockers: chess::BitBoard) -> chess::BitBoard {
    chess::BitBoard(quadline::rook_attacks(quadline::Square::new_masked(square.to_int()), blockers.0))
}

fn chess_bishop_moves(square: chess::Square, blockers: chess::BitBoard) -> chess::BitBoard {
    chess::BitBoard(quadline::bishop_attacks(quadline::Square::new_masked(square.to_int()), blockers.0))
}

#[inline(always)]
fn of_chess(
    positions: &[Sliders],
    rook: impl Fn(chess::Square, chess::BitBoard) -> chess::BitBoard,
    bishop: impl Fn(chess::Square, chess::BitBoard) -> chess::BitBoard,
) -> u64 {
    let square = |number: u8| chess::ALL_SQUARES[usize::from(number & 63)];
    crate::mobility(
        positions,
        |number, occupied| rook(square(number), chess::BitBoard(occupied)).0,
        |number, occupied| bishop(square(number), chess::BitBoard(occupied)).0,
    )
}

#[inline(never)]
pub fn chess_before(positions: &[Sliders]) -> u64 {
    of_chess(positions, chess::get_rook_moves, chess::get_bishop_moves)
}

#[inline(never)]
pub fn chess_after(positions: &[Sliders]) -> u64 {
    of_chess(positions, chess_rook_moves, chess_bishop_moves)
}
