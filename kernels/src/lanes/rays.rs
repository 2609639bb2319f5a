//! Lanes that hold what is seen from a square: eight rays of seven squares each, and the eight squares a knight's move away.
//! The [changes of threats](crate::positions::threats) need them.

use core::ops::{BitAnd, BitOr};

use super::Simd;
use super::lists::LEAPS;
use crate::position::{Mailbox, Position, Threat};

/// Eight words of eight bytes. Word `n` has a byte for each square of a ray, the nearest lowest, and in its highest byte a
/// square that is a knight's move away. Each ray is four words from the opposite ray.
pub trait RayLanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// What proves that the CPU can do this: the token of a level.
    type Token: Simd;
    /// The bytes of the pieces on the 64 squares, of which one may be left out.
    type Board: Copy;
    /// The lowest 32 bits of each word, in an order of the implementation's choice.
    type Halves: HalfWords<Token = Self::Token>;

    /// The board of a position.
    fn of_position(token: Self::Token, position: &Position) -> Self::Board;
    /// The board of bytes.
    fn of_mailbox(token: Self::Token, mailbox: &Mailbox) -> Self::Board;
    /// The bytes of the pieces on some squares; those of the square `empty` and off the board, where the number of the square
    /// has its highest bit set, look up as 0.
    fn at(board: &Self::Board, squares: Self, empty: u8) -> Self;

    /// 64 bytes from memory.
    fn load(token: Self::Token, bytes: &'static RayBytes) -> Self;
    /// The same byte in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// The same eight bytes in every word.
    fn splat_words(token: Self::Token, word: u64) -> Self;
    /// A table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up the lowest four bits of each byte; gives 0 where the highest bit is set.
    fn lookup(self, table: Self) -> Self;
    /// The bytes that are equal: all ones, else 0.
    fn equal(self, other: Self) -> Self;
    /// The bytes where `condition` is not 0, else 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// The lowest one bit of each word.
    fn ls1b(self) -> Self;
    /// The sum of the bytes of each word.
    fn sum_bytes(self) -> Self;
    /// Each word shifted left.
    fn shift_left_by(self, count: u32) -> Self;
    /// Each word shifted right.
    fn shift_right_by(self, count: u32) -> Self;
    /// Each word in the place of its opposite.
    fn opposite(self) -> Self;
    /// The lower halves of the words.
    fn halves(self) -> Self::Halves;
    /// The words that are not 0, in the order of the [`halves`](Self::halves).
    fn words_not_zero(self) -> u8;
}

/// Eight times 32 bits: a piece and its square in the lower half, or a threat.
pub trait HalfWords: Copy + BitOr<Output = Self> {
    /// What proves that the CPU can do this: the token of a level.
    type Token: Simd;

    /// The same in every lane.
    fn splat(token: Self::Token, bits: u32) -> Self;
    /// The lower half of each lane moved to its upper half.
    fn to_upper(self) -> Self;
    /// Stores the lanes of a mask, and threats of no meaning behind them. Each lane is a threat, or 0 but for one half.
    fn store_some(self, mask: u8, places: &mut [Threat; 8]);
}

/// 64 bytes in memory.
#[derive(Debug)]
#[repr(align(64))]
pub struct RayBytes(pub [u8; 64]);

/// The steps of the eight rays, as files and ranks: those of the [lines](crate::Line) upward, and then downward.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
/// What stands for a square off the board.
const OFF_THE_BOARD: u8 = 0x80;

/// The squares that are seen from a square. 4,096 bytes, of which each look takes one cache line.
pub static RAYS: [RayBytes; 64] = {
    let mut all = [const { RayBytes([OFF_THE_BOARD; 64]) }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 64 {
            let (ray, distance) = (lane / 8, lane % 8);
            let (files, ranks) = if distance == 7 {
                LEAPS[ray]
            } else {
                (STEPS[ray].0 * (distance as i8 + 1), STEPS[ray].1 * (distance as i8 + 1))
            };
            let (file, rank) = (square as i8 % 8 + files, square as i8 / 8 + ranks);
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                all[square].0[lane] = (8 * rank + file) as u8;
            }
            lane += 1;
        }
        square += 1;
    }
    all
};

/// Classes of pieces by what they attack: a bit for each role by its number, and another one for black pawns.
pub const BLACK_PAWN: u8 = 0x40;
/// The class of a piece, by its byte.
pub static CLASSES: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, BLACK_PAWN, 2, 4, 8, 16, 32, 0]);

/// The classes of pieces that attack the square in the middle from each lane, if no piece is between.
pub static ATTACKERS: RayBytes = RayBytes({
    let [white_pawn, knight, bishop, rook, queen, king] = [1, 2, 4, 8, 16, 32];
    let (mut attackers, mut lane) = ([0; 64], 0);
    while lane < 64 {
        let (files, ranks) = STEPS[lane / 8];
        let slider = if files == 0 || ranks == 0 { rook } else { bishop };
        // A white pawn attacks upward: it is below the square.
        let pawn = if slider == rook {
            0
        } else if ranks < 0 {
            white_pawn
        } else {
            BLACK_PAWN
        };
        attackers[lane] = match lane % 8 {
            0 => slider | queen | king | pawn,
            7 => knight,
            _ => slider | queen,
        };
        lane += 1;
    }
    attackers
});

/// The sliders of each ray, in its bytes.
pub static SLIDERS: RayBytes = RayBytes({
    let (mut sliders, mut lane) = ([0; 64], 0);
    while lane < 64 {
        // The second lane of the ray: no king and no pawn attacks so far.
        sliders[lane] = if lane % 8 == 7 { 0 } else { ATTACKERS.0[lane / 8 * 8 + 1] };
        lane += 1;
    }
    sliders
});
