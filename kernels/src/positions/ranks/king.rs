//! Checks, pins and the squares that are dangerous for the king, rank by rank.
//!
//! The method is that of [`positions::king`](crate::positions::king), with a drawing there: intersect the king's lines
//! with the fills of the enemy's sliders. Here both come from the same sweeps over the ranks, with the squares that a
//! rank passes on in a [`Front`]:
//!
//! ```text
//! rank k + 1      . . . . . . . .
//!                  ↖   ↑   ↗
//! rank k          . . . r . . . .      r, or a square that is empty and was reached from rank k - 1
//! ```
//!
//! 1. Combine the king's ranks of all positions in one vector, and compute the king's attacks along it. Each position
//!    has one king, so this is done once instead of once per rank.
//! 2. Sweep to the north, which finds the rays that come from the south. Keep the front of every rank.
//! 3. Sweep to the south for the other rays. At each rank intersect the king's fronts with the enemy's opposite ones,
//!    which gives pins and checks, and collect the danger.
//! 4. Add the steps of knights, pawns and kings.
//! 5. Count the checkers and build the check mask.

use super::sides::Sides;
use super::{Board, downwards, upwards};
use crate::lanes::RankLanes;
use crate::positions::king::ByLine;

/// The squares that a sweep reaches on a rank: straight on, and diagonally with steps to the east and to the west.
#[derive(Clone, Copy)]
pub struct Front<V> {
    /// The squares reached along files.
    pub straight: V,
    /// The squares reached with steps to the east: along diagonals in a sweep to the north, and along antidiagonals in
    /// a sweep to the south.
    pub east: V,
    /// The squares reached with steps to the west.
    pub west: V,
}

impl<V: RankLanes> Front<V> {
    /// Returns the empty front, which reaches the first rank of a sweep.
    #[inline(always)]
    pub fn new(sides: &Sides<V>) -> Self {
        let none = sides.splat(0);
        Self { straight: none, east: none, west: none }
    }

    /// Returns the front on the next rank: from the sliders of this rank, and through its squares `passes` that let
    /// rays pass.
    #[inline(always)]
    pub fn next(self, sliders: Self, passes: V) -> Self {
        Self {
            straight: sliders.straight | (self.straight & passes),
            east: (sliders.east | (self.east & passes)).east(),
            west: (sliders.west | (self.west & passes)).west(),
        }
    }
}

/// The prepared squares of a rank for attacks to the west.
///
/// With an instruction that reverses the bits of a byte, these attacks are attacks to the east on the mirrored rank,
/// and only the mirrored occupied squares are stored. Otherwise they are three Kogge-Stone steps, and the squares that
/// let one, two and four steps pass are stored.
#[derive(Clone, Copy)]
pub struct West<V>([V; 3]);

impl<V: RankLanes> West<V> {
    /// Prepares a rank with these empty squares.
    #[inline(always)]
    fn new(sides: &Sides<V>, empty: V) -> Self {
        if V::FAST_MIRROR {
            return Self([(!empty).mirrored(); 3]);
        }
        // The h-file can only receive bits from the next byte, because no square is to its east.
        let one = empty & sides.splat(0x7f);
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
}

/// Returns the attacks of sliders to the east: `o ^ (o - 2r)`, which borrows from the next piece; see
/// [o^(o-2r)](https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece).
#[inline(always)]
pub fn east_attacks<V: RankLanes>(occupied: V, sliders: V) -> V {
    occupied ^ (occupied - sliders.east())
}

/// The king of the side to move: pins, checks and danger.
pub struct King<V> {
    /// For each line, the squares that both the king and an enemy slider reach. The own pieces among them are pinned.
    pub pin_rays: ByLine<Board<V>>,
    /// The union of the pin rays.
    pub pins: Board<V>,
    /// The squares where pieces other than the king may move.
    pub check_mask: Board<V>,
    /// The squares that the enemy attacks with the king removed from the board.
    pub danger: Board<V>,
    /// The squares where the king may step.
    pub targets: Board<V>,
    /// The prepared squares of each rank for attacks to the west.
    pub west: [West<V>; 8],
    /// All ones if the side to move has no king.
    pub is_missing: V,
}

impl<V: RankLanes> King<V> {
    /// Computes the king of each position.
    #[inline(always)]
    pub fn new(sides: &Sides<V>) -> Self {
        let none = sides.splat(0);
        let nowhere = [none; 8];
        let Sides { own, enemy, empty, .. } = *sides;
        let (mut king, mut orthogonal, mut diagonal) = (nowhere, nowhere, nowhere);
        upwards(
            #[inline(always)]
            |rank| {
                king[rank] = sides.kings[rank] & own[rank];
                orthogonal[rank] = sides.orthogonal[rank] & enemy[rank];
                diagonal[rank] = sides.diagonal[rank] & enemy[rank];
            },
        );

        // The king's own rank of every position, in one vector.
        let mut elsewhere = nowhere;
        let (mut kings, mut occupied, mut rooks) = (none, none, none);
        upwards(
            #[inline(always)]
            |rank| {
                elsewhere[rank] = king[rank].is_zero();
                kings = kings | king[rank];
                occupied = occupied | !(empty[rank] | elsewhere[rank]);
                rooks = rooks | (orthogonal[rank] & !elsewhere[rank]);
            },
        );
        let east = east_attacks(occupied, kings);
        let west = West::new(sides, !occupied).attacks(kings);
        let kings_rank = east | west;
        // A slider on one side of the king also attacks the squares on the other side.
        let behind = (west & !(east & rooks).is_zero()) | (east & !(west & rooks).is_zero());

        // The sweep to the north, of the enemy's sliders, which attack through the king, and of the king.
        let mut north = [(Front::new(sides), Front::new(sides)); 8];
        let mut front = (Front::new(sides), Front::new(sides));
        upwards(
            #[inline(always)]
            |rank| {
                north[rank] = front;
                front = next_fronts(front, king[rank], orthogonal[rank], diagonal[rank], empty[rank]);
            },
        );

        // The sweep to the south, and the intersections with the sweep to the north.
        let mut pin_rays = ByLine { rank: nowhere, file: nowhere, diagonal: nowhere, antidiagonal: nowhere };
        let (mut danger, mut checkers) = (nowhere, nowhere);
        let mut passes = [West([none; 3]); 8];
        let mut front = (Front::new(sides), Front::new(sides));
        downwards(
            #[inline(always)]
            |rank| {
                let ((enemy_north, king_north), (enemy_south, king_south)) = (north[rank], front);
                pin_rays.file[rank] = (king_north.straight & enemy_south.straight)
                    | (king_south.straight & enemy_north.straight);
                pin_rays.diagonal[rank] =
                    (king_north.east & enemy_south.west) | (king_south.west & enemy_north.east);
                pin_rays.antidiagonal[rank] =
                    (king_north.west & enemy_south.east) | (king_south.east & enemy_north.west);
                passes[rank] = West::new(sides, empty[rank]);
                let enemy_rank =
                    east_attacks(!empty[rank], orthogonal[rank]) | passes[rank].attacks(orthogonal[rank]);
                let king_rank = kings_rank & !elsewhere[rank];
                pin_rays.rank[rank] = king_rank & enemy_rank;
                checkers[rank] = ((king_north.straight | king_south.straight | king_rank) & orthogonal[rank])
                    | ((king_north.east | king_north.west | king_south.east | king_south.west)
                        & diagonal[rank]);
                danger[rank] = enemy_north.straight
                    | enemy_north.east
                    | enemy_north.west
                    | enemy_south.straight
                    | enemy_south.east
                    | enemy_south.west
                    | enemy_rank
                    | (behind & !elsewhere[rank]);
                front = next_fronts(front, king[rank], orthogonal[rank], diagonal[rank], empty[rank]);
            },
        );

        let steps = Steps::new(sides, kings, &elsewhere);
        let mut targets = nowhere;
        // The files of the checkers, and those with two of them.
        let (mut files, mut twice) = (none, none);
        upwards(
            #[inline(always)]
            |rank| {
                danger[rank] = danger[rank] | steps.enemy_attacks(rank);
                targets[rank] = steps.around_king(rank) & !own[rank] & !danger[rank];
                let near = (steps.king_as_knight(rank) & sides.knights[rank])
                    | (steps.king_as_pawn(rank) & sides.pawns[rank]);
                checkers[rank] = checkers[rank] | (near & enemy[rank]);
                twice = twice | (files & checkers[rank]);
                files = files | checkers[rank];
            },
        );
        let no_check = files.is_zero();
        let one_at_most = ((files & (files + sides.splat(0xff))) | twice).is_zero();
        let (mut pins, mut check_mask) = (nowhere, nowhere);
        upwards(
            #[inline(always)]
            |rank| {
                pins[rank] = pin_rays.rank[rank]
                    | pin_rays.file[rank]
                    | pin_rays.diagonal[rank]
                    | pin_rays.antidiagonal[rank];
                check_mask[rank] = no_check | (one_at_most & (checkers[rank] | (pins[rank] & empty[rank])));
            },
        );
        Self { pin_rays, pins, check_mask, danger, targets, west: passes, is_missing: kings.is_zero() }
    }
}

/// Returns the next fronts of the enemy's sliders, which attack through the king, and of the king.
#[inline(always)]
fn next_fronts<V: RankLanes>(
    (enemies, kings): (Front<V>, Front<V>),
    king: V,
    orthogonal: V,
    diagonal: V,
    empty: V,
) -> (Front<V>, Front<V>) {
    let sliders = Front { straight: orthogonal, east: diagonal, west: diagonal };
    let king_as_slider = Front { straight: king, east: king, west: king };
    (enemies.next(sliders, empty | king), kings.next(king_as_slider, empty))
}

/// A board with two empty ranks at both ends, for steps of two ranks.
#[derive(Clone, Copy)]
pub struct Padded<V>([V; 12]);

impl<V: RankLanes> Padded<V> {
    /// Returns an empty board.
    #[inline(always)]
    pub fn new(sides: &Sides<V>) -> Self {
        Self([sides.splat(0); 12])
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

/// The steps of the king and of the enemy's knights, pawns and king along their own ranks. The uses add the steps from
/// rank to rank.
struct Steps<V> {
    /// The king's neighbors on its rank, and the king itself.
    king: Padded<V>,
    king_beside: Padded<V>,
    king_two_beside: Padded<V>,
    knights_beside: Padded<V>,
    knights_two_beside: Padded<V>,
    enemy_king: Padded<V>,
    enemy_king_beside: Padded<V>,
    pawns_beside: Padded<V>,
}

impl<V: RankLanes> Steps<V> {
    #[inline(always)]
    fn new(sides: &Sides<V>, kings: V, elsewhere: &Board<V>) -> Self {
        let empty = Padded::new(sides);
        let mut steps = Self {
            king: empty,
            king_beside: empty,
            king_two_beside: empty,
            knights_beside: empty,
            knights_two_beside: empty,
            enemy_king: empty,
            enemy_king_beside: empty,
            pawns_beside: empty,
        };
        // The king's steps along its own rank, for every position.
        let [kings_one, kings_two] = beside(kings);
        let kings_three = kings_one | kings;
        upwards(
            #[inline(always)]
            |rank| {
                let enemy = sides.enemy[rank];
                steps.king.set(rank, kings_three & !elsewhere[rank]);
                steps.king_beside.set(rank, kings_one & !elsewhere[rank]);
                steps.king_two_beside.set(rank, kings_two & !elsewhere[rank]);
                let [one, two] = beside(sides.knights[rank] & enemy);
                steps.knights_beside.set(rank, one);
                steps.knights_two_beside.set(rank, two);
                let enemy_king = sides.kings[rank] & enemy;
                let one = enemy_king.east() | enemy_king.west();
                steps.enemy_king.set(rank, one | enemy_king);
                steps.enemy_king_beside.set(rank, one);
                let pawns = sides.pawns[rank] & enemy;
                steps.pawns_beside.set(rank, pawns.east() | pawns.west());
            },
        );
        steps
    }

    /// Returns the squares of a rank that the enemy's knights, pawns and king attack.
    #[inline(always)]
    fn enemy_attacks(&self, rank: usize) -> V {
        let [_, pawns] = self.pawns_beside.one_away(rank);
        leaps(&self.knights_beside, &self.knights_two_beside, rank)
            | around(&self.enemy_king, &self.enemy_king_beside, rank)
            | pawns
    }

    #[inline(always)]
    fn around_king(&self, rank: usize) -> V {
        around(&self.king, &self.king_beside, rank)
    }

    /// Returns the squares of a rank at a knight's move from the king.
    #[inline(always)]
    fn king_as_knight(&self, rank: usize) -> V {
        leaps(&self.king_beside, &self.king_two_beside, rank)
    }

    /// Returns the squares of a rank from which enemy pawns attack the king.
    #[inline(always)]
    fn king_as_pawn(&self, rank: usize) -> V {
        let [south, _] = self.king_beside.one_away(rank);
        south
    }
}

/// Returns the squares one step and two steps to the east and west.
#[inline(always)]
fn beside<V: RankLanes>(squares: V) -> [V; 2] {
    let (east, west) = (squares.east(), squares.west());
    [east | west, east.east() | west.west()]
}

#[inline(always)]
fn leaps<V: RankLanes>(beside: &Padded<V>, two_beside: &Padded<V>, rank: usize) -> V {
    let ([a, b], [c, d]) = (beside.two_away(rank), two_beside.one_away(rank));
    a | b | (c | d)
}

#[inline(always)]
fn around<V: RankLanes>(three: &Padded<V>, beside: &Padded<V>, rank: usize) -> V {
    let [south, north] = three.one_away(rank);
    beside.at(rank) | south | north
}
