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
//! captured loses its right. Two kinds of moves change more of the state: a king loses its castling rooks, and a double
//! push may leave an en passant target.
//!
//! Two kernels write the positions: [`FromList`] plays each move of a list, which is best if a few vectors hold a
//! position, and [`ByPiece`] computes what the moves of a piece share only once, which is best on plain words.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::PositionKernel;
use super::lists::lines::{Leaper, PieceSink, visit};
use super::lists::{MAX_LEGAL_MOVES, MoveLists, MoveSink, Outlined, Parts, Places, SLACK, Selection, write};
use crate::Square;
use crate::formula::Formula;
use crate::lanes::EightLanes;
use crate::line::{A_FILE, FIRST_RANK, H_FILE};
use crate::position::{Move, Position, state, word};
use crate::tables::STEP_ROWS;

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
        let mut words = position.words;
        words[word::STATE] &= !(state::EN_PASSANT | state::BLACK_TO_MOVE);
        let mut side_to_move = [0; 8];
        side_to_move[word::STATE] = !position.words[word::STATE] & state::BLACK_TO_MOVE;
        Self { words: W::load(token, &words), side_to_move: W::load(token, &side_to_move) }
    }

    /// Writes the position after a normal move or a double push, except for what [`lose_castling`] and [`pass`] change.
    #[inline(always)]
    fn play(&self, chess_move: Move, next: &mut Position) {
        (self.words.after_move(chess_move.from(), chess_move.to()) | self.side_to_move)
            .store(&mut next.words);
    }
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

/// A level's kernel for the positions after each legal move of a position.
pub trait SuccessorsKernel<T: Outlined> {
    /// Writes the positions after the legal moves that fit, in the order of the list, and returns the number of all
    /// moves.
    ///
    /// `L` lists the moves, `K` computes the king's lines, and `R` and `B` compute the attacks of a rook and a bishop.
    fn successors<L: MoveLists<T>, K: PositionKernel<T>, R: Formula<T>, B: Formula<T>>(
        token: T,
        position: &Position,
        successors: &mut [Position],
    ) -> usize;
}

/// Returns the part of a list in a range, as far as there is such a part.
#[inline(always)]
fn part<T>(list: &mut [T], [start, end]: [usize; 2]) -> &mut [T] {
    let end = end.min(list.len());
    list.get_mut(start..end).unwrap_or_default()
}

/// Lists the moves first, and then plays each.
///
/// The vectors of a level hold the eight words of a position, so a move takes a few instructions, and the loop over the
/// list mispredicts once.
///
/// The loop has no test for moves of the king and double pushes. The list records where they are, and the few positions
/// that need it are changed afterwards. With a test of each move, `successors` took 1.14 to 1.26 times as long (Zen 4).
#[derive(Clone, Copy, Debug)]
pub struct FromList;

impl<T: Outlined> SuccessorsKernel<T> for FromList {
    #[inline(always)]
    fn successors<L: MoveLists<T>, K: PositionKernel<T>, R: Formula<T>, B: Formula<T>>(
        token: T,
        position: &Position,
        successors: &mut [Position],
    ) -> usize {
        let mut list = [const { MaybeUninit::uninit() }; MAX_LEGAL_MOVES + SLACK];
        let mut places = Places::uninit(&mut list);
        write::<T, L>(token, position, &Selection::ALL, &mut places);
        let Parts { double_pushes, king, simple } = places.parts();
        let moves = places.written();
        let count = moves.len();
        let before = Before::<K::Words>::new(token, position);
        let (normal, others) = moves.split_at(simple.min(count));
        let (after_normal, after_others) = successors.split_at_mut(normal.len().min(successors.len()));
        for (&chess_move, next) in normal.iter().zip(&mut *after_normal) {
            before.play(chess_move, next);
        }
        lose_castling(position, part(after_normal, king));
        let [start, end] = double_pushes;
        pass(position, normal.get(start..end).unwrap_or_default(), part(after_normal, double_pushes));
        for (&chess_move, next) in others.iter().zip(after_others) {
            *next = position.play(chess_move);
        }
        count
    }
}

/// Writes the positions piece by piece, without a list.
///
/// The words without the piece, and the choice of the words that get it, do not depend on the target. They are
/// computed once for each piece. That leaves two or three instructions for each of the eight words of a move.
///
/// The order is that of [`Lines`](super::lists::lines::Lines), so this is for levels with that kernel.
#[derive(Clone, Copy, Debug)]
pub struct ByPiece;

impl<T: Outlined> SuccessorsKernel<T> for ByPiece {
    #[inline(always)]
    fn successors<L: MoveLists<T>, K: PositionKernel<T>, R: Formula<T>, B: Formula<T>>(
        token: T,
        position: &Position,
        successors: &mut [Position],
    ) -> usize {
        if position.king(position.side_to_move()).is_none() {
            return 0;
        }
        let mut sink = Successors::<R, B>::new(position, successors);
        visit::<T, K>(token, position, &Selection::ALL, &mut sink);
        sink.count
    }
}

/// Writes the positions after the moves that fit, and counts all moves.
struct Successors<'a, R, B> {
    position: &'a Position,
    own: usize,
    /// The words with the other side to move and without the en passant target. The first word has the pieces of the
    /// side that moves, and the second those of the other.
    words: [u64; 8],
    places: &'a mut [Position],
    count: usize,
    formulas: PhantomData<(R, B)>,
}

impl<'a, R, B> Successors<'a, R, B> {
    #[inline(always)]
    fn new(position: &'a Position, places: &'a mut [Position]) -> Self {
        let own = position.side_to_move() as usize;
        let mut words = position.words;
        [words[OWN], words[OTHER]] = [position.words[own], position.words[1 - own]];
        words[word::STATE] = (words[word::STATE] & !state::EN_PASSANT) ^ state::BLACK_TO_MOVE;
        Self { position, own, words, places, count: 0, formulas: PhantomData }
    }

    /// Counts a move, and returns its place if there is one.
    #[inline(always)]
    fn next_place(&mut self) -> Option<&mut Position> {
        let index = self.count;
        self.count += 1;
        self.places.get_mut(index)
    }

    /// Returns a function that writes the position after a move. Its arguments are the place, the squares that become
    /// empty, and the target, which is one of them.
    ///
    /// `piece` has all bits in the words with the piece, and none in the others. It is constant except for sliders, so
    /// that most words need no selection.
    #[inline(always)]
    fn play(left: [u64; 8], own: usize, piece: [u64; 8]) -> impl Fn(&mut Position, u64, u64) {
        let side_to_move = left[word::STATE] & state::BLACK_TO_MOVE;
        #[inline(always)]
        move |place, empty, to| {
            let next = |index: usize| left[index] & !empty | piece[index] & to;
            place.words[own] = next(OWN);
            place.words[1 - own] = next(OTHER);
            for index in word::PAWNS..word::STATE {
                place.words[index] = next(index);
            }
            place.words[word::STATE] = next(word::STATE) | side_to_move;
        }
    }

    /// Writes the positions after the moves of the piece on `from`.
    #[inline(always)]
    fn piece(&mut self, from: Square, piece: [u64; 8], targets: impl Iterator<Item = u64>) {
        let mut left = self.words;
        for word in &mut left {
            *word &= !from.bit();
        }
        // The side to move shares its bit with a square.
        left[word::STATE] |= self.words[word::STATE] & state::BLACK_TO_MOVE;
        if piece[word::KINGS] != 0 {
            left[word::STATE] &= !self.position.side_to_move().back_rank();
        }
        let play = Self::play(left, self.own, piece);
        for to in targets {
            if let Some(place) = self.next_place() {
                play(place, to, to);
            }
        }
    }

    /// Writes the positions after moves of pawns. `edit` gets each of them and the target.
    #[inline(always)]
    fn pawn_moves(&mut self, targets: u64, from_target: u32, edit: impl Fn(&mut Position, u64)) {
        let play = Self::play(self.words, self.own, in_words([word::PAWNS]));
        for to in Lowest(targets) {
            if let Some(place) = self.next_place() {
                play(place, to | to.rotate_left(from_target), to);
                edit(place, to);
            }
        }
    }

    /// Returns all bits if the piece on a square is in a word, and otherwise none.
    #[inline(always)]
    fn is_in(&self, index: usize, square: Square) -> u64 {
        (self.words[index] >> square.index() & 1).wrapping_neg()
    }
}

/// The index of the pieces of the side that moves.
const OWN: usize = 0;
/// The index of the pieces of the other side.
const OTHER: usize = 1;

/// Returns all bits in the words of an own piece.
#[inline(always)]
fn in_words<const N: usize>(indices: [usize; N]) -> [u64; 8] {
    let mut words = [0; 8];
    words[OWN] = u64::MAX;
    for index in indices {
        words[index] = u64::MAX;
    }
    words
}

/// The bits of a set, the lowest first.
struct Lowest(u64);

impl Iterator for Lowest {
    type Item = u64;

    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let to = self.0 & self.0.wrapping_neg();
        self.0 ^= to;
        (to != 0).then_some(to)
    }
}

/// The targets of a slider on two lines, in the order of the list.
struct TwoLines<const FLIPPED: bool> {
    first: u64,
    /// With `FLIPPED`, the board is upside down, so that the leftmost square of an antidiagonal is the lowest.
    second: u64,
}

impl<const FLIPPED: bool> TwoLines<FLIPPED> {
    #[inline(always)]
    fn new(targets: u64, first: u64) -> Self {
        let second = targets & !first;
        Self { first: targets & first, second: if FLIPPED { second.swap_bytes() } else { second } }
    }
}

impl<const FLIPPED: bool> Iterator for TwoLines<FLIPPED> {
    type Item = u64;

    /// Has no branch between the lines, because the number of squares on a line is hard to predict.
    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let second = if self.first == 0 { self.second } else { 0 };
        let on_first = self.first & self.first.wrapping_neg();
        let on_second = second & second.wrapping_neg();
        self.first ^= on_first;
        self.second ^= on_second;
        let to = on_first | if FLIPPED { on_second.swap_bytes() } else { on_second };
        (to != 0).then_some(to)
    }
}

impl<R, B> MoveSink for Successors<'_, R, B> {
    #[inline(always)]
    fn moves<const N: usize>(&mut self, moves: [Move; N]) {
        let position = self.position;
        for chess_move in moves {
            if let Some(place) = self.next_place() {
                *place = position.play(chess_move);
            }
        }
    }
}

impl<T: Outlined, R: Formula<T>, B: Formula<T>> PieceSink<T> for Successors<'_, R, B> {
    #[inline(always)]
    fn pawns(&mut self, _: T, _: u64, targets: u64, from_target: u32) {
        self.pawn_moves(
            targets,
            from_target,
            #[inline(always)]
            |_, _| {},
        );
    }

    #[inline(always)]
    fn double_pushes(&mut self, _: T, targets: u64, back: u32) {
        let beside = beside_enemy_pawns(self.position);
        self.pawn_moves(
            targets,
            back * 2,
            #[inline(always)]
            |next, to| {
                if beside & to != 0 {
                    // The square between the origin and the target.
                    next.words[word::STATE] |= to.rotate_left(back);
                }
            },
        );
    }

    #[inline(always)]
    fn leaps<L: Leaper>(&mut self, _: T, from: Square, targets: u64) {
        self.piece(from, in_words([L::WORD]), Lowest(targets & L::attacks(from)));
    }

    #[inline(always)]
    fn rook(&mut self, token: T, from: Square, occupied: u64, targets: u64) {
        let rank = 0xff << (from.index() & 56);
        let targets = R::rook_attacks(token, from, occupied) & targets;
        let mut piece = in_words([word::ORTHOGONAL]);
        piece[word::DIAGONAL] = self.is_in(word::DIAGONAL, from);
        self.piece(from, piece, TwoLines::<false>::new(targets, rank));
    }

    #[inline(always)]
    fn bishop(&mut self, token: T, from: Square, occupied: u64, targets: u64) {
        let [_, _, diagonal, _] = STEP_ROWS.0[from.index()];
        let targets = B::bishop_attacks(token, from, occupied) & targets;
        let mut piece = in_words([word::DIAGONAL]);
        piece[word::ORTHOGONAL] = self.is_in(word::ORTHOGONAL, from);
        self.piece(from, piece, TwoLines::<true>::new(targets, diagonal));
    }

    #[inline(always)]
    fn mark(&mut self) {}
}
