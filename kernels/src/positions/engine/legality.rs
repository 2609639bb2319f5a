//! Legality of one move, and whether it gives check.
//!
//! Hash tables and killer lists propose moves of other positions, so a move may be any 16 bits. It is legal
//! if its piece can make it, and if no enemy piece attacks the own king afterward.
//!
//! Branches on the kinds and pieces of the moves that a search tests are unpredictable. Wrong predictions
//! took most of the time of an earlier version of this file, so the functions compute the answers for all
//! pieces and the common kinds of moves and combine them. The answers are single bits (`board >> square &
//! 1`), because LLVM turns masks of all ones back into branches.
//!
//! Whether a piece can make a move takes five tables of at most 2 KiB, whose entries are sets of ways to move
//! (such as a step of a white pawn, or a rook's move):
//!
//! 1. the ways to cover the distance of the two squares;
//! 2. the ways of the piece on the origin, from the words of the position that contain the square;
//! 3. the ways that the piece on the target allows;
//! 4. the ways that the kind of the move and the rank of the target allow;
//! 5. the ways of the side to move.
//!
//! The move is possible if a way is in all five, and if the squares between the two are empty:
//!
//! ```text
//! . . . . . . . .
//! . R . . n . x .     R can move to x along the rank if all squares between
//! . . . . . . . .     them (. . n .) are empty
//! ```
//!
//! With a `CheckInfo`, nothing else is needed unless the side to move is in check or the moving piece is a
//! king or pinned. These moves, castling and en passant captures are behind one branch, whose condition does
//! not depend on the tables, so that the CPU detects a wrong prediction early. On Zen 5 with AVX-512, eight
//! moves of a position take 3.1 ns each (shape `positions-are-eight-legal-with-2048`).
//!
//! A `NodeInfo` also contains the squares that the king cannot enter and those that other pieces can, which
//! a lookup of the target finds without further instructions. Only moves of pinned pieces, castling and en
//! passant captures take the branch.

use super::attackers::{attackers_to, is_safe_after};
use super::{is_normal_or_double_push, unlikely};
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::{ByColor, CheckInfo, Color, Move, MoveKind, NodeInfo, Position, Role, state, word};
use crate::formula::Formula;
use crate::lanes::{EightLanes, FourLanes, Outlined, Simd};
use crate::line::{A_FILE, H_FILE};
use crate::positions::PositionKernel;
use crate::positions::castling::{self, Castling};
use crate::positions::next_side::NextSide;
use crate::tables::{MOVES, STEPS_TO, between, line_through};

/// Returns 1 if the bitboard contains the square, and 0 otherwise.
#[inline(always)]
fn bit(board: u64, square: Square) -> u64 {
    board >> square.index() & 1
}

/// The bitboards of both sides and the squares of a move.
struct SidesOfMove<'a> {
    position: &'a Position,
    own: u64,
    enemy: u64,
    from: Square,
    to: Square,
    /// 0 if White is to move, and 1 if Black is.
    color: usize,
}

impl<'a> SidesOfMove<'a> {
    #[inline(always)]
    fn new(position: &'a Position, chess_move: Move) -> Self {
        const { assert!(state::BLACK_TO_MOVE == 1 << 32 && word::WHITE == 0 && word::BLACK == 1) };
        let color = (position.words[word::STATE] >> 32 & 1) as usize;
        Self {
            position,
            color,
            own: position.words[color],
            enemy: position.words[color ^ 1],
            from: chess_move.from(),
            to: chess_move.to(),
        }
    }

    /// Returns 1 if the moving piece is in this word of the position, and 0 otherwise.
    #[inline(always)]
    fn is_in(&self, word: usize) -> u64 {
        bit(self.position.words[word], self.from)
    }

    /// Returns the king of the side to move, as a bitboard.
    #[inline(always)]
    fn king(&self) -> u64 {
        self.own & self.position.words[word::KINGS]
    }

    /// Returns the squares that own pawns on these squares attack.
    #[inline(always)]
    fn pawn_attacks(&self, pawns: u64) -> u64 {
        let beside = (pawns & !H_FILE) << 1 | (pawns & !A_FILE) >> 1;
        if self.color == 0 { beside << 8 } else { beside >> 8 }
    }

    /// Returns whether a pawn can capture en passant, without regard to its king's safety.
    #[inline(always)]
    fn is_en_passant_possible(&self) -> bool {
        let passed = self.position.words[word::STATE] & state::EN_PASSANT & !(self.own | self.enemy);
        let pawn = self.own & self.position.words[word::PAWNS] & self.from.bit();
        self.pawn_attacks(pawn) & passed & self.to.bit() != 0
    }

    /// Returns whether no enemy piece attacks the own king after the move. Not for castling.
    #[inline(always)]
    fn is_safe<T: Simd, F: Formula<T>>(&self, token: T, is_en_passant: bool) -> bool {
        let king = self.king();
        let king = if king == self.from.bit() { self.to } else { first(king) };
        self.is_safe_on::<T, F>(token, king, is_en_passant)
    }

    /// Returns whether no enemy piece attacks the square of the own king after the move.
    #[inline(always)]
    fn is_safe_on<T: Simd, F: Formula<T>>(&self, token: T, king: Square, is_en_passant: bool) -> bool {
        let passed = u64::from(is_en_passant) << (self.to.index() ^ 8);
        let enemy = self.enemy & !(self.to.bit() | passed);
        let occupied = (self.own | enemy) & !self.from.bit() | self.to.bit();
        is_safe_after::<T, F>(token, self.position, king, occupied, enemy, self.color)
    }

    /// Returns the kinds of the piece after the move, as ones and zeros: pawn, knight, diagonal and
    /// orthogonal slider.
    #[inline(always)]
    fn kinds(&self, chess_move: Move) -> [u64; 4] {
        // The lowest two bits of a promotion: knight, bishop, rook, queen.
        const PROMOTED: [[u64; 4]; 4] = [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 1, 1]];
        match chess_move.promotion() {
            None => [
                self.is_in(word::PAWNS),
                self.is_in(word::KNIGHTS),
                self.is_in(word::DIAGONAL),
                self.is_in(word::ORTHOGONAL),
            ],
            Some(_) => PROMOTED[usize::from(chess_move.to_bits() >> 12 & 3)],
        }
    }

    /// Returns whether the king can castle with the rook on `to`, by the rules in `positions/castling.rs`. The
    /// king's destination must not be attacked with the rook already moved.
    #[inline(always)]
    fn can_castle<T: Simd, F: Formula<T>>(&self, token: T, chess_move: Move) -> bool {
        let (king, rook) = (self.from.bit(), self.to.bit());
        let rooks = self.position.castling_rooks() & self.own & Color::ALL[self.color].back_rank();
        if self.king() != king || rooks & rook == 0 {
            return false;
        }
        let (king_to, rook_to) = chess_move.castled();
        let occupied = (self.own | self.enemy) & !(king | rook);
        let Castling { way, kings_way, .. } = castling::of_king_and_rook(self.from, self.to);
        if way & occupied != 0 {
            return false;
        }
        let is_safe = |square: Square, occupied: u64| {
            attackers_to::<T, F>(token, self.position, square, occupied) & self.enemy == 0
        };
        crate::square::squares(kings_way & !king_to.bit() | king).all(
            #[inline(always)]
            |square| is_safe(square, occupied | rook),
        ) && is_safe(king_to, occupied | rook_to.bit())
    }
}

/// Returns whether the piece can make the move, without regard to its king's safety. The answer for castling
/// and en passant captures is no.
#[inline(always)]
fn is_possible<W: EightLanes>(position: &Position, words: W, chess_move: Move) -> bool {
    let color = (position.words[word::STATE] >> state::BLACK_TO_MOVE.trailing_zeros()) as u8;
    let target = MOVES.target(words.colors_with(chess_move.to()), color);
    has_way(position, words, chess_move, target)
}

/// Returns whether the piece can make the move, given the ways in which pieces can move to the target.
#[inline(always)]
fn has_way<W: EightLanes>(position: &Position, words: W, chess_move: Move, target: u16) -> bool {
    let from = chess_move.from();
    let (ways, between) = MOVES.ways(chess_move, words.lanes_with(from), target);
    let blockers = between & position.occupied().rotate_right(from.index() as u32);
    (ways != 0) & (blockers == 0)
}

/// Returns the lowest square of a set, and a1 for an empty set.
#[inline(always)]
fn first(set: u64) -> Square {
    Square::new_masked(set.trailing_zeros() as u8)
}

/// Returns whether a move is castling or an en passant capture, by one comparison.
#[inline(always)]
fn is_special(chess_move: Move) -> bool {
    const FIRST: u32 = Move::new(Square::A1, Square::A1, MoveKind::EnPassant).to_bits() as u32;
    const NEXT: u32 = Move::new(Square::A1, Square::A1, MoveKind::Promotion(Role::Knight)).to_bits() as u32;
    const { assert!(FIRST < Move::new(Square::A1, Square::A1, MoveKind::Castling).to_bits() as u32) };
    u32::from(chess_move.to_bits()).wrapping_sub(FIRST) < NEXT - FIRST
}

/// Returns whether a move is legal.
#[inline(always)]
pub fn is_legal<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
) -> bool {
    if is_special(chess_move) {
        return is_special_legal::<T, F>(token, position, chess_move);
    }
    let board = SidesOfMove::new(position, chess_move);
    is_possible(position, K::Words::load_apart(token, &position.words), chess_move)
        & board.is_safe::<T, F>(token, false)
        & (board.king() != 0)
}

/// Returns whether castling or an en passant capture is legal. Out of line, so that its variables take no
/// registers from the other moves.
#[cold]
#[inline(never)]
fn is_special_legal<T: Outlined, F: Formula<T>>(token: T, position: &Position, chess_move: Move) -> bool {
    token.outlined(
        #[inline(always)]
        move || {
            let board = SidesOfMove::new(position, chess_move);
            if chess_move.is_castling() {
                return board.can_castle::<T, F>(token, chess_move);
            }
            board.king() != 0 && board.is_en_passant_possible() && board.is_safe::<T, F>(token, true)
        },
    )
}

/// Returns whether a move is legal, with checks and pins given.
#[inline(always)]
pub fn is_legal_with<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    const { assert!(state::BLACK_TO_MOVE == 1 << 32 && word::WHITE == 0 && word::BLACK == 1) };
    let own = position.words[(position.words[word::STATE] >> 32 & 1) as usize];
    let kings = position.kings();
    let ByColor([white, black]) = info.pinned;
    let needs_more = bit(white | black | kings, chess_move.from()) != 0;
    let lacks_king = own & kings == 0;
    if is_special(chess_move) | needs_more | (info.checkers != 0) | lacks_king {
        return is_legal_with_more::<T, F, K>(token, position, info, chess_move);
    }
    is_possible(position, K::Words::load(token, &position.words), chess_move)
}

/// Returns whether a move is legal, given what a node has computed. The words of the `NodeInfo` take the
/// place of the words of the position and of the side to move in the lookup for the target. Only moves of
/// pinned pieces, castling and en passant captures need more.
#[inline(always)]
pub fn is_legal_with_node<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    info: &NodeInfo,
    chess_move: Move,
) -> bool {
    let ByColor([white, black]) = info.checks.pinned;
    if is_special(chess_move) | (bit(white | black, chess_move.from()) != 0) {
        return is_legal_with_more::<T, F, K>(token, position, &info.checks, chess_move);
    }
    let target = MOVES.target_of_node(K::Words::words_with(token, &info.targets, chess_move.to()));
    has_way(position, K::Words::load(token, &position.words), chess_move, target)
}

/// Returns whether castling, an en passant capture, a move of a king or of a pinned piece, or a reply to a
/// check is legal. The computations are out of line for the same reason as [`is_special_legal`].
#[inline(always)]
fn is_legal_with_more<T: Outlined, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    unlikely();
    if is_special(chess_move) {
        return is_special_legal::<T, F>(token, position, chess_move);
    }
    if bit(position.kings(), chess_move.from()) != 0 {
        return token.outlined(
            #[inline(always)]
            move || {
                let board = SidesOfMove::new(position, chess_move);
                is_possible(position, K::Words::load(token, &position.words), chess_move)
                    & board.is_safe_on::<T, F>(token, board.to, false)
            },
        );
    }
    token.outlined(
        #[inline(always)]
        move || {
            let board = SidesOfMove::new(position, chess_move);
            let Some(king) = Square::lowest(board.king()) else { return false };
            let stays_pinned = (bit(info.pinned[board.color], board.from) == 0)
                | (bit(line_through(board.from, king), board.to) != 0);
            let ends_checks = match Square::lowest(info.checkers) {
                None => true,
                Some(checker) => {
                    let stops = between(king, checker) | checker.bit();
                    info.checkers == checker.bit() && stops & board.to.bit() != 0
                }
            };
            is_possible(position, K::Words::load(token, &position.words), chess_move)
                & stays_pinned
                & ends_checks
        },
    )
}

/// Returns whether a legal move gives check.
///
/// The board after the move has the moved piece in addition to the other own pieces. Only castling and en
/// passant captures are played.
#[inline(always)]
pub fn gives_check<T: Outlined, F: Formula<T>>(token: T, position: &Position, chess_move: Move) -> bool {
    if is_special(chess_move) {
        return gives_check_when_played::<T, F>(token, position, chess_move);
    }
    let board = SidesOfMove::new(position, chess_move);
    let king = board.enemy & position.words[word::KINGS];
    let [pawn, knight, diagonal, orthogonal] = board.kinds(chess_move).map_each(
        #[inline(always)]
        |is_kind| is_kind << board.to.index(),
    );
    let words = &position.words;
    let own = board.own & !board.from.bit();
    let occupied = own | board.enemy | board.to.bit();
    let square = first(king);
    let lines = F::queen_attacks_x4(token, square, occupied);
    let steps = &STEPS_TO.0[square.index()];
    let attackers = lines.rook() & (words[word::ORTHOGONAL] & own | orthogonal)
        | lines.bishop() & (words[word::DIAGONAL] & own | diagonal)
        | steps[2] & (words[word::KNIGHTS] & own | knight)
        | steps[board.color] & (words[word::PAWNS] & own | pawn);
    (attackers != 0) & (king != 0)
}

/// Returns whether any legal move gives check, by playing it and computing the attackers of the king.
#[cold]
#[inline(never)]
fn gives_check_when_played<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    chess_move: Move,
) -> bool {
    let next = position.play(chess_move);
    token.outlined(
        #[inline(always)]
        || {
            let Some(king) = next.king(next.side_to_move()) else { return false };
            attackers_to::<T, F>(token, &next, king, next.occupied()) & next.color(position.side_to_move())
                != 0
        },
    )
}

/// Returns whether a legal move gives check, with checks and pins given. A promoted piece may see through the
/// square that it has left, so promotions do not use them.
#[inline(always)]
pub fn gives_check_with<T: Outlined, F: Formula<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    if !is_normal_or_double_push(chess_move) {
        return gives_check::<T, F>(token, position, chess_move);
    }
    let board = SidesOfMove::new(position, chess_move);
    let checks = |role| bit(info.checks(role), board.to);
    let is_direct = checks(Role::Pawn) & board.is_in(word::PAWNS)
        | checks(Role::Knight) & board.is_in(word::KNIGHTS)
        | checks(Role::Bishop) & board.is_in(word::DIAGONAL)
        | checks(Role::Rook) & board.is_in(word::ORTHOGONAL);
    let king = board.enemy & position.words[word::KINGS];
    let is_direct = (is_direct != 0) & (king != 0);
    if info.discoverers & board.from.bit() == 0 {
        return is_direct;
    }
    is_direct || king != 0 && line_through(board.from, first(king)) & board.to.bit() == 0
}

/// Returns the position after passing, or `None` if the side to move is in check.
///
/// The new position is computed and stored in whole vectors. If only its last word were stored, a caller that
/// loads the position as a vector would wait for that word: a null move and the number of moves after it took
/// 50 ns instead of 44 at `avx512-vbmi` and 55 instead of 38 at `avx2`. At `scalar`, which has no vectors to
/// load, whole vectors took 61 instead of 57 (Intel Xeon, family 6, model 207).
#[inline(always)]
pub fn null_move<T: Simd, F: Formula<T>, K: PositionKernel<T>>(
    token: T,
    position: &Position,
) -> Option<Position> {
    let side_to_move = position.side_to_move();
    let enemy = position.color(side_to_move.opponent());
    let in_check = position.king(side_to_move).is_some_and(
        #[inline(always)]
        |king| attackers_to::<T, F>(token, position, king, position.occupied()) & enemy != 0,
    );
    if in_check {
        return None;
    }
    if T::FourLanes::ARE_WORDS {
        let mut words = position.words;
        words[word::STATE] = state::after(words[word::STATE], 0);
        return Some(Position { words });
    }
    let mut next = Position { words: [0; 8] };
    (NextSide::words_without_side::<K::Words>(token, position)
        | NextSide::of::<K::Words>(token, side_to_move))
    .store(&mut next.words);
    Some(next)
}
