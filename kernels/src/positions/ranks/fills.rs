//! Fills of sliders, from rank to rank and along a rank.
//!
//! A sweep over the ranks passes the squares that it reaches on to the next rank, in a [`Front`]:
//!
//! ```text
//! rank k + 1      . . . . . . . .
//!                  ↖   ↑   ↗
//! rank k          . . . r . . . .      r, or a square that is empty and was reached from rank k - 1
//! ```

use crate::lanes::RankLanes;

/// The squares that a sweep reaches on a rank: straight on, and diagonally with steps to the east and to the
/// west.
#[derive(Clone, Copy)]
pub struct Front<V> {
    /// The squares reached along files.
    pub straight: V,
    /// The squares reached with steps to the east: along diagonals in a sweep to the north, and along
    /// antidiagonals in a sweep to the south.
    pub east: V,
    /// The squares reached with steps to the west.
    pub west: V,
}

impl<V: RankLanes> Front<V> {
    /// Returns the empty front, which reaches the first rank of a sweep. `none` is a rank without squares.
    #[inline(always)]
    pub fn new(none: V) -> Self {
        Self { straight: none, east: none, west: none }
    }

    /// Returns the squares of sliders that move along files and ranks, and of sliders that move along
    /// diagonals.
    #[inline(always)]
    pub fn of_sliders(orthogonal: V, diagonal: V) -> Self {
        Self { straight: orthogonal, east: diagonal, west: diagonal }
    }

    /// Returns the front on the next rank: from the sliders of this rank, and through its squares `passes`
    /// that let rays pass.
    #[inline(always)]
    pub fn next(self, sliders: Self, passes: V) -> Self {
        Self {
            straight: sliders.straight.or_reached(self.straight, passes),
            east: sliders.east.or_reached(self.east, passes).east(),
            west: sliders.west.or_reached(self.west, passes).west(),
        }
    }

    /// Does the same for sliders without diagonals, whose front has none either.
    #[inline(always)]
    pub fn next_straight(self, sliders: V, passes: V) -> Self {
        Self { straight: sliders.or_reached(self.straight, passes), ..self }
    }

    /// Returns the squares of all directions.
    #[inline(always)]
    pub fn union(self) -> V {
        self.straight | self.east | self.west
    }
}

/// The prepared squares of a rank for attacks to the west.
///
/// With an instruction that reverses the bits of a byte, these attacks are attacks to the east on the
/// mirrored rank, and only the mirrored occupied squares are stored. Otherwise they are three Kogge-Stone
/// steps, and the squares that let one, two and four steps pass are stored.
#[derive(Clone, Copy)]
pub struct West<V>([V; 3]);

impl<V: RankLanes> West<V> {
    /// Prepares a rank with these empty squares.
    #[inline(always)]
    pub fn new(token: V::Token, empty: V) -> Self {
        if V::FAST_MIRROR {
            return Self([(!empty).mirrored(); 3]);
        }
        // The h-file can only receive bits from the next byte, because no square is to its east.
        let one = empty & V::splat(token, 0x7f);
        let two = one & one.shift_right_by(1);
        Self([one, two, two & two.shift_right_by(2)])
    }

    /// Returns the attacks of sliders to the west.
    #[inline(always)]
    pub fn attacks(self, sliders: V) -> V {
        let Self([one, two, four]) = self;
        if V::FAST_MIRROR {
            let mirrored_occupied = one;
            return east_attacks(mirrored_occupied, sliders.mirrored()).mirrored();
        }
        let filled = sliders | (one & sliders.shift_right_by(1));
        let filled = filled | (two & filled.shift_right_by(2));
        (filled | (four & filled.shift_right_by(4))).west()
    }

    /// Returns the attacks of sliders to the east and west. The rank must be prepared with the same empty
    /// squares.
    #[inline(always)]
    pub fn attacks_both_ways(self, empty: V, sliders: V) -> V {
        east_attacks(!empty, sliders) | self.attacks(sliders)
    }
}

/// Returns the attacks of sliders to the east: `o ^ (o - 2r)`, which borrows from the next piece; see
/// [o^(o-2r)](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece).
#[inline(always)]
pub fn east_attacks<V: RankLanes>(occupied: V, sliders: V) -> V {
    occupied ^ (occupied - sliders.east())
}
