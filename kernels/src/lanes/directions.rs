//! Lanes with the eight directions of one board, for [kernels of one position](crate::positions::directions).

use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::Simd;
use crate::Square;
use crate::chess::Move;
use crate::chess::word::{DIAGONAL, ORTHOGONAL};
use crate::line::A_FILE;

/// The number of moves that are stored without a branch. Positions of games have 1.8 captures on average.
const SLOTS: usize = 3;

/// Words in the order in which the lanes of several vectors are stored.
#[repr(C, align(64))]
struct Words([u64; 32]);

/// Returns the move of the lowest lane of a set, and removes it.
#[inline(always)]
fn next_move(left: &mut u32, words: &Words) -> Move {
    let lane = left.trailing_zeros() as usize & 15;
    *left &= left.wrapping_sub(1);
    let (from, to) = (words.0[lane].trailing_zeros(), words.0[16 + lane].trailing_zeros());
    // Without a lane, the squares are 64, and the bits still are those of some move.
    Move::of_any_bits((from | to << 6) as u16)
}

/// Eight lanes with the words of a position, or with the directions of a board.
pub trait EightLanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Simd;

    /// Returns `board` in every lane.
    fn splat(token: Self::Token, board: u64) -> Self;
    /// Returns a word in every lane, loaded separately from its neighbors.
    ///
    /// LLVM may load a word together with the next one. If the caller has just stored them one by one, such a
    /// load waits until both stores have left the store buffer: `attacks_by_role_on` of a position that was
    /// assembled for the call took 17 instead of 6.6 ns (`avx512-vbmi`, Zen 5).
    #[inline(always)]
    fn splat_from_memory(token: Self::Token, word: &u64) -> Self {
        Self::splat(token, *word)
    }
    /// Loads the words of an array.
    fn load(token: Self::Token, words: &[u64; 8]) -> Self;
    /// Loads the words of an array one by one, where the level has a way that costs less than one load of words
    /// that were just stored one by one, which waits for the stores.
    ///
    /// Calls whose positions are usually older use [`load`](Self::load). At `avx512-vbmi`, eight loads took
    /// 1.05 of the time of `is_legal` if the position was older (Zen 5), so that level loads all words at once.
    #[inline(always)]
    fn load_apart(token: Self::Token, words: &[u64; 8]) -> Self {
        Self::load(token, words)
    }
    /// Stores the lanes to an array.
    fn store(self, words: &mut [u64; 8]);
    /// Returns the words of a position after a normal move. In all lanes except the last, the bit of `from`
    /// moves to `to`. The last lane loses both squares.
    fn after_move(self, from: Square, to: Square) -> Self;
    /// Returns a bit for each lane that contains the square. The lowest bit is that of the first lane.
    fn lanes_with(self, square: Square) -> u8;
    /// Returns a bit for each of four words that contains the square. The lowest bit is that of the first.
    #[inline(always)]
    fn words_with(_token: Self::Token, words: &[u64; 4], square: Square) -> u8 {
        words.iter().rev().fold(
            0,
            #[inline(always)]
            |bits: u32, word| bits + bits + u32::from(word & square.bit() != 0),
        ) as u8
    }
    /// Like [`lanes_with`](Self::lanes_with) for the lanes of both colors. The other bits are unspecified.
    #[inline(always)]
    fn colors_with(self, square: Square) -> u8 {
        self.lanes_with(square)
    }
}

/// The eight directions of a board in eight lanes: east, north, north-east, north-west, then the opposite of
/// each. The lanes of each half are in the order of the [lines](crate::Line).
pub trait DirectionLanes: EightLanes + BitXor<Output = Self> {
    /// Returns the orthogonal sliders of a position in the lanes of ranks and files, and the diagonal ones in
    /// the others.
    #[inline(always)]
    fn sliders(token: Self::Token, words: &[u64; 8]) -> Self {
        Self::splat(token, words[ORTHOGONAL]).by_line(Self::splat(token, words[DIAGONAL]))
    }
    /// Returns the lanes of ranks and files of this vector, and the lanes of diagonals of the other one.
    fn by_line(self, diagonal: Self) -> Self;
    /// Shifts the first four lanes left, and the others right by the same counts. Bits that leave a word at
    /// one end may enter it at the other.
    fn moved(self, by: &DirectionSteps) -> Self;
    /// Exchanges the lanes of opposite directions.
    fn opposite(self) -> Self;
    /// Keeps the lanes in which `condition` is not 0, and sets the others to 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// Returns the unions of both vectors' lanes, and the first of them also in every lane.
    fn unions_of_both(self, other: Self) -> (Self, [u64; 2]);
    /// Returns the union of all lanes.
    fn union(self) -> u64;
    /// Returns the union of the lanes of ranks and files, and that of the diagonals.
    fn orthogonal_and_diagonal_unions(self) -> [u64; 2];
    /// Returns the squares that bishops, rooks and queens attack, from the attacks of rooks and bishops,
    /// which are in the lanes of their lines, and from those of queens.
    fn unions_by_role(rooks_and_bishops: Self, queens: Self) -> [u64; 3];
    /// Like [`unions_by_role`](Self::unions_by_role), for two colors.
    #[inline(always)]
    fn unions_by_role_of_both(rooks_and_bishops: [Self; 2], queens: [Self; 2]) -> [[u64; 3]; 2] {
        let ([a, b], [c, d]) = (rooks_and_bishops, queens);
        [Self::unions_by_role(a, c), Self::unions_by_role(b, d)]
    }
    /// Returns the number of set bits in both vectors.
    fn popcount_of_both(self, other: Self) -> u32;
    /// Returns a bit for each lane that is 0 in neither `a` nor `b`. The lowest eight bits are those of the
    /// first of two vectors.
    fn lanes_in_both(a: [Self; 2], b: [Self; 2]) -> u32;
    /// Returns whether all lanes are 0.
    fn is_zero(self) -> bool;
    /// Like [`moved`](Self::moved), in the other direction.
    fn moved_back(self, by: &DirectionSteps) -> Self;
    /// Returns the lowest square of each lane.
    fn lowest_squares(self) -> Self;
    /// Writes a normal move for each of some lanes of two vectors, which have one square each. The places
    /// after them are written too.
    #[inline(always)]
    fn store_moves(lanes: u32, from: [Self; 2], to: [Self; 2], moves: &mut [MaybeUninit<Move>; 16]) {
        let mut words = Words([0; 32]);
        let [a, b, c, d] = words.0.as_chunks_mut::<8>().0 else { unreachable!() };
        from[0].store(a);
        from[1].store(b);
        to[0].store(c);
        to[1].store(d);
        let mut left = lanes;
        for place in &mut moves[..SLOTS] {
            *place = MaybeUninit::new(next_move(&mut left, &words));
        }
        for place in SLOTS..lanes.count_ones() as usize {
            moves[place & 15] = MaybeUninit::new(next_move(&mut left, &words));
        }
    }
    /// Returns the first four lanes.
    fn first_four(self) -> [u64; 4];
}

/// The shifts for a step in each direction, and the squares that it can reach.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct DirectionSteps {
    /// Left rotations, for implementations that only rotate.
    pub rotations: [u64; 8],
    /// Shifts of the first four lanes to the left. The others shift right by the same counts.
    pub shifts: [u64; 4],
    /// The squares that can be reached without leaving the board.
    pub reached: [u64; 8],
}

impl DirectionSteps {
    /// Returns the steps of some files and ranks, and the opposite of each.
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

    /// Returns steps that are `times` as long.
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

/// Returns the squares that a step of some files and ranks can reach.
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

/// The directions in which the pawns of White attack, and those of Black.
pub static PAWN_DIRECTIONS: [[u64; 8]; 2] =
    [[0, 0, u64::MAX, u64::MAX, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, u64::MAX, u64::MAX]];

/// One step in each direction.
pub static ONE: DirectionSteps = DirectionSteps::new(DIRECTIONS);
/// Two steps in each direction.
pub static TWO: DirectionSteps = DirectionSteps::new(DIRECTIONS).times(2);
/// Four steps in each direction.
pub static FOUR: DirectionSteps = DirectionSteps::new(DIRECTIONS).times(4);
/// The eight leaps of a knight.
pub static KNIGHT_LEAPS: DirectionSteps = DirectionSteps::new([(1, 2), (2, 1), (-1, 2), (-2, 1)]);
const _: () = assert!(ONE.reached[0] == !A_FILE && KNIGHT_LEAPS.shifts[3] == 6);
