//! Lanes for the pieces seen from a square: the nearest piece of each of eight rays, and the eight pieces at a knight's
//! move. They are used for [changes of threats](crate::positions::threats).

use core::ops::{BitAnd, BitOr};

use super::Simd;
use super::lists::LEAPS;
use crate::Square;
use crate::position::{Mailbox, Position, Threat};

/// Eight lanes of 32 bits, one for each ray. Opposite rays are four lanes apart.
///
/// The lowest byte of a lane belongs to the nearest piece of the ray, and the next byte to a square at a knight's move.
/// The upper half is used for a second square, or for the second half of a threat.
pub trait RayLanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// The token that proves the CPU features.
    type Token: Simd;

    /// A board to look up pieces in.
    type Board: Copy;

    /// Returns the board of a position.
    fn of_position(token: Self::Token, position: &Position) -> Self::Board;
    /// Returns the board of a mailbox.
    fn of_mailbox(token: Self::Token, mailbox: &Mailbox) -> Self::Board;
    /// Returns the squares that are seen from a square, and a byte other than 0 in each ray whose nearest piece is on
    /// the neighboring square. The square `empty` is taken as empty.
    ///
    /// The byte of a ray is 0x80 if the ray has no piece. The next byte is a square at a knight's move, occupied or not,
    /// or 0x80 off the board.
    fn seen(board: &Self::Board, square: Square, empty: Square) -> (Self, Self);
    /// Returns the bytes of the pieces on some squares, one in each byte, and 0 for 0x80 and for the square `empty`.
    fn pieces_at(board: &Self::Board, squares: Self, empty: Square) -> Self;

    /// Loads eight lanes.
    fn load(token: Self::Token, lanes: &'static Lanes) -> Self;
    /// Returns `bits` in every lane.
    fn splat(token: Self::Token, bits: u32) -> Self;
    /// Returns `byte` in every byte.
    fn splat_byte(token: Self::Token, byte: u8) -> Self;
    /// Returns a table of twice these eight bytes for [`lookup`](Self::lookup).
    fn table_of_eight(token: Self::Token, table: u64) -> Self;
    /// Loads a table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up each byte, 0..=15, in a table.
    fn lookup(self, table: Self) -> Self;
    /// Keeps the bytes in which `condition` is not 0, and sets the others to 0.
    fn keep_where_not_zero(self, condition: Self) -> Self;
    /// Shifts each lane left.
    fn shift_left_by<const N: i32>(self) -> Self;
    /// Shifts each lane right.
    fn shift_right_by<const N: i32>(self) -> Self;
    /// Exchanges the lanes of opposite rays.
    fn opposite(self) -> Self;
    /// Returns `other` if `condition` is true, and otherwise `self`, without a branch.
    fn or_if(self, condition: bool, other: Self) -> Self;
    /// Returns the lanes that are not 0. The highest bit of each lane must be 0.
    fn not_zero(self) -> u8;
    /// Stores the lanes of a mask, with the bits of `middle` added to each, followed by unspecified threats. Each lane
    /// must be a threat then.
    fn store_some(self, mask: u8, middle: Self, places: &mut [Threat; 8]);
}

/// Eight lanes of 32 bits in memory.
#[derive(Debug)]
#[repr(align(32))]
pub struct Lanes(pub [u32; 8]);

/// 64 bytes in memory.
#[derive(Debug)]
#[repr(align(64))]
pub struct RayBytes(pub [u8; 64]);

/// The steps of the eight rays as files and ranks: along the [lines](crate::Line) upward, then downward.
const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
/// The byte of a square off the board.
pub const OFF_THE_BOARD: u8 = 0x80;
/// The number added to every byte of [`RAYS`], so that no square is 0.
pub const MARK: u8 = 0x40;

/// The rays of the eight words in [`RAYS`]. If the lower halves of the words of two registers are joined as `vshufps`
/// joins them, the rays are in the order of their numbers.
const RAYS_OF_WORDS: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

/// The squares that are seen from each square, in 4,096 bytes. Each lookup reads one cache line.
///
/// A word has a byte for each square of a ray, the nearest lowest, and a square at a knight's move in its highest byte.
/// The bytes are larger than the squares by [`MARK`].
pub static RAYS: [RayBytes; 64] = {
    let mut all = [const { RayBytes([OFF_THE_BOARD + MARK; 64]) }; 64];
    let mut square = 0;
    while square < 64 {
        let mut word = 0;
        while word < 8 {
            let ray = RAYS_OF_WORDS[word];
            let mut distance = 0;
            while distance < 7 {
                let steps = distance as i8 + 1;
                let Some(byte) = marked(square, STEPS[ray].0 * steps, STEPS[ray].1 * steps) else { break };
                all[square].0[8 * word + distance] = byte;
                distance += 1;
            }
            if let Some(byte) = marked(square, LEAPS[ray].0, LEAPS[ray].1) {
                all[square].0[8 * word + 7] = byte;
            }
            word += 1;
        }
        square += 1;
    }
    all
};

/// Returns the byte in [`RAYS`] of the square that is these steps away, or `None` if it is off the board.
const fn marked(square: usize, files: i8, ranks: i8) -> Option<u8> {
    let (file, rank) = (square as i8 % 8 + files, square as i8 / 8 + ranks);
    if 0 <= file && file < 8 && 0 <= rank && rank < 8 { Some((8 * rank + file) as u8 + MARK) } else { None }
}

/// The rays that contain a square, one bit for each, by the difference of the square and the center in 0x88 notation
/// plus 128 ([Chess Programming Wiki](https://www.chessprogramming.org/0x88#Square_Relations)). 256 bytes.
static TOWARDS: [u8; 256] = {
    let mut all = [0; 256];
    let mut ray = 0;
    while ray < 8 {
        let mut distance = 1;
        while distance < 8 {
            let difference = distance * (STEPS[ray].0 as i32 + 16 * STEPS[ray].1 as i32);
            all[(128 + difference) as usize] |= 1 << ray;
            distance += 1;
        }
        ray += 1;
    }
    all
};

/// Returns the ray from a square that contains another square, one bit of eight, or 0 if there is none.
#[inline(always)]
pub fn ray_towards(center: Square, square: Square) -> u8 {
    let in_0x88 = |square: Square| square.index() + (square.index() & 0o70);
    TOWARDS[(128 + in_0x88(square)).wrapping_sub(in_0x88(center)) % 256]
}

/// The class of black pawns. A class is one bit; the other classes are one bit for each role, by its number.
pub const BLACK_PAWN: u8 = 0x40;
/// The class of a piece, indexed by the piece's byte.
pub static CLASSES: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, BLACK_PAWN, 2, 4, 8, 16, 32, 0]);

const KNIGHT: u32 = 2;

/// The classes of the sliders that attack along each ray.
pub static SLIDERS: Lanes = Lanes({
    let [bishop, rook, queen] = [4, 8, 16];
    let (mut sliders, mut ray) = ([0; 8], 0);
    while ray < 8 {
        sliders[ray] = queen | if STEPS[ray].0 == 0 || STEPS[ray].1 == 0 { rook } else { bishop };
        ray += 1;
    }
    sliders
});

/// The classes of pieces that attack the center from any distance, and from a knight's move, for two squares.
pub static FAR: Lanes = Lanes({
    let (mut attackers, mut ray) = ([0; 8], 0);
    while ray < 8 {
        attackers[ray] = (SLIDERS.0[ray] | KNIGHT << 8) * 0x0001_0001;
        ray += 1;
    }
    attackers
});

/// The classes of pieces that attack the center from the neighboring square only, for two squares.
pub static NEAR: Lanes = Lanes({
    let [white_pawn, king] = [1, 32];
    let (mut attackers, mut ray) = ([0; 8], 0);
    while ray < 8 {
        let (files, ranks) = STEPS[ray];
        // White pawns attack upward, so an attacking white pawn is below the square.
        let pawn = if files == 0 || ranks == 0 {
            0
        } else if ranks < 0 {
            white_pawn
        } else {
            BLACK_PAWN as u32
        };
        attackers[ray] = (king | pawn) * 0x0001_0001;
        ray += 1;
    }
    attackers
});
