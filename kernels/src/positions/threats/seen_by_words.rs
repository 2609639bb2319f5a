//! The pieces that are seen from a square, on plain words.
//!
//! The nearest piece of a ray is its lowest or highest bit. Everything after that is the computation of
//! [vectors](super::seen) on single words, with one byte for each of the eight directions and without branches: a branch
//! for each direction is mispredicted too often.

use super::changes::{Directions, Seen};
use super::seen::classes_of;
use crate::Square;
use crate::lanes::Simd;
use crate::lanes::rays::{ATTACKERS, CLASSES, SLIDERS};
use crate::position::{ChangeList, Mailbox, Piece, Position, Role, Threat, ThreatKinds};
use crate::square::squares;
use crate::tables::{LOWER, UPPER, knight_attacks_from};

/// The pieces that are seen from a square. Directions are the four [lines](crate::Line) upward, then downward.
#[derive(Clone, Copy, Debug)]
pub struct SeenByWords {
    square: Square,
    /// The nearest pieces, and 0 in directions without a piece.
    codes: [u8; 8],
    /// Their squares.
    squares: [u8; 8],
    /// Their classes, a byte for each direction.
    classes: u64,
    /// The classes of pieces that attack the square from where the nearest piece is.
    attackers: u64,
    /// The board, for the pieces at a knight's move.
    board: WordsBoard,
}

/// The bytes of a board, its occupied squares, and its knights.
#[derive(Clone, Copy, Debug)]
pub struct WordsBoard {
    /// The second half is empty. It is where the nearest piece of an empty ray is looked up.
    codes: [u8; 128],
    occupied: u64,
    knights: u64,
}

/// The class of a piece, by its byte.
static CLASS_BYTES: [u8; 16] = CLASSES.to_le_bytes();
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The steps to the neighboring squares upward, in the order of the lines.
const STEPS: [usize; 4] = [1, 8, 9, 7];

/// Returns the directions whose byte is not 0. No byte may exceed 127.
#[inline(always)]
const fn not_zero(bytes: u64) -> Directions {
    gathered((bytes + 0x7f * ONES) >> 7 & ONES)
}

/// Gathers the lowest bits of the bytes, the others of which are 0.
#[inline(always)]
const fn gathered(bytes: u64) -> u8 {
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Returns one byte of each ray of a table, the one of the square at a distance of 1 more than `distance`.
#[inline(always)]
fn of_rays(table: &[u8; 64], distance: usize) -> u64 {
    u64::from_le_bytes(core::array::from_fn(
        #[inline(always)]
        |direction| table[8 * direction + distance],
    ))
}

impl WordsBoard {
    #[inline(always)]
    fn new(bytes: &[u8; 64], occupied: u64, knights: u64) -> Self {
        let mut codes = [0; 128];
        codes[..64].copy_from_slice(bytes);
        Self { codes, occupied, knights }
    }
}

impl SeenByWords {
    /// Calls a function for the nearest pieces in some directions.
    #[inline(always)]
    fn for_each(&self, directions: Directions, mut show: impl FnMut(Piece, Square, usize)) {
        let mut rest = directions;
        while rest != 0 {
            let direction = rest.trailing_zeros() as usize % 8;
            rest &= rest - 1;
            let square = Square::new_masked(self.squares[direction]);
            show(Piece::of_code(self.codes[direction]), square, direction);
        }
    }
}

impl<T: Simd> Seen<T> for SeenByWords {
    type Board = WordsBoard;

    #[inline(always)]
    fn of_position(_: T, position: &Position) -> WordsBoard {
        let occupied = position.occupied();
        WordsBoard::new(&position.piece_planes().codes(), occupied, position.knights() & occupied)
    }

    #[inline(always)]
    fn of_mailbox(_: T, mailbox: &Mailbox) -> WordsBoard {
        let bytes = mailbox.as_bytes();
        let (mut occupied, mut knights) = (0, 0);
        for (rank, codes) in bytes.as_chunks::<8>().0.iter().enumerate() {
            let codes = u64::from_le_bytes(*codes);
            occupied |= u64::from(not_zero(codes)) << (8 * rank);
            // 0 in the bytes of knights, and up to 7 in the others, which take away the highest bit of 128.
            let others = (codes & (7 * ONES)) ^ (2 * ONES);
            knights |= u64::from(gathered((0x80 * ONES - others) >> 7 & ONES)) << (8 * rank);
        }
        WordsBoard::new(bytes, occupied, knights)
    }

    #[inline(always)]
    fn from(_: T, board: &WordsBoard, square: Square, empty: Square) -> Self {
        let mut board = *board;
        board.occupied &= !empty.bit();
        board.knights &= !empty.bit();
        let (mut codes, mut squares, mut classes, mut near) = ([0; 8], [0; 8], [0; 8], [0; 8]);
        for (line, step) in STEPS.into_iter().enumerate() {
            let upper = UPPER.0[square.index()][line] & board.occupied;
            let lower = LOWER.0[square.index()][line] & board.occupied;
            // 64 and 127 where there is no piece.
            let (up, down) = (upper.trailing_zeros() as usize, (63 ^ lower.leading_zeros()) as usize);
            for (direction, nearest, neighbor) in
                [(line, up, square.index() + step), (line + 4, down, square.index().wrapping_sub(step))]
            {
                codes[direction] = board.codes[nearest];
                squares[direction] = nearest as u8;
                classes[direction] = CLASS_BYTES[board.codes[nearest] as usize % 16];
                near[direction] = u8::from(nearest == neighbor).wrapping_neg();
            }
        }
        let (at_neighbor, further) = (of_rays(&ATTACKERS.0, 0), of_rays(&SLIDERS.0, 0));
        Self {
            square,
            codes,
            squares,
            classes: u64::from_le_bytes(classes),
            attackers: further | at_neighbor & u64::from_le_bytes(near),
            board,
        }
    }

    #[inline(always)]
    fn towards(&self, square: Square) -> (Directions, Directions) {
        let mut there = 0;
        for line in 0..4 {
            let upper = UPPER.0[self.square.index()][line] >> square.index() & 1;
            let lower = LOWER.0[self.square.index()][line] >> square.index() & 1;
            there |= upper << line | lower << (line + 4);
        }
        let there = there as Directions;
        (there, there | there.rotate_left(4))
    }

    #[inline(always)]
    fn own(&self, piece: Piece, square: Square, but: Directions, kinds: ThreatKinds, list: &mut ChangeList) {
        let Self { classes, attackers, ref board, .. } = *self;
        let code = piece.to_byte();
        let (row, column) = (kinds.row(code), kinds.column(code));
        // A white pawn attacks the squares from which a black pawn attacks it.
        let mirrored = CLASS_BYTES[(if code & 7 == 1 { code ^ 8 } else { code }) as usize % 16];
        let attacks = not_zero(attackers & (u64::from(mirrored) * ONES))
            & not_zero(classes & (u64::from(classes_of(row)) * ONES));
        self.for_each(
            attacks & !but,
            #[inline(always)]
            |attacked, to, _| list.push(Threat { attacker: piece, from: square, attacked, to }),
        );
        let attacked = not_zero(attackers & classes & (u64::from(classes_of(column)) * ONES));
        self.for_each(
            attacked & !but,
            #[inline(always)]
            |attacker, from, _| list.push(Threat { attacker, from, attacked: piece, to: square }),
        );

        let leaps = knight_attacks_from(square);
        let piece_at = |square: Square| Piece::of_code(board.codes[square.index()]);
        if column >> Role::Knight as u8 & 1 != 0 {
            for from in squares(leaps & board.knights) {
                list.push(Threat { attacker: piece_at(from), from, attacked: piece, to: square });
            }
        }
        if piece.role() == Role::Knight {
            for to in squares(leaps & board.occupied) {
                let attacked = piece_at(to);
                if row >> attacked.role() as u8 & 1 != 0 {
                    list.push(Threat { attacker: piece, from: square, attacked, to });
                }
            }
        }
    }

    #[inline(always)]
    fn through(&self, but: Directions, kinds: ThreatKinds, list: &mut ChangeList) {
        let sliders = not_zero(self.classes & of_rays(&SLIDERS.0, 0));
        let passing = sliders & not_zero(self.classes).rotate_left(4) & !but;
        self.for_each(
            passing,
            #[inline(always)]
            |attacker, from, direction| {
                let across = (direction + 4) % 8;
                let (attacked, to) =
                    (Piece::of_code(self.codes[across]), Square::new_masked(self.squares[across]));
                if kinds.contains(attacker.role(), attacked.role()) {
                    list.push(Threat { attacker, from, attacked, to });
                }
            },
        );
    }
}
