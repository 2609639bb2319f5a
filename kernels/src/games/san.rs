//! Moves of a position in standard algebraic notation.
//!
//! The token names the role and the destination, so the pieces of the role that reach the destination are the
//! [origins](crate::positions::engine::destinations). Usually there is one. The own king is tested after the
//! move, by one pass over its four lines on the new board: the result is only the condition of a branch that
//! is predicted well, while tests for pins before the move would delay the choice of the piece. In a trial,
//! that took 28.6 ns for each move with play, and with checks and pins computed before 36 ns (Intel Xeon,
//! family 6, model 207).

use super::token::{self, Token};
use crate::Square;
use crate::chess::{Move, MoveKind, Position, state, word};
use crate::formula::{Formula, WordsFormula};
use crate::lanes::{AllLevels, Outlined};
use crate::positions::PositionKernel;
use crate::positions::engine::attackers::is_safe_after;
use crate::positions::engine::destinations::{Origins, ROLES, RoleMasks, SideToMove, beside};
use crate::positions::engine::legality;
use crate::square::squares;

/// The bit of a found move in results, which are 0 if there is none.
pub(super) const FOUND: u32 = 1 << 16;

/// The first rank of each color.
static FIRST_RANKS: [u64; 2] = [0xff, 0xff << 56];

/// A pseudo-legal move of the side to move, without castling. The squares that the next position needs
/// are bitboards with one bit, because the index of the origin is known last.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    sides: SideToMove,
    role: &'static RoleMasks,
    /// The masks of the role that the piece has after the move.
    placed: &'static RoleMasks,
    /// The bit of the origin.
    origin: u64,
    to: Square,
    /// The bit of a pawn that is captured en passant, or 0.
    passed: u64,
}

impl Candidate {
    /// Returns the move of the piece on a square, if it is a pseudo-legal one.
    #[inline(always)]
    pub(super) fn new(position: &Position, sides: SideToMove, san: &Token, origin: u64) -> Self {
        let role = &ROLES[san.role & 7];
        // The pawn that made the double push is on the square from which a pawn could push to the en passant
        // square, so pawns reach it by captures only.
        let target = position.words[word::STATE] & state::EN_PASSANT & role.pawn & san.to.bit();
        let passed = target.rotate_right(sides.forward);
        let placed = &ROLES[(san.role + san.promotion.role) & 7];
        Self { sides, role, placed, origin, to: san.to, passed }
    }

    /// Returns the words of both sides after the move, that of the side that has moved first.
    #[inline(always)]
    fn next_sides(&self) -> [u64; 2] {
        [self.sides.own & !self.origin | self.to.bit(), self.sides.enemy & !(self.to.bit() | self.passed)]
    }

    /// Returns whether no enemy piece attacks the own king after the move.
    #[inline(always)]
    pub(super) fn is_safe<T: Outlined, F: Formula<T>>(&self, token: T, position: &Position) -> bool {
        let [own, enemy] = self.next_sides();
        let king = position.words[word::KINGS] & own | self.to.bit() & self.role.king;
        if king == 0 {
            return false;
        }
        let king = Square::new_masked(king.trailing_zeros() as u8);
        is_safe_after::<T, F>(token, position, king, own | enemy, enemy, self.sides.color)
    }

    /// Plays the move. This is [`Position::play_mut`] for a role that is already known, and without castling.
    #[inline(always)]
    fn play(&self, position: &mut Position) {
        let Self { sides, role, placed, origin, .. } = *self;
        let to = self.to.bit();
        let [.., pawns, knights, diagonal, orthogonal, kings, state] = position.words;
        let left = !(origin | to | self.passed);
        let [own, enemy] = self.next_sides();
        // A double push passes the square that is both in front of its origin and behind its destination.
        let passing = origin.rotate_left(sides.forward) & to.rotate_right(sides.forward) & role.pawn;
        let is_attacked = 0u64.wrapping_sub(beside(pawns & sides.enemy) >> self.to.index() & 1);
        let lost = origin | to | FIRST_RANKS[sides.color] & role.king;

        let words = &mut position.words;
        words[sides.color] = own;
        words[sides.color ^ 1] = enemy;
        words[word::PAWNS] = pawns & left | to & placed.pawn;
        words[word::KNIGHTS] = knights & left | to & placed.knight;
        words[word::DIAGONAL] = diagonal & left | to & placed.diagonal();
        words[word::ORTHOGONAL] = orthogonal & left | to & placed.orthogonal();
        words[word::KINGS] = kings & left | to & placed.king;
        words[word::STATE] = state::after(state, lost) | passing & is_attacked;
    }
}

/// The meaning of a token in a position.
enum Resolved {
    /// The only candidate, which is legal, with its bits and [`FOUND`].
    Only(Candidate, u32),
    /// The bits of a legal move with [`FOUND`] that was found by the rare path, or 0.
    Rare(u32),
}

/// Returns the legal move that a token means.
#[inline(always)]
fn resolve<T: Outlined, F: Formula<T>>(token: T, position: &Position, san: Token) -> Resolved {
    let sides = SideToMove::new(position);
    let (role, to) = (&ROLES[san.role & 7], san.to);
    let taken = to.bit() & (sides.enemy | position.words[word::STATE] & state::EN_PASSANT & role.pawn);
    let reaching = Origins::new::<T, F>(token, position, &sides, role, to);
    // A pawn that captures is written with the file of its origin.
    let capturing = reaching.capturing_pawns & san.has_origin;
    let candidates = (reaching.pieces | reaching.pushing_pawns | capturing) & san.origins;
    let candidate = Candidate::new(position, sides, &san, candidates);

    const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
    let wrong = to.bit()
        & (sides.own | san.is_capture & !taken | role.pawn & LAST_RANKS ^ san.promotion.is_written)
        | san.excess;
    if wrong != 0 {
        return Resolved::Rare(0);
    }
    if candidates & candidates.wrapping_sub(1) != 0 || candidates == 0 {
        return Resolved::Rare(only_legal(position, candidates, san));
    }
    if !candidate.is_safe::<T, F>(token, position) {
        return Resolved::Rare(0);
    }
    Resolved::Only(candidate, bits(&candidate, &san))
}

/// Returns the bits of a move, with [`FOUND`].
#[inline(always)]
fn bits(candidate: &Candidate, san: &Token) -> u32 {
    let (from, to) = (candidate.origin.trailing_zeros() & 63, candidate.to.index() as u32);
    let is_double_push = candidate.role.pawn as u32 & !((from ^ to) >> 3) & 1;
    let is_en_passant = u32::from(candidate.passed != 0);
    FOUND | from | to << 6 | (san.promotion.kind | is_double_push | is_en_passant << 1) << 12
}

/// Returns the move of the only candidate that may leave its square, or 0 if none may, or several.
///
/// A token may leave out the origin of a piece if every other piece that reaches the square is pinned. For
/// pawns there is never a choice, because a capture is written with the file of its origin.
#[cold]
#[inline]
fn only_legal(position: &Position, candidates: u64, san: Token) -> u32 {
    let sides = SideToMove::new(position);
    let pseudo_legal = squares(candidates).map(|from| Candidate::new(position, sides, &san, from.bit()));
    let mut safe =
        pseudo_legal.filter(|candidate| candidate.is_safe::<AllLevels, WordsFormula>(AllLevels, position));
    match (safe.next(), safe.next()) {
        (Some(candidate), None) => bits(&candidate, &san),
        _ => 0,
    }
}

/// Returns the castling move of the side to move with the rook on the side of the a-file or of the h-file, if
/// there is a right to it.
pub(super) fn castling_move(position: &Position, is_queens_side: bool) -> Option<Move> {
    let king = position.king(position.side_to_move())?;
    let rooks = SideToMove::new(position).castling_rooks(position);
    let below = king.bit() - 1;
    let rook = Square::lowest(if is_queens_side { rooks & below } else { rooks & !below })?;
    Some(Move::new(king, rook, MoveKind::Castling))
}

/// Reads castling. Returns the bits of the move with [`FOUND`], or 0, and the number of bytes. Out of line,
/// because it is rare.
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

/// Plays the legal move at the beginning of a text, if the text may end after it: `ends` receives the number
/// of its bytes without marks. Returns its bits with [`FOUND`], or 0.
#[inline(always)]
pub(super) fn play<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &mut Position,
    word: u64,
    ends: impl FnOnce(usize) -> bool,
) -> u32 {
    if token::begins_castling(word as u8) {
        let (found, length) = castle::<T, F, K>(token, position, word);
        return play_rare(position, if ends(length) { found } else { 0 });
    }
    let san = Token::new(word);
    if !ends(san.length) {
        return 0;
    }
    match resolve::<T, F>(token, position, san) {
        Resolved::Only(candidate, found) => {
            candidate.play(position);
            found
        }
        Resolved::Rare(found) => play_rare(position, found),
    }
}

/// Plays a move that was found by a rare path, if there is one.
#[cold]
#[inline]
fn play_rare(position: &mut Position, found: u32) -> u32 {
    if found != 0 {
        position.play_mut(Move::from_bits(found as u16));
    }
    found
}

/// Returns the bits of the legal move that a whole text without marks means, with [`FOUND`], or 0: a move
/// that is longer than a word, or in long algebraic notation.
#[cold]
#[inline]
pub(super) fn read_rare(position: &Position, text: &[u8]) -> u32 {
    let Some(word) = token::rare_word(text) else { return 0 };
    let (Resolved::Only(_, found) | Resolved::Rare(found)) =
        resolve::<AllLevels, WordsFormula>(AllLevels, position, Token::new(word));
    found
}

/// Returns the legal move that a text means.
#[inline(always)]
pub fn parse_san<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    text: &[u8],
) -> Option<Move> {
    let word = token::first_word(text);
    let (mut found, length) = if token::begins_castling(word as u8) {
        castle::<T, F, K>(token, position, word)
    } else {
        let san = Token::new(word);
        let (Resolved::Only(_, found) | Resolved::Rare(found)) = resolve::<T, F>(token, position, san);
        (found, san.length)
    };
    if found == 0 || !token::are_marks(text, length) {
        found = read_rare(position, token::without_marks(text));
    }
    (found != 0).then(|| Move::from_bits(found as u16))
}

/// Plays the legal move that a text means. The position does not change if there is none.
#[inline(always)]
pub fn play_san<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &mut Position,
    text: &[u8],
) -> Option<Move> {
    let mut found = play::<T, F, K>(
        token,
        position,
        token::first_word(text),
        #[inline(always)]
        |length| token::are_marks(text, length),
    );
    if found == 0 {
        found = play_rare(position, read_rare(position, token::without_marks(text)));
    }
    (found != 0).then(|| Move::from_bits(found as u16))
}
