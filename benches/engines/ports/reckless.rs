//! What Reckless calls instead of its own threat updates, sliders and exchanges. `run.py` copies this file into `src`.

use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds, ThreatLayout};
use quadline::{CheckInfo, MoveKind, NodeInfo, Position, Role};

use crate::board::Board;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

/// The numbers of the pieces on Reckless's board: twice the role, plus 1 for Black.
static CODES: PieceCodes = {
    let mut pieces = [None; 16];
    let mut index = 0;
    while index < 12 {
        let color = quadline::Color::ALL[index % 2];
        pieces[index] = Some(quadline::Piece::new(color, Role::ALL[index / 2]));
        index += 1;
    }
    PieceCodes::new(pieces)
};
static LAYOUT: ThreatLayout = ThreatLayout::INPUTS_66864;

#[inline(always)]
pub fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square as u8)
}

/// The threats that a move adds and removes.
#[derive(Clone)]
pub struct Changes {
    added: [Threat; 80],
    removed: [Threat; 80],
    counts: [u8; 2],
}

impl Changes {
    pub const fn new() -> Self {
        Self { added: [Threat::NONE; 80], removed: [Threat::NONE; 80], counts: [0; 2] }
    }

    /// Replaces the changes by those of a move on the board before it.
    #[inline]
    pub fn set(&mut self, board: &Board, mv: Move) {
        let (from, to) = (square(mv.from()), square(mv.to()));
        let change = if mv.is_castling() {
            BoardChange::Castling { king: from, rook: square(board.get_castling_rook(mv.to()).0) }
        } else if mv.is_en_passant() {
            BoardChange::EnPassant { from, to }
        } else {
            let mut piece = board.piece_on(mv.from());
            if mv.is_promotion() {
                piece = Piece::new(piece.color(), mv.promo_piece_type());
            }
            match CODES.piece(piece as u8) {
                Some(becomes) => BoardChange::Move { from, to, becomes },
                None => BoardChange::Remove { square: from },
            }
        };
        let mailbox = MailboxRef::new(board.bytes(), &CODES);
        let kinds = const { ThreatKinds::INPUTS_66864 };
        let counts = mailbox.threat_changes_into(change, kinds, &mut self.added, &mut self.removed);
        self.counts = counts.map(|count| count as u8);
    }

    /// Returns the added and the removed inputs of the network.
    #[inline(always)]
    pub fn inputs<'a>(&self, pov: Color, king: Square, places: &'a mut Inputs) -> [&'a [u32]; 2] {
        let (color, king) = (quadline::Color::ALL[pov as usize], square(king));
        let [added, removed] = &mut places.0;
        let count = |threats: &[Threat], places: &mut [u32]| LAYOUT.inputs_of(threats, color, king, places);
        let counts = [
            count(&self.added[..self.counts[0] as usize], &mut added[..]),
            count(&self.removed[..self.counts[1] as usize], &mut removed[..]),
        ];
        [&added[..counts[0]], &removed[..counts[1]]]
    }
}

/// Places for inputs of the network, added and removed.
pub struct Inputs([[u32; 96]; 2]);

impl Inputs {
    #[inline(always)]
    pub const fn new() -> Self {
        Self([[0; 96]; 2])
    }
}

#[inline(always)]
pub fn attackers_to(board: &Board, on: Square, occupied: Bitboard) -> Bitboard {
    let lines = quadline::queen_attacks_x4(square(on), occupied.0);
    let [white, black] = [Color::White, Color::Black].map(|color| {
        let pawns = board.colored_pieces(color, PieceType::Pawn).0;
        quadline::pawn_attacks(quadline::Color::ALL[1 - color as usize], square(on)) & pawns
    });
    Bitboard(
        lines.rook() & board.pieces2(PieceType::Rook, PieceType::Queen).0
            | lines.bishop() & board.pieces2(PieceType::Bishop, PieceType::Queen).0
            | quadline::knight_attacks(square(on)) & board.pieces(PieceType::Knight).0
            | quadline::king_attacks(square(on)) & board.pieces(PieceType::King).0
            | white
            | black,
    )
}

/// The position on Reckless's board. It has no castling rights and no en passant square.
#[inline(always)]
pub fn position(board: &Board) -> Position {
    Position::from_words([
        board.colors(Color::White).0,
        board.colors(Color::Black).0,
        board.pieces(PieceType::Pawn).0,
        board.pieces(PieceType::Knight).0,
        board.pieces2(PieceType::Bishop, PieceType::Queen).0,
        board.pieces2(PieceType::Rook, PieceType::Queen).0,
        board.pieces(PieceType::King).0,
        (board.side_to_move() as u64) << 32,
    ])
}

/// Returns whether an exchange is worth at least a threshold, given the position and its checks and pins.
#[inline]
pub fn see(position: &Position, info: &CheckInfo, mv: Move, threshold: i32) -> bool {
    use PieceType::*;
    if mv.is_castling() {
        return true;
    }
    let kind = if mv.is_promotion() {
        MoveKind::Promotion(Role::ALL[mv.promo_piece_type() as usize])
    } else if mv.is_en_passant() {
        MoveKind::EnPassant
    } else {
        MoveKind::Normal
    };
    let values = [Pawn, Knight, Bishop, Rook, Queen, King].map(PieceType::value);
    let mv = quadline::Move::new(square(mv.from()), square(mv.to()), kind);
    position.see_at_least_with(info, mv, &values, threshold)
}

/// What Reckless keeps of each position.
pub struct Node {
    pub threats: [Bitboard; 6],
    pub all_threats: Bitboard,
    pub checkers: Bitboard,
    pub pinned: [Bitboard; 2],
    /// The pieces of a color that pin, not those that pin pieces of a color.
    pub pinners: [Bitboard; 2],
    pub checking_squares: [Bitboard; 6],
}

#[inline(always)]
pub fn node(info: &NodeInfo) -> Node {
    let [white, black] = quadline::Color::ALL;
    let checks = info.check_info();
    Node {
        threats: Role::ALL.map(|role| Bitboard(info.attacks(role))),
        all_threats: Bitboard(info.king_danger()),
        checkers: Bitboard(checks.checkers()),
        pinned: [white, black].map(|color| Bitboard(checks.pinned(color))),
        pinners: [black, white].map(|color| Bitboard(checks.pinners(color))),
        checking_squares: Role::ALL.map(|role| Bitboard(checks.checks(role))),
    }
}
