//! Moves written in standard algebraic notation.

use crate::chess::{Move, Position, Role, SanText};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;
use crate::positions::engine::{destinations, legality};
use crate::square::squares;
use crate::{Line, Square};

/// Returns the characters of a square's name.
#[inline(always)]
fn name(square: Square) -> [u8; 2] {
    [b'a' + square.file(), b'1' + square.rank()]
}

/// Returns a legal move in SAN, with the shortest origin that tells it apart from other legal moves: the file
/// if that is enough, otherwise the rank, otherwise both.
#[inline(always)]
pub fn to_san<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
) -> SanText {
    let mut text = SanText::EMPTY;
    let (from, to) = (chess_move.from(), chess_move.to());
    let role = position.role_at(from).unwrap_or(Role::Pawn);
    let is_capture =
        position.color(position.side_to_move().opponent()) & to.bit() != 0 || chess_move.is_en_passant();
    if chess_move.is_castling() {
        text.push(if to > from { b"O-O" } else { b"O-O-O" });
    } else {
        if role != Role::Pawn {
            text.push(&[b"PNBRQK"[role as usize]]);
            let others = destinations::origins::<T, F>(token, position, role, to) & !from.bit();
            if others != 0 {
                let is_legal = |&other: &Square| {
                    legality::is_legal::<T, F, K>(token, position, Move::new(other, to, chess_move.kind()))
                };
                let others = squares(others).filter(is_legal).fold(0, |set, other| set | other.bit());
                let file = Line::File.through(from);
                let rank = Line::Rank.through(from);
                if others != 0 && (others & file == 0 || others & rank != 0) {
                    text.push(&name(from)[..1]);
                }
                if others & file != 0 {
                    text.push(&name(from)[1..]);
                }
            }
        } else if is_capture {
            text.push(&name(from)[..1]);
        }
        if is_capture {
            text.push(b"x");
        }
        text.push(&name(to));
        if let Some(role) = chess_move.promotion() {
            text.push(&[b'=', b"PNBRQK"[role as usize]]);
        }
    }
    if legality::gives_check::<T, F>(token, position, chess_move) {
        text.push(if is_mate::<T, K>(token, position, chess_move) { b"#" } else { b"+" });
    }
    text
}

/// Returns whether a move that gives check is mate. Out of line, because few moves give check, and counting
/// the replies takes 1,300 of 2,038 instructions at `portable`. The time of a move without a check depends
/// more on where the code is placed than on this.
#[cold]
#[inline(never)]
fn is_mate<T: Outlined, K: PositionKernel<T>>(token: T, position: &Position, chess_move: Move) -> bool {
    token.outlined(
        #[inline(always)]
        || K::legal_move_count(token, &position.play(chess_move)) == 0,
    )
}
