//! The number of legal moves, for as many positions as a vector has bytes.
//!
//! Without this kernel, counts of 512 positions take 3.8 times as long at `avx512-vbmi` and 2.5 times at `avx2`, by
//! single calls (Zen 5).
//!
//! The rays of a side in one direction never overlap, so the squares of a fill are exactly the moves in that
//! direction. The sets to count on a rank:
//!
//! | sets | moves | bits shared with |
//! |---|---|---|
//! | 3 | fills to the north | steps and captures of pawns, on the pawns' squares |
//! | 3 | fills to the south | |
//! | 2 | fills to the east and west | |
//! | 1 | steps of the king | castling, on the rook's square; double steps and en passant, on the pawns' squares |
//! | 1 + 1 | squares reached by one knight, and by two | the latter count twice |
//!
//! The sets of sliders, king and knights have no own squares, because a piece never moves to a square of its
//! own side. Pawns, castling rooks and double steps can therefore use those bits.
//!
//! With three or four knights, the squares that three of them reach are counted once more, in a branch.
//!
//! A promotion is four moves. It is counted once as a step or capture, and three times more.

use super::castling::castling_rooks;
use super::en_passant::en_passant_pawns;
use super::fills::{Front, east_attacks};
use super::king::King;
use super::sides::{EN_PASSANT_RANK, RankSides};
use super::steps::Padded;
use super::{RankBoard, downwards, upwards};
use crate::arrays::MapEach;
use crate::chess::Position;
use crate::lanes::RankLanes;

/// Writes the number of legal moves of as many positions as there are lanes, and returns a bit for each
/// unsupported position, whose number is wrong.
///
/// Unsupported are positions with more than [`MOST_KNIGHTS`] of the side to move, or without its king.
#[inline(always)]
pub fn legal_move_counts<V: RankLanes>(token: V::Token, positions: &[Position], counts: &mut [u16]) -> u64 {
    let sides = RankSides::<V>::load(token, positions);
    let king = King::new::<false>(&sides);
    let knights = number_of_knights(&sides);
    let has_three = more_than(&sides, knights, 2).not_zero() != 0;
    count::<V, false>(&sides, &king, has_three).write(counts);
    (more_than(&sides, knights, MOST_KNIGHTS) | king.is_missing).not_zero()
}

/// Counts the legal moves of a group of positions. `has_three` is true if any side to move has more than two
/// knights. If the positions are `SIMPLE`, they have no knights, bishops and queens, and no side may castle.
#[inline(always)]
pub fn count<V: RankLanes, const SIMPLE: bool>(
    sides: &RankSides<V>,
    king: &King<V>,
    has_three: bool,
) -> Total<V> {
    let RankSides { own, empty, .. } = *sides;
    let none = sides.splat(0);
    let nowhere = [none; 8];

    // The fills to the north, and the moves of pawns.
    let mut targets = nowhere;
    let mut total = Total::new(none);
    let mut front = Front::new(none);
    upwards(
        #[inline(always)]
        |rank| {
            targets[rank] = king.check_mask[rank].without(own[rank]);
            let north = front.on::<SIMPLE>(targets[rank]);
            // Pawns are on the second to the seventh rank, which have the indexes 1 to 6.
            let with_pawns =
                if rank > 0 && rank < 7 { north.or::<SIMPLE>(pawn_moves(sides, king, rank)) } else { north };
            total.add_north(rank, with_pawns);
            let straight = king.free_on_file(sides, rank);
            front = if SIMPLE {
                front.next_straight(straight, empty[rank])
            } else {
                let [east, west] = king.free_on_diagonals(sides, rank);
                front.next(Front { straight, east, west }, empty[rank])
            };
        },
    );
    let promoted = pawn_moves(sides, king, 6);
    let promotions = promoted.straight.popcount() + promoted.east.popcount() + promoted.west.popcount();
    let double_steps = king.free.file[1] & sides.pawns[1] & empty[2] & empty[3] & king.check_mask[3];

    let mut king_moves = king.targets;
    if !SIMPLE {
        king_moves[0] = king_moves[0] | castling_rooks(sides, king);
    }
    king_moves[1] = king_moves[1] | double_steps;
    king_moves[EN_PASSANT_RANK] = king_moves[EN_PASSANT_RANK] | en_passant_pawns(sides, king);

    // The fills to the south and along the ranks, and the knights.
    let mut knights = Knights::new(none);
    let mut front = Front::new(none);
    downwards(
        #[inline(always)]
        |rank| {
            let south = front.on::<SIMPLE>(targets[rank]);
            let sliders = king.free.rank[rank] & sides.orthogonal[rank];
            let east = east_attacks(!empty[rank], sliders) & targets[rank];
            let west = king.west[rank].attacks(sliders) & targets[rank];
            let others = [east, west, king_moves[rank]];
            let straight = king.free_on_file(sides, rank);
            if SIMPLE {
                front = front.next_straight(straight, empty[rank]);
                total.add_simple(rank, south.straight, others);
                return;
            }
            let [west, east] = king.free_on_diagonals(sides, rank);
            front = front.next(Front { straight, east, west }, empty[rank]);
            // The steps of a rank are first used two ranks to its north.
            if rank == 7 {
                knights.set(7, sides.knights[7] & king.unpinned[7]);
                knights.set(6, sides.knights[6] & king.unpinned[6]);
            }
            if rank >= 2 {
                knights.set(rank - 2, sides.knights[rank - 2] & king.unpinned[rank - 2]);
            }
            let (any, odd) = (knights.any(rank) & targets[rank], knights.odd(rank) & targets[rank]);
            total.add(rank, south, others, odd, any ^ odd);
        },
    );
    if !SIMPLE && has_three {
        total.add_twice(squares_of_three(sides, king, &targets));
    }
    total.finish(promotions)
}

/// The largest number of knights of a side whose moves are counted.
pub const MOST_KNIGHTS: u8 = 4;

/// Returns the number of knights of the side to move.
#[inline(always)]
fn number_of_knights<V: RankLanes>(sides: &RankSides<V>) -> V {
    let mut knights = sides.splat(0);
    upwards(
        #[inline(always)]
        |rank| knights = knights + (sides.knights[rank] & sides.own[rank]).popcount(),
    );
    knights
}

/// Returns a byte that is not 0 where `number` is more than `limit`, which is a power of two. All numbers are
/// at most 64.
#[inline(always)]
fn more_than<V: RankLanes>(sides: &RankSides<V>, number: V, limit: u8) -> V {
    // Only a number above the limit reaches the next power of two.
    (number + sides.splat(limit - 1)) & sides.splat(!(2 * limit - 1))
}

/// Returns the number of squares that three or four knights reach.
///
/// [`Knights`] counts them as one and as two, which is two less.
#[inline(always)]
fn squares_of_three<V: RankLanes>(sides: &RankSides<V>, king: &King<V>, targets: &RankBoard<V>) -> V {
    let none = sides.splat(0);
    let mut knights = Padded::new(none);
    upwards(
        #[inline(always)]
        |rank| knights.set(rank, sides.knights[rank] & king.unpinned[rank]),
    );
    let mut squares = none;
    upwards(
        #[inline(always)]
        |rank| {
            let ([a, b], [c, d]) = (knights.two_away(rank), knights.one_away(rank));
            let (c, d) = ([c.east().east(), c.west().west()], [d.east().east(), d.west().west()]);
            let [first, twos_first] = V::full_adder(a.east(), a.west(), b.east());
            let [second, twos_second] = V::full_adder(b.west(), c[0], c[1]);
            let [third, twos_third] = V::full_adder(first, d[0], d[1]);
            let (ones, twos_ones) = half_adder(second, third);
            let [twos, fours] = V::full_adder(twos_first, twos_second, twos_third);
            // Of two carries at most, one may be added here.
            let (twos, fours) = (twos ^ twos_ones, fours | (twos & twos_ones));
            squares = squares + (((ones & twos) | fours) & targets[rank]).popcount();
        },
    );
    squares
}

/// Returns the steps and captures of the pawns of a rank, on the squares of the pawns.
#[inline(always)]
fn pawn_moves<V: RankLanes>(sides: &RankSides<V>, king: &King<V>, rank: usize) -> Front<V> {
    let (pawns, free) = (sides.pawns[rank], &king.free);
    let ahead = king.check_mask[rank + 1];
    let captures = sides.enemy[rank + 1] & ahead;
    Front {
        straight: pawns & free.file[rank] & sides.empty[rank + 1] & ahead,
        east: pawns & free.diagonal[rank] & captures.west(),
        west: pawns & free.antidiagonal[rank] & captures.east(),
    }
}

/// The squares beside the knights of each rank: those reached by one or two knights, and those reached by
/// only one.
struct Knights<V> {
    any: [Padded<V>; 2],
    odd: [Padded<V>; 2],
}

impl<V: RankLanes> Knights<V> {
    #[inline(always)]
    fn new(none: V) -> Self {
        Self { any: [Padded::new(none); 2], odd: [Padded::new(none); 2] }
    }

    #[inline(always)]
    fn set(&mut self, rank: usize, knights: V) {
        let (east, west) = (knights.east(), knights.west());
        self.any[0].set(rank, east | west);
        self.odd[0].set(rank, east ^ west);
        let (east, west) = (east.east(), west.west());
        self.any[1].set(rank, east | west);
        self.odd[1].set(rank, east ^ west);
    }

    /// Returns the squares of a rank that knights attack.
    #[inline(always)]
    fn any(&self, rank: usize) -> V {
        let ([a, b], [c, d]) = (self.any[0].two_away(rank), self.any[1].one_away(rank));
        a | b | (c | d)
    }

    /// Returns the squares of a rank that an odd number of knights attacks.
    #[inline(always)]
    fn odd(&self, rank: usize) -> V {
        let ([a, b], [c, d]) = (self.odd[0].two_away(rank), self.odd[1].one_away(rank));
        a ^ b ^ (c ^ d)
    }
}

impl<V: RankLanes> Front<V> {
    /// Returns the squares of the front in a set. Of a `SIMPLE` front, east and west are empty.
    #[inline(always)]
    fn on<const SIMPLE: bool>(self, targets: V) -> Self {
        if SIMPLE {
            return Self { straight: self.straight & targets, ..self };
        }
        Self { straight: self.straight & targets, east: self.east & targets, west: self.west & targets }
    }

    /// Returns the squares of both fronts. If the first is `SIMPLE`, its east and west are empty.
    #[inline(always)]
    fn or<const SIMPLE: bool>(self, other: Self) -> Self {
        if SIMPLE {
            return Self { straight: self.straight | other.straight, ..other };
        }
        Self {
            straight: self.straight | other.straight,
            east: self.east | other.east,
            west: self.west | other.west,
        }
    }
}

/// The numbers of legal moves, as sums to multiply by weights.
pub struct Total<V> {
    /// The fills to the north, if they are added together with others.
    north: [Front<V>; 8],
    sums: [V; 4],
    /// Bits that have the weight of one and of two in all ranks so far, if bits are added before they are
    /// counted.
    carried: [V; 2],
    eights: [V; 8],
    any_eights: V,
    promotions: V,
}

impl<V: RankLanes> Total<V> {
    const WEIGHTS: [u16; 4] = if V::FAST_POPCOUNT { [1, 1, 1, 2] } else { [1, 2, 4, 8] };

    #[inline(always)]
    fn new(none: V) -> Self {
        Self {
            north: [Front::new(none); 8],
            sums: [none; 4],
            carried: [none; 2],
            eights: [none; 8],
            any_eights: none,
            promotions: none,
        }
    }

    /// Adds the fills to the north on a rank.
    #[inline(always)]
    fn add_north(&mut self, rank: usize, north: Front<V>) {
        if V::FAST_POPCOUNT {
            // Over all ranks, a byte has room for the squares of three sets, and for a fourth set with fewer
            // squares.
            self.sums[0] = self.sums[0] + popcounts([north.straight, north.east, north.west]);
        } else {
            self.north[rank] = north;
        }
    }

    /// Adds the other sets of a rank, after the fills to the north. The set `twice` counts twice.
    #[inline(always)]
    fn add(&mut self, rank: usize, south: Front<V>, others: [V; 3], odd: V, twice: V) {
        let [_, b, c, d] = &mut self.sums;
        if V::FAST_POPCOUNT {
            *b = *b + popcounts([south.straight, south.east, south.west]);
            *c = *c + popcounts(others) + odd.popcount();
            *d = *d + twice.popcount();
            return;
        }
        let north = self.north[rank];
        let [ones, twos] = self.carried;
        let [north, twos_north] = V::full_adder(north.straight, north.east, north.west);
        let [south, twos_south] = V::full_adder(south.straight, south.east, south.west);
        let [others, twos_others] = V::full_adder(others[0], others[1], others[2]);
        let [sum, twos_sum] = V::full_adder(north, south, others);
        let [ones, twos_odd] = V::full_adder(ones, sum, odd);
        let [first, fours_first] = V::full_adder(twos_north, twos_south, twos_others);
        let [second, fours_second] = V::full_adder(twos_sum, twos_odd, twice);
        let [twos, fours_third] = V::full_adder(twos, first, second);
        let [fours, eights] = V::full_adder(fours_first, fours_second, fours_third);
        self.carried = [ones, twos];
        *c = *c + fours.popcount();
        self.eights[rank] = eights;
        self.any_eights = self.any_eights | eights;
    }

    /// Adds the other sets of a rank without knights and diagonals.
    #[inline(always)]
    fn add_simple(&mut self, rank: usize, south: V, others: [V; 3]) {
        let [_, b, c, _] = &mut self.sums;
        if V::FAST_POPCOUNT {
            *b = *b + south.popcount();
            *c = *c + popcounts(others);
            return;
        }
        let north = self.north[rank];
        let [ones, twos] = self.carried;
        let [north, twos_north] = V::full_adder(north.straight, north.east, north.west);
        let [others, twos_others] = V::full_adder(others[0], others[1], others[2]);
        let [sum, twos_sum] = V::full_adder(north, south, others);
        let (ones, twos_ones) = half_adder(ones, sum);
        let [first, fours_first] = V::full_adder(twos_north, twos_others, twos_sum);
        let [twos, fours_second] = V::full_adder(twos, first, twos_ones);
        let (fours, eights) = half_adder(fours_first, fours_second);
        self.carried = [ones, twos];
        *c = *c + fours.popcount();
        self.eights[rank] = eights;
        self.any_eights = self.any_eights | eights;
    }

    /// Adds twice a number to each sum.
    #[inline(always)]
    fn add_twice(&mut self, numbers: V) {
        let [_, b, _, d] = &mut self.sums;
        let sum = if V::FAST_POPCOUNT { d } else { b };
        *sum = *sum + numbers;
    }

    /// Adds the rest. A promotion has been counted as one move.
    #[inline(always)]
    fn finish(mut self, promotions: V) -> Self {
        self.promotions = promotions;
        if !V::FAST_POPCOUNT {
            let [ones, twos] = self.carried;
            self.sums[0] = ones.popcount();
            self.sums[1] = self.sums[1] + twos.popcount();
            // Eight pieces can hardly ever move to the same square.
            if self.any_eights.not_zero() != 0 {
                upwards(
                    #[inline(always)]
                    |rank| self.sums[3] = self.sums[3] + self.eights[rank].popcount(),
                );
            }
        }
        self
    }

    /// Writes the numbers of legal moves.
    #[inline(always)]
    pub fn write(self, counts: &mut [u16]) {
        let [a, b, c, d] = self.sums;
        let (a, b, c, d) = (a.to_array(), b.to_array(), c.to_array(), d.to_array());
        let promotions = self.promotions.to_array();
        for (index, count) in counts[..V::COUNT].iter_mut().enumerate() {
            let sum = |sum: &V::Array, weight: u16| weight * u16::from(sum.as_ref()[index]);
            *count = sum(&a, Self::WEIGHTS[0])
                + sum(&b, Self::WEIGHTS[1])
                + sum(&c, Self::WEIGHTS[2])
                + sum(&d, Self::WEIGHTS[3])
                + sum(&promotions, 3);
        }
    }

    /// Returns the number of legal moves in all lanes of a mask.
    #[inline(always)]
    pub fn sum(self, lanes: V) -> u64 {
        let [a, b, c, d] = self.sums;
        let [of_a, of_b, of_c, of_d] = Self::WEIGHTS.map_each(u64::from);
        of_a * (a & lanes).sum()
            + of_b * (b & lanes).sum()
            + of_c * (c & lanes).sum()
            + of_d * (d & lanes).sum()
            + 3 * (self.promotions & lanes).sum()
    }
}

/// Returns the number of bits in three sets.
#[inline(always)]
fn popcounts<V: RankLanes>([a, b, c]: [V; 3]) -> V {
    a.popcount() + b.popcount() + c.popcount()
}

/// Adds two bits in each place, and returns the sum modulo 2 and the carry.
#[inline(always)]
fn half_adder<V: RankLanes>(a: V, b: V) -> (V, V) {
    (a ^ b, a & b)
}
