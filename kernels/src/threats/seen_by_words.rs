//! The pieces that are seen from a square, with 64-bit integers, as sets of squares.
//!
//! ```text
//!    . . . . . . . .      The nearest pieces on ranks and files, from d4:       d6 f4
//!    . . . . . . . .      The nearest pieces on diagonals:                      b6
//!    . b . q . . . .
//!    . . . . . . . .      A rook that appears on d4 attacks       d6 f4
//!    . . . R . N . .      and is attacked by                      d6 (queen)
//! ```
//!
//! 1. On each half of the four lines, the nearest piece is the lowest or the highest bit.
//! 2. Both sets, of attacked pieces and of attackers, are ANDs of the nearest pieces and of the pieces at a
//!    knight's, king's or pawn's distance with the wanted roles.
//! 3. One loop writes the threats of both sets, so that only its end is mispredicted and not that of each
//!    set.
//! 4. Threats that pass through the square are rare. A loop over the sliders among the nearest pieces looks
//!    for a piece on the rest of the line.
//!
//! An earlier version had a byte for each of the eight directions, as [vectors](super::seen) have. It took
//! twice as many instructions.

use core::hint::select_unpredictable;

use super::changes::Seen;
use crate::Square;
use crate::chess::{Color, Piece, Position};
use crate::lanes::Simd;
use crate::line::Line;
use crate::square::squares;
use crate::steps::pawn_attacks;
use crate::tables::{LOWER, UPPER, king_attacks_from, knight_attacks_from, line_through};
use crate::threats::types::{ChangePlaces, Mailbox, Threat, ThreatKinds};

/// The pieces that are seen from a square.
#[derive(Clone, Copy, Debug)]
pub struct SeenByWords {
    square: Square,
    /// The piece on the square.
    piece: Piece,
    board: WordsBoard,
    kinds: ThreatKinds,
    /// The nearest pieces on the rank and the file of the square.
    orthogonal: u64,
    /// The nearest pieces on its diagonals.
    diagonal: u64,
}

/// A board as bitboards.
#[derive(Clone, Copy, Debug)]
pub struct WordsBoard {
    /// The pieces of both colors, by role.
    roles: [u64; 6],
    black: u64,
    occupied: u64,
}

impl WordsBoard {
    /// Returns the board with these bits of the bytes of the pieces, lowest bit first.
    #[inline(always)]
    const fn new([a, b, c, black]: [u64; 4]) -> Self {
        Self {
            roles: [a & !b & !c, b & !a & !c, a & b, c & !a & !b, a & c, b & c],
            black,
            occupied: a | b | c,
        }
    }

    /// Returns the piece on an occupied square.
    #[inline(always)]
    fn piece_at(&self, square: Square) -> Piece {
        let on = |squares: u64| (squares >> square.index() & 1) as u8;
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let (a, b, c) = (pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings);
        Piece::of_code(on(a) | on(b) << 1 | on(c) << 2 | on(self.black) << 3)
    }

    /// Returns the pieces of some roles, in each of the sets.
    #[inline(always)]
    fn some_of(roles: u8, sets: [u64; 6]) -> u64 {
        sets.into_iter().enumerate().fold(
            0,
            #[inline(always)]
            |all, (role, set)| all | select_unpredictable(roles >> role & 1 != 0, set, 0),
        )
    }
}

impl SeenByWords {
    /// Returns the pieces that are seen from a square.
    #[inline(always)]
    fn new(board: WordsBoard, square: Square, piece: Piece, kinds: ThreatKinds) -> Self {
        let nearest = |line: Line| {
            let upper = UPPER.0[square.index()][line.lane()] & board.occupied;
            let lower = LOWER.0[square.index()][line.lane()] & board.occupied;
            // The highest bit of `lower`, and 0 if it has none.
            upper & upper.wrapping_neg() | lower & (1 << 63) >> (lower | 1).leading_zeros()
        };
        Self {
            square,
            piece,
            board,
            kinds,
            orthogonal: nearest(Line::Rank) | nearest(Line::File),
            diagonal: nearest(Line::Diagonal) | nearest(Line::Antidiagonal),
        }
    }
}

impl<T: Simd> Seen<T> for SeenByWords {
    type Board = WordsBoard;
    /// The squares in these directions.
    type Directions = u64;
    const NOWHERE: u64 = 0;

    #[inline(always)]
    fn of_position(_: T, position: &Position) -> WordsBoard {
        WordsBoard::new(position.piece_planes().0)
    }

    #[inline(always)]
    fn of_mailbox(_: T, mailbox: &Mailbox) -> WordsBoard {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut planes = [0; 4];
        for (rank, codes) in mailbox.as_bytes().as_chunks::<8>().0.iter().enumerate() {
            let codes = u64::from_le_bytes(*codes);
            for (bit, plane) in planes.iter_mut().enumerate() {
                // Gathers one bit of each byte in the highest byte.
                let bits = (codes >> bit & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *plane |= bits << (8 * rank);
            }
        }
        WordsBoard::new(planes)
    }

    #[inline(always)]
    fn from_both(
        _: T,
        board: &WordsBoard,
        [first, second]: [Square; 2],
        [piece, second_piece]: [Piece; 2],
        empty: Square,
        kinds: ThreatKinds,
    ) -> [Self; 2] {
        let board = WordsBoard { occupied: board.occupied & !empty.bit(), ..*board };
        [Self::new(board, first, piece, kinds), Self::new(board, second, second_piece, kinds)]
    }

    #[inline(always)]
    fn towards(&self, square: Square) -> (u64, u64) {
        let line = line_through(self.square, square);
        let below = self.square.bit() - 1;
        (line & select_unpredictable(square < self.square, below, !below), line)
    }

    #[inline(always)]
    fn own(&self, list: &mut ChangePlaces<'_>) {
        <Self as Seen<T>>::own_of(self, self.piece, 0, list);
    }

    #[inline(always)]
    fn own_of(&self, piece: Piece, but: u64, list: &mut ChangePlaces<'_>) {
        let Self { square, board, kinds, orthogonal, diagonal, .. } = *self;
        let here = square.bit();
        let (above, below) = (pawn_attacks(Color::White, here), pawn_attacks(Color::Black, here));
        let (knights, kings) = (knight_attacks_from(square), king_attacks_from(square));
        let queens = orthogonal | diagonal;
        let pawns = select_unpredictable(piece.color() == Color::Black, below, above);

        let attacks = [pawns, knights, diagonal, orthogonal, queens, kings][piece.role() as usize];
        let wanted = WordsBoard::some_of(kinds.row(piece.to_byte()), board.roles);
        let enemies = select_unpredictable(piece.color() == Color::Black, !board.black, board.black);
        let others = board.occupied & !but & if kinds.has_defenses() { !0 } else { enemies };
        let attacks = attacks & wanted & others;
        // White pawns attack the square from below.
        let pawns = below & !board.black | above & board.black;
        let sources = [pawns, knights, diagonal, orthogonal, queens, kings];
        let mut attackers = board.roles;
        for (attackers, sources) in attackers.iter_mut().zip(sources) {
            *attackers &= sources;
        }
        let attackers = WordsBoard::some_of(kinds.column(piece.to_byte()), attackers);
        let attackers = attackers & others;

        let mut is_attacked = attacks == 0;
        let mut set = select_unpredictable(is_attacked, attackers, attacks);
        while let Some(other) = Square::lowest(set) {
            let other_piece = board.piece_at(other);
            let select = |attacker, attacked| select_unpredictable(is_attacked, attacked, attacker);
            list.push(Threat {
                attacker: Piece::of_code(select(piece.to_byte(), other_piece.to_byte())),
                from: Square::new_masked(select(square.index() as u8, other.index() as u8)),
                attacked: Piece::of_code(select(other_piece.to_byte(), piece.to_byte())),
                to: Square::new_masked(select(other.index() as u8, square.index() as u8)),
            });
            set &= set - 1;
            let is_last_attack = set == 0 && !is_attacked;
            set = select_unpredictable(is_last_attack, attackers, set);
            is_attacked |= is_last_attack;
        }
    }

    #[inline(always)]
    fn through(&self, but: u64, list: &mut ChangePlaces<'_>) {
        let Self { square, board, kinds, orthogonal, diagonal, .. } = *self;
        let [_, _, bishops, rooks, queens, _] = board.roles;
        let sliders = orthogonal & (rooks | queens) | diagonal & (bishops | queens);
        for from in squares(sliders & board.occupied & !but) {
            let across = line_through(square, from) & (orthogonal | diagonal) & !from.bit();
            let Some(to) = Square::lowest(across) else { continue };
            let (attacker, attacked) = (board.piece_at(from), board.piece_at(to));
            if kinds.contains_pair(attacker, attacked) {
                list.push(Threat { attacker, from, attacked, to });
            }
        }
    }
}
