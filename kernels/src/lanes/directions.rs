//! Lanes that hold the eight directions of one board: what [one position at a time](crate::positions::directions) needs.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::Simd;
use crate::Square;
use crate::line::A_FILE;
use crate::position::word;

/// Eight lanes with the words of a position, or with the directions of a board.
pub trait EightLanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// What proves that the CPU can do this: the token of a level.
    type Token: Simd;

    /// The same board in every lane.
    fn splat(token: Self::Token, board: u64) -> Self;
    /// The words of an array.
    fn load(token: Self::Token, words: &[u64; 8]) -> Self;
    /// The lanes to an array.
    fn store(self, words: &mut [u64; 8]);
    /// The words of a position after a normal move. In each lane but the last, what is on `from` goes to `to`. The last lane loses
    /// both squares.
    fn after_move(self, from: Square, to: Square) -> Self;
}

/// The eight directions of a board in eight lanes: east, north, north-east, north-west, and then the opposite of each.
/// Of either half, the lanes are those of the [lines](crate::Line).
pub trait DirectionLanes: EightLanes + BitXor<Output = Self> {
    /// The orthogonal sliders of a position in the lanes of ranks and files, and the diagonal ones in those of the diagonals.
    fn sliders(token: Self::Token, words: &[u64; 8]) -> Self;
    /// Moved in each lane: the first four to the left, the others to the right, by as many bits as the first four say.
    /// Bits that leave the word at one end may enter it at the other.
    fn moved(self, by: &Steps) -> Self;
    /// Each direction in the lane of its opposite.
    fn opposite(self) -> Self;
    /// The lanes that are not 0 in `condition`, else 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// All lanes of each joined: of the first also in every lane.
    fn unions_of_both(self, other: Self) -> (Self, [u64; 2]);
    /// All lanes joined.
    fn union(self) -> u64;
    /// The lanes of ranks and files joined, and those of the diagonals.
    fn orthogonal_and_diagonal_unions(self) -> [u64; 2];
    /// How many ones there are in all lanes of both.
    fn popcount_of_both(self, other: Self) -> u32;
    /// The first four lanes.
    fn first_four(self) -> [u64; 4];
}

/// How far the lanes are moved, and the squares that can be reached so.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Steps {
    /// For lanes that only rotate: how far to the left.
    pub rotations: [u64; 8],
    /// For lanes that shift to the left, and to the right by as much.
    pub shifts: [u64; 4],
    /// The squares that are reached without leaving the board.
    pub reached: [u64; 8],
}

impl Steps {
    /// Steps of so many files and ranks, and the opposite of each.
    const fn new(steps: [(i32, i32); 4]) -> Self {
        let (mut rotations, mut shifts, mut reached) = ([0; 8], [0; 4], [0; 8]);
        let mut lane = 0;
        while lane < 4 {
            let (files, ranks) = steps[lane];
            let by = (8 * ranks + files) as u64;
            shifts[lane] = by;
            rotations[lane] = by;
            rotations[lane + 4] = 64 - by;
            reached[lane] = reach(files, ranks);
            reached[lane + 4] = reach(-files, -ranks);
            lane += 1;
        }
        Self { rotations, shifts, reached }
    }

    /// The same, several times.
    const fn times(self, times: u64) -> Self {
        let mut steps = self;
        let mut lane = 0;
        while lane < 8 {
            steps.rotations[lane] = steps.rotations[lane] * times % 64;
            if lane < 4 {
                steps.shifts[lane] *= times;
            }
            lane += 1;
        }
        steps
    }
}

/// The squares that a step of so many files and ranks can reach.
const fn reach(files: i32, ranks: i32) -> u64 {
    let mut squares = 0;
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8 - files, square / 8 - ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The directions in which pawns attack: those of White, and those of Black.
pub static PAWN_DIRECTIONS: [[u64; 8]; 2] =
    [[0, 0, u64::MAX, u64::MAX, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, u64::MAX, u64::MAX]];

/// For each direction, the index of the word with the sliders that go there.
pub(super) const SLIDERS: [u64; 8] = {
    let (orthogonal, diagonal) = (word::ORTHOGONAL as u64, word::DIAGONAL as u64);
    [orthogonal, orthogonal, diagonal, diagonal, orthogonal, orthogonal, diagonal, diagonal]
};

/// One step in each direction.
pub static ONE: Steps = Steps::new(DIRECTIONS);
/// Two steps.
pub static TWO: Steps = Steps::new(DIRECTIONS).times(2);
/// Four steps.
pub static FOUR: Steps = Steps::new(DIRECTIONS).times(4);
/// The eight leaps of a knight.
pub static LEAPS: Steps = Steps::new([(1, 2), (2, 1), (-1, 2), (-2, 1)]);
const _: () = assert!(ONE.reached[0] == !A_FILE && LEAPS.shifts[3] == 6);
