//! The pieces that are seen from a square, with vectors: eight bytes for each of eight directions.
//!
//! ```text
//!            byte 0    1    2    3    4    5    6    7
//! word 0     east of the square, from near to far    a square a knight's move away
//! word 1     north                                   another one
//!   ...
//! ```
//!
//! 1. Load the squares in this order from a table, and look up the pieces on them.
//! 2. Look up the class of each piece: a byte with one bit, or 0 for an empty square. The lowest one bit of a word,
//!    `x & -x`, is then the nearest piece of the ray, for all rays at once.
//! 3. AND the nearest pieces with a constant and with the wanted classes. For each lane, the constant has the classes
//!    of pieces that attack the center square from there. The result is the threats to the piece on the center square.
//! 4. For the threats by that piece, reverse the roles: select the lanes from which a piece of its class would attack
//!    the center. For a pawn, use a pawn of the other color.
//! 5. A slider attacks through an empty center square the nearest piece on the opposite ray.

use core::hint::select_unpredictable;
use core::marker::PhantomData;

use super::changes::Seen;
use crate::Square;
use crate::lanes::Simd;
use crate::lanes::rays::{ATTACKERS, BLACK_PAWN, CLASSES, HalfWords, RAYS, RayLanes, SLIDERS};
use crate::position::{ChangeList, Mailbox, Piece, Position, Role, ThreatKinds};

/// The pieces that are seen from a square, in lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct SeenByVectors<V: RayLanes> {
    token: V::Token,
    /// The squares in the order of the rays.
    squares: V,
    /// The classes of the nearest pieces and of the pieces at a knight's move, and 0 elsewhere.
    seen: V,
    /// For each ray, the nearest piece and its square, in the two lowest bytes.
    nearest: V,
    /// For each ray, the piece at a knight's move and its square.
    knights: V,
    lanes: PhantomData<V>,
}

/// The bytes of a word that belong to a ray.
const RAY: u64 = 0x00ff_ffff_ffff_ffff;

/// For each piece, indexed by its byte, the class of the pieces that attack it from the squares that it attacks: its own,
/// but that of the other color for a pawn.
static MIRRORED: [u8; 16] = {
    let mut classes = CLASSES.to_le_bytes();
    (classes[1], classes[9]) = (classes[9], classes[1]);
    classes
};

/// Combines pieces in the lowest byte of each word with their squares in the next byte.
#[inline(always)]
fn piece_and_square<V: RayLanes>(pieces: V, squares: V) -> V {
    pieces | squares.shift_left_by(8)
}

/// Returns the classes of some roles.
#[inline(always)]
pub(super) fn classes_of(roles: u8) -> u8 {
    roles | if roles & 1 != 0 { BLACK_PAWN } else { 0 }
}

impl<T: Simd, V: RayLanes<Token = T>> Seen<T> for SeenByVectors<V> {
    type Board = V::Board;
    /// One bit for each, in the order of the lanes' halves.
    type Directions = u8;
    const NOWHERE: u8 = 0;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> V::Board {
        V::of_position(token, position)
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> V::Board {
        V::of_mailbox(token, mailbox)
    }

    #[inline(always)]
    fn from(token: T, board: &V::Board, square: Square, empty: Square) -> Self {
        let squares = V::load(token, &RAYS[square.index()]);
        let pieces = V::at(board, squares, empty.index() as u8);
        let classes = pieces.lookup(V::table(token, &CLASSES));
        let nearest = (classes & V::splat_words(token, RAY)).ls1b();
        Self {
            token,
            squares,
            seen: nearest | classes & V::splat_words(token, !RAY),
            nearest: piece_and_square(
                pieces.keep_where_not_zero(nearest).sum_bytes(),
                squares.keep_where_not_zero(nearest).sum_bytes(),
            ),
            // The mask keeps squares on the board even for threats that are not counted.
            knights: piece_and_square(pieces.shift_right_by(56), squares.shift_right_by(56))
                & V::splat_words(token, 0x3fff),
            lanes: PhantomData,
        }
    }

    #[inline(always)]
    fn towards(&self, square: Square) -> (u8, u8) {
        let there =
            self.squares.equal(V::splat(self.token, square.index() as u8)) & V::splat_words(self.token, RAY);
        (there.words_not_zero(), (there | there.opposite()).words_not_zero())
    }

    #[inline(always)]
    fn own(&self, piece: Piece, square: Square, but: u8, kinds: ThreatKinds, list: &mut ChangeList) {
        let Self { token, seen, .. } = *self;
        let code = piece.to_byte();
        let attackers = V::load(token, &ATTACKERS);
        let attacks = seen.keep_where_not_zero(attackers & V::splat(token, MIRRORED[code as usize % 16]))
            & V::splat(token, classes_of(kinds.row(code)));
        let attacked = seen & attackers & V::splat(token, classes_of(kinds.column(code)));

        let middle = u32::from(code) | (square.index() as u32) << 8;
        let (rays, knights) = (self.nearest.halves(), self.knights.halves());
        // For a knight, the attacked pieces are in the words of unrelated rays.
        let is_knight = piece.role() == Role::Knight;
        let others = rays.or_if(is_knight, knights);
        let attacks = attacks.words_not_zero() & !select_unpredictable(is_knight, 0, but);
        let threats = V::Halves::splat(token, middle) | others.to_upper();
        list.write(
            attacks.count_ones(),
            #[inline(always)]
            |places| threats.store_some(attacks, places),
        );

        let middle = V::Halves::splat(token, middle << 16);
        let by_rays = (attacked & V::splat_words(token, RAY)).words_not_zero() & !but;
        list.write(
            by_rays.count_ones(),
            #[inline(always)]
            |places| (middle | rays).store_some(by_rays, places),
        );
        let by_knights = (attacked & V::splat_words(token, !RAY)).words_not_zero();
        list.write(
            by_knights.count_ones(),
            #[inline(always)]
            |places| (middle | knights).store_some(by_knights, places),
        );
    }

    #[inline(always)]
    fn through(&self, but: u8, kinds: ThreatKinds, list: &mut ChangeList) {
        let Self { token, seen, .. } = *self;
        // The classes that each slider attacks, in the lowest byte of its word, and the class on the opposite ray.
        let rows = kinds.rows();
        let rows = rows | ((rows & 0x0101_0101_0101_0101) * u64::from(BLACK_PAWN));
        let wanted = self.nearest.lookup(V::splat_words(token, rows));
        let across = (seen & V::splat_words(token, RAY)).opposite().sum_bytes();
        let sliders = seen & V::load(token, &SLIDERS);
        let passing = (wanted & across).words_not_zero() & sliders.words_not_zero() & !but;
        let threats = self.nearest.halves() | self.nearest.opposite().halves().to_upper();
        list.write(
            passing.count_ones(),
            #[inline(always)]
            |places| threats.store_some(passing, places),
        );
    }
}
