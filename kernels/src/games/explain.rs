//! The reasons why a text is not a legal move of a position.
//!
//! Only errors need this, so it is compiled once instead of for each level.

use super::san::{Candidate, castling_move};
use super::token::{self, Token};
use crate::chess::{Color, Excerpt, Move, ParseMoveError, Position, Role};
use crate::formula::WordsFormula;
use crate::lanes::AllLevels;
use crate::positions::engine::destinations::{Origins, RoleMasks, SideToMove};
use crate::positions::engine::legality;
use crate::positions::slider_by_slider::SliderBySlider;
use crate::square::squares;
use crate::{Line, Square};

/// Returns why a text is no legal move of a position.
#[cold]
#[inline]
pub fn explain(position: &Position, text: &[u8]) -> ParseMoveError {
    if let Some(error) = other_notation(position, text) {
        return error;
    }
    match read(text) {
        Some((role, san)) => why_illegal(position, Excerpt::of(text), role, &san),
        None => ParseMoveError::San(Excerpt::of(text)),
    }
}

/// Returns the error of a null move, of castling, and of a text in another notation.
#[inline]
fn other_notation(position: &Position, text: &[u8]) -> Option<ParseMoveError> {
    let excerpt = Excerpt::of(text);
    if token::is_null_move(text) {
        return Some(ParseMoveError::NullMove(excerpt));
    }
    if let Some(character) = token::wrong_dash(text) {
        return Some(ParseMoveError::Dash { text: excerpt, character });
    }
    if let Some((is_queens_side, length)) = token::castling(token::first_word(text)) {
        let rook = castling_move(position, is_queens_side).map(Move::to);
        let castling =
            ParseMoveError::Castling { text: excerpt, side_to_move: position.side_to_move(), rook };
        return Some(if token::are_marks(text, length) { castling } else { ParseMoveError::San(excerpt) });
    }
    if token::is_uci(text) {
        // Four characters are SAN, too, if a pawn is on the origin.
        let from = Square::new_masked((text[1] - b'1') << 3 | (text[0] - b'a'));
        if text.len() == 5 || position.pawns() & position.color(position.side_to_move()) & from.bit() == 0 {
            return Some(ParseMoveError::Uci(excerpt));
        }
    }
    None
}

/// Returns the role and the token of a text, if it is a move in SAN.
#[inline]
fn read(text: &[u8]) -> Option<(Role, Token)> {
    let plain = Token::new(token::first_word(text));
    let is_plain = plain.excess == 0 && token::are_marks(text, plain.length);
    let san = match token::rare_word(token::without_marks(text)) {
        _ if is_plain => plain,
        Some(rare_word) => Token::new(rare_word),
        None => return None,
    };
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::King, Role::Queen];
    let role = *roles.get(san.role)?;
    (san.excess == 0 && san.origins != 0).then_some((role, san))
}

/// Returns why a move of a role is not legal.
#[inline]
fn why_illegal(position: &Position, text: Excerpt, role: Role, san: &Token) -> ParseMoveError {
    let (sides, to) = (SideToMove::new(position), san.to);
    let side_to_move = position.side_to_move();
    let is_pawn = role == Role::Pawn;
    if sides.own & to.bit() != 0 {
        return match castling_to(position, role, to) {
            Some(is_queens_side) => ParseMoveError::KingMove { text, is_queens_side },
            None => ParseMoveError::OwnPiece {
                text,
                square: to,
                side_to_move,
                role: position.role_at(to).unwrap_or(Role::Pawn),
                is_king_in_uci: false,
            },
        };
    }
    let target = if is_pawn { position.en_passant().map_or(0, Square::bit) } else { 0 };
    if san.is_capture != 0 && (sides.enemy | target) & to.bit() == 0 {
        return ParseMoveError::NothingToCapture { text, square: to };
    }
    let last_ranks = Color::White.back_rank() | Color::Black.back_rank();
    let reaches_last_rank = is_pawn && last_ranks & to.bit() != 0;
    if san.promotion.kind != 0 && !reaches_last_rank {
        return ParseMoveError::Promotion { text, square: to, is_pawn };
    }
    let pieces =
        Origins::new::<AllLevels, WordsFormula>(AllLevels, position, &sides, RoleMasks::of(role), to).all();
    let is_legal = |&from: &Square| {
        position.king(side_to_move).is_some()
            && Candidate::new(position, sides, san, from.bit())
                .is_safe::<AllLevels, WordsFormula>(AllLevels, position)
    };
    let legal = squares(pieces).filter(is_legal).fold(0, |set, from| set | from.bit());
    let written = if is_pawn && san.has_origin == 0 { Line::File.through(to) } else { san.origins };
    let candidates = legal & written;
    if candidates.count_ones() > 1 {
        return ParseMoveError::Ambiguous { text, role, square: to, candidates, legal };
    }
    if candidates != 0 && san.promotion.kind == 0 && reaches_last_rank {
        return ParseMoveError::NoPromotion { text, square: to, is_san: true };
    }
    match castling_to(position, role, to) {
        Some(is_queens_side) => ParseMoveError::KingMove { text, is_queens_side },
        None => ParseMoveError::Illegal { text, side_to_move, role, square: to, pieces, legal },
    }
}

/// Returns the side of a legal castling move that a king's move to a square may mean: one that ends there, or that
/// moves the king to its own rook there.
#[inline]
fn castling_to(position: &Position, role: Role, to: Square) -> Option<bool> {
    [false, true].into_iter().find(|&is_queens_side| {
        castling_move(position, is_queens_side).is_some_and(|castling| {
            role == Role::King
                && (castling.to() == to || castling.castled().0 == to)
                && legality::is_legal::<AllLevels, WordsFormula, SliderBySlider<WordsFormula>>(
                    AllLevels, position, castling,
                )
        })
    })
}
