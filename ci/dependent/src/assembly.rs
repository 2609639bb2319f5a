//! A small generic caller, like a move generator: a loop and a recursion with the single calls of a level.

use quadline::Square;
use quadline::level::{Level, WithLevel, dispatch_named};

/// A loop over single calls.
pub fn mobility<L: Level>(level: L, squares: &[Square], occupied: &[u64]) -> u32 {
    level.vectorize(
        #[inline(always)]
        || {
            let pairs = squares.iter().zip(occupied);
            pairs.map(|(&square, &occupied)| level.queen_attacks(square, occupied).count_ones()).sum()
        },
    )
}

/// A recursion that goes through `vectorize` at every step, as a search does.
pub fn queen_walks<L: Level>(level: L, square: Square, occupied: u64, depth: u32) -> u64 {
    level.vectorize(
        #[inline(always)]
        || {
            if depth == 0 {
                return 1;
            }
            let mut attacks = level.queen_attacks(square, occupied);
            let mut walks = 0;
            while let Some(next) = Square::lowest(attacks) {
                attacks &= attacks - 1;
                walks += queen_walks(level, next, occupied, depth - 1);
            }
            walks
        },
    )
}

struct Loop<'a>(&'a [Square], &'a [u64]);

impl WithLevel for Loop<'_> {
    type Output = u32;
    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> u32 {
        mobility(level, self.0, self.1)
    }
}

struct Walk(Square, u64, u32);

impl WithLevel for Walk {
    type Output = u64;
    #[inline(always)]
    fn with_level<L: Level>(self, level: L) -> u64 {
        queen_walks(level, self.0, self.1, self.2)
    }
}

/// Compiles the loop for every level.
pub fn every_mobility(level: &str, squares: &[Square], occupied: &[u64]) -> Option<u32> {
    dispatch_named(level, Loop(squares, occupied)).ok()
}

/// Compiles the recursion for every level.
pub fn every_walk(level: &str, square: Square, occupied: u64, depth: u32) -> Option<u64> {
    dispatch_named(level, Walk(square, occupied, depth)).ok()
}

// The free functions and batches, which inline in a build that fixes the level.

/// A single call.
#[unsafe(no_mangle)]
pub fn free_queen(square: Square, occupied: u64) -> u64 {
    quadline::queen_attacks(square, occupied)
}

/// All four lines.
#[unsafe(no_mangle)]
pub fn free_queen_x4(square: Square, occupied: u64) -> quadline::LineAttacks {
    quadline::queen_attacks_x4(square, occupied)
}

/// A batch that is computed slider by slider.
#[unsafe(no_mangle)]
pub fn free_batch(squares: &[Square; 3], occupied: &[u64; 3], attacks: &mut [u64; 3]) {
    quadline::batch::queen_attacks(squares, occupied, attacks);
}
