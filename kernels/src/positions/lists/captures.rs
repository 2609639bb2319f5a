//! Captures, from the pieces that are captured.
//!
//! A list of all moves is written with the cost of all candidates, whatever squares the moves may go to. A
//! position of a game has 1.8 captures, though, of one or two pieces. This kernel begins with the captured
//! pieces, and took 0.85 of the time of the list (`portable`, Zen 5, 2,000 positions in a fixed order):
//!
//! 1. The attacked squares of both sides tell whether the own king is in check, which enemy pieces are
//!    attacked at all, and which of these the king can capture because no enemy piece protects them.
//! 2. For each attacked enemy piece, one pass over its lines finds the pieces that attack it. The first two
//!    of both are written without a branch, because their numbers are unpredictable; more are rare.
//! 3. A piece that is pinned captures only along its pin. A pinned piece is the first on a line of the king,
//!    and there is an enemy slider on that line. If a piece that captures may be pinned, the pins are
//!    computed.
//!
//! ```text
//! . . . r . . . .     White attacks r and n, but not p.
//! . B . . . . . .     r: attacked by R
//! . . . . n . p .     n: attacked by B and P
//! . . . P . . . .
//! . . . R . . . .
//! ```
//!
//! Checks, promotions and en passant captures are left to the list of all moves; they are rare. So are moves
//! to few empty squares, which searches seldom list: each of them would need the pawns that can move
//! there as well.
//!
//! Levels without vectors for directions, and NEON, use this kernel. The others have
//! [`capture_sets`](super::capture_sets).

use core::mem::MaybeUninit;

use super::{LAST_RANKS, Places, Selection};
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::{Color, Move, MoveKind, Position, state, word};
use crate::formula::Formula;
use crate::lanes::Outlined;
use crate::positions::PositionKernel;
use crate::positions::engine::destinations::SideToMove;
use crate::square::squares;
use crate::tables::{LINE_EX, STEPS_TO, between, line_through};

/// The ranks from which pawns are promoted: the seventh, and the second.
const LAST_BUT_ONE: [u64; 2] = [0xff << 48, 0xff << 8];

/// Writes the selected legal moves of any position: captures by a kernel of their own, and others by `list`.
/// Returns their number, or the number of those that were written before there was too little room.
///
/// The list of all moves is a call of its own, with its arguments in registers. In a function that contains
/// both kernels, moves to one empty square took 1.1 times as long (`avx2`), and with [`Places`] as an
/// argument, which is in memory, up to twice as long (Zen 5).
#[inline(always)]
pub(super) fn write_selected<T: Outlined, F: Formula<T>, P: PositionKernel<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    moves: &mut [MaybeUninit<Move>],
    list: impl FnOnce(&mut [MaybeUninit<Move>]) -> Result<usize, usize>,
) -> Result<usize, usize> {
    let mut places = Places::uninit(moves);
    if P::write_captures::<F>(token, position, selection, &mut places) {
        return places.finish();
    }
    list(moves)
}

/// Returns whether all selected moves are captures, and none of them is a promotion or an en passant capture.
#[inline(always)]
pub(super) fn are_captures(position: &Position, side: &SideToMove, selection: &Selection) -> bool {
    let words = &position.words;
    // First, because a list of quiet moves needs nothing else.
    if selection.pieces & !side.occupied != 0 {
        return false;
    }
    let quiet = (selection.king | selection.pawns & !LAST_RANKS) & !side.occupied;
    // Pawns and pieces capture on the same squares, except in selections that no public function makes.
    let apart = (selection.pawns ^ selection.pieces) & side.enemy;
    let promoting = words[word::PAWNS] & side.own & selection.from & LAST_BUT_ONE[side.color];
    let passed = if selection.en_passant { words[word::STATE] & state::EN_PASSANT } else { 0 };
    // Castling goes to the square of an own rook.
    let castling = selection.castling & side.own;
    quiet | apart | promoting | passed | castling == 0 && side.own & words[word::KINGS] != 0
}

/// Writes the selected moves and returns true if all of them are captures, without a check, a promotion or an
/// en passant capture. Otherwise writes nothing.
#[inline(always)]
pub(crate) fn write_captures<T: Outlined, F: Formula<T>, P: PositionKernel<T>>(
    token: T,
    position: &Position,
    selection: &Selection,
    places: &mut Places<'_>,
) -> bool {
    let side = SideToMove::new(position);
    if !are_captures(position, &side, selection) {
        return false;
    }
    let from = side.own & selection.from;
    let king = side.own & position.words[word::KINGS];
    let [white, black] = P::attacked_squares(token, position);
    let by_white = Color::ALL[side.color] == Color::White;
    let (by_own, by_enemy) = if by_white { (white, black) } else { (black, white) };
    if king & by_enemy != 0 {
        return false;
    }
    let square = Square::new_masked(king.trailing_zeros() as u8);
    let attacked = by_own & side.enemy;
    let by_king = STEPS_TO.0[square.index()][7] & attacked & selection.king & !by_enemy;
    let first = F::queen_attacks_x4(token, square, side.occupied).queen() & side.own;
    let suspects = first & u64::from(sees_sliders(position, &side, square)).wrapping_neg();
    let pieces = from & !king;
    let mut left = attacked & selection.pieces;
    for _ in 0..2 {
        write_next::<T, F>(
            token,
            position,
            &side,
            &mut left,
            pieces,
            [square.bit(), first, suspects],
            places,
        );
    }
    while left != 0 {
        write_next::<T, F>(
            token,
            position,
            &side,
            &mut left,
            pieces,
            [square.bit(), first, suspects],
            places,
        );
    }
    for to in squares(by_king) {
        places.moves([Move::new(square, to, MoveKind::Normal)]);
    }
    true
}

/// Writes the captures of the lowest piece of a set, and removes it from the set. Writes nothing for an empty
/// set.
#[inline(always)]
fn write_next<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    side: &SideToMove,
    left: &mut u64,
    pieces: u64,
    [king, first, suspects]: [u64; 3],
    places: &mut Places<'_>,
) {
    let words = &position.words;
    let to = Square::new_masked(left.trailing_zeros() as u8);
    let is_there = u64::from(*left != 0).wrapping_neg();
    let lines = F::queen_attacks_x4(token, to, side.occupied);
    let steps = &STEPS_TO.0[to.index()];
    let attackers = lines.rook() & words[word::ORTHOGONAL]
        | lines.bishop() & words[word::DIAGONAL]
        | steps[side.color] & words[word::PAWNS]
        | steps[2] & words[word::KNIGHTS];
    let mut attackers = attackers & pieces & is_there;
    if attackers & suspects != 0 {
        attackers = not_pinned::<T, F>(token, position, side, attackers, to, king, first);
    }
    let count = attackers.count_ones() as usize;
    let lowest = Square::new_masked(attackers.trailing_zeros() as u8);
    let rest = attackers & attackers.wrapping_sub(1);
    let next = Square::new_masked(rest.trailing_zeros() as u8);
    places.put(count, |places: &mut [MaybeUninit<Move>; 2]| {
        *places = [lowest, next].map_each(|from| MaybeUninit::new(Move::new(from, to, MoveKind::Normal)));
    });
    if count > 2 {
        for from in squares(rest & rest.wrapping_sub(1)) {
            places.moves([Move::new(from, to, MoveKind::Normal)]);
        }
    }
    *left &= left.wrapping_sub(1);
}

/// Returns whether an enemy slider is on a line of a square on which it moves, whatever is between them.
#[inline(always)]
fn sees_sliders(position: &Position, side: &SideToMove, square: Square) -> bool {
    let [rank, file, diagonal, antidiagonal] = LINE_EX.0[square.index()];
    let sliders = (rank | file) & position.words[word::ORTHOGONAL]
        | (diagonal | antidiagonal) & position.words[word::DIAGONAL];
    sliders & side.enemy != 0
}

/// Returns those of some pieces that may capture on a square although they may be pinned to the king, which
/// is not in check. `first` contains the first own pieces on the lines of the king.
#[cold]
#[inline(never)]
fn not_pinned<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    side: &SideToMove,
    pieces: u64,
    to: Square,
    king: u64,
    first: u64,
) -> u64 {
    token.outlined(
        #[inline(always)]
        || {
            let king = Square::new_masked(king.trailing_zeros() as u8);
            let behind = F::queen_attacks_x4(token, king, side.occupied ^ first);
            let pinners = behind.rook() & position.words[word::ORTHOGONAL]
                | behind.bishop() & position.words[word::DIAGONAL];
            let pins = squares(pinners & side.enemy).fold(0, |pins, pinner| pins | between(king, pinner));
            pieces & (!pins | line_through(king, to))
        },
    )
}
