//! The number of legal moves, for as many positions as a vector has bytes.
//!
//! The rays of a side in one direction never overlap, so the squares of a fill are exactly the moves in that direction.
//! The sets to count on a rank:
//!
//! | sets | moves | bits shared with |
//! |---|---|---|
//! | 3 | fills to the north | steps and captures of pawns, on the pawns' squares |
//! | 3 | fills to the south | |
//! | 2 | fills to the east and west | |
//! | 1 | steps of the king | castling, on the rook's square; double steps, on the pawns' squares |
//! | 1 + 1 | squares reached by one knight, and by two | the latter count twice |
//!
//! The sets of sliders, king and knights have no own squares, because a piece never moves to a square of its own side.
//! Pawns, castling rooks and double steps can therefore use those bits.
//!
//! A promotion is four moves. It is counted once as a step or capture, and three times more.

use super::castling::castling_rooks;
use super::king::{Front, King, Padded, east_attacks};
use super::sides::Sides;
use super::{downwards, upwards};
use crate::lanes::RankLanes;
use crate::position::Position;
use crate::positions::popcount::{full_adder, half_adder};

/// Writes the number of legal moves of as many positions as there are lanes, and returns a bit for each unsupported
/// position, whose number is wrong.
///
/// Unsupported are positions with a pawn that may capture en passant, with more than two knights of the side to move,
/// or without its king.
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
    // Pawns by the line along which they may move.
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

    // For each rank, the squares beside the knights: those reached by one or two knights, and those reached by only
    // one.
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

    // The fills to the south and along the ranks. All sets are counted here.
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

/// Returns the steps and captures of the pawns of a rank, on the squares of the pawns.
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

/// The pieces of a rank by the lines along which they may move.
#[derive(Clone, Copy)]
struct Movers<V> {
    file: V,
    diagonal: V,
    antidiagonal: V,
}

impl<V: RankLanes> Movers<V> {
    /// Returns the pin rays along other lines.
    #[inline(always)]
    fn pinned_elsewhere(king: &King<V>, rank: usize) -> Self {
        let pins = king.pins[rank];
        Self {
            file: pins ^ king.pin_rays.file[rank],
            diagonal: pins ^ king.pin_rays.diagonal[rank],
            antidiagonal: pins ^ king.pin_rays.antidiagonal[rank],
        }
    }

    /// Returns pieces that move along files (`straight`) and along diagonals, without those in `self`.
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

#[inline(always)]
fn uncounted<V: RankLanes>(sides: &Sides<V>, king: &King<V>) -> u64 {
    let beside = sides.en_passant.east() | sides.en_passant.west();
    let en_passant = beside & sides.pawns[4] & sides.own[4];
    let mut knights = sides.splat(0);
    upwards(
        #[inline(always)]
        |rank| knights = knights + (sides.knights[rank] & sides.own[rank]).popcount(),
    );
    // One more than 0, 1 or 2 fits in the lowest two bits.
    let many = (knights + sides.splat(1)) & sides.splat(0xfc);
    (en_passant | many | king.is_missing).not_zero()
}

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

    /// Adds the sets of a rank. The set `twice` counts twice.
    #[inline(always)]
    fn add(&mut self, rank: usize, fills: [Front<V>; 2], others: [V; 3], odd: V, twice: V) {
        let [north, south] = fills;
        let [a, b, c, d] = &mut self.sums;
        if V::FAST_POPCOUNT {
            // Over all ranks, a byte has room for the squares of three sets, and for a fourth set with fewer squares.
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

    #[inline(always)]
    fn write(mut self, promotions: V, counts: &mut [u16]) {
        let weights = if V::FAST_POPCOUNT {
            [1, 1, 1, 2]
        } else {
            // Eight pieces can hardly ever move to the same square.
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

/// Returns the number of bits in three sets.
#[inline(always)]
fn popcounts<V: RankLanes>([a, b, c]: [V; 3]) -> V {
    a.popcount() + b.popcount() + c.popcount()
}
