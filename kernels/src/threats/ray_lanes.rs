//! Lanes for the pieces seen from a square: the nearest piece of each of eight rays, and the eight pieces at
//! a knight's move. They are used for [changes of threats](crate::threats).

use crate::Square;
use crate::chess::Position;
use crate::lanes::Simd;
use crate::steps::LEAPS;
use crate::threats::types::{ChangePlaces, Mailbox, MailboxRef, PiecePlanes, WHITE_KNIGHT};

/// 32 bytes for the pieces that are seen from two squares: for each square the nearest piece of each ray,
/// then the pieces at a knight's move. Opposite rays are four bytes apart.
pub trait RayLanes: Copy {
    /// The token that proves the CPU features.
    type Token: Simd;

    /// A board to look up pieces in.
    type Board: Copy;
    /// The rays whose nearest piece is on the neighboring square.
    type Adjacent: Copy;
    /// The pieces and squares of the sixteen bytes that belong to one square.
    type Halves: Copy;

    /// Returns the board of a position.
    fn of_position(token: Self::Token, position: &Position) -> Self::Board;
    /// Returns the board of a mailbox.
    fn of_mailbox(token: Self::Token, mailbox: &Mailbox) -> Self::Board;
    /// Returns the board of another program's bytes.
    fn of_mailbox_ref(token: Self::Token, mailbox: MailboxRef<'_>) -> Self::Board;
    /// Returns the byte of the piece on a square of a position, or 0, from its planes or from its board.
    #[inline(always)]
    fn code_at(planes: PiecePlanes, _: &Self::Board, square: Square) -> u8 {
        planes.code_at(square)
    }
    /// Returns the board with an empty square.
    fn without(board: &Self::Board, square: Square) -> Self::Board;
    /// Returns the squares that are seen from two squares, and the rays whose nearest piece is on the
    /// neighboring square.
    ///
    /// A byte has the highest bit set if the ray has no piece. A square at a knight's move may be occupied or
    /// not; off the board, the byte has the highest bit set.
    fn seen(board: &Self::Board, squares: [Square; 2]) -> (Self, Self::Adjacent);
    /// Returns the bytes of the pieces on some squares, and 0 for bytes with the highest bit set.
    fn pieces_at(board: &Self::Board, squares: Self) -> Self;

    /// Loads 32 bytes.
    fn load(token: Self::Token, lanes: &'static RayTable) -> Self;
    /// Returns the first byte in each lane of the first square, and the second in those of the other.
    fn splat_both(token: Self::Token, bytes: [u8; 2]) -> Self;
    /// Returns a table of twice these eight bytes for [`lookup`](Self::lookup).
    fn table_of_eight(token: Self::Token, table: u64) -> Self;
    /// Loads a table of sixteen bytes for [`lookup`](Self::lookup).
    fn table(token: Self::Token, table: &'static u128) -> Self;
    /// Looks up each byte, 0..=15, in a table.
    fn lookup(self, table: Self) -> Self;
    /// Adds the bits of `other` to the bytes of adjacent pieces. Those of squares at a knight's move must be
    /// 0 in `other`.
    fn or_where_adjacent(self, other: Self, adjacent: Self::Adjacent) -> Self;
    /// Exchanges the lanes of opposite rays.
    fn opposite(self) -> Self;
    /// Returns the lanes in which the first two vectors have a common bit and the other two as well.
    fn with_common_bits(first: [Self; 2], second: [Self; 2]) -> u32;

    /// Returns the pieces and squares of each half. Only the lowest six bits of the squares count.
    fn halves(pieces: Self, squares: Self) -> [Self::Halves; 2];
    /// Writes the threats of an attacker, a piece and its square in two bytes, to the pieces of at most eight
    /// lanes. They are either rays or knight's moves. The byte of the square becomes a [`Square`] without a
    /// check, so `attacker` (and `attacked` below) must have a square of at most 63; only `seen.rs` calls this.
    fn write_attacked(halves: Self::Halves, lanes: u16, attacker: u16, list: &mut ChangePlaces<'_>);
    /// Writes the threats by the pieces of some lanes.
    fn write_attackers(halves: Self::Halves, lanes: u16, attacked: u16, list: &mut ChangePlaces<'_>);
    /// Writes the threats by the pieces of some rays to those of the opposite rays.
    fn write_opposite(halves: Self::Halves, rays: u8, list: &mut ChangePlaces<'_>);
}

/// 32 bytes in memory.
#[derive(Debug)]
#[repr(align(32))]
pub struct RayTable(pub [u8; 32]);

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

/// The rays of the eight words in [`RAYS`]. If the lower halves of the words of two registers are joined as
/// `vshufps` joins them, the rays are in the order of their numbers.
pub const RAYS_OF_WORDS: [usize; 8] = [0, 1, 4, 5, 2, 3, 6, 7];

/// The squares on the rays from each square, in 4,096 bytes. Each lookup reads one cache line.
///
/// A word has a byte for each square of a ray, the nearest lowest. The bytes are larger than the squares by
/// [`MARK`].
pub static RAYS: [RayBytes; 64] = {
    let mut all = [const { RayBytes([OFF_THE_BOARD + MARK; 64]) }; 64];
    let mut square = 0;
    while square < 64 {
        let mut word = 0;
        while word < 8 {
            // In 0x88 notation, a step off the board sets a bit of 0x88.
            let (files, ranks) = STEPS[RAYS_OF_WORDS[word]];
            let step = files as i32 + 16 * ranks as i32;
            let (mut place, mut to) = (8 * word, (square + (square & 0o70)) as i32 + step);
            while to & 0x88 == 0 {
                all[square].0[place] = ((to >> 1 & 0o70) | (to & 7)) as u8 + MARK;
                place += 1;
                to += step;
            }
            word += 1;
        }
        square += 1;
    }
    all
};

/// For each square, a number for each ray that removes the [`MARK`], and the squares at a knight's move, or
/// [`OFF_THE_BOARD`]. 1,024 bytes.
///
/// They are added to the bytes of the nearest squares on the rays, and zeros.
pub static LEAPS_FROM: [[u8; 16]; 64] = {
    let (mut all, mut square) = ([[OFF_THE_BOARD; 16]; 64], 0);
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            all[square][ray] = MARK.wrapping_neg();
            if let Some(byte) = marked(square, LEAPS[ray].0, LEAPS[ray].1) {
                all[square][8 + ray] = byte - MARK;
            }
            ray += 1;
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

/// The rays that contain a square, one bit for each, by the difference of the square and the center in 0x88
/// notation plus 128 ([Chess Programming Wiki](https://www.chessprogramming.org/0x88#Square_Relations)). 256
/// bytes.
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

/// The numbers of the members of each set of eight plus [`MEMBER`], lowest first, one byte each, then zeros.
/// 2,048 bytes.
pub static MEMBERS: [u64; 256] = {
    let (mut all, mut set) = ([0; 256], 0);
    while set < 256 {
        let (mut count, mut member) = (0, 0);
        while member < 8 {
            if set >> member & 1 == 1 {
                all[set] |= (MEMBER as u64 | member) << (8 * count);
                count += 1;
            }
            member += 1;
        }
        set += 1;
    }
    all
};

/// The bit that distinguishes member 0 from no member.
pub const MEMBER: u8 = 0x80;

/// The class of black pawns. A class is one bit; the other classes are one bit for each role, by its number.
pub const BLACK_PAWN: u8 = 0x40;
/// The class of a piece, indexed by the piece's byte.
pub static CLASSES: u128 = u128::from_le_bytes([0, 1, 2, 4, 8, 16, 32, 0, 0, BLACK_PAWN, 2, 4, 8, 16, 32, 0]);

/// The classes of the sliders that attack along each ray.
pub static SLIDERS: RayTable = RayTable({
    let [bishop, rook, queen] = [4, 8, 16];
    let (mut sliders, mut ray) = ([0; 32], 0);
    while ray < 8 {
        sliders[ray] = queen | if STEPS[ray].0 == 0 || STEPS[ray].1 == 0 { rook } else { bishop };
        sliders[16 + ray] = sliders[ray];
        ray += 1;
    }
    sliders
});

/// The classes of pieces that attack the center from any distance, and from a knight's move.
pub static FAR: RayTable = RayTable({
    let (mut attackers, mut ray) = (SLIDERS.0, 0);
    while ray < 8 {
        (attackers[8 + ray], attackers[24 + ray]) = (WHITE_KNIGHT, WHITE_KNIGHT);
        ray += 1;
    }
    attackers
});

/// The classes of pieces that attack the center from the neighboring square only.
pub static NEAR: RayTable = RayTable({
    let [white_pawn, king] = [1, 32];
    let (mut attackers, mut ray) = ([0; 32], 0);
    while ray < 8 {
        let (files, ranks) = STEPS[ray];
        // White pawns attack upward, so an attacking white pawn is below the square.
        let pawn = if files == 0 || ranks == 0 {
            0
        } else if ranks < 0 {
            white_pawn
        } else {
            BLACK_PAWN
        };
        attackers[ray] = king | pawn;
        attackers[16 + ray] = attackers[ray];
        ray += 1;
    }
    attackers
});
