//! The search on cozy-chess.
//!
//! Boards of cozy-chess contain their key, checks and pins, which `play_unchecked` computes. Moves are listed
//! once: the sets of the moves that are no captures are kept until they are needed.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use quadline_kernels::Role;

use super::engine::{Game, THREATS, VALUES};
use crate::whole::attacked_by_cozy_chess;

/// The sets of moves that are neither captures nor promotions. By its documentation, there are at most
/// 18.
#[derive(Default)]
pub struct Quiets {
    sets: [Option<PieceMoves>; 18],
    count: usize,
}

/// Returns the destinations at which a pawn captures en passant or is promoted.
#[inline(always)]
fn special_squares_of_pawns(board: &Board) -> BitBoard {
    let passed = passed_square(board).map_or(BitBoard::EMPTY, Square::bitboard);
    passed | Rank::First.bitboard() | Rank::Eighth.bitboard()
}

#[inline(always)]
fn passed_square(board: &Board) -> Option<Square> {
    board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())))
}

/// Writes the moves of a set.
#[inline(always)]
fn write(set: PieceMoves, moves: &mut [Move], count: &mut usize) {
    for chess_move in set {
        moves[*count] = chess_move;
        *count += 1;
    }
}

impl Game for Board {
    type Move = Move;
    type Rest = Quiets;
    const NONE: Move = Move { from: Square::A1, to: Square::A1, promotion: None };

    /// A square passed by a pawn counts only if a pawn attacks it, as in quadline. More positions are found
    /// again so than by the key of the board, which always includes it.
    #[inline(always)]
    fn key(&self) -> u64 {
        let Some(passed) = passed_square(self) else { return self.hash() };
        let us = self.side_to_move();
        if (get_pawn_attacks(passed, !us) & self.colored_pieces(us, Piece::Pawn)).is_empty() {
            self.hash_without_ep()
        } else {
            self.hash()
        }
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline(always)]
    fn is_legal(&self, chess_move: Move) -> bool {
        Self::is_legal(self, chess_move)
    }

    #[inline(always)]
    fn status(&self) -> [bool; 2] {
        [self.in_check(), self.generate_moves(|_| true)]
    }

    #[inline(always)]
    fn moves(&self, moves: &mut [Move]) -> usize {
        let mut count = 0;
        self.generate_moves(|set| {
            write(set, moves, &mut count);
            false
        });
        count
    }

    #[inline(always)]
    fn captures(&self, moves: &mut [Move]) -> usize {
        let (enemy, special) = (self.colors(!self.side_to_move()), special_squares_of_pawns(self));
        let mut count = 0;
        self.generate_moves(|mut set| {
            set.to &= if set.piece == Piece::Pawn { enemy | special } else { enemy };
            write(set, moves, &mut count);
            false
        });
        count
    }

    #[inline(always)]
    fn captures_first(&self, moves: &mut [Move], rest: &mut Quiets) -> usize {
        let (enemy, special) = (self.colors(!self.side_to_move()), special_squares_of_pawns(self));
        let mut count = 0;
        self.generate_moves(|mut set| {
            let mut others = set;
            let targets = if set.piece == Piece::Pawn { enemy | special } else { enemy };
            set.to &= targets;
            others.to &= !targets;
            write(set, moves, &mut count);
            rest.sets[rest.count] = Some(others);
            rest.count += 1;
            false
        });
        count
    }

    #[inline(always)]
    fn quiets(&self, moves: &mut [Move], rest: &Quiets) -> usize {
        let mut count = 0;
        for set in rest.sets[..rest.count].iter().flatten() {
            write(*set, moves, &mut count);
        }
        count
    }

    #[inline(always)]
    fn parts(chess_move: Move) -> (usize, usize, Option<Role>) {
        let promotion = chess_move.promotion.map(|piece| Role::ALL[piece as usize]);
        (chess_move.from as usize, chess_move.to as usize, promotion)
    }

    #[inline(always)]
    fn role_at(&self, square: usize) -> Option<Role> {
        self.piece_on(Square::index(square)).map(|piece| Role::ALL[piece as usize])
    }

    #[inline(always)]
    fn loses_nothing(&self, chess_move: Move) -> bool {
        see_at_least(self, chess_move, 0)
    }

    #[inline(always)]
    fn play(&self, chess_move: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(chess_move);
        next
    }

    #[inline(always)]
    fn pass(&self) -> Option<Self> {
        self.null_move()
    }

    #[inline(always)]
    fn has_pieces(&self) -> bool {
        let others = self.pieces(Piece::Pawn) | self.pieces(Piece::King);
        !(self.colors(self.side_to_move()) & !others).is_empty()
    }

    #[inline(always)]
    fn mobility(&self) -> i32 {
        let of = |color| attacked_by_cozy_chess(self, color).count_ones() as i32;
        let us = self.side_to_move();
        of(us) - of(!us)
    }

    #[inline(always)]
    fn threats(&self) -> i32 {
        let occupied = self.occupied();
        let of = |color: Color| {
            let enemies = self.colors(!color);
            let mut sum = 0;
            for piece in Piece::ALL {
                for from in self.colored_pieces(color, piece) {
                    let attacks = match piece {
                        Piece::Pawn => get_pawn_attacks(from, color),
                        Piece::Knight => get_knight_moves(from),
                        Piece::Bishop => get_bishop_moves(from, occupied),
                        Piece::Rook => get_rook_moves(from, occupied),
                        Piece::Queen => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
                        Piece::King => get_king_moves(from),
                    };
                    for to in attacks & enemies {
                        sum += self
                            .piece_on(to)
                            .map_or(0, |attacked| THREATS[piece as usize][attacked as usize]);
                    }
                }
            }
            sum
        };
        let us = self.side_to_move();
        of(us) - of(!us)
    }

    fn material(&self) -> i32 {
        let of = |color| {
            let of_piece = |piece| self.colored_pieces(color, piece).len() as i32 * VALUES[piece as usize];
            Piece::ALL.map(of_piece).iter().sum::<i32>()
        };
        let us = self.side_to_move();
        of(us) - of(!us)
    }
}

/// Returns the pieces of both colors that attack a square.
#[inline(always)]
fn attackers_to(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(square, occupied) & (board.pieces(Piece::Rook) | queens)
}

/// Returns whether the exchange that a move begins is worth at least `threshold`, by the method of Stockfish
/// without its rule for pins. cozy-chess has no such function.
fn see_at_least(board: &Board, chess_move: Move, threshold: i32) -> bool {
    let value = |piece: Piece| VALUES[piece as usize];
    let Move { from, to, promotion } = chess_move;
    let us = board.side_to_move();
    if board.colors(us).has(to) {
        // Castling.
        return 0 >= threshold;
    }
    let moved = board.piece_on(from).map_or(0, value);
    let mut occupied = board.occupied() & !(from.bitboard() | to.bitboard());
    let (gain, stands) = match promotion {
        Some(piece) => {
            (board.piece_on(to).map_or(0, value) + value(piece) - value(Piece::Pawn), value(piece))
        }
        None if passed_square(board) == Some(to) && board.pieces(Piece::Pawn).has(from) => {
            occupied &= !Square::new(to.file(), Rank::Fifth.relative_to(us)).bitboard();
            (value(Piece::Pawn), moved)
        }
        None => (board.piece_on(to).map_or(0, value), moved),
    };
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    swap = stands - swap;
    if swap <= 0 {
        return true;
    }
    let queens = board.pieces(Piece::Queen);
    let (diagonal, orthogonal) = (board.pieces(Piece::Bishop) | queens, board.pieces(Piece::Rook) | queens);
    let mut attackers = attackers_to(board, to, occupied);
    let (mut side, mut result) = (us, 1);
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.colors(side);
        if own.is_empty() {
            break;
        }
        result ^= 1;
        let Some(&piece) = Piece::ALL.iter().find(|&&piece| !(own & board.pieces(piece)).is_empty()) else {
            break;
        };
        if piece == Piece::King {
            let is_defended = !(attackers & board.colors(!side)).is_empty();
            return (result == 1) != is_defended;
        }
        swap = value(piece) - swap;
        if swap < result {
            break;
        }
        let attacker = (own & board.pieces(piece)).next_square().expect("a piece was found");
        occupied ^= attacker.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(to, occupied) & orthogonal;
        }
    }
    result == 1
}
