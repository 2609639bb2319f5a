//! The positions after each legal move of a position.
//!
//! A normal move changes two squares in each of the seven words with pieces. The origin becomes empty, and
//! the destination gets the piece from the origin:
//!
//! ```text
//! next = if word has from { (word without from) with to } else { word without to }
//! ```
//!
//! This holds for every piece and for captures, and takes a few instructions for a vector of words. The
//! castling rooks in the state are squares too. Both squares of the move are removed from the state, so a
//! rook that moves or is captured loses its right. Two kinds of moves change more of the state: a king loses
//! its castling rooks, and a double push may leave an en passant target.
//!
//! The moves are listed first. The loop over the list finds the words with the piece for each move. It has no
//! test for moves of the king and double pushes: the list records where they are, and the few positions that
//! need it are changed afterwards. With a test of each move, `successors` took 1.14 to 1.26 times as long (Zen
//! 4). A loop for each role, in which the words of the piece are known, takes 0.89 of the time with 64-bit
//! integers (`portable`, Zen 5) and as long with vectors.

use core::mem::MaybeUninit;

use super::PositionKernel;
use super::lists::{MAX_LEGAL_MOVES, MoveLists, Places, SLACK, Selection, write};
use super::next_side::NextSide;
use crate::chess::{Move, Position, state, word};
use crate::lanes::{EightLanes, Outlined};
use crate::line::{A_FILE, FIRST_RANK, H_FILE};

const SECOND_RANK: u64 = FIRST_RANK << 8;
const SEVENTH_RANK: u64 = FIRST_RANK << 48;

/// Returns the squares next to the pawns of the other side.
#[inline(always)]
fn beside_enemy_pawns(position: &Position) -> u64 {
    let enemy_pawns = position.pawns() & position.color(position.side_to_move().opponent());
    ((enemy_pawns & !H_FILE) << 1) | ((enemy_pawns & !A_FILE) >> 1)
}

/// The parts of a position that all its successors share.
struct Before<W> {
    /// The words without the side to move and the en passant target.
    words: W,
    /// The side to move of the next state, with zeros in the other lanes.
    side_to_move: W,
}

impl<W: EightLanes> Before<W> {
    #[inline(always)]
    fn new(token: W::Token, position: &Position) -> Self {
        Self {
            words: NextSide::words_without_side(token, position),
            side_to_move: NextSide::of(token, position.side_to_move()),
        }
    }

    /// Writes the position after a normal move or a double push, except for what [`lose_castling`] and
    /// [`pass`] change.
    #[inline(always)]
    fn play(&self, chess_move: Move, next: &mut Position) {
        (self.words.after_move(chess_move.from(), chess_move.to()) | self.side_to_move)
            .store(&mut next.words);
    }
}

/// Returns the position after a normal move, unless a king with a right to castle moves, or after a double push
/// that passes no enemy pawn.
#[inline(always)]
pub fn after_normal_move<W: EightLanes>(token: W::Token, position: &Position, chess_move: Move) -> Position {
    let mut next = Position { words: [0; 8] };
    Before::<W>::new(token, position).play(chess_move, &mut next);
    next
}

/// Removes the castling rooks from the positions after moves of the king.
#[inline(always)]
fn lose_castling(position: &Position, after: &mut [Position]) {
    let lost = position.words[word::STATE] & position.side_to_move().back_rank();
    if lost != 0 {
        for next in after {
            next.words[word::STATE] &= !lost;
        }
    }
}

/// Adds the en passant targets to the positions after double pushes.
#[inline(always)]
fn pass(position: &Position, double_pushes: &[Move], after: &mut [Position]) {
    let pawns = position.pawns() & position.color(position.side_to_move());
    let is_white = position.words[word::STATE] & state::BLACK_TO_MOVE == 0;
    let two_steps = if is_white { (pawns & SECOND_RANK) << 16 } else { (pawns & SEVENTH_RANK) >> 16 };
    // Few positions have such squares, so one test saves one of each double push.
    let passing = beside_enemy_pawns(position) & two_steps;
    if passing != 0 {
        for (chess_move, next) in double_pushes.iter().zip(after) {
            let to = chess_move.to().bit() & passing;
            // The square on the rank below or above, between the origin and the target.
            next.words[word::STATE] |= if is_white { to >> 8 } else { to << 8 };
        }
    }
}

/// Returns the part of a list in a range, as far as there is such a part.
#[inline(always)]
fn part<T>(list: &mut [T], [start, end]: [usize; 2]) -> &mut [T] {
    let end = end.min(list.len());
    list.get_mut(start..end).unwrap_or_default()
}

/// Writes the positions after the legal moves that fit, in the order of the list, and returns the number of
/// all moves. `L` lists the moves, and `K` has the lanes for the words of a position.
#[inline(always)]
pub(crate) fn successors<T: Outlined, L: MoveLists<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    successors: &mut [Position],
) -> usize {
    let mut list = [const { MaybeUninit::uninit() }; MAX_LEGAL_MOVES + SLACK];
    let mut places = Places::uninit(&mut list);
    write::<T, L>(token, position, &Selection::ALL, &mut places);
    let parts = places.parts();
    let moves = places.written();
    let count = moves.len();
    let (normal, others) = moves.split_at(parts.simple.min(count));
    let (after_normal, after_others) = successors.split_at_mut(normal.len().min(successors.len()));
    let before = Before::<K::Words>::new(token, position);
    for (&chess_move, next) in normal.iter().zip(&mut *after_normal) {
        before.play(chess_move, next);
    }
    lose_castling(position, part(after_normal, parts.king));
    let [start, end] = parts.double_pushes;
    pass(position, normal.get(start..end).unwrap_or_default(), part(after_normal, parts.double_pushes));
    for (&chess_move, next) in others.iter().zip(after_others) {
        position.play_to(chess_move, &mut next.words);
    }
    count
}
