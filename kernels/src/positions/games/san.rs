//! Moves of a position in standard algebraic notation.
//!
//! The token names the role and the destination, so the pieces of the role that reach the destination are the
//! [origins](crate::positions::engine::destinations). Usually there is one. The own king is tested after the move, by one pass
//! over its four lines on the new board: the result is only the condition of a branch that is predicted well, while tests
//! for pins before the move would delay the choice of the piece. In a trial, that took 28.6 ns for each move with play,
//! and with checks and pins computed before 36 ns.

use super::token::{self, Token};
use crate::Square;
use crate::chess::{Color, Excerpt, Move, MoveKind, ParseMoveError, Position, Role, state, word};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;
use crate::positions::engine::destinations::{Origins, ROLES, RoleMasks, Sides};
use crate::positions::engine::legality;
use crate::square::squares;
use crate::tables::STEPS_TO;

/// The bit of a found move in the results of [`resolve`].
pub(super) const FOUND: u32 = 1 << 16;

/// A move of the side to move, without castling.
#[derive(Clone, Copy)]
struct Step<'a> {
    position: &'a Position,
    sides: Sides,
    role: &'static RoleMasks,
    from: Square,
    to: Square,
    is_en_passant: u64,
}

impl Step<'_> {
    /// Returns whether no enemy piece attacks the own king after the move.
    #[inline(always)]
    fn is_safe<T: Outlined, F: Formula<T>>(&self, token: T) -> bool {
        let words = &self.position.words;
        let (from, to) = (self.from.bit(), self.to.bit());
        let passed = self.is_en_passant << (self.to.index() ^ 8);
        let enemy = self.sides.enemy & !(to | passed);
        let occupied = self.sides.own & !from | to | enemy;
        let king = words[word::KINGS] & self.sides.own & !from | to & self.role.king;
        let king = Square::new_masked(king.trailing_zeros() as u8);
        let steps = &STEPS_TO.0[king.index()];
        let lines = F::queen_attacks_x4(token, king, occupied);
        let attackers = lines.rook() & words[word::ORTHOGONAL]
            | lines.bishop() & words[word::DIAGONAL]
            | steps[self.sides.color ^ 1] & words[word::PAWNS]
            | steps[2] & words[word::KNIGHTS]
            | steps[7] & words[word::KINGS];
        attackers & enemy == 0
    }
}

/// Returns the bits of the legal move that a token means with [`FOUND`], or 0.
#[inline(always)]
pub(super) fn resolve<T: Outlined, F: Formula<T>>(token: T, position: &Position, san: &Token) -> u32 {
    let sides = Sides::new(position);
    let role = &ROLES[san.role & 7];
    let to = san.to;
    let origins = Origins::new::<T, F>(token, position, &sides, role, to);
    let candidates = origins.all() & san.origins;
    let from = Square::new_masked(candidates.trailing_zeros() as u8);

    let is_pawn = role.pawn & 1;
    let is_on = |squares: u64| squares >> to.index() & 1;
    let is_en_passant = origins.capturing_pawns >> from.index() & !is_on(sides.enemy) & 1;
    let is_double_push = is_pawn & !((from.index() ^ to.index()) >> 3) as u64;
    let kind = san.promotion | (is_double_push | is_en_passant << 1) as u32;

    let target = position.words[word::STATE] & state::EN_PASSANT & role.pawn;
    let takes_nothing = san.is_capture & !is_on(sides.enemy | target);
    let reaches_last_rank = is_pawn & 0xff00_0000_0000_00ff >> to.index();
    let wrong = is_on(sides.own)
        | takes_nothing
        | reaches_last_rank ^ u64::from(san.promotion >> 2)
        | u64::from(!san.is_valid)
        | u64::from(position.kings() & sides.own == 0);
    if wrong != 0 {
        return 0;
    }
    if candidates & candidates.wrapping_sub(1) != 0 || candidates == 0 {
        return only_legal::<T, F>(token, position, san, candidates, kind);
    }
    let step = Step { position, sides, role, from, to, is_en_passant };
    if !step.is_safe::<T, F>(token) {
        return 0;
    }
    FOUND | from.index() as u32 | (to.index() as u32) << 6 | kind << 12
}

/// Returns the move of the only candidate that may leave its square, or 0. Several pieces are candidates if all but one
/// are pinned. Pawns are not, because the file of their origin is written.
#[cold]
#[inline(never)]
fn only_legal<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    san: &Token,
    candidates: u64,
    kind: u32,
) -> u32 {
    token.outlined(
        #[inline(always)]
        || {
            let (role, to) = (&ROLES[san.role & 7], san.to);
            let sides = Sides::new(position);
            let is_safe = |&from: &Square| {
                Step { position, sides, role, from, to, is_en_passant: u64::from(kind == 2) }
                    .is_safe::<T, F>(token)
            };
            let mut safe = squares(candidates).filter(is_safe);
            match (safe.next(), safe.next()) {
                (Some(from), None) => FOUND | from.index() as u32 | (to.index() as u32) << 6 | kind << 12,
                _ => 0,
            }
        },
    )
}

/// Returns the castling move of the side to move with the rook on the side of the a-file or of the h-file, if there is a
/// right to it.
fn castling_move(position: &Position, is_queens_side: bool) -> Option<Move> {
    let king = position.king(position.side_to_move())?;
    let rooks = Sides::new(position).castling_rooks(position);
    let below = king.bit() - 1;
    let rook = Square::lowest(if is_queens_side { rooks & below } else { rooks & !below })?;
    Some(Move::new(king, rook, MoveKind::Castling))
}

/// Reads castling. Returns the bits of the move with [`FOUND`], or 0, and the number of bytes. Out of line, because it is
/// rare.
#[cold]
#[inline(never)]
pub(super) fn castle<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    word: u64,
) -> (u32, usize) {
    let Some((is_queens_side, length)) = token::castling(word) else { return (0, 0) };
    let legal = castling_move(position, is_queens_side).filter(|&castling| {
        token.outlined(
            #[inline(always)]
            || legality::is_legal::<T, F, K>(token, position, castling),
        )
    });
    (legal.map_or(0, |castling| FOUND | u32::from(castling.to_bits())), length)
}

/// Returns the bits of the legal move at the beginning of a text with [`FOUND`], or 0, and the number of bytes without
/// marks.
#[inline(always)]
pub(super) fn read<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    text: &[u8],
) -> (u32, usize) {
    let word = token::first_word(text);
    if token::begins_castling(word as u8) {
        return castle::<T, F, K>(token, position, word);
    }
    let san = Token::new(word);
    (resolve::<T, F>(token, position, &san), san.length)
}

/// Returns the legal move that a text means.
#[inline(always)]
pub fn parse_san<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    text: &[u8],
) -> Result<Move, ParseMoveError> {
    let (found, length) = read::<T, F, K>(token, position, text);
    if found == 0 || !text[length..].iter().all(|&byte| token::is_mark(byte)) {
        return Err(token.outlined(|| explain::<T, F>(token, position, text)));
    }
    Ok(Move::from_bits(found as u16))
}

/// Returns why a text is no legal move of a position.
#[cold]
#[inline(never)]
pub(super) fn explain<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    text: &[u8],
) -> ParseMoveError {
    let excerpt = Excerpt::of(text);
    let side_to_move = position.side_to_move();
    let word = token::first_word(text);
    let marks = |length: usize| text[length..].iter().all(|&byte| token::is_mark(byte));
    if let Some((is_queens_side, length)) = token::castling(word) {
        if !marks(length) {
            return ParseMoveError::San(excerpt);
        }
        let rook = castling_move(position, is_queens_side).map(Move::to);
        return ParseMoveError::Castling { text: excerpt, side_to_move, rook };
    }
    let san = Token::new(word);
    let Some(role) =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::King, Role::Queen].get(san.role)
    else {
        return ParseMoveError::San(excerpt);
    };
    if !san.is_valid || san.origins == 0 || !marks(san.length) {
        return ParseMoveError::San(excerpt);
    }
    let (role, to) = (*role, san.to);
    let is_pawn = role == Role::Pawn;
    let last_ranks = Color::White.back_rank() | Color::Black.back_rank();
    let reaches_last_rank = is_pawn && last_ranks & to.bit() != 0;
    let sides = Sides::new(position);
    let target = if is_pawn { position.en_passant().map_or(0, Square::bit) } else { 0 };
    if sides.own & to.bit() != 0 {
        return ParseMoveError::OwnPiece { text: excerpt, square: to, side_to_move };
    }
    if san.is_capture != 0 && (sides.enemy | target) & to.bit() == 0 {
        return ParseMoveError::NothingToCapture { text: excerpt, square: to };
    }
    if san.promotion != 0 && !reaches_last_rank {
        return ParseMoveError::Promotion { text: excerpt, square: to, is_pawn };
    }
    if san.promotion == 0 && reaches_last_rank {
        return ParseMoveError::NoPromotion { text: excerpt, square: to };
    }
    let origins = Origins::new::<T, F>(token, position, &sides, RoleMasks::of(role), to);
    let pieces = origins.all();
    let is_safe = |&from: &Square| {
        let is_en_passant = origins.capturing_pawns >> from.index() & !(sides.enemy >> to.index()) & 1;
        Step { position, sides, role: RoleMasks::of(role), from, to, is_en_passant }.is_safe::<T, F>(token)
    };
    let has_king = position.king(side_to_move).is_some();
    let legal =
        squares(pieces).filter(|from| has_king && is_safe(from)).fold(0, |set, from| set | from.bit());
    if (legal & san.origins).count_ones() > 1 {
        return ParseMoveError::Ambiguous {
            text: excerpt,
            role,
            square: to,
            candidates: legal & san.origins,
        };
    }
    ParseMoveError::Illegal { text: excerpt, side_to_move, role, square: to, pieces, legal }
}
