//! Packed boards by a loop over the pieces, as in programs without vectors.

use quadline_kernels::{Position, Role, squares};

use super::query::Peer;
use super::results::{each_packed, each_value, packed_words, write_by};
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
