//! All threats of a position, with vectors.
//!
//! Write the pieces of a board into a list, rank after rank. Two pieces that see each other along a rank are
//! then next to each other in the list, and two neighbors in the list have no piece between them on the
//! board. Three more lists do the same for files, diagonals and antidiagonals.
//!
//! ```text
//!  8  . . . . k . . .        by ranks:          Ke1 | Rb3 Nd3 pf3 | qb6 | ke8
//!  7  . . . . . . . .        by files:          Rb3 qb6 | Nd3 | Ke1 ke8 | pf3
//!  6  . q . . . . . .        by diagonals:      ..., Rb3 | ... (a1 to h8 direction)
//!  5  . . . . . . . .        by antidiagonals:  ...
//!  4  . . . . . . . .
//!  3  . R . N . p . .        Rb3 and Nd3 are next to each other and on one line: the rook attacks the knight.
//!  2  . . . . . . . .        Nd3 and pf3: neither attacks along a rank.
//!  1  . . . . K . . .        Ke1 and Rb3 are not on one line, so a | separates them.
//!     a b c d e f g h        Rb3 and qb6, on a file: the rook attacks the queen, and the queen the rook.
//! ```
//!
//! A list is a vector with one byte for each piece. The steps are the same for every list:
//!
//! 1. Shift the vector by one byte, which aligns each piece with the next one.
//! 2. Compare the lines of the two squares. A lane counts if both are on the same line. The pieces are
//!    adjacent if the squares are one step apart.
//! 3. Look up the set of roles that the piece attacks: as a slider, or also as a king or a pawn if the next
//!    piece is adjacent. Roles that are not selected are not in the tables, so selecting kinds of
//!    threats costs nothing.
//! 4. A lane is a threat if the set contains the role of the next piece. It is a second threat if the set of
//!    the next piece contains the role of this one.
//!
//! AVX2 has no instruction that compresses bytes. It joins the squares of the eight ranks with byte shuffles,
//! which takes too long for all four lists, and makes only the list by ranks. (Made in memory, by overlapping
//! stores, the list was slower: its load waits until all of them are in the cache.) On the other lines, it
//! finds the next piece in a byte that has a bit for each occupied square of the line:
//!
//! ```text
//! bit (rank)                     7 6 5 4 3 2 1 0
//! b-file: Rb3 and qb6            . . # . . # . .
//! above b3                       # # # # # . . .     looked up by the rank of the rook
//! AND, then the lowest bit       . . # . . . . .     b6: two lookups give the distance from b1
//! ```
//!
//! The distance is added to the square of bit 0. A rotated board has two diagonals in a byte; if the next bit
//! belongs to the other diagonal, the sum is not on the board.
//!
//! Two masks for each list hold all threats except those by knights, whose targets are computed for the eight
//! squares of one knight at a time. There is no loop over pieces and no table by square and occupancy. A list
//! holds 32 pieces. Boards with more, which no game has, are computed [piece by
//! piece](super::piece_by_piece).
//!
//! AVX-512 compresses the lanes of a mask. AVX2 stores all pairs of neighbors, and then copies those in the
//! masks one by one:
//!
//! ```text
//! neighbors on files    Ke1 ke8   Rb3 qb6  | ke8 Ke1   qb6 Rb3      stored by vectors, there and back
//! bits of both masks       0         1     |    0         1
//! written               Rb3 qb6   qb6 Rb3   ...                     the rest are copies of a placeholder
//! ```
//!
//! It always copies as many as nearly all positions have at most (eight on a family of lines, twelve if most
//! kinds are wanted), so that no loop ends unpredictably, and the next threats overwrite the placeholders.
//! Compressing the pairs in vectors, eight at a time, took more instructions, because half of the groups of
//! eight are empty: a position took 60 ns instead of 45 (Zen 5).

use core::marker::PhantomData;

use super::kernel::{ThreatPlaces, ThreatsKernel};
use super::piece_by_piece;
use crate::chess::Position;
use crate::lanes::{SliderAttacks, align_frame};
use crate::threats::lanes::ThreatLanes;
use crate::threats::types::ThreatKinds;

/// All threats of a position, with lists of the pieces in lanes `V`.
#[derive(Clone, Copy, Debug)]
pub struct InLineOrder<V>(PhantomData<V>);

/// The number of pieces that a list holds.
const MOST_PIECES: u32 = 32;

impl<T: SliderAttacks, V: ThreatLanes<Token = T>> ThreatsKernel<T> for InLineOrder<V> {
    type Numbers = V::Numbers;

    #[inline(always)]
    fn threats(token: T, position: &Position, kinds: ThreatKinds, places: &mut ThreatPlaces<'_>) {
        align_frame::<T>();
        let occupied = position.occupied();
        if occupied.count_ones() > MOST_PIECES {
            return piece_by_piece::one_by_one(token, position, kinds, places);
        }
        places.with_room(
            #[inline(always)]
            |mut room| {
                V::write_threats(token, position, kinds, &mut room);
                room.count()
            },
        );
    }
}
