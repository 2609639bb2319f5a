//! The pieces that are seen from a square, on plain words: the nearest piece of a ray is its lowest or highest bit.

use super::changes::{Directions, Seen};
use crate::Square;
use crate::lanes::Simd;
use crate::position::{ChangeList, Color, Mailbox, Piece, Position, Role, Threat, ThreatKinds};
use crate::square::squares;
use crate::tables::{LOWER, UPPER, knight_attacks_from};

/// The pieces that are seen from a square. Directions are the four [lines](crate::Line) upward, then downward.
#[derive(Clone, Copy, Debug)]
pub struct SeenByWords {
    square: Square,
    /// The nearest pieces, and 0 in directions without a piece.
    codes: [u8; 8],
    squares: [Square; 8],
    /// The board, for the pieces at a knight's move.
    board: WordsBoard,
}

/// The bytes of a board, and its occupied squares.
#[derive(Clone, Copy, Debug)]
pub struct WordsBoard {
    codes: [u8; 64],
    occupied: u64,
}

/// Returns the directions in which a piece attacks at any distance, and those in which it attacks the neighboring
/// square only.
#[inline(always)]
const fn reach(piece: Piece) -> (Directions, Directions) {
    const ORTHOGONAL: Directions = 0b0011_0011;
    match (piece.role(), piece.color()) {
        (Role::Pawn, Color::White) => (0, 0b0000_1100),
        (Role::Pawn, Color::Black) => (0, 0b1100_0000),
        (Role::Knight, _) => (0, 0),
        (Role::Bishop, _) => (!ORTHOGONAL, 0),
        (Role::Rook, _) => (ORTHOGONAL, 0),
        (Role::Queen, _) => (!0, 0),
        (Role::King, _) => (0, !0),
    }
}

/// Returns whether a piece attacks the nearest piece in a direction.
#[inline(always)]
const fn reaches(piece: Piece, direction: usize, is_neighbor: bool) -> bool {
    let (far, near) = reach(piece);
    (far | if is_neighbor { near } else { 0 }) >> direction & 1 != 0
}

#[inline(always)]
const fn opposite(direction: usize) -> usize {
    direction ^ 4
}

impl SeenByWords {
    /// Returns the nearest piece in a direction, its square, and whether it is a neighbor.
    #[inline(always)]
    fn nearest(&self, direction: usize) -> Option<(Piece, Square, bool)> {
        let piece = Piece::from_byte(self.codes[direction])?;
        let square = self.squares[direction];
        let (files, ranks) =
            (square.file().abs_diff(self.square.file()), square.rank().abs_diff(self.square.rank()));
        Some((piece, square, files.max(ranks) == 1))
    }
}

impl<T: Simd> Seen<T> for SeenByWords {
    type Board = WordsBoard;

    #[inline(always)]
    fn of_position(_: T, position: &Position) -> WordsBoard {
        WordsBoard { codes: position.piece_planes().codes(), occupied: position.occupied() }
    }

    #[inline(always)]
    fn of_mailbox(_: T, mailbox: &Mailbox) -> WordsBoard {
        let codes = *mailbox.as_bytes();
        let mut occupied = 0;
        for (rank, codes) in codes.as_chunks::<8>().0.iter().enumerate() {
            // No byte exceeds 14, so the sums stay within their bytes. The product gathers the highest bits.
            let pieces = (u64::from_le_bytes(*codes) + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
            occupied |= (pieces.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * rank);
        }
        WordsBoard { codes, occupied }
    }

    #[inline(always)]
    fn from(_: T, board: &WordsBoard, square: Square, empty: Square) -> Self {
        let mut board = *board;
        board.occupied &= !empty.bit();
        let mut seen = Self { square, codes: [0; 8], squares: [square; 8], board };
        for line in 0..4 {
            let upper = UPPER.0[square.index()][line] & board.occupied;
            let lower = LOWER.0[square.index()][line] & board.occupied;
            for (direction, ray, nearest) in [
                (line, upper, upper.trailing_zeros()),
                (opposite(line), lower, 63_u32.wrapping_sub(lower.leading_zeros())),
            ] {
                if ray != 0 {
                    let nearest = Square::new_masked(nearest as u8);
                    seen.squares[direction] = nearest;
                    seen.codes[direction] = board.codes[nearest.index()];
                }
            }
        }
        seen
    }

    #[inline(always)]
    fn towards(&self, square: Square) -> (Directions, Directions) {
        for line in 0..4 {
            let both = 1 << line | 1 << opposite(line);
            if UPPER.0[self.square.index()][line] & square.bit() != 0 {
                return (1 << line, both);
            }
            if LOWER.0[self.square.index()][line] & square.bit() != 0 {
                return (1 << opposite(line), both);
            }
        }
        (0, 0)
    }

    #[inline(always)]
    fn own(&self, piece: Piece, square: Square, but: Directions, kinds: ThreatKinds, list: &mut ChangeList) {
        let (row, column) = (kinds.row(piece.to_byte()), kinds.column(piece.to_byte()));
        let mut pair = |other: Piece, at: Square, attacks: bool, attacked: bool| {
            if attacks && row >> other.role() as u8 & 1 != 0 {
                list.push(Threat { attacker: piece, from: square, attacked: other, to: at });
            }
            if attacked && column >> other.role() as u8 & 1 != 0 {
                list.push(Threat { attacker: other, from: at, attacked: piece, to: square });
            }
        };
        for direction in (0..8).filter(|direction| but >> direction & 1 == 0) {
            if let Some((other, at, is_neighbor)) = self.nearest(direction) {
                let attacks = reaches(piece, direction, is_neighbor);
                pair(other, at, attacks, reaches(other, opposite(direction), is_neighbor));
            }
        }
        for at in squares(knight_attacks_from(square) & self.board.occupied) {
            if let Some(other) = Piece::from_byte(self.board.codes[at.index()]) {
                pair(other, at, piece.role() == Role::Knight, other.role() == Role::Knight);
            }
        }
    }

    #[inline(always)]
    fn through(&self, but: Directions, kinds: ThreatKinds, list: &mut ChangeList) {
        for direction in (0..8).filter(|direction| but >> direction & 1 == 0) {
            let (Some((attacker, from, _)), Some((attacked, to, _))) =
                (self.nearest(direction), self.nearest(opposite(direction)))
            else {
                continue;
            };
            if reaches(attacker, opposite(direction), false)
                && kinds.contains(attacker.role(), attacked.role())
            {
                list.push(Threat { attacker, from, attacked, to });
            }
        }
    }
}
