//! The functions that replace the threats of Hobbes. `run.py` copies this file into `src`.

use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatKinds, ThreatLayout};

use crate::board::castling;
use crate::board::moves::Move;
use crate::board::piece::Piece;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::Board;

/// The bytes of Hobbes's board are roles.
static CODES: PieceCodes = PieceCodes::of_roles([0, 1, 2, 3, 4, 5]);
static LAYOUT: ThreatLayout = ThreatLayout::INPUTS_60144;

#[inline(always)]
pub fn square(square: Square) -> quadline::Square {
    quadline::Square::new_masked(square.0)
}

/// Writes all inputs of a board from the view of one side, and returns their number.
pub fn all_inputs(board: &Board, pov: Side, inputs: &mut [u32; 256]) -> usize {
    let [pawns, knights, bishops, rooks, queens, kings] = board.pieces.map(|set| set.0);
    let [white, black] = board.colours.map(|set| set.0);
    let words = [white, black, pawns, knights, bishops | queens, rooks | queens, kings, 0];
    quadline::Position::from_words(words).threat_inputs(&LAYOUT, quadline::Color::ALL[pov as usize], inputs)
}

/// The threats that a move adds and removes, and the inputs of the network that they are.
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
    pub fn set(&mut self, board: &Board, mv: Move, pc: Piece) {
        let (from, to, side) = (square(mv.from()), square(mv.to()), board.stm);
        let change = if mv.is_castle() {
            let kingside = castling::is_kingside(mv.from(), mv.to());
            let rook = if board.is_frc() { mv.to() } else { castling::rook_from(side, kingside) };
            BoardChange::Castling { king: from, rook: square(rook) }
        } else if mv.is_ep() {
            BoardChange::EnPassant { from, to }
        } else {
            let role = quadline::Role::ALL[mv.promo_piece().unwrap_or(pc) as usize];
            BoardChange::Move { from, to, becomes: quadline::Piece::new(quadline::Color::ALL[side as usize], role) }
        };
        let [added, removed] = &mut self.threats;
        // SAFETY: an `Option` of an enum of bytes is a byte.
        let bytes = unsafe { &*board.mailbox.as_ptr().cast() };
        let mailbox = MailboxRef::of_roles(bytes, &CODES, board.colours[1].0);
        let counts = mailbox.threat_changes_into(change, const { ThreatKinds::INPUTS_60144 }, added, removed);
        self.counts = counts.map(|count| count as u8);
        self.halves = None;
    }

    /// Computes the inputs from both views, unless they are known. They depend on the halves of the board
    /// with the kings.
    #[inline(always)]
    pub fn compute(&mut self, board: &Board) {
        let kings = [Side::White, Side::Black].map(|side| square(board.king_sq(side)));
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
    pub fn inputs(&self, pov: Side) -> [&[u32]; 2] {
        [0, 1].map(|index| &self.inputs[index][pov as usize][..self.input_counts[index][pov as usize]])
    }
}
