//! Packed boards and pairs of pawns by a loop over the pieces, as in programs without vectors.

use core::hint::black_box;

use quadline_kernels::threats::ThreatLayout;
use quadline_kernels::{Color, Position, Role, Square, squares};

use super::query::Peer;
use super::results::{each, each_packed, each_value, packed_words, write_by};
use super::{Query, Task, Whole, WholePositions};

/// A loop over the pieces.
#[derive(Clone, Copy)]
pub struct ByLoop;

impl Whole for ByLoop {
    fn suits(task: Task) -> bool {
        matches!(task, Task::Each(query) if query.row().peers.contains(&Peer::Loop))
    }

    #[inline(always)]
    fn each(self, query: Query, work: &WholePositions, answers: &mut [u64]) {
        match query {
            Query::ToNibbles => write_by!(each_value(answers), |at| packed(&work.positions[at])),
            Query::PawnPairChanges => {
                let mut inputs = [[[0; 32]; 2]; 2];
                write_by!(each(answers), |at| {
                    let ([before, after], kings) = step_of_a_pawn(&work.positions[at]);
                    let changed = (before[0] ^ after[0]) | (before[1] ^ after[1]);
                    let mut counts = 0;
                    for (pawns, inputs) in [after, before].into_iter().zip(&mut inputs) {
                        for (view, inputs) in inputs.iter_mut().enumerate() {
                            counts += pairs(pawns, changed, view, kings[view], inputs);
                        }
                    }
                    black_box(&mut inputs);
                    counts as u64
                });
            }
            _ => write_by!(each_packed(work, answers), |occupied, nibbles| {
                let position = unpacked(occupied, nibbles);
                if query == Query::FromNibbles {
                    position.check().expect("a position of a game");
                }
                position
            }),
        }
    }
}

/// A layout with pairs of pawns.
pub(super) static WITH_PAIRS: ThreatLayout = ThreatLayout::INPUTS_59808.with_pawn_pairs(59_808);

/// Returns the pawns of both colors before and after a step of the lowest white pawn, and the kings.
#[inline(always)]
pub(super) fn step_of_a_pawn(position: &Position) -> ([[u64; 2]; 2], [Square; 2]) {
    let before = Color::ALL.map(|color| position.pieces(color, Role::Pawn));
    let lowest = before[0] & before[0].wrapping_neg();
    let after = [(before[0] ^ lowest) | lowest << 8, before[1] & !(lowest << 8)];
    ([before, after], Color::ALL.map(|color| position.king(color).unwrap_or(Square::A1)))
}

/// Writes the inputs of pairs of pawns of which one has changed, by a loop over each, and returns their number.
#[inline(always)]
fn pairs(colors: [u64; 2], changed: u64, view: usize, king: Square, inputs: &mut [u32]) -> usize {
    const FILE: u64 = 0x0101_0101_0101_0101;
    let flip = (56 * view as u32) ^ if king.file() > 3 { 7 } else { 0 };
    let number = |square: Square| {
        let is_theirs = colors[1 - view] >> square.index() & 1;
        (square.index() as u32 ^ flip) - 8 + 48 * is_theirs as u32
    };
    // Pawns are on the second to the seventh rank.
    let pawns = (colors[0] | colors[1]) & 0x00ff_ffff_ffff_ff00;
    let (mut count, mut seen) = (0, 0);
    for pawn in squares(pawns & changed) {
        seen |= pawn.bit();
        let file = FILE << pawn.file();
        let files = file | (file & !(FILE << 7)) << 1 | (file & !FILE) >> 1;
        for other in squares(pawns & files & !seen) {
            let (a, b) = (number(pawn), number(other));
            let (high, low) = (a.max(b), a.min(b));
            inputs[count] = 59_808 + high * (high - 1) / 2 + low;
            count += 1;
        }
    }
    count
}

/// Returns the position of a board with the numbers of binpack files. Each number has a set of squares.
#[inline(always)]
fn unpacked(occupied: u64, nibbles: &[u8; 16]) -> Position {
    let mut sets = [0; 16];
    for (index, square) in squares(occupied).enumerate() {
        sets[usize::from(nibbles[index / 2 % 16] >> (4 * (index % 2)) & 15)] |= square.bit();
    }
    let [p, q, n, o, b, c, r, s, d, e, k, l, passed, castling, castling_too, to_move] = sets;
    let black = q | o | c | s | e | l | castling_too | to_move | passed & 0xff << 32;
    let en_passant = (passed & 0xff << 24) >> 8 | (passed & 0xff << 32) << 8;
    let state = castling | castling_too | en_passant | u64::from(to_move != 0) << 32;
    let (pawns, knights, kings) = (p | q | passed, n | o, k | l | to_move);
    let (diagonal, orthogonal) = (b | c | d | e, r | s | castling | castling_too | d | e);
    Position::from_words([occupied & !black, black, pawns, knights, diagonal, orthogonal, kings, state])
}

/// Returns the board of a position with these numbers.
#[inline(always)]
fn packed(position: &Position) -> [u64; 3] {
    let passed = position.en_passant().map_or(0, |square| 1 << (square.index() ^ 8));
    let king = position.kings() & position.black() & 0u64.wrapping_sub(position.side_to_move() as u64);
    let special = passed | position.castling_rooks() | king;
    let mut nibbles = [0; 16];
    for (index, square) in squares(position.occupied()).enumerate() {
        let color = u8::from(position.black() & square.bit() != 0);
        let role = position.role_at(square).unwrap_or(Role::Pawn);
        let number = match role {
            _ if special & square.bit() == 0 => 2 * role as u8 + color,
            Role::Pawn => 12,
            Role::Rook => 13 + color,
            _ => 15,
        };
        nibbles[index / 2 % 16] |= number << (4 * (index % 2));
    }
    packed_words((position.occupied(), nibbles))
}
