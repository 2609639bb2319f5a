//! The positions after each legal move of a position.
//!
//! A normal move changes two squares in each of the seven words with pieces. The origin becomes empty, and the
//! destination gets the piece from the origin:
//!
//! ```text
//! next = if word has from { (word without from) with to } else { word without to }
//! ```
//!
//! This holds for every piece and for captures, and takes a few instructions for a vector of words. The castling rooks
//! in the state are squares too. Both squares of the move are removed from the state, so a rook that moves or is
//! captured loses its right.

use core::mem::MaybeUninit;

use super::lists::{MAX_LEGAL_MOVES, MoveLists, Outlined, Places, SLACK, Selection, write};
use crate::Square;
use crate::lanes::EightLanes;
use crate::line::{A_FILE, H_FILE};
use crate::position::{Move, Position, state, word};

/// The parts of a position that all its successors share.
struct Before<W> {
    /// The words without the side to move and the en passant target. The second array, for king moves, also lacks the
    /// castling rooks of the side to move.
    words: [W; 2],
    /// The side to move of the next state, with zeros in the other lanes.
    side_to_move: W,
    king: Square,
    /// The squares on which a double push ends next to an enemy pawn.
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
        // The kind is 1 for a double push and 0 for a normal move. The en passant target is on the rank below or above.
        if self.beside_enemy_pawns >> to.index() & u64::from(chess_move.to_bits() >> 12) != 0 {
            next.words[word::STATE] |= 1 << (to.index() ^ 8);
        }
    }
}

/// Writes the positions after the legal moves that fit, in the order of the moves, and returns the number of all moves.
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
