//! The pieces that are seen from two squares, with vectors: a lane of one byte for each of the eight
//! directions and for each knight's move.
//!
//! ```text
//! lanes 0 to 7       nearest pieces to the east, north, ... of the first square
//! lanes 8 to 15      pieces at a knight's move from it
//! lanes 16 to 31     the same for the second square
//! ```
//!
//! 1. Load the squares around each center, eight bytes for each ray from near to far, and select those that
//!    are occupied. The lowest one bit of a word, `x & -x`, is the nearest piece of the ray, for all rays at
//!    once. From here on, each ray is a lane, and both squares of a move are in the same vector.
//! 2. Look up the pieces on these squares, the class of each piece (a byte with one bit, or 0 for no piece),
//!    and its targets: the classes that it may attack, of which only those that are wanted are in the table.
//! 3. A lane is a threat to the piece on the center if the class attacks the center from there, and the class
//!    of the center is among the targets. Kings and pawns attack from adjacent squares only.
//! 4. For the threats by that piece, reverse the roles: a lane counts if a piece of the center's class would
//!    attack the center from there (for a pawn, a pawn of the other color), and its class is among the
//!    center's targets.
//! 5. A slider attacks through an empty center square the nearest piece on the opposite ray.
//! 6. Each of these sets of lanes is a mask of 32 bits, with both squares. The lanes become halves of threats
//!    in 32 bits, and those of the mask are moved together and stored.
//!
//! Both squares are computed together. With a lane of 32 bits for each ray, which has four of these bytes,
//! and with steps 3 to 5 for one square after the other, a move from a board of bytes took 21 ns instead of
//! 13 with AVX-512 VBMI, and 26 instead of 21 with AVX2 (Zen 5).

use super::changes::Seen;
use crate::Square;
use crate::arrays::MapEach;
use crate::chess::{Color, Piece, Position};
use crate::lanes::Simd;
use crate::threats::ray_lanes::{BLACK_PAWN, CLASSES, FAR, NEAR, RayLanes, SLIDERS, ray_towards};
use crate::threats::types::{ChangePlaces, Mailbox, MailboxRef, PiecePlanes, ThreatKinds};

/// The pieces that are seen from a square, in lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct SeenByVectors<V: RayLanes> {
    square: Square,
    /// The pieces and their squares.
    halves: V::Halves,
    /// The piece on the square, in the form of the first half of a threat.
    piece: u16,
    /// The lanes of the pieces that it attacks, and of those that attack it.
    own: [u16; 2],
    /// The lanes of the sliders that attack through the square if it is empty.
    through: u8,
    /// The pieces that are seen from both squares, for the threats of other pieces.
    both: Both<V>,
    /// The number of the square's first lane.
    first: u32,
}

/// The pieces that are seen from two squares.
#[derive(Clone, Copy, Debug)]
struct Both<V: RayLanes> {
    token: V::Token,
    /// The classes of the pieces.
    classes: V,
    /// The classes of pieces that attack the square from there.
    attackers: V,
    /// The classes that the pieces may attack.
    targets: V,
    /// A table of these classes, indexed by the bytes of pieces.
    targets_by_piece: V,
    /// The lanes of black pieces, or 0 if the color does not matter.
    black: u32,
    /// All lanes if the color does not matter, or 0.
    defenses: u32,
}

/// For each piece, indexed by its byte, the class of the pieces that attack it from the squares that it
/// attacks: its own, but that of the other color for a pawn.
static MIRRORED: u128 = {
    let mut classes = CLASSES.to_le_bytes();
    (classes[1], classes[9]) = (classes[9], classes[1]);
    u128::from_le_bytes(classes)
};

/// Returns the classes of the roles in each byte.
#[inline(always)]
fn classes_of(roles: u64) -> u64 {
    roles | ((roles & 0x0101_0101_0101_0101) * u64::from(BLACK_PAWN))
}

/// Returns a piece and its square as in half of a threat.
#[inline(always)]
fn half(piece: Piece, square: Square) -> u16 {
    u16::from(piece.to_byte()) | (square.index() as u16) << 8
}

impl<V: RayLanes> Both<V> {
    /// Returns the lanes of the pieces that two pieces on the squares attack, and of those that attack them.
    #[inline(always)]
    fn own(&self, pieces: [Piece; 2]) -> [u32; 2] {
        let Self { token, classes, attackers, targets, targets_by_piece, black, defenses } = *self;
        let [first, second] = pieces;
        let own = [first, second].map_each(
            #[inline(always)]
            |piece| if piece.color() == Color::Black { 0xffff } else { 0 },
        );
        let wanted = black ^ (own[0] | own[1] << 16) | defenses;
        let centers = V::splat_both(token, [first.to_byte(), second.to_byte()]);
        let mirrored = centers.lookup(V::table(token, &MIRRORED));
        let center_classes = centers.lookup(V::table(token, &CLASSES));
        let center_targets = centers.lookup(targets_by_piece);
        [
            V::with_common_bits([attackers, mirrored], [classes, center_targets]) & wanted,
            V::with_common_bits([attackers, classes], [targets, center_classes]) & wanted,
        ]
    }
}

impl<T: Simd, V: RayLanes<Token = T>> Seen<T> for SeenByVectors<V> {
    type Board = V::Board;
    /// One bit for each, in the order of the lanes.
    type Directions = u8;
    const NOWHERE: u8 = 0;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> V::Board {
        V::of_position(token, position)
    }

    #[inline(always)]
    fn code_at(planes: PiecePlanes, board: &V::Board, square: Square) -> u8 {
        V::code_at(planes, board, square)
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> V::Board {
        V::of_mailbox(token, mailbox)
    }

    #[inline(always)]
    fn of_mailbox_ref(token: T, mailbox: MailboxRef<'_>) -> V::Board {
        V::of_mailbox_ref(token, mailbox)
    }

    #[inline(always)]
    fn from_both(
        token: T,
        board: &V::Board,
        squares: [Square; 2],
        pieces: [Piece; 2],
        empty: Square,
        kinds: ThreatKinds,
    ) -> [Self; 2] {
        let board = V::without(board, empty);
        let (seen_squares, adjacent) = V::seen(&board, squares);
        let seen = V::pieces_at(&board, seen_squares);
        let classes = seen.lookup(V::table(token, &CLASSES));
        let targets_by_piece = V::table_of_eight(token, classes_of(kinds.rows()));
        let targets = seen.lookup(targets_by_piece);
        let attackers = V::load(token, &FAR).or_where_adjacent(V::load(token, &NEAR), adjacent);
        let (black, defenses) = if kinds.has_defenses() {
            (0, !0)
        } else {
            let black = [seen, V::splat_both(token, [Color::Black as u8 * 8; 2])];
            (V::with_common_bits(black, black), 0)
        };
        let both = Both { token, classes, attackers, targets, targets_by_piece, black, defenses };
        let [attacked, attacking] = both.own(pieces);
        let through = V::with_common_bits([classes, V::load(token, &SLIDERS)], [targets, classes.opposite()]);
        // Opposite rays are four bits apart.
        let opposite = (black & 0x000f_000f) << 4 | (black & 0x00f0_00f0) >> 4;
        let through = through & (black ^ opposite | defenses);
        let [first, second] = V::halves(seen, seen_squares);
        [
            Self {
                square: squares[0],
                halves: first,
                piece: half(pieces[0], squares[0]),
                own: [attacked as u16, attacking as u16],
                through: through as u8,
                both,
                first: 0,
            },
            Self {
                square: squares[1],
                halves: second,
                piece: half(pieces[1], squares[1]),
                own: [(attacked >> 16) as u16, (attacking >> 16) as u16],
                through: (through >> 16) as u8,
                both,
                first: 16,
            },
        ]
    }

    #[inline(always)]
    fn towards(&self, square: Square) -> (u8, u8) {
        let there = ray_towards(self.square, square);
        (there, there | there.rotate_left(4))
    }

    #[inline(always)]
    fn own(&self, list: &mut ChangePlaces<'_>) {
        let [attacked, attacking] = self.own;
        V::write_attacked(self.halves, attacked, self.piece, list);
        V::write_attackers(self.halves, attacking, self.piece, list);
    }

    #[inline(always)]
    fn own_of(&self, piece: Piece, but: u8, list: &mut ChangePlaces<'_>) {
        let [attacked, attacking] = self.both.own([piece; 2]);
        let lanes = |lanes: u32| (lanes >> self.first) as u16 & !u16::from(but);
        let piece = half(piece, self.square);
        V::write_attacked(self.halves, lanes(attacked), piece, list);
        V::write_attackers(self.halves, lanes(attacking), piece, list);
    }

    #[inline(always)]
    fn through(&self, but: u8, list: &mut ChangePlaces<'_>) {
        V::write_opposite(self.halves, self.through & !but, list);
    }
}
