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
use crate::Square;
use crate::lanes::EightLanes;
use crate::line::{A_FILE, H_FILE};
use crate::position::{Move, MoveKind, Position, Role, state, word};

/// Writes the positions after the moves, and counts those for which there is no room.
#[derive(Debug)]
pub(super) struct Successors<'a, W: EightLanes> {
    token: W::Token,
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

impl<'a, W: EightLanes> Successors<'a, W> {
    #[inline(always)]
    pub fn new(token: W::Token, position: &'a Position, places: &'a mut [Position]) -> Self {
        let mut words = position.words;
        words[word::STATE] = (words[word::STATE] & !state::EN_PASSANT) ^ state::BLACK_TO_MOVE;
        Self { token, position, words, own: position.side_to_move() as usize, places, count: 0 }
    }

    #[inline(always)]
    fn load(&self, words: &[u64; 8]) -> W {
        W::load(self.token, words)
    }

    /// The bit of the side to move, which is a square of the state and must not be changed like the others.
    #[inline(always)]
    fn side_to_move(&self) -> W {
        let mut words = [0; 8];
        words[word::STATE] = self.words[word::STATE] & state::BLACK_TO_MOVE;
        self.load(&words)
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

/// The square that a pawn has passed, if an enemy pawn stands where it might capture there.
#[inline(always)]
fn passed(from: u64, to: u64, enemy_pawns: u64) -> u64 {
    let beside = ((to & !H_FILE) << 1) | ((to & !A_FILE) >> 1);
    // Between the ranks 2 and 4, or 7 and 5.
    if beside & enemy_pawns == 0 { 0 } else { ((from << 8) & (to >> 8)) | ((from >> 8) & (to << 8)) }
}

impl<W: EightLanes> MoveSink for Successors<'_, W> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: u64) {
        let (token, side) = (self.token, self.side_to_move());
        // At the bit of the side to move as well: it may be the square that the piece goes to.
        let piece = self.load(&words_of(self.own, role)) | side;
        let mut kept = [!from.bit(); 8];
        if role == Role::King {
            kept[word::STATE] &= !self.position.side_to_move().back_rank();
        }
        let left = (self.load(&self.words) & self.load(&kept)) | side;
        let mut targets = targets;
        for place in self.next_places(targets.count_ones()) {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            let to = W::splat(token, to);
            ((left & !to) | (piece & to)).store(&mut place.words);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, targets: u64, from_target: u8) {
        let (token, side) = (self.token, self.side_to_move());
        let pawn = self.load(&words_of(self.own, Role::Pawn));
        let left = self.load(&self.words);
        let enemy_pawns = self.words[word::PAWNS] & self.words[1 - self.own];
        let mut targets = targets;
        for place in self.next_places(targets.count_ones()) {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            let from = to.rotate_left(u32::from(from_target));
            let (both, set) = (W::splat(token, from | to), W::splat(token, to));
            ((left & !both) | (pawn & set) | side).store(&mut place.words);
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
