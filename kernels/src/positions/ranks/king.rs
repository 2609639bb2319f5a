//! Checks, pins and the danger for the king, rank by rank.
//!
//! On each line, the king looks both ways up to the first piece, and the enemy's sliders fill the line up to theirs, as
//! [`positions::king`](crate::positions::king) draws it. Here both come from the same sweep over the ranks:
//!
//! ```text
//! rank k + 1      . . . . . . . .
//!                  ↖   ↑   ↗
//! rank k          . . . r . . . .      r, or a square that is empty and was reached from rank k - 1
//! ```
//!
//! The sweep to the north finds what comes from the south, and the sweep to the south the rest.

use super::sides::Sides;
use super::{Board, downwards, upwards};
use crate::lanes::RankLanes;
use crate::positions::king::ByLine;

/// What reaches a rank in a sweep over the ranks: straight on, and diagonally by steps to the east and to the west.
#[derive(Clone, Copy)]
pub struct Front<V> {
    /// Along the files.
    pub straight: V,
    /// Along the diagonals of a sweep to the north, and the antidiagonals of a sweep to the south.
    pub east: V,
    /// Along the other diagonals.
    pub west: V,
}

impl<V: RankLanes> Front<V> {
    /// Nothing, which is what reaches the first rank.
    #[inline(always)]
    pub fn new(sides: &Sides<V>) -> Self {
        let none = sides.splat(0);
        Self { straight: none, east: none, west: none }
    }

    /// Returns what reaches the next rank: from the sliders of this one, and through its squares that let rays pass.
    #[inline(always)]
    pub fn next(self, sliders: Self, passes: V) -> Self {
        Self {
            straight: sliders.straight | (self.straight & passes),
            east: (sliders.east | (self.east & passes)).east(),
            west: (sliders.west | (self.west & passes)).west(),
        }
    }
}

/// What attacks to the west along a rank need of its empty squares.
///
/// Where one instruction reverses the bits of a byte, these are attacks to the east on the mirrored rank, of which only the
/// occupied squares are kept here. Elsewhere they are three steps by doubling, over the squares that let one, two and four steps
/// pass.
#[derive(Clone, Copy)]
pub struct West<V>([V; 3]);

impl<V: RankLanes> West<V> {
    /// For a rank with these empty squares.
    #[inline(always)]
    fn new(sides: &Sides<V>, empty: V) -> Self {
        if V::FAST_MIRROR {
            return Self([(!empty).mirrored(); 3]);
        }
        // Nothing comes to the h-file from the east, but from the next byte.
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

/// Returns the attacks of sliders to the east: `o ^ (o - 2r)`, which borrows from the next piece.
#[inline(always)]
pub fn east_attacks<V: RankLanes>(occupied: V, sliders: V) -> V {
    occupied ^ (occupied - sliders.east())
}

/// What follows from the king's lines for the side to move.
pub struct King<V> {
    /// By line: the squares that the king and an enemy slider both reach. Those of the own pieces are pinned.
    pub pin_rays: ByLine<Board<V>>,
    /// All of these.
    pub pins: Board<V>,
    /// The squares where another piece than the king may go.
    pub check_mask: Board<V>,
    /// The squares that the enemy attacks with the king off the board.
    pub danger: Board<V>,
    /// The squares where the king may step.
    pub targets: Board<V>,
    /// For attacks to the west along each rank.
    pub west: [West<V>; 8],
    /// All ones where the side to move has no king.
    pub is_missing: V,
}

impl<V: RankLanes> King<V> {
    /// From the ranks of positions.
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

        // The king's own rank, of every position in the same vector.
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
        // A slider on one side attacks the squares on the other side.
        let behind = (west & !(east & rooks).is_zero()) | (east & !(west & rooks).is_zero());

        // To the north: the enemy's sliders, which see through the king, and the king as a slider.
        let mut north = [(Front::new(sides), Front::new(sides)); 8];
        let mut front = (Front::new(sides), Front::new(sides));
        upwards(
            #[inline(always)]
            |rank| {
                north[rank] = front;
                front = next_fronts(front, king[rank], orthogonal[rank], diagonal[rank], empty[rank]);
            },
        );

        // To the south, and what follows from both.
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

/// Returns the next fronts of the enemy's sliders, which see through the king, and of the king.
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

/// A board with two ranks more on either side, which are empty: for steps of two ranks.
#[derive(Clone, Copy)]
pub struct Padded<V>([V; 12]);

impl<V: RankLanes> Padded<V> {
    /// Returns an empty board.
    #[inline(always)]
    pub fn new(sides: &Sides<V>) -> Self {
        Self([sides.splat(0); 12])
    }

    /// Puts the squares on a rank.
    #[inline(always)]
    pub fn set(&mut self, rank: usize, squares: V) {
        self.0[rank + 2] = squares;
    }

    /// Returns the squares of a rank.
    #[inline(always)]
    pub fn at(&self, rank: usize) -> V {
        self.0[rank + 2]
    }

    /// Returns what is two ranks to the south and two ranks to the north.
    #[inline(always)]
    pub fn two_away(&self, rank: usize) -> [V; 2] {
        [self.0[rank], self.0[rank + 4]]
    }

    /// Returns what is one rank to the south and one rank to the north.
    #[inline(always)]
    pub fn one_away(&self, rank: usize) -> [V; 2] {
        [self.0[rank + 1], self.0[rank + 3]]
    }
}

/// The steps of the king, and of the enemy's knights, pawns and king, along the rank on which they stand; which ranks they lead
/// to is seen where they are used.
struct Steps<V> {
    /// The king's neighbors, and the king itself.
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
        // The king's steps on its own rank, whichever that is.
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

    /// The squares of a rank that the enemy's knights, pawns and king attack.
    #[inline(always)]
    fn enemy_attacks(&self, rank: usize) -> V {
        let [_, pawns] = self.pawns_beside.one_away(rank);
        leaps(&self.knights_beside, &self.knights_two_beside, rank)
            | around(&self.enemy_king, &self.enemy_king_beside, rank)
            | pawns
    }

    /// The squares of a rank next to the king.
    #[inline(always)]
    fn around_king(&self, rank: usize) -> V {
        around(&self.king, &self.king_beside, rank)
    }

    /// The squares of a rank that are a knight's move from the king.
    #[inline(always)]
    fn king_as_knight(&self, rank: usize) -> V {
        leaps(&self.king_beside, &self.king_two_beside, rank)
    }

    /// The squares of a rank from which enemy pawns attack the king.
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

/// Returns the squares of a rank that knights attack.
#[inline(always)]
fn leaps<V: RankLanes>(beside: &Padded<V>, two_beside: &Padded<V>, rank: usize) -> V {
    let ([a, b], [c, d]) = (beside.two_away(rank), two_beside.one_away(rank));
    a | b | (c | d)
}

/// Returns the squares of a rank that kings attack.
#[inline(always)]
fn around<V: RankLanes>(three: &Padded<V>, beside: &Padded<V>, rank: usize) -> V {
    let [south, north] = three.one_away(rank);
    beside.at(rank) | south | north
}
