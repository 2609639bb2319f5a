//! The positions after the legal moves of a position.
//!
//! In each of the seven words with pieces, a normal move leaves all squares as they are but two: where it comes from is empty, and
//! where it goes to is what was on the other square.
//!
//! ```text
//! next = if word has from { (word without from) with to } else { word without to }
//! ```
//!
//! That is the same for every piece and for captures, and a few instructions for a vector of words. In the state, the castling
//! rooks are squares as well: both squares of the move are taken out of it, so a rook that moves or is captured loses its right.

use core::mem::MaybeUninit;

use super::lists::{MAX_LEGAL_MOVES, MoveLists, Outlined, Places, SLACK, Selection, write};
use crate::Square;
use crate::lanes::EightLanes;
use crate::line::{A_FILE, H_FILE};
use crate::position::{Move, Position, state, word};

/// A position before its moves are played.
struct Before<W> {
    /// The words without the bit of the side to move and without a square that can be captured en passant. Those of the second
    /// array have no castling rooks of the side to move either: they are for moves of the king.
    words: [W; 2],
    /// The bit of the side to move in the next state, and nothing in the other lanes.
    side_to_move: W,
    king: Square,
    /// Where a double push ends beside a pawn of the enemy.
    beside_enemy_pawns: u64,
}

impl<W: EightLanes> Before<W> {
    #[inline(always)]
    fn new(token: W::Token, position: &Position) -> Self {
        let side = position.side_to_move();
        let enemy_pawns = position.pawns() & position.color(side.opponent());
        let words = [0, side.back_rank()].map(
            #[inline(always)]
            |lost| {
                let mut words = position.words;
                words[word::STATE] &= !(state::EN_PASSANT | state::BLACK_TO_MOVE | lost);
                W::load(token, &words)
            },
        );
        let mut side_to_move = [0; 8];
        side_to_move[word::STATE] = !position.words[word::STATE] & state::BLACK_TO_MOVE;
        Self {
            words,
            side_to_move: W::load(token, &side_to_move),
            king: position.king(side).unwrap_or(Square::A1),
            beside_enemy_pawns: ((enemy_pawns & !H_FILE) << 1) | ((enemy_pawns & !A_FILE) >> 1),
        }
    }

    /// Writes the position after a normal move or a double push.
    #[inline(always)]
    fn play(&self, chess_move: Move, next: &mut Position) {
        let (from, to) = (chess_move.from(), chess_move.to());
        let words = self.words[usize::from(from == self.king)];
        (words.after_move(from, to) | self.side_to_move).store(&mut next.words);
        // The kind is 1 for a double push, and 0 for a normal move. The passed square is on the rank below or above.
        if self.beside_enemy_pawns >> to.index() & u64::from(chess_move.to_bits() >> 12) != 0 {
            next.words[word::STATE] |= 1 << (to.index() ^ 8);
        }
    }
}

/// Writes the positions after the legal moves for which there is room, in the same order, and returns the number of all.
#[inline(always)]
pub(crate) fn successors<T: Outlined, K: MoveLists<T>, W: EightLanes<Token = T>>(
    token: T,
    position: &Position,
    successors: &mut [Position],
) -> usize {
    let mut list = [const { MaybeUninit::uninit() }; MAX_LEGAL_MOVES + SLACK];
    let mut places = Places::uninit(&mut list);
    write::<T, K>(token, position, &Selection::ALL, &mut places);
    let simple = places.simple();
    let moves = places.written();
    let count = moves.len();
    let before = Before::<W>::new(token, position);
    let (normal, others) = moves.split_at(simple.min(count));
    let (after_normal, after_others) = successors.split_at_mut(normal.len().min(successors.len()));
    for (&chess_move, next) in normal.iter().zip(after_normal) {
        before.play(chess_move, next);
    }
    for (&chess_move, next) in others.iter().zip(after_others) {
        *next = position.play(chess_move);
    }
    count
}
