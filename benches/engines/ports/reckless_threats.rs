//! The functions that replace the threat updates of Reckless. `run.py` copies this file into `src`.

use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds, ThreatLayout};

use crate::board::Board;
use crate::types::{Color, Move, Piece, Square};

/// The numbers of the pieces on Reckless's board: twice the role, plus 1 for Black.
static CODES: PieceCodes = {
    let (mut pieces, mut index) = ([None; 16], 0);
    while index < 12 {
        pieces[index] = Some(quadline::Piece::new(quadline::Color::ALL[index % 2], quadline::Role::ALL[index / 2]));
        index += 1;
    }
    PieceCodes::new(pieces)
};
static LAYOUT: ThreatLayout = ThreatLayout::INPUTS_66864;

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
        let [from, to] = [mv.from(), mv.to()].map(square);
        let change = if mv.is_castling() {
            BoardChange::Castling { king: from, rook: square(board.get_castling_rook(mv.to()).0) }
        } else if mv.is_en_passant() {
            BoardChange::EnPassant { from, to }
        } else {
            let moved = board.piece_on(mv.from());
            let becomes = if mv.is_promotion() { Piece::new(moved.color(), mv.promo_piece_type()) } else { moved };
            BoardChange::Move { from, to, becomes: CODES.piece(becomes as u8).expect("a piece moves") }
        };
        let [added, removed] = &mut self.threats;
        let mailbox = MailboxRef::new(board.bytes(), &CODES);
        let counts = mailbox.threat_changes_into(change, const { ThreatKinds::INPUTS_66864 }, added, removed);
        self.counts = counts.map(|count| count as u8);
        self.halves = None;
    }

    /// Computes the inputs from both views, unless they are known. They depend on the halves of the board
    /// with the kings.
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
