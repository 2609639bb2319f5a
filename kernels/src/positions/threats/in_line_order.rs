//! All threats of a position, with vectors.
//!
//! Write the pieces of a board into a list, rank after rank. Whatever two pieces see each other on a rank are then next to
//! each other in the list, and no piece is between them on the board, because it would be between them in the list. For files,
//! diagonals and antidiagonals there are three more lists.
//!
//! ```text
//!  8  . . . . k . . .        by ranks:          Ke1 | Rb3 Nd3 pf3 | qb6 | ke8
//!  7  . . . . . . . .        by files:          Rb3 qb6 | Nd3 | Ke1 ke8 | pf3
//!  6  . q . . . . . .        by diagonals:      ..., Rb3 | ... (a1 to h8 direction)
//!  5  . . . . . . . .        by antidiagonals:  ...
//!  4  . . . . . . . .
//!  3  . R . N . p . .        Rb3 and Nd3 are next to each other and on one line: the rook attacks the knight.
//!  2  . . . . . . . .        Nd3 and pf3: neither attacks along a rank.
//!  1  . . . . K . . .        Ke1 and Rb3 are not on one line, which is what | stands for.
//!     a b c d e f g h        Rb3 and qb6, on a file: the rook attacks the queen, and the queen the rook.
//! ```
//!
//! A list is a vector with a byte for each piece. The steps are the same for every list:
//!
//! 1. The vector moved by one byte holds the next piece of each.
//! 2. A lane counts if both squares are on the same line. It is adjacent if their numbers differ by one step.
//! 3. A lookup by the piece gives the set of roles that it attacks: as a slider, or, where the next piece is adjacent, also as a
//!    king or a pawn. What the caller does not want is not in the tables, so kinds cost nothing.
//! 4. A lane is a threat if the set contains the role of the next piece; and a second threat if the set of the next piece
//!    contains the role of this one.
//!
//! Two masks for each list hold all threats but those of knights, whose targets are computed a knight's eight squares at a time.
//! There is no loop over pieces and no table by squares and occupancies. A list holds 32 pieces; boards with more, which
//! no game has, are done [piece by piece](super::piece_by_piece).
//!

use core::marker::PhantomData;

use super::SliderAttacks;
use super::{Places, ThreatsKernel, piece_by_piece};
use crate::lanes::Simd;
use crate::lanes::lists::{ListLanes, ROLE_BITS, ThreatSink};
use crate::position::{Position, Threat, ThreatKinds};

/// Lists of the pieces in lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct InLineOrder<V>(PhantomData<V>);

/// As many pieces as a list holds.
const MOST_PIECES: u32 = 32;
/// The byte of a white knight.
const KNIGHT: u8 = 2;

impl<T: Simd, V: ListLanes<Token = T>> ThreatsKernel<T> for InLineOrder<V> {
    #[inline(always)]
    fn threats(
        token: T,
        sliders: impl SliderAttacks,
        position: &Position,
        kinds: ThreatKinds,
        places: &mut Places<'_>,
    ) {
        let occupied = position.occupied();
        if occupied.count_ones() > MOST_PIECES {
            return crowded(sliders, position, kinds, places);
        }
        let board = V::board(token, position);
        let rows = V::splat_words(token, kinds.rows());
        let role_bits = V::table(token, &ROLE_BITS);
        V::for_each_family(
            token,
            &board,
            occupied,
            #[inline(always)]
            |neighbors, movers| {
                let (pieces, next) = (neighbors.pieces, neighbors.next_pieces);
                // The roles that a piece attacks in a direction, where the piece that it meets is adjacent or not.
                let attacked_by = |pieces: V, steppers: &'static u128| {
                    let far = pieces.lookup(rows & V::table(token, &movers.sliders));
                    V::select(neighbors.adjacent, pieces.lookup(rows & V::table(token, steppers)), far)
                };
                let roles = |pieces: V| pieces.lookup(role_bits);
                let there =
                    V::with_common_bits(neighbors.on_a_line, attacked_by(pieces, &movers.up), roles(next));
                let back =
                    V::with_common_bits(neighbors.on_a_line, attacked_by(next, &movers.down), roles(pieces));
                V::threats(&neighbors, there, back, places);
            },
        );
        let wanted = kinds.row(KNIGHT);
        if wanted != 0 {
            let wanted = role_bits & V::splat(token, wanted);
            V::knight_threats(token, &board, position.knights() & occupied, wanted, places);
        }
    }
}

/// The threats of a board with more pieces than a list holds.
#[cold]
#[inline(never)]
fn crowded(sliders: impl SliderAttacks, position: &Position, kinds: ThreatKinds, places: &mut Places<'_>) {
    piece_by_piece::threats(sliders, position, kinds, places);
}

impl ThreatSink for Places<'_> {
    #[inline(always)]
    fn write<const N: usize>(&mut self, count: u32, store: impl FnOnce(&mut [Threat; N])) {
        Places::write(self, count, store);
    }
}
