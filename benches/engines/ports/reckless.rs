//! What Reckless calls instead of its own threat updates, sliders and exchanges. `run.py` copies this file into `src`.

use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds, ThreatLayout};
use quadline::{CheckInfo, MoveKind, NodeInfo, Position, Role};

use crate::board::Board;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

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

fn color(color: Color) -> quadline::Color {
    quadline::Color::ALL[color as usize]
}

#[inline(always)]
pub fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square as u8)
}

/// The threats that a move adds and removes, and the inputs of the network that they are.
#[derive(Clone)]
pub struct Changes {
    threats: [[Threat; 80]; 2],
    counts: [u8; 2],
    /// The halves of the board with the kings for which the inputs were computed, if they were.
    halves: Option<[bool; 2]>,
    /// Added and removed inputs, from the view of each color.
    inputs: [[[u32; 80]; 2]; 2],
    input_counts: [[usize; 2]; 2],
}

impl Changes {
    pub const fn new() -> Self {
        Self { threats: [[Threat::NONE; 80]; 2], counts: [0; 2], halves: None, inputs: [[[0; 80]; 2]; 2], input_counts: [[0; 2]; 2] }
    }

    /// Replaces the changes by those of a move on the board before it.
    #[inline]
    pub fn set(&mut self, board: &Board, mv: Move) {
        let (from, to) = (square(mv.from()), square(mv.to()));
        let piece = board.piece_on(mv.from());
        let role = if mv.is_promotion() { mv.promo_piece_type() } else { piece.piece_type() };
        let becomes = quadline::Piece::new(color(piece.color()), Role::ALL[role as usize]);
        let change = if mv.is_castling() {
            BoardChange::Castling { king: from, rook: square(board.get_castling_rook(mv.to()).0) }
        } else if mv.is_en_passant() {
            BoardChange::EnPassant { from, to }
        } else {
            BoardChange::Move { from, to, becomes }
        };
        let [added, removed] = &mut self.threats;
        let mailbox = MailboxRef::new(board.bytes(), &CODES);
        let counts = mailbox.threat_changes_into(change, const { ThreatKinds::INPUTS_66864 }, added, removed);
        self.counts = counts.map(|count| count as u8);
        self.halves = None;
    }

    /// Computes the inputs from both views, unless they are known. They depend on the halves of the board with the kings.
    #[inline(always)]
    pub fn compute(&mut self, board: &Board) {
        let kings = [Color::White, Color::Black].map(|color| square(board.king_square(color)));
        let halves = Some(kings.map(|king| king.file() > 3));
        if self.halves != halves {
            self.halves = halves;
            for index in [0, 1] {
                let [white, black] = &mut self.inputs[index];
                let threats = &self.threats[index][..self.counts[index] as usize];
                self.input_counts[index] = LAYOUT.inputs_of_both(threats, kings, white, black);
            }
        }
    }

    /// Returns the added and the removed inputs.
    #[inline(always)]
    pub fn inputs(&self, pov: Color) -> [&[u32]; 2] {
        [0, 1].map(|index| &self.inputs[index][pov as usize][..self.input_counts[index][pov as usize]])
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
