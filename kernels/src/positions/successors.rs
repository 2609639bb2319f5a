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
//! rooks are squares as well, so a rook that moves or is captured loses its right by the same formula.

use core::mem::MaybeUninit;

use super::lists::{MAX_LEGAL_MOVES, MoveLists, Outlined, Places, SLACK, Selection, write};
use crate::lanes::EightLanes;
use crate::line::{A_FILE, H_FILE};
use crate::position::{Move, Position, state, word};

/// A position before its moves are played.
struct Before<W> {
    /// The words of the pieces.
    pieces: W,
    /// The state without the bit of the side to move and without a square that can be captured en passant.
    state: u64,
    /// The bit of the side to move in the next state.
    side_to_move: u64,
    king: u64,
    back_rank: u64,
    /// The squares beside the enemy's pawns.
    beside_enemy_pawns: u64,
}

impl<W: EightLanes> Before<W> {
    #[inline(always)]
    fn new(token: W::Token, position: &Position) -> Self {
        let side = position.side_to_move();
        let state = position.words[word::STATE];
        let enemy_pawns = position.pawns() & position.color(side.opponent());
        Self {
            pieces: W::load(token, &position.words),
            state: state & !(state::EN_PASSANT | state::BLACK_TO_MOVE),
            side_to_move: !state & state::BLACK_TO_MOVE,
            king: position.kings() & position.color(side),
            back_rank: side.back_rank(),
            beside_enemy_pawns: ((enemy_pawns & !H_FILE) << 1) | ((enemy_pawns & !A_FILE) >> 1),
        }
    }

    /// Writes the position after a normal move or a double push.
    #[inline(always)]
    fn play(&self, chess_move: Move, next: &mut Position) {
        let (from, to) = (chess_move.from().bit(), chess_move.to().bit());
        let lost = from | to | if from == self.king { self.back_rank } else { 0 };
        // Between the ranks 2 and 4, or 7 and 5.
        let passed = if chess_move.is_double_push() && to & self.beside_enemy_pawns != 0 {
            1 << (chess_move.to().index() ^ 8)
        } else {
            0
        };
        let state = self.state & !lost | self.side_to_move | passed;
        self.pieces.after_move(chess_move, state).store(&mut next.words);
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
