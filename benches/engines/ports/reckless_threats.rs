//! What Reckless calls instead of its own threat updates. `run.py` copies this file into `src`.

use quadline::threats::{BoardChange, MailboxRef, PieceCodes, Threat, ThreatChanges, ThreatKinds, ThreatLayout};

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

/// Replaces the changes by those of a move on the board before it.
#[inline]
pub fn set(changes: &mut ThreatChanges, board: &Board, mv: Move) {
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
    let mailbox = MailboxRef::new(board.bytes(), &CODES);
    mailbox.threat_changes(change, const { ThreatKinds::INPUTS_66864 }, changes);
}

/// Returns the inputs of threats from the view of a color.
#[inline(always)]
pub fn inputs<'a>(threats: &[Threat], pov: Color, king: Square, inputs: &'a mut [u32; 80]) -> &'a [u32] {
    let count = LAYOUT.inputs_of(threats, quadline::Color::ALL[pov as usize], square(king), inputs);
    &inputs[..count]
}
