//! Legal moves, and only those: pins and checks are known before the first move is generated.
//!
//! `queen_attacks_x4` from the king's square does most of that. One pass gives the sliding checkers and the own
//! pieces on the king's lines; a second, with those pieces lifted off, gives the sliders that pin them.
//!
//! Everything here is `#[inline(always)]`, so that it is compiled, with quadline's kernels, inside the function
//! that calls `Level::vectorize`.

use quadline::Square;
use quadline::level::Level;

use crate::attack_tables::{
    FILE_A, FILE_H, RANK_1, antidiagonal_through, between, diagonal_through, file_through, king_attacks,
    knight_attacks, line_through, pawn_attacks,
};
use crate::board::{Board, Color, Move, MoveKind, Piece, Squares, bit, castled_king, castled_rook};

/// Receives the legal moves of a position, a set of target squares at a time.
trait MoveSink {
    /// A piece on `from` may go to each of `targets`.
    fn piece_moves(&mut self, piece: Piece, from: Square, targets: u64);

    /// Pawns may go to each of `targets`; rotating a target left by `back` gives the square it comes from.
    fn pawn_moves(&mut self, targets: u64, back: u32, kind: MoveKind);

    /// The same for pawns that reach the last rank.
    fn promotions(&mut self, targets: u64, back: u32);

    /// One move that is none of the above.
    fn single_move(&mut self, chess_move: Move);
}

/// Counts moves without making them: a population count per target set.
struct Count(u64);

impl MoveSink for Count {
    #[inline(always)]
    fn piece_moves(&mut self, _: Piece, _: Square, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn pawn_moves(&mut self, targets: u64, _: u32, _: MoveKind) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, _: u32) {
        self.0 += Piece::PROMOTIONS.len() as u64 * u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn single_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Hands each move to a closure.
struct Visit<F>(F);

impl<F: FnMut(Move)> MoveSink for Visit<F> {
    #[inline(always)]
    fn piece_moves(&mut self, piece: Piece, from: Square, targets: u64) {
        for to in Squares(targets) {
            (self.0)(Move { piece, from, to, kind: MoveKind::Normal });
        }
    }

    #[inline(always)]
    fn pawn_moves(&mut self, targets: u64, back: u32, kind: MoveKind) {
        for to in Squares(targets) {
            (self.0)(Move { piece: Piece::Pawn, from: origin(to, back), to, kind });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: u64, back: u32) {
        for to in Squares(targets) {
            for promoted in Piece::PROMOTIONS {
                let kind = MoveKind::Promotion(promoted);
                (self.0)(Move { piece: Piece::Pawn, from: origin(to, back), to, kind });
            }
        }
    }

    #[inline(always)]
    fn single_move(&mut self, chess_move: Move) {
        (self.0)(chess_move);
    }
}

/// The square that rotating `to`'s bit left by `back` gives.
#[inline(always)]
fn origin(to: Square, back: u32) -> Square {
    Square::ALL[(to.index() + back as usize) % 64]
}

/// The number of legal moves.
#[inline(always)]
pub fn count_moves<L: Level>(level: L, board: &Board) -> u64 {
    let mut count = Count(0);
    generate(level, board, &mut count);
    count.0
}

/// Calls `visit` with each legal move.
#[inline(always)]
pub fn for_each_move<L: Level>(level: L, board: &Board, visit: impl FnMut(Move)) {
    generate(level, board, &mut Visit(visit));
}

/// What all parts of the generator ask about a position.
#[derive(Clone, Copy)]
struct Position<'a, L> {
    level: L,
    board: &'a Board,
    us: Color,
    own: u64,
    enemy: u64,
    occupied: u64,
    king: Square,
    /// Enemy rooks and queens.
    rooks: u64,
    /// Enemy bishops and queens.
    bishops: u64,
    /// Enemy pieces that attack the king.
    checkers: u64,
    /// Own pieces that may move on the king's line only.
    pinned: u64,
    /// Where a piece other than the king may go: all but own pieces, or in check what ends the check.
    targets: u64,
}

#[inline(always)]
fn generate<L: Level>(level: L, board: &Board, sink: &mut impl MoveSink) {
    let us = board.side_to_move();
    let (own, enemy) = (board.color(us), board.color(us.opponent()));
    let occupied = own | enemy;
    let king = board.king(us);
    let rooks = enemy & board.rooks_and_queens();
    let bishops = enemy & board.bishops_and_queens();

    let lines = level.queen_attacks_x4(king, occupied);
    let sliding_checkers = lines.rook() & rooks | lines.bishop() & bishops;
    let checkers = sliding_checkers
        | knight_attacks(king) & enemy & board.piece(Piece::Knight)
        | pawn_attacks(us, king) & enemy & board.piece(Piece::Pawn);

    // Lift off the own pieces that the king's lines end at: the sliders that come into view behind pin them.
    let unshielded = level.queen_attacks_x4(king, occupied & !(lines.queen() & own));
    let pinners = (unshielded.rook() & rooks | unshielded.bishop() & bishops) & !sliding_checkers;
    let pinned = own & Squares(pinners).fold(0, |pinned, pinner| pinned | between(king, pinner));

    let mut position = Position {
        level,
        board,
        us,
        own,
        enemy,
        occupied,
        king,
        rooks,
        bishops,
        checkers,
        pinned,
        targets: !own,
    };
    position.king_moves(sink);
    position.en_passant(sink);
    if let Some(checker) = Squares(checkers).next() {
        if checkers != bit(checker) {
            // Nothing but the king's flight answers two checks.
            return;
        }
        position.targets = bit(checker) | between(king, checker);
    } else {
        position.castling(sink);
    }
    position.knight_moves(sink);
    position.slider_moves(sink);
    position.pawn_moves(sink);
}

impl<L: Level> Position<'_, L> {
    #[inline(always)]
    fn own(&self, piece: Piece) -> u64 {
        self.own & self.board.piece(piece)
    }

    /// Whether an enemy slider attacks `square` when the board is occupied like that.
    #[inline(always)]
    fn slider_attacks(&self, square: Square, occupied: u64) -> bool {
        let lines = self.level.queen_attacks_x4(square, occupied);
        (lines.rook() & self.rooks | lines.bishop() & self.bishops) != 0
    }

    /// The squares that enemy pawns, knights and the enemy king attack.
    #[inline(always)]
    fn step_attacks(&self) -> u64 {
        let them = self.us.opponent();
        let pawns = self.enemy & self.board.piece(Piece::Pawn);
        let knights = self.enemy & self.board.piece(Piece::Knight);
        let pawn_attacks = (pawns & !FILE_H).rotate_left(them.forward() + 1)
            | (pawns & !FILE_A).rotate_left(them.forward() - 1);
        Squares(knights).fold(king_attacks(self.board.king(them)) | pawn_attacks, |attacked, knight| {
            attacked | knight_attacks(knight)
        })
    }

    #[inline(always)]
    fn king_moves(&self, sink: &mut impl MoveSink) {
        // The king does not shield the squares behind it from the slider it flees.
        let occupied = self.occupied ^ bit(self.king);
        let mut targets = king_attacks(self.king) & !self.own;
        if targets != 0 {
            targets &= !self.step_attacks();
            for to in Squares(targets) {
                if self.slider_attacks(to, occupied) {
                    targets ^= bit(to);
                }
            }
        }
        sink.piece_moves(Piece::King, self.king, targets);
    }

    /// Castling, in Chess960's terms: king and rook go to their squares from wherever they started.
    #[inline(always)]
    fn castling(&self, sink: &mut impl MoveSink) {
        let rooks = self.board.castling_rooks(self.us);
        if rooks == 0 {
            return;
        }
        let king = self.king;
        let step_attacks = self.step_attacks();
        for rook in Squares(rooks) {
            let (king_to, rook_to) = (castled_king(king, rook), castled_rook(king, rook));
            let king_path = between(king, king_to) | bit(king_to);
            let rook_path = between(rook, rook_to) | bit(rook_to);
            let others = self.occupied ^ bit(king) ^ bit(rook);
            if (king_path | rook_path) & others != 0 || king_path & step_attacks != 0 {
                continue;
            }
            let passes_attack = Squares(king_path & !bit(king_to))
                .any(|passed| self.slider_attacks(passed, self.occupied ^ bit(king)));
            // The rook may have been what kept an attack along the rank from the king's new square.
            if !passes_attack && !self.slider_attacks(king_to, others | bit(rook_to)) {
                sink.single_move(Move { piece: Piece::King, from: king, to: rook, kind: MoveKind::Castling });
            }
        }
    }

    #[inline(always)]
    fn knight_moves(&self, sink: &mut impl MoveSink) {
        // A pinned knight cannot stay on its line.
        for from in Squares(self.own(Piece::Knight) & !self.pinned) {
            sink.piece_moves(Piece::Knight, from, knight_attacks(from) & self.targets);
        }
    }

    #[inline(always)]
    fn slider_moves(&self, sink: &mut impl MoveSink) {
        let (level, occupied) = (self.level, self.occupied);
        for from in Squares(self.own(Piece::Bishop)) {
            let attacks = level.bishop_attacks(from, occupied);
            sink.piece_moves(Piece::Bishop, from, self.unpinned(from, attacks & self.targets));
        }
        for from in Squares(self.own(Piece::Rook)) {
            let attacks = level.rook_attacks(from, occupied);
            sink.piece_moves(Piece::Rook, from, self.unpinned(from, attacks & self.targets));
        }
        for from in Squares(self.own(Piece::Queen)) {
            let attacks = level.queen_attacks(from, occupied);
            sink.piece_moves(Piece::Queen, from, self.unpinned(from, attacks & self.targets));
        }
    }

    /// Of these targets, those that a pin leaves to the piece on `from`.
    #[inline(always)]
    fn unpinned(&self, from: Square, targets: u64) -> u64 {
        if self.pinned & bit(from) != 0 { targets & line_through(self.king, from) } else { targets }
    }

    /// All pawn moves but en passant, all pawns at once.
    #[inline(always)]
    fn pawn_moves(&self, sink: &mut impl MoveSink) {
        let (forward, backward) = (self.us.forward(), self.us.opponent().forward());
        let last_rank = self.us.opponent().back_rank();
        let third_rank = match self.us {
            Color::White => RANK_1 << 16,
            Color::Black => RANK_1 << 40,
        };
        let pawns = self.own(Piece::Pawn);
        let free = pawns & !self.pinned;

        // A pawn that is pinned on the king's file may step, on the king's diagonals capture along them.
        let stepping = (free | pawns & file_through(self.king)).rotate_left(forward) & !self.occupied;
        let double_steps = (stepping & third_rank).rotate_left(forward) & !self.occupied & self.targets;
        let steps = stepping & self.targets;
        sink.pawn_moves(steps & !last_rank, backward, MoveKind::Normal);
        sink.pawn_moves(double_steps, (2 * backward) % 64, MoveKind::DoubleStep);

        let (rising, falling) = (diagonal_through(self.king), antidiagonal_through(self.king));
        let (towards_h, towards_a) = match self.us {
            Color::White => (rising, falling),
            Color::Black => (falling, rising),
        };
        let captures = self.enemy & self.targets;
        let h_captures = ((free | pawns & towards_h) & !FILE_H).rotate_left(forward + 1) & captures;
        let a_captures = ((free | pawns & towards_a) & !FILE_A).rotate_left(forward - 1) & captures;
        sink.pawn_moves(h_captures & !last_rank, backward - 1, MoveKind::Normal);
        sink.pawn_moves(a_captures & !last_rank, backward + 1, MoveKind::Normal);

        if (steps | h_captures | a_captures) & last_rank != 0 {
            sink.promotions(steps & last_rank, backward);
            sink.promotions(h_captures & last_rank, backward - 1);
            sink.promotions(a_captures & last_rank, backward + 1);
        }
    }

    /// En passant takes two pawns off one rank, which no pin mask foresees: look at the board after the capture.
    #[inline(always)]
    fn en_passant(&self, sink: &mut impl MoveSink) {
        let Some(to) = self.board.en_passant() else { return };
        let captured = bit(to).rotate_left(self.us.opponent().forward());
        // A knight's or another pawn's check stays what it is; a slider's is seen below.
        let steps = self.board.piece(Piece::Knight) | self.board.piece(Piece::Pawn);
        if self.checkers & steps & !captured != 0 {
            return;
        }
        for from in Squares(self.own(Piece::Pawn) & pawn_attacks(self.us.opponent(), to)) {
            let occupied = (self.occupied ^ bit(from) ^ captured) | bit(to);
            if !self.slider_attacks(self.king, occupied) {
                sink.single_move(Move { piece: Piece::Pawn, from, to, kind: MoveKind::EnPassant });
            }
        }
    }
}
