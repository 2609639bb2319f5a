//! Legality of one move, and whether it gives check.
//!
//! Hash tables and killer lists propose moves of other positions, so a move may be any 16 bits. It is legal if its
//! piece can make it, and if no enemy piece attacks the own king afterward. Each condition takes one pass over four
//! lines: from the origin of the piece, and from the king.

use super::attackers::attackers_to;
use crate::Square;
use crate::formula::Formula;
use crate::lanes::Simd;
use crate::line::FIRST_RANK;
use crate::position::{CheckInfo, Color, Move, MoveKind, Position, Role, state, word};
use crate::steps::pawn_attacks;
use crate::tables::{between, king_attacks_from, knight_attacks_from, line_through};

/// The bitboards of both sides and the squares of a move.
struct Board<'a> {
    position: &'a Position,
    side_to_move: Color,
    own: u64,
    enemy: u64,
    from: Square,
    to: Square,
}

impl<'a> Board<'a> {
    #[inline(always)]
    fn new(position: &'a Position, chess_move: Move) -> Self {
        let side_to_move = position.side_to_move();
        Self {
            position,
            side_to_move,
            own: position.color(side_to_move),
            enemy: position.color(side_to_move.opponent()),
            from: chess_move.from(),
            to: chess_move.to(),
        }
    }

    /// Returns all ones if the moving piece is in this word of the position.
    #[inline(always)]
    fn if_in(&self, word: usize) -> u64 {
        (self.position.words[word] >> self.from.index() & 1).wrapping_neg()
    }

    /// Returns the square one step ahead, as a bitboard.
    #[inline(always)]
    fn ahead(&self, square: u64) -> u64 {
        match self.side_to_move {
            Color::White => square << 8,
            Color::Black => square >> 8,
        }
    }

    /// Returns whether the piece can make a move of this kind, without regard to its king's safety. Not for castling.
    #[inline(always)]
    fn is_possible<T: Simd, F: Formula<T>>(&self, token: T, kind: MoveKind) -> bool {
        let (from, to) = (self.from.bit(), self.to.bit());
        if self.own & from == 0 || self.own & to != 0 {
            return false;
        }
        let occupied = self.own | self.enemy;
        let is_pawn = self.if_in(word::PAWNS);
        let step = self.ahead(from) & !occupied;
        let captures = pawn_attacks(self.side_to_move, from);
        let pawn_targets = (step | captures & self.enemy) & is_pawn;
        let last_rank = self.side_to_move.opponent().back_rank();
        let targets = match kind {
            MoveKind::Normal => {
                let lines = F::queen_attacks_x4(token, self.from, occupied);
                pawn_targets & !last_rank
                    | lines.rook() & self.if_in(word::ORTHOGONAL)
                    | lines.bishop() & self.if_in(word::DIAGONAL)
                    | knight_attacks_from(self.from) & self.if_in(word::KNIGHTS)
                    | king_attacks_from(self.from) & self.if_in(word::KINGS)
            }
            MoveKind::Promotion(_) => pawn_targets & last_rank,
            MoveKind::DoublePush => {
                let third_rank = FIRST_RANK << if self.side_to_move == Color::White { 16 } else { 40 };
                self.ahead(step & third_rank) & !occupied & is_pawn
            }
            MoveKind::EnPassant => captures & self.position.words[word::STATE] & state::EN_PASSANT & is_pawn,
            MoveKind::Castling => 0,
        };
        targets & to != 0
    }

    /// Returns whether no enemy piece attacks the own king after the move. Not for castling.
    #[inline(always)]
    fn is_safe<T: Simd, F: Formula<T>>(&self, token: T, kind: MoveKind) -> bool {
        let Some(king) = self.position.king(self.side_to_move) else { return false };
        let king = if king == self.from { self.to } else { king };
        let captured = match kind {
            MoveKind::EnPassant => 1 << (self.to.index() ^ 8),
            _ => self.to.bit(),
        };
        let occupied = (self.own | self.enemy) & !(self.from.bit() | captured) | self.to.bit();
        attackers_to::<T, F>(token, self.position, king, occupied) & self.enemy & !captured == 0
    }

    /// Returns whether the king can castle with the rook on `to`.
    ///
    /// King and rook move to the c and d files or to the g and f files. No other piece may be on the squares that they
    /// pass or reach. No enemy piece may attack the king's square, the squares that it passes, or its destination with
    /// the rook already moved.
    #[cold]
    fn can_castle<T: Simd, F: Formula<T>>(&self, token: T, chess_move: Move) -> bool {
        let (king, rook) = (self.from.bit(), self.to.bit());
        let rooks = self.position.castling_rooks() & self.own & self.side_to_move.back_rank();
        if self.position.king(self.side_to_move) != Some(self.from) || rooks & rook == 0 {
            return false;
        }
        let (king_to, rook_to) = chess_move.castled();
        let occupied = (self.own | self.enemy) & !(king | rook);
        let way = |from: Square, to: Square| between(from, to) | from.bit() | to.bit();
        let kings_way = way(self.from, king_to);
        if (kings_way | way(self.to, rook_to)) & occupied != 0 {
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

/// Returns whether a move is legal.
#[inline(always)]
pub fn is_legal<T: Simd, F: Formula<T>>(token: T, position: &Position, chess_move: Move) -> bool {
    let board = Board::new(position, chess_move);
    match chess_move.kind() {
        MoveKind::Castling => board.can_castle::<T, F>(token, chess_move),
        kind => board.is_possible::<T, F>(token, kind) & board.is_safe::<T, F>(token, kind),
    }
}

/// Returns whether a move is legal, with checks and pins given. Only king moves and en passant then need a pass from
/// the king.
#[inline(always)]
pub fn is_legal_with<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    let board = Board::new(position, chess_move);
    let kind = chess_move.kind();
    if kind == MoveKind::Castling {
        return board.can_castle::<T, F>(token, chess_move);
    }
    let Some(king) = position.king(board.side_to_move) else { return false };
    if !board.is_possible::<T, F>(token, kind) {
        return false;
    }
    if king == board.from || kind == MoveKind::EnPassant {
        return board.is_safe::<T, F>(token, kind);
    }
    let stays_pinned = info.pinned(board.side_to_move) & board.from.bit() == 0
        || line_through(board.from, king) & board.to.bit() != 0;
    let ends_checks = match Square::lowest(info.checkers) {
        None => true,
        Some(checker) => {
            let stops = between(king, checker) | checker.bit();
            info.checkers == checker.bit() && stops & board.to.bit() != 0
        }
    };
    stays_pinned & ends_checks
}

/// Returns whether a legal move gives check, by making the move and computing the attackers of the king.
#[inline(always)]
pub fn gives_check<T: Simd, F: Formula<T>>(token: T, position: &Position, chess_move: Move) -> bool {
    let next = position.play(chess_move);
    let Some(king) = next.king(next.side_to_move()) else { return false };
    attackers_to::<T, F>(token, &next, king, next.occupied()) & next.color(position.side_to_move()) != 0
}

/// Returns whether a legal move gives check, with checks and pins given. Moves that remove more than one piece from its
/// square, or change a piece, are made.
#[inline(always)]
pub fn gives_check_with<T: Simd, F: Formula<T>>(
    token: T,
    position: &Position,
    info: &CheckInfo,
    chess_move: Move,
) -> bool {
    if !matches!(chess_move.kind(), MoveKind::Normal | MoveKind::DoublePush) {
        return gives_check::<T, F>(token, position, chess_move);
    }
    let board = Board::new(position, chess_move);
    let Some(king) = position.king(board.side_to_move.opponent()) else { return false };
    let checks = info.checks(Role::Pawn) & board.if_in(word::PAWNS)
        | info.checks(Role::Knight) & board.if_in(word::KNIGHTS)
        | info.checks(Role::Bishop) & board.if_in(word::DIAGONAL)
        | info.checks(Role::Rook) & board.if_in(word::ORTHOGONAL);
    let discovers =
        info.discoverers & board.from.bit() != 0 && line_through(board.from, king) & board.to.bit() == 0;
    checks & board.to.bit() != 0 || discovers
}

/// Returns the position after passing, or `None` if the side to move is in check.
#[inline(always)]
pub fn null_move<T: Simd, F: Formula<T>>(token: T, position: &Position) -> Option<Position> {
    let side_to_move = position.side_to_move();
    let enemy = position.color(side_to_move.opponent());
    let in_check = position.king(side_to_move).is_some_and(
        #[inline(always)]
        |king| attackers_to::<T, F>(token, position, king, position.occupied()) & enemy != 0,
    );
    let mut words = position.words;
    words[word::STATE] = words[word::STATE] & !state::EN_PASSANT ^ state::BLACK_TO_MOVE;
    (!in_check).then_some(Position { words })
}
