//! The steps of knights, pawns and kings.

use crate::lanes::RankLanes;

/// A board with two empty ranks at both ends, for steps of two ranks.
#[derive(Clone, Copy)]
pub struct Padded<V>([V; 12]);

impl<V: RankLanes> Padded<V> {
    /// Returns an empty board. `none` is a rank without squares.
    #[inline(always)]
    pub fn new(none: V) -> Self {
        Self([none; 12])
    }

    /// Sets the squares of a rank.
    #[inline(always)]
    pub fn set(&mut self, rank: usize, squares: V) {
        self.0[rank + 2] = squares;
    }

    /// Returns the squares of a rank.
    #[inline(always)]
    pub fn at(&self, rank: usize) -> V {
        self.0[rank + 2]
    }

    /// Returns the squares two ranks to the south and two ranks to the north.
    #[inline(always)]
    pub fn two_away(&self, rank: usize) -> [V; 2] {
        [self.0[rank], self.0[rank + 4]]
    }

    /// Returns the squares one rank to the south and one rank to the north.
    #[inline(always)]
    pub fn one_away(&self, rank: usize) -> [V; 2] {
        [self.0[rank + 1], self.0[rank + 3]]
    }
}

/// The attacks of the knights, pawns and kings of a side.
///
/// They are sorted by the number of ranks that they go, so pieces that go to the same rank share a board:
///
/// ```text
/// rank k + 2      . . N . N . . .
/// rank k + 1      . N . . . N . .      . K K K . . . .      . P . P . . . .
/// rank k          . . . n . . . .      . K k K . . . .      . . p . . . . .
/// rank k - 1      . N . . . N . .      . K K K . . . .
/// rank k - 2      . . N . N . . .
/// ```
pub struct Leapers<V> {
    same: Padded<V>,
    to_north: Padded<V>,
    to_south: Padded<V>,
    two_away: Padded<V>,
}

impl<V: RankLanes> Leapers<V> {
    /// Returns the attacks of no pieces. `none` is a rank without squares.
    #[inline(always)]
    pub fn new(none: V) -> Self {
        let empty = Padded::new(none);
        Self { same: empty, to_north: empty, to_south: empty, two_away: empty }
    }

    /// Sets the pieces of a rank: knights, kings, and the pawns that capture to the north and to the south.
    #[inline(always)]
    pub fn set<const NO_KNIGHTS: bool>(
        &mut self,
        rank: usize,
        [knights, kings, pawns_north, pawns_south]: [V; 4],
    ) {
        let beside_kings = kings.east() | kings.west();
        self.same.set(rank, beside_kings);
        let mut next = beside_kings | kings;
        if !NO_KNIGHTS {
            let [one, two] = beside(knights);
            self.two_away.set(rank, one);
            next = next | two;
        }
        self.to_north.set(rank, next | pawns_north.east() | pawns_north.west());
        self.to_south.set(rank, next | pawns_south.east() | pawns_south.west());
    }

    /// Returns the attacked squares of a rank.
    #[inline(always)]
    pub fn attacks<const NO_KNIGHTS: bool>(&self, rank: usize) -> V {
        let ([south, _], [_, north]) = (self.to_north.one_away(rank), self.to_south.one_away(rank));
        if NO_KNIGHTS {
            return self.same.at(rank) | (south | north);
        }
        let [a, b] = self.two_away.two_away(rank);
        self.same.at(rank) | a | b | (south | north)
    }
}

/// Returns the squares one step and two steps to the east and west.
#[inline(always)]
pub fn beside<V: RankLanes>(squares: V) -> [V; 2] {
    let (east, west) = (squares.east(), squares.west());
    [east | west, east.east() | west.west()]
}
