//! Compares the numbers of threats with those of Reckless, whose files `run.py` includes from a checkout.
//! usage: reckless FILE

use std::{env, fs};

use quadline::threats::{Perspectives, Threat, ThreatKinds, ThreatLayout};
use quadline::{Color, Position, Role, batch, constant};
use quadline_binpack::{Columns, Skip, chunks};

use crate::threat_index::{initialize, threat_index};
use crate::types::{Bitboard, Color as TheirColor, Piece, PieceType, Square};

/// Returns the attacks on an empty board, for Reckless's tables.
pub fn attacks(piece: Piece, square: Square, _: Bitboard) -> Bitboard {
    let from = quadline::Square::new_masked(square as u8);
    let color = if piece.color() == TheirColor::White { Color::White } else { Color::Black };
    Bitboard(match piece.piece_type() {
        PieceType::Pawn => quadline::pawn_attacks(color, from),
        PieceType::Knight => quadline::knight_attacks(from),
        PieceType::Bishop => constant::bishop_attacks(from, 0),
        PieceType::Rook => constant::rook_attacks(from, 0),
        PieceType::Queen => constant::queen_attacks(from, 0),
        _ => quadline::king_attacks(from),
    })
}

/// Returns Reckless's number of a threat, which is negative if it is no input.
fn number(threat: &Threat, is_mirrored: bool, color: Color) -> isize {
    let piece = |piece: quadline::Piece| {
        let color = TheirColor::new(piece.color() as u8);
        Piece::new(
            color,
            PieceType::new(Role::ALL.iter().position(|&role| role == piece.role()).expect("a role")),
        )
    };
    let square = |square: quadline::Square| Square::new(square.index() as u8);
    let (attacker, attacked) = (piece(threat.attacker), piece(threat.attacked));
    let color = TheirColor::new(color as u8);
    threat_index(attacker, square(threat.from), attacked, square(threat.to), is_mirrored, color)
}

/// Compares the inputs of at most 65,536 positions, spread over the file.
pub fn main() {
    const MOST: usize = 1 << 16;
    initialize();
    let file = fs::read(env::args().nth(1).expect("a file")).expect("a file");
    let mut columns = Columns::default();
    for chunk in chunks(&file) {
        columns.read(&chunk.expect("a chunk"), &Skip::NONE).expect("entries");
    }
    let step = (columns.len() / MOST).max(1);
    let positions: Vec<Position> = columns.positions.iter().copied().step_by(step).take(MOST).collect();
    let (stride, rows) = (256, 2 * positions.len());
    let (mut inputs, mut counts) = (vec![0; rows * stride], vec![0; rows]);
    let layout = &ThreatLayout::INPUTS_66864;
    batch::threat_inputs(&positions, layout, Perspectives::Both, &mut inputs, stride, &mut counts);
    let mut threats = [Threat::NONE; 512];
    for (index, row) in inputs.chunks_exact_mut(stride).enumerate() {
        let position = &positions[index % positions.len()];
        let color = Color::ALL[index / positions.len()];
        let is_mirrored = position.king(color).is_some_and(|king| king.file() >= 4);
        let count = position.threats(ThreatKinds::ALL, &mut threats);
        let numbers = threats[..count].iter().map(|threat| number(threat, is_mirrored, color));
        let mut theirs: Vec<i32> =
            numbers.filter(|&number| number >= 0).map(|number| number as i32).collect();
        let ours = &mut row[..usize::from(counts[index])];
        theirs.sort_unstable();
        ours.sort_unstable();
        assert_eq!(*ours, theirs, "inputs of {position} for {color:?}");
    }
    println!("the inputs of {} positions are equal to Reckless's", positions.len());
}
