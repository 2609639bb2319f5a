//! An iterator over legal moves that takes the place of that of the crate `chess`. `run.py` copies this file
//! into `src` of a copy of that crate.
//!
//! The moves come in the same order: by role, pinned pieces after the others, en passant after the other
//! moves of pawns. They are computed when they are asked for, so that a program which only asks for the first
//! one computes no others.

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::chess_move::ChessMove;
use crate::color::Color;
use crate::movegen::PawnType;
use crate::piece::{Piece, NUM_PROMOTION_PIECES, PROMOTION_PIECES};
use crate::square::Square;

#[inline(always)]
pub fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square.to_int())
}

/// The roles of the pieces whose moves come after each other, and for each whether they are pinned. The
/// second row of pawns that are not pinned is for en passant.
const GROUPS: [(Piece, bool); 11] = [
    (Piece::Pawn, false),
    (Piece::Pawn, true),
    (Piece::Pawn, false),
    (Piece::Knight, false),
    (Piece::Bishop, false),
    (Piece::Bishop, true),
    (Piece::Rook, false),
    (Piece::Rook, true),
    (Piece::Queen, false),
    (Piece::Queen, true),
    (Piece::King, false),
];
const EN_PASSANT: u8 = 2;
const KING: u8 = 10;
/// In place of the groups, before the first move is computed.
const NOT_BEGUN: u16 = u16::MAX;
const FILES_A_AND_H: u64 = 0x8181_8181_8181_8181;
/// In place of the number of promotions, for moves that are none.
const NO_PROMOTION: u8 = u8::MAX;

#[derive(Clone)]
pub struct MoveGen<'a> {
    board: &'a Board,
    /// A bit for each group that has pieces and was not begun, or [`NOT_BEGUN`].
    groups: u16,
    group: u8,
    from: Square,
    /// The number of promotions to the first destination that were returned.
    promotions: u8,
    /// The pieces of the group whose moves were not computed.
    pieces: u64,
    /// The destinations of the piece on `from` that were not returned.
    to: u64,
}

impl<'a> MoveGen<'a> {
    #[inline(always)]
    pub fn new_legal(board: &'a Board) -> Self {
        Self { board, groups: NOT_BEGUN, group: 0, from: Square::A1, promotions: NO_PROMOTION, pieces: 0, to: 0 }
    }

    /// Returns a bit for each group that has pieces.
    #[inline(always)]
    fn all_groups(board: &Board) -> u16 {
        let (own, pinned) = (board.color_combined(board.side_to_move()).0, board.pinned().0);
        let is_check = board.checkers().0 != 0;
        let mut groups = 1 << KING;
        if board.checkers().popcnt() < 2 {
            groups |= (board.en_passant().is_some() as u16) << EN_PASSANT;
            for (group, role) in [(0, Piece::Pawn), (3, Piece::Knight), (4, Piece::Bishop), (6, Piece::Rook), (8, Piece::Queen)] {
                let pieces = board.pieces(role).0 & own;
                groups |= ((pieces & !pinned != 0) as u16) << group;
                if role != Piece::Knight {
                    groups |= ((pieces & pinned != 0 && !is_check) as u16) << (group + 1);
                }
            }
        }
        groups
    }

    /// Returns whether there is no check, and a pawn, rook, bishop or queen that is not pinned has a step up
    /// or down the board. That is a move; there may be others.
    #[inline(always)]
    fn can_step(&self) -> bool {
        let board = self.board;
        let (side, occupied) = (board.side_to_move(), board.combined().0);
        let own = board.color_combined(side).0;
        let free = own & !board.pinned().0;
        let [pawns, bishops, rooks, queens] =
            [Piece::Pawn, Piece::Bishop, Piece::Rook, Piece::Queen].map(|role| board.pieces(role).0 & free);
        let pushes = if side == Color::White { pawns << 8 } else { pawns >> 8 };
        let (files, diagonals) = (rooks | queens, bishops & !FILES_A_AND_H);
        let steps = files << 8 | files >> 8 | diagonals << 7 | diagonals << 9 | diagonals >> 7 | diagonals >> 9;
        board.checkers().0 == 0 && pushes & !occupied | steps & !own != 0
    }

    pub fn len(&self) -> usize {
        self.clone().count()
    }

    /// Takes the place of the standard library's adapter, whose place for the next move makes the iterator
    /// larger.
    #[inline(always)]
    pub fn peekable(self) -> Self {
        self
    }

    /// Returns whether there is a move, which is what programs look at the next one for. Most positions have
    /// a move that needs no destinations; otherwise `next` does not compute its piece's destinations again.
    #[inline(always)]
    pub fn peek(&mut self) -> Option<()> {
        (self.groups == NOT_BEGUN && self.can_step() || self.advance()).then_some(())
    }

    /// Goes to the next piece that has moves, and returns whether there is one.
    #[inline(always)]
    fn advance(&mut self) -> bool {
        if self.groups == NOT_BEGUN {
            self.groups = Self::all_groups(self.board);
        }
        while self.to == 0 {
            if self.pieces == 0 {
                if self.groups == 0 {
                    return false;
                }
                self.group = self.groups.trailing_zeros() as u8;
                self.groups &= self.groups - 1;
                let (role, is_pinned) = GROUPS[self.group as usize];
                let pieces = self.board.pieces(role).0 & self.board.color_combined(self.board.side_to_move()).0;
                self.pieces = match self.group {
                    EN_PASSANT => beside_passed(self.board) & pieces,
                    KING => pieces,
                    _ if is_pinned => pieces & self.board.pinned().0,
                    _ => pieces & !self.board.pinned().0,
                };
                continue;
            }
            self.from = BitBoard(self.pieces).to_square();
            self.pieces &= self.pieces - 1;
            self.promotions = NO_PROMOTION;
            self.to = self.destinations(GROUPS[self.group as usize]);
        }
        true
    }

    #[inline(always)]
    fn destinations(&mut self, (role, is_pinned): (Piece, bool)) -> u64 {
        let (board, from) = (self.board, square(self.from));
        let side = board.side_to_move();
        let (occupied, own) = (board.combined().0, board.color_combined(side).0);
        let attacks = match role {
            Piece::Pawn if self.group == EN_PASSANT => {
                let to = board.en_passant().map(|passed| passed.uforward(side));
                return to.filter(|&to| PawnType::legal_ep_move(board, self.from, to)).map_or(0, |to| BitBoard::from_square(to).0);
            }
            Piece::Pawn => {
                if self.from.get_rank() == side.to_seventh_rank() {
                    self.promotions = 0;
                }
                crate::magic::get_pawn_moves(self.from, side, BitBoard(occupied)).0
            }
            Piece::Knight => quadline::knight_attacks(from),
            Piece::Bishop => quadline::bishop_attacks(from, occupied),
            Piece::Rook => quadline::rook_attacks(from, occupied),
            Piece::Queen => quadline::queen_attacks(from, occupied),
            Piece::King => return king_moves(board, from),
        };
        let king = square(board.king_square(side));
        let targets = match board.checkers().0 {
            0 if is_pinned => quadline::line_through(king, from),
            0 => !0,
            checker => quadline::between(king, square(BitBoard(checker).to_square())) | checker,
        };
        attacks & targets & !own
    }
}

impl Iterator for MoveGen<'_> {
    type Item = ChessMove;

    #[inline]
    fn next(&mut self) -> Option<ChessMove> {
        if !self.advance() {
            return None;
        }
        let to = BitBoard(self.to).to_square();
        let mut promotion = None;
        if self.promotions != NO_PROMOTION {
            promotion = Some(PROMOTION_PIECES[self.promotions as usize]);
            self.promotions = (self.promotions + 1) % NUM_PROMOTION_PIECES as u8;
        }
        if self.promotions == 0 || self.promotions == NO_PROMOTION {
            self.to &= self.to - 1;
        }
        Some(ChessMove::new(self.from, to, promotion))
    }
}

fn beside_passed(board: &Board) -> u64 {
    board.en_passant().map_or(0, |passed| {
        let passed = square(passed);
        quadline::king_attacks(passed) & 0xff << (passed.index() & 56)
    })
}

#[inline(always)]
fn king_moves(board: &Board, king: quadline::Square) -> u64 {
    let side = board.side_to_move();
    let (occupied, own) = (board.combined().0, board.color_combined(side).0);
    let (steps, rights) = (quadline::king_attacks(king) & !own, board.my_castle_rights());
    let can_castle = board.checkers().0 == 0;
    let short = can_castle && rights.has_kingside() && rights.kingside_squares(side).0 & occupied == 0;
    let long = can_castle && rights.has_queenside() && rights.queenside_squares(side).0 & occupied == 0;
    if steps == 0 && !short && !long {
        return 0;
    }
    let enemies = board.color_combined(!side).0;
    let roles = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King].map(|role| board.pieces(role).0);
    let safe = !crate::quadline_danger::danger(roles.map(|pieces| pieces & enemies), occupied & !king.bit(), side == Color::Black);
    let mut to = steps & safe;
    let bit = king.bit();
    if short && safe & bit << 1 != 0 {
        to |= safe & bit << 2;
    }
    if long && safe & bit >> 1 != 0 {
        to |= safe & bit >> 2;
    }
    to
}
