//! The positions after the legal moves of a position.
//!
//! In each of the eight words of a position, a move leaves all squares as they are but two: where it comes from is
//! empty, and where it goes to is what the moved piece is. With `from` taken out before, that is one selection by bits
//! for each word, whatever is captured:
//!
//! ```text
//! next = if to { piece } else { position without from }
//! ```
//!
//! which a compiler makes one instruction of, for a vector of words. The castling rooks are squares as well, so that a rook
//! that moves or is captured loses its right by the same selection.

use super::moves::{MoveSink, away, squares};
use super::sides::H_FILE;
use crate::Square;
use crate::line::A_FILE;
use crate::position::{Color, Move, MoveKind, Position, Role, state, word};

/// Writes the positions after the moves, and counts those for which there is no room.
#[derive(Debug)]
pub(super) struct Successors<'a> {
    position: &'a Position,
    /// The words with the other side to move and nothing to be taken en passant.
    words: [u64; 8],
    own: usize,
    places: &'a mut [Position],
    pub count: usize,
}

/// For each word, whether a piece of this colour and role is in it.
#[inline(always)]
fn words_of(color: usize, role: Role) -> [u64; 8] {
    let mut words = [0; 8];
    words[color] = u64::MAX;
    let (one, other) = match role {
        Role::Pawn => (word::PAWNS, word::PAWNS),
        Role::Knight => (word::KNIGHTS, word::KNIGHTS),
        Role::Bishop => (word::DIAGONAL, word::DIAGONAL),
        Role::Rook => (word::ORTHOGONAL, word::ORTHOGONAL),
        Role::Queen => (word::DIAGONAL, word::ORTHOGONAL),
        Role::King => (word::KINGS, word::KINGS),
    };
    words[one] = u64::MAX;
    words[other] = u64::MAX;
    words
}

impl<'a> Successors<'a> {
    #[inline(always)]
    pub fn new(position: &'a Position, places: &'a mut [Position]) -> Self {
        let mut words = position.words;
        words[word::STATE] = (words[word::STATE] & !state::EN_PASSANT) ^ state::BLACK_TO_MOVE;
        Self { position, words, own: position.side_to_move() as usize, places, count: 0 }
    }

    /// The places for as many positions, as far as there are any.
    #[inline(always)]
    fn next_places(&mut self, count: u32) -> &mut [Position] {
        let start = self.count.min(self.places.len());
        self.count += count as usize;
        let end = self.count.min(self.places.len());
        &mut self.places[start..end]
    }

    #[inline(always)]
    fn push(&mut self, chess_move: Move) {
        let next = self.position.play(chess_move);
        if let [place] = self.next_places(1) {
            *place = next;
        }
    }
}

/// The bit of the side to move is a square of the state, and not to be changed like the others.
#[inline(always)]
fn side_to_move(words: &[u64; 8]) -> u64 {
    words[word::STATE] & state::BLACK_TO_MOVE
}

/// The square that a pawn has passed, if an enemy pawn stands where it might capture there.
#[inline(always)]
fn passed(from: u64, to: u64, enemy_pawns: u64) -> u64 {
    let beside = ((to & !H_FILE) << 1) | ((to & !A_FILE) >> 1);
    // Between the ranks 2 and 4, or 7 and 5.
    if beside & enemy_pawns == 0 { 0 } else { ((from << 8) & (to >> 8)) | ((from >> 8) & (to << 8)) }
}

impl MoveSink for Successors<'_> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: u64) {
        let piece = words_of(self.own, role);
        let side = side_to_move(&self.words);
        let mut left = self.words;
        for words in &mut left {
            *words &= !from.bit();
        }
        if role == Role::King {
            let back_rank =
                if self.own == Color::White as usize { Color::White } else { Color::Black }.back_rank();
            left[word::STATE] &= !back_rank;
        }
        let mut targets = targets;
        for place in self.next_places(targets.count_ones()) {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            for index in 0..8 {
                place.words[index] = (left[index] & !to) | (piece[index] & to);
            }
            place.words[word::STATE] |= side;
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, targets: u64, from_target: u8) {
        let pawn = words_of(self.own, Role::Pawn);
        let words = self.words;
        let side = side_to_move(&words);
        let enemy_pawns = words[word::PAWNS] & words[1 - self.own];
        let mut targets = targets;
        for place in self.next_places(targets.count_ones()) {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            let from = to.rotate_left(u32::from(from_target));
            for index in 0..8 {
                place.words[index] = (words[index] & !(from | to)) | (pawn[index] & to);
            }
            place.words[word::STATE] |= side;
            if kind == MoveKind::DoublePush {
                place.words[word::STATE] |= passed(from, to, enemy_pawns);
            }
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, from_target: u8) {
        for to in squares(targets) {
            for role in Role::PROMOTIONS {
                self.push(Move::new(away(to, from_target), to, MoveKind::Promotion(role)));
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        self.push(Move::new(from, to, MoveKind::EnPassant));
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rook: Square) {
        self.push(Move::new(king, rook, MoveKind::Castling));
    }
}
