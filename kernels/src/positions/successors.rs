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
//! Two kernels play the moves of a list. [`FromList`] finds the words with the piece for each move, which is
//! best if a few vectors hold a position. [`RoleByRole`] has a loop for each role, which is best with 64-bit
//! integers.

use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, Not};

use super::PositionKernel;
use super::lists::{MAX_LEGAL_MOVES, MoveLists, Parts, Places, SLACK, Selection, write};
use super::next_side::NextSide;
use crate::arrays::MapEach;
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

// Rule: the state after a move. ARCHITECTURE.md lists its places.
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
    /// Writes the positions after the legal moves that fit, in the order of the list, and returns the number
    /// of all moves.
    ///
    /// `L` lists the moves, and `K` has the lanes for the words of a position.
    fn successors<L: MoveLists<T>, K: PositionKernel<T>>(
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

/// Lists the moves, and writes the positions after them that fit. `play` writes those after normal moves and
/// double pushes, which come first, but not the en passant targets. Returns the number of all moves.
#[inline(always)]
fn from_list<T: Outlined, L: MoveLists<T>>(
    token: T,
    position: &Position,
    successors: &mut [Position],
    play: impl FnOnce(&Parts, &[Move], &mut [Position]),
) -> usize {
    let mut list = [const { MaybeUninit::uninit() }; MAX_LEGAL_MOVES + SLACK];
    let mut places = Places::uninit(&mut list);
    write::<T, L>(token, position, &Selection::ALL, &mut places);
    let parts = places.parts();
    let moves = places.written();
    let count = moves.len();
    let (normal, others) = moves.split_at(parts.simple.min(count));
    let (after_normal, after_others) = successors.split_at_mut(normal.len().min(successors.len()));
    play(&parts, normal, after_normal);
    let [start, end] = parts.double_pushes;
    pass(position, normal.get(start..end).unwrap_or_default(), part(after_normal, parts.double_pushes));
    for (&chess_move, next) in others.iter().zip(after_others) {
        position.play_to(chess_move, &mut next.words);
    }
    count
}

/// Lists the moves first, and then plays each.
///
/// The vectors of a level hold the eight words of a position, so a move takes a few instructions, and the
/// loop over the list mispredicts once.
///
/// The loop has no test for moves of the king and double pushes. The list records where they are, and the few
/// positions that need it are changed afterwards. With a test of each move, `successors` took 1.14 to 1.26
/// times as long (Zen 4).
#[derive(Clone, Copy, Debug)]
pub struct FromList;

impl<T: Outlined> SuccessorsKernel<T> for FromList {
    #[inline(always)]
    fn successors<L: MoveLists<T>, K: PositionKernel<T>>(
        token: T,
        position: &Position,
        successors: &mut [Position],
    ) -> usize {
        let before = Before::<K::Words>::new(token, position);
        from_list::<T, L>(
            token,
            position,
            successors,
            #[inline(always)]
            |parts, moves, after| {
                for (&chess_move, next) in moves.iter().zip(&mut *after) {
                    before.play(chess_move, next);
                }
                lose_castling(position, part(after, parts.king));
            },
        )
    }
}

/// Lists the moves first, and then plays those of each role in a loop.
///
/// In such a loop, the words that get the piece are known, except that a slider may be a queen. The words are
/// computed in pairs, which halves the instructions of a move on targets with vectors of 128 bits, such as
/// every x86-64. A loop over the moves of each piece, without a list, took 1.2 times as long (Zen 5).
///
/// This is for levels whose lists are [`Lines`](super::lists::lines::Lines), which record where the moves of
/// a role begin.
#[derive(Clone, Copy, Debug)]
pub struct RoleByRole;

impl<T: Outlined> SuccessorsKernel<T> for RoleByRole {
    #[inline(always)]
    fn successors<L: MoveLists<T>, K: PositionKernel<T>>(
        token: T,
        position: &Position,
        successors: &mut [Position],
    ) -> usize {
        from_list::<T, L>(
            token,
            position,
            successors,
            #[inline(always)]
            |&Parts { king, orthogonal, diagonal, simple, .. }, moves, after| {
                let room = moves.len().min(after.len());
                let (moves, after) = (&moves[..room], &mut after[..room]);
                let mut words = position.words;
                words[word::STATE] &= !(state::EN_PASSANT | state::BLACK_TO_MOVE);
                let [_, _, _, _, diagonal_sliders, orthogonal_sliders, _, _] = words;
                let mut without_castling = words;
                without_castling[word::STATE] &= !position.side_to_move().back_rank();
                let own = position.side_to_move() as usize;
                let before = PairsBefore::new(own, &words);
                let of_king = PairsBefore::new(own, &without_castling);

                before.play_all::<{ word::PAWNS }>(0, moves, after, [0, king[0]]);
                of_king.play_all::<{ word::KINGS }>(0, moves, after, king);
                before.play_all::<{ word::KNIGHTS }>(0, moves, after, [king[1], orthogonal]);
                before.play_all::<{ word::ORTHOGONAL }>(
                    diagonal_sliders,
                    moves,
                    after,
                    [orthogonal, diagonal],
                );
                before.play_all::<{ word::DIAGONAL }>(orthogonal_sliders, moves, after, [diagonal, simple]);
            },
        )
    }
}

/// Two neighboring words of a position. LLVM computes them in a vector of 128 bits.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Pair([u64; 2]);

impl BitAnd for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Pair {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for Pair {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}

/// A square in the first word of a pair, in the second word, or in both, for each square, in 3 KiB.
static ROWS: [[Pair; 64]; 3] = {
    let mut squares = [[Pair([0; 2]); 64]; 3];
    let mut index = 0;
    while index < 64 {
        let bit = 1 << index;
        [squares[0][index], squares[1][index], squares[BOTH][index]] =
            [Pair([bit, 0]), Pair([0, bit]), Pair([bit; 2])];
        index += 1;
    }
    squares
};

/// The row of [`ROWS`] with each square in both words.
const BOTH: usize = 2;

/// The side to move after a move of White or of Black, in the last pair of words. If LLVM knew the first word
/// of these pairs, it would compute the last two words one by one.
static NEXT_TO_MOVE: [Pair; 2] = [Pair([0, state::BLACK_TO_MOVE]), Pair([0, 0])];

/// The parts of a position that all its successors share, in pairs of words.
struct PairsBefore {
    /// The words without the side to move and the en passant target.
    words: [Pair; 4],
    /// The row of [`ROWS`] for the word with the pieces of the side that moves.
    own: &'static [Pair; 64],
    /// The side to move of the next state.
    side_to_move: Pair,
}

impl PairsBefore {
    #[inline(always)]
    fn new(own: usize, words: &[u64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = *words;
        let words = [Pair([a, b]), Pair([c, d]), Pair([e, f]), Pair([g, h])];
        Self { words, own: &ROWS[own], side_to_move: NEXT_TO_MOVE[own] }
    }

    /// Writes the positions after the moves in a range, as far as there are such moves. They are moves of the
    /// pieces in the word `ROLE`. Those in `queens` are also in the other word of its pair.
    #[inline(always)]
    fn play_all<const ROLE: usize>(
        &self,
        queens: u64,
        moves: &[Move],
        after: &mut [Position],
        [start, end]: [usize; 2],
    ) {
        for index in start..end.min(moves.len()).min(after.len()) {
            let (chess_move, next) = (moves[index], &mut after[index]);
            let (from, to) = (chess_move.from(), chess_move.to().index());
            let row = if queens & from.bit() == 0 { ROLE % 2 } else { BOTH };
            let left = !(ROWS[BOTH][from.index()] | ROWS[BOTH][to]);
            let [mut colors, mut pawns_and_knights, mut sliders, mut kings_and_state] = self.words.map_each(
                #[inline(always)]
                |words| words & left,
            );
            colors = colors | self.own[to];
            kings_and_state = kings_and_state | self.side_to_move;
            let pair = match ROLE / 2 {
                1 => &mut pawns_and_knights,
                2 => &mut sliders,
                _ => &mut kings_and_state,
            };
            *pair = *pair | ROWS[row][to];
            let [Pair([a, b]), Pair([c, d]), Pair([e, f]), Pair([g, h])] =
                [colors, pawns_and_knights, sliders, kings_and_state];
            next.words = [a, b, c, d, e, f, g, h];
        }
    }
}
