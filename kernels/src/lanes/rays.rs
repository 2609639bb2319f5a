//! Lanes for the pieces seen from a square: eight rays of seven squares each, and the eight squares at a knight's move.
//! They are used for [changes of threats](crate::positions::threats).

use core::ops::{BitAnd, BitOr};

use super::Simd;
use super::lists::LEAPS;
use crate::position::{Mailbox, Position, Threat};

/// Eight words of eight bytes. Word `n` has one byte for each square of a ray, the nearest lowest, and a square at a
/// knight's move in its highest byte. Opposite rays are four words apart.
pub trait RayLanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Simd;
    /// The bytes of the pieces on the 64 squares.
    type Board: Copy;
    /// The lowest 32 bits of each word, in an order that depends on the implementation.
    type Halves: HalfWords<Token = Self::Token>;

    /// Returns the board of a position.
    fn of_position(token: Self::Token, position: &Position) -> Self::Board;
    /// Returns the board of a mailbox.
    fn of_mailbox(token: Self::Token, mailbox: &Mailbox) -> Self::Board;
    /// Returns the bytes of the pieces on some squares. [`lookup`](Self::lookup) maps the bytes of the square `empty`,
    /// and of numbers with the highest bit set, which are off the board, to 0.
    fn at(board: &Self::Board, squares: Self, empty: u8) -> Self;

    /// Loads 64 bytes.
    fn load(token: Self::Token, bytes: &'static RayBytes) -> Self;
    /// Returns `byte` in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// Returns the eight bytes of `word` in every word.
    fn splat_words(token: Self::Token, word: u64) -> Self;
    /// Loads a table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up the lowest four bits of each byte. The result is 0 where the highest bit is set.
    fn lookup(self, table: Self) -> Self;
    /// Returns all ones in the bytes that are equal, and 0 in the others.
    fn equal(self, other: Self) -> Self;
    /// Keeps the bytes in which `condition` is not 0, and sets the others to 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// Returns the lowest one bit of each word.
    fn ls1b(self) -> Self;
    /// Returns the sum of the bytes of each word.
    fn sum_bytes(self) -> Self;
    /// Shifts each word left.
    fn shift_left_by(self, count: u32) -> Self;
    /// Shifts each word right.
    fn shift_right_by(self, count: u32) -> Self;
    /// Exchanges the words of opposite rays.
    fn opposite(self) -> Self;
    /// Returns the lower halves of the words.
    fn halves(self) -> Self::Halves;
    /// Returns the words that are not 0, in the order of the [`halves`](Self::halves).
    fn words_not_zero(self) -> u8;
}

/// Eight lanes of 32 bits, each with a piece and its square in the lower half, or with a threat.
pub trait HalfWords: Copy + BitOr<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Simd;

    /// Returns `bits` in every lane.
    fn splat(token: Self::Token, bits: u32) -> Self;
    /// Returns `other` if `condition` is true, and otherwise `self`, without a branch.
    fn or_if(self, condition: bool, other: Self) -> Self;
    /// Moves the lower half of each lane to its upper half.
    fn to_upper(self) -> Self;
    /// Stores the lanes of a mask, followed by unspecified threats. Each lane must be a threat, or 0 in the other half.
    fn store_some(self, mask: u8, places: &mut [Threat; 8]);
}

/// 64 bytes in memory.
#[derive(Debug)]
#[repr(align(64))]
pub struct RayBytes(pub [u8; 64]);

/// The steps of the eight rays as files and ranks: along the [lines](crate::Line) upward, then downward.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
/// The byte of a square off the board.
const OFF_THE_BOARD: u8 = 0x80;

/// The squares that are seen from each square, in 4,096 bytes. Each lookup reads one cache line.
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

/// The class of black pawns. A class is one bit; the other classes are one bit for each role, by its number.
pub const BLACK_PAWN: u8 = 0x40;
/// The class of a piece, indexed by the piece's byte.
pub static CLASSES: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, BLACK_PAWN, 2, 4, 8, 16, 32, 0]);

/// For each lane, the classes of pieces that attack the center square from there if no piece is between.
pub static ATTACKERS: RayBytes = RayBytes({
    let [white_pawn, knight, bishop, rook, queen, king] = [1, 2, 4, 8, 16, 32];
    let (mut attackers, mut lane) = ([0; 64], 0);
    while lane < 64 {
        let (files, ranks) = STEPS[lane / 8];
        let slider = if files == 0 || ranks == 0 { rook } else { bishop };
        // White pawns attack upward, so an attacking white pawn is below the square.
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

/// The sliders of each ray, in each of its bytes.
pub static SLIDERS: RayBytes = RayBytes({
    let (mut sliders, mut lane) = ([0; 64], 0);
    while lane < 64 {
        // The second lane of the ray, from which no king and no pawn attacks.
        sliders[lane] = if lane % 8 == 7 { 0 } else { ATTACKERS.0[lane / 8 * 8 + 1] };
        lane += 1;
    }
    sliders
});
