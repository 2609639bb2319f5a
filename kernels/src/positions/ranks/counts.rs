//! The number of legal moves of as many positions as there are bytes.
//!
//! The rays of a side in one direction never meet, so a fill counts the moves in that direction exactly, whichever slider makes
//! them. The sets to count on a rank:
//!
//! | set | moves | |
//! |---|---|---|
//! | 3 | fills to the north | and the pawns' steps and captures, on the squares where the pawns stand |
//! | 3 | fills to the south | |
//! | 2 | fills to the east and west | |
//! | 1 | the king's steps | and castling, on the rook's square; double steps of pawns, on the pawns' squares |
//! | 1 + 1 | knights: squares reached by one knight, and by two | the latter count twice |
//!
//! Own squares are free in the sets of sliders, king and knights, because nothing moves to a square of its own side. That is why
//! pawns, castling rooks and double steps can share their bits.
//!
//! A promotion is four moves: it is counted once as a step or capture, and three times more.

use super::castling::castling_rooks;
use super::king::{Front, King, Padded, east_attacks};
use super::sides::Sides;
use super::{downwards, upwards};
use crate::lanes::RankLanes;
use crate::position::Position;
use crate::positions::popcount::{full_adder, half_adder};

/// Counts the legal moves of as many positions as there are lanes, and returns a bit for each position whose count is wrong:
/// those with a pawn that may capture en passant, with more than two knights of the side to move, or without its king.
#[inline(always)]
pub fn legal_move_counts<V: RankLanes>(token: V::Token, positions: &[Position], counts: &mut [u16]) -> u64 {
    let sides = Sides::<V>::load(token, positions);
    let king = King::new(&sides);
    let Sides { own, empty, .. } = sides;
    let none = sides.splat(0);
    let nowhere = [none; 8];
    let others = uncounted(&sides, &king);

    // The pieces that may move along each line, and the fills to the north.
    let mut targets = nowhere;
    let mut free = [Movers { file: none, diagonal: none, antidiagonal: none }; 8];
    let mut north = [Front::new(&sides); 8];
    let mut front = Front::new(&sides);
    // Pawns, by the line along which they may move.
    let mut pawns = free;
    upwards(
        #[inline(always)]
        |rank| {
            let pins = Movers::pinned_elsewhere(&king, rank);
            let own_pawns = sides.pawns[rank] & own[rank];
            pawns[rank] = pins.without(own_pawns, own_pawns);
            free[rank] = pins.without(sides.orthogonal[rank] & own[rank], sides.diagonal[rank] & own[rank]);
            targets[rank] = king.check_mask[rank] & !own[rank];
            north[rank] = front.on(targets[rank]);
            let Movers { file, diagonal, antidiagonal } = free[rank];
            front = front.next(Front { straight: file, east: diagonal, west: antidiagonal }, empty[rank]);
        },
    );

    // Pawns are on the ranks 1 to 6.
    upwards(
        #[inline(always)]
        |rank| {
            if rank > 0 && rank < 7 {
                north[rank] = north[rank].or(pawn_moves(&sides, &king, pawns[rank], rank));
            }
        },
    );
    let promoted = pawn_moves(&sides, &king, pawns[6], 6);
    let promotions = promoted.straight.popcount() + promoted.east.popcount() + promoted.west.popcount();
    let double_steps = pawns[1].file & empty[2] & empty[3] & king.check_mask[3];

    let mut king_moves = king.targets;
    king_moves[0] = king_moves[0] | castling_rooks(&sides, &king);
    king_moves[1] = king_moves[1] | double_steps;

    // Of each rank the squares beside the knights: those of one or two knights, and those of one only.
    let (mut either, mut one_only) = ([Padded::new(&sides); 2], [Padded::new(&sides); 2]);
    upwards(
        #[inline(always)]
        |rank| {
            let knights = sides.knights[rank] & own[rank] & !king.pins[rank];
            let (east, west) = (knights.east(), knights.west());
            either[0].set(rank, east | west);
            one_only[0].set(rank, east ^ west);
            let (east, west) = (east.east(), west.west());
            either[1].set(rank, east | west);
            one_only[1].set(rank, east ^ west);
        },
    );

    // The fills to the south and along the ranks; and everything is counted.
    let mut front = Front::new(&sides);
    let mut total = Total::new(none);
    downwards(
        #[inline(always)]
        |rank| {
            let south = front.on(targets[rank]);
            let Movers { file, diagonal, antidiagonal } = free[rank];
            front = front.next(Front { straight: file, east: antidiagonal, west: diagonal }, empty[rank]);
            let sliders = sides.orthogonal[rank] & own[rank] & !(king.pins[rank] ^ king.pin_rays.rank[rank]);
            let east = east_attacks(!empty[rank], sliders) & targets[rank];
            let west = king.west[rank].attacks(sliders) & targets[rank];
            let ([a, b], [c, d]) = (either[0].two_away(rank), either[1].one_away(rank));
            let knights = (a | b | (c | d)) & targets[rank];
            let ([a, b], [c, d]) = (one_only[0].two_away(rank), one_only[1].one_away(rank));
            let odd = (a ^ b ^ (c ^ d)) & targets[rank];
            total.add(rank, [north[rank], south], [east, west, king_moves[rank]], odd, knights ^ odd);
        },
    );
    total.write(promotions, counts);
    others
}

/// The steps and captures of the pawns of a rank, on the squares where the pawns are.
#[inline(always)]
fn pawn_moves<V: RankLanes>(sides: &Sides<V>, king: &King<V>, pawns: Movers<V>, rank: usize) -> Front<V> {
    let ahead = king.check_mask[rank + 1];
    let captures = sides.enemy[rank + 1] & ahead;
    Front {
        straight: pawns.file & sides.empty[rank + 1] & ahead,
        east: pawns.diagonal & captures.west(),
        west: pawns.antidiagonal & captures.east(),
    }
}

/// Pieces of a rank by the lines along which they may move.
#[derive(Clone, Copy)]
struct Movers<V> {
    file: V,
    diagonal: V,
    antidiagonal: V,
}

impl<V: RankLanes> Movers<V> {
    /// What is pinned along another line.
    #[inline(always)]
    fn pinned_elsewhere(king: &King<V>, rank: usize) -> Self {
        let pins = king.pins[rank];
        Self {
            file: pins ^ king.pin_rays.file[rank],
            diagonal: pins ^ king.pin_rays.diagonal[rank],
            antidiagonal: pins ^ king.pin_rays.antidiagonal[rank],
        }
    }

    /// Pieces that move along files, and pieces that move along diagonals, without those of `self`.
    #[inline(always)]
    fn without(self, straight: V, diagonal: V) -> Self {
        Self {
            file: straight & !self.file,
            diagonal: diagonal & !self.diagonal,
            antidiagonal: diagonal & !self.antidiagonal,
        }
    }
}

impl<V: RankLanes> Front<V> {
    #[inline(always)]
    fn on(self, targets: V) -> Self {
        Self { straight: self.straight & targets, east: self.east & targets, west: self.west & targets }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self {
            straight: self.straight | other.straight,
            east: self.east | other.east,
            west: self.west | other.west,
        }
    }
}

/// A bit for each position that is to be counted by another kernel.
#[inline(always)]
fn uncounted<V: RankLanes>(sides: &Sides<V>, king: &King<V>) -> u64 {
    let beside = sides.en_passant.east() | sides.en_passant.west();
    let en_passant = beside & sides.pawns[4] & sides.own[4];
    let mut knights = sides.splat(0);
    upwards(
        #[inline(always)]
        |rank| knights = knights + (sides.knights[rank] & sides.own[rank]).popcount(),
    );
    // Of 0, 1 and 2 and one more the bits above the lowest two are clear.
    let many = (knights + sides.splat(1)) & sides.splat(0xfc);
    (en_passant | many | king.is_missing).not_zero()
}

/// The sums of what was counted.
struct Total<V> {
    sums: [V; 4],
    eights: [V; 8],
    any_eights: V,
}

impl<V: RankLanes> Total<V> {
    #[inline(always)]
    fn new(none: V) -> Self {
        Self { sums: [none; 4], eights: [none; 8], any_eights: none }
    }

    /// Adds the sets of a rank. `twice` counts twice.
    #[inline(always)]
    fn add(&mut self, rank: usize, fills: [Front<V>; 2], others: [V; 3], odd: V, twice: V) {
        let [north, south] = fills;
        let [a, b, c, d] = &mut self.sums;
        if V::FAST_POPCOUNT {
            // A byte has room for the squares of three sets, and of a fourth that is short.
            *a = *a + popcounts([north.straight, north.east, north.west]);
            *b = *b + popcounts([south.straight, south.east, south.west]);
            *c = *c + popcounts(others) + odd.popcount();
            *d = *d + twice.popcount();
            return;
        }
        let (north, twos_north) = full_adder(north.straight, north.east, north.west);
        let (south, twos_south) = full_adder(south.straight, south.east, south.west);
        let (others, twos_others) = full_adder(others[0], others[1], others[2]);
        let (sum, twos_sum) = full_adder(north, south, others);
        let (ones, twos_odd) = half_adder(sum, odd);
        let (first, fours_first) = full_adder(twos_north, twos_south, twos_others);
        let (second, fours_second) = full_adder(twos_sum, twos_odd, twice);
        let (twos, fours_third) = half_adder(first, second);
        let (fours, eights) = full_adder(fours_first, fours_second, fours_third);
        *a = *a + ones.popcount();
        *b = *b + twos.popcount();
        *c = *c + fours.popcount();
        self.eights[rank] = eights;
        self.any_eights = self.any_eights | eights;
    }

    /// Writes the counts.
    #[inline(always)]
    fn write(mut self, promotions: V, counts: &mut [u16]) {
        let weights = if V::FAST_POPCOUNT {
            [1, 1, 1, 2]
        } else {
            // Hardly ever can eight pieces go to the same square.
            if self.any_eights.not_zero() != 0 {
                upwards(
                    #[inline(always)]
                    |rank| self.sums[3] = self.sums[3] + self.eights[rank].popcount(),
                );
            }
            [1, 2, 4, 8]
        };
        let [a, b, c, d] = self.sums;
        let (a, b, c, d) = (a.to_array(), b.to_array(), c.to_array(), d.to_array());
        let promotions = promotions.to_array();
        for (index, count) in counts[..V::COUNT].iter_mut().enumerate() {
            let sum = |sum: &V::Array, weight: u16| weight * u16::from(sum.as_ref()[index]);
            *count = sum(&a, weights[0])
                + sum(&b, weights[1])
                + sum(&c, weights[2])
                + sum(&d, weights[3])
                + sum(&promotions, 3);
        }
    }
}

/// Returns the ones of three sets.
#[inline(always)]
fn popcounts<V: RankLanes>([a, b, c]: [V; 3]) -> V {
    a.popcount() + b.popcount() + c.popcount()
}
