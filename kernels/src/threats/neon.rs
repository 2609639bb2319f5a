//! NEON: the rays and knight's moves of two squares in two 128-bit registers, selected from 64 squares in
//! four registers, which `tbl` looks up.
//!
//! Its gain has not been measured, because no Arm CPU was available.

use core::arch::aarch64::*;

use crate::Square;
use crate::chess::Position;
use crate::lanes::neon::NeonLevel;
use crate::lanes::{Simd, forward};
use crate::levels::proof::with_features;
use crate::threats::ray_lanes::{
    LEAPS_FROM, MARK, MEMBERS, RAYS, RAYS_OF_WORDS, RayBytes, RayLanes, RayTable,
};
use crate::threats::types::{ChangePlaces, Mailbox, MailboxRef, Threat, WHITE_KNIGHT};

/// The sixteen bytes of each square. `T` is the token of the level.
#[derive(Clone, Copy)]
pub struct NeonRays<T> {
    pair: Pair,
    token: T,
}

/// The lanes of the first square, and those of the second.
type Pair = [uint8x16_t; 2];
/// The bytes of 64 squares.
type Bytes = [uint8x16_t; 4];

/// For the lanes of each square, the words of [`RAYS`] in the order of their rays. The words of both squares
/// are in a register, and lanes of knight's moves are 0.
static ORDER: [[u8; 16]; 2] = {
    let (mut order, mut word) = ([[u8::MAX; 16]; 2], 0);
    while word < 8 {
        order[0][RAYS_OF_WORDS[word]] = word as u8;
        order[1][RAYS_OF_WORDS[word]] = 8 + word as u8;
        word += 1;
    }
    order
};

with_features! { ["neon"];
    fn load_sixteen(_, bytes: &[u8; 16]) -> uint8x16_t {
        // SAFETY: the array has 16 bytes, and the load requires no alignment.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }
    fn load_bytes(token, bytes: &[u8; 64]) -> Bytes {
        let [a, b, c, d] = bytes.as_chunks().0 else { unreachable!("64 bytes are four times 16") };
        [load_sixteen(token, a), load_sixteen(token, b), load_sixteen(token, c), load_sixteen(token, d)]
    }
    fn load(token, lanes: &RayTable) -> Pair {
        let [first, second] = lanes.0.as_chunks().0 else { unreachable!("32 bytes are twice 16") };
        [load_sixteen(token, first), load_sixteen(token, second)]
    }
    /// Returns the code of the number of each byte, which is 8 higher on black squares.
    fn load_codes(token, board: MailboxRef<'_>) -> Bytes {
        let codes = load_sixteen(token, &board.codes.0);
        let [a, b, c, d] = load_bytes(token, board.bytes);
        [(a, 0), (b, 2), (c, 4), (d, 6)].map(#[inline(always)] |(bytes, rank)| {
            let numbers = vandq_u8(bytes, vdupq_n_u8(board.bits));
            vqtbl1q_u8(codes, vorrq_u8(numbers, on_squares(token, board.black, rank, 8)))
        })
    }
    /// Returns a byte on the squares of a set, and 0 on the others, for the 16 squares from a rank on.
    fn on_squares(token, set: u64, rank: u8, byte: u8) -> uint8x16_t {
        let ranks = vcombine_u8(vdup_n_u8(rank), vdup_n_u8(rank + 1));
        let set = vqtbl1q_u8(vreinterpretq_u8_u64(vdupq_n_u64(set)), ranks);
        vandq_u8(vtstq_u8(set, bits(token)), vdupq_n_u8(byte))
    }
    /// Returns a bit of each byte, lowest file first, from a word with a byte for each rank.
    fn bits(_) -> uint8x16_t { vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201)) }
    /// Returns the bytes of the pieces from their bits, as bitboards, lowest bit first.
    fn bytes_of(token, planes: [u64; 4]) -> Bytes {
        [0, 2, 4, 6].map(#[inline(always)] |rank| {
            let of = |bit: usize| on_squares(token, planes[bit], rank, 1 << bit);
            vorrq_u8(vorrq_u8(of(0), of(1)), vorrq_u8(of(2), of(3)))
        })
    }
    fn without(_, bytes: Bytes, square: u8) -> Bytes {
        let [a, b, c, d] = bytes;
        let from_zero = vcombine_u8(vcreate_u8(0x0706_0504_0302_0100), vcreate_u8(0x0f0e_0d0c_0b0a_0908));
        let others = |bytes, first| vbicq_u8(bytes, vceqq_u8(from_zero, vdupq_n_u8(square.wrapping_sub(first))));
        [others(a, 0), others(b, 16), others(c, 32), others(d, 48)]
    }
    /// Returns the bytes of a board's squares, and 0 for other numbers.
    fn at(_, board: Bytes, squares: uint8x16_t) -> uint8x16_t {
        let [a, b, c, d] = board;
        vqtbl4q_u8(uint8x16x4_t(a, b, c, d), squares)
    }
    /// Returns one bit in the byte of the nearest piece of each word.
    fn nearest(token, board: Bytes, squares: Bytes) -> Bytes {
        squares.map(#[inline(always)] |squares| {
            let pieces = vreinterpretq_u64_u8(at(token, board, vsubq_u8(squares, vdupq_n_u8(MARK))));
            vreinterpretq_u8_u64(vandq_u64(pieces, vsubq_u64(vdupq_n_u64(0), pieces)))
        })
    }
    /// Returns the squares of the nearest pieces, and 0 in the other bytes.
    fn squares_of(_, squares: Bytes, nearest: Bytes) -> Bytes {
        let of = |word: usize| vandq_u8(squares[word], vtstq_u8(nearest[word], nearest[word]));
        [of(0), of(1), of(2), of(3)]
    }
    /// Returns the sums of the words of two squares, of which one byte at most is not 0.
    fn sums(_, first: Bytes, second: Bytes) -> uint8x16_t {
        let of_four = |words: Bytes| vpaddq_u8(vpaddq_u8(words[0], words[1]), vpaddq_u8(words[2], words[3]));
        vpaddq_u8(of_four(first), of_four(second))
    }
    /// Returns the lowest bytes of the words of two squares.
    fn lowest(_, first: Bytes, second: Bytes) -> uint8x16_t {
        let of_four = |words: Bytes| vuzp1q_u8(vuzp1q_u8(words[0], words[1]), vuzp1q_u8(words[2], words[3]));
        vuzp1q_u8(of_four(first), of_four(second))
    }
    /// Returns the bytes of the words of two squares in the lanes of rays.
    fn in_lanes(token, words: uint8x16_t) -> Pair {
        ORDER.each_ref().map(#[inline(always)] |order| vqtbl1q_u8(words, load_sixteen(token, order)))
    }
    /// Returns the squares in the lanes of rays, without the marks, and those at a knight's move in the
    /// others.
    fn with_leaps(token, squares: Pair, leaps: [&[u8; 16]; 2]) -> Pair {
        let [first, second] = leaps;
        [vaddq_u8(squares[0], load_sixteen(token, first)), vaddq_u8(squares[1], load_sixteen(token, second))]
    }
    fn splat_both(_, first: u8, second: u8) -> Pair { [vdupq_n_u8(first), vdupq_n_u8(second)] }
    fn table_of_eight(_, table: u64) -> Pair { [vreinterpretq_u8_u64(vdupq_n_u64(table)); 2] }
    fn table(token, table: &'static u128) -> Pair { [load_sixteen(token, &table.to_le_bytes()); 2] }
    fn lookup(_, a: Pair, table: Pair) -> Pair { [vqtbl1q_u8(table[0], a[0]), vqtbl1q_u8(table[1], a[1])] }
    fn or_where_adjacent(_, a: Pair, b: Pair, adjacent: Pair) -> Pair {
        let or = |a, b, condition| vorrq_u8(a, vandq_u8(b, vtstq_u8(condition, condition)));
        [or(a[0], b[0], adjacent[0]), or(a[1], b[1], adjacent[1])]
    }
    fn opposite(_, a: Pair) -> Pair {
        a.map(#[inline(always)] |a| vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(a))))
    }
    fn with_common_bits(token, a: Pair, b: Pair, c: Pair, d: Pair) -> u32 {
        let of = |square: usize| {
            let both = vandq_u8(vtstq_u8(a[square], b[square]), vtstq_u8(c[square], d[square]));
            vandq_u8(both, bits(token))
        };
        // Three sums of neighbors put the bits of eight bytes in one.
        let sums = vpaddq_u8(of(0), of(1));
        let sums = vpaddq_u8(sums, sums);
        vgetq_lane_u32::<0>(vreinterpretq_u32_u8(vpaddq_u8(sums, sums)))
    }
    /// Returns the pieces and squares of the rays and of the knight's moves, in 16 bits each.
    fn halves_of(_, pieces: uint8x16_t, squares: uint8x16_t) -> [uint16x8_t; 2] {
        let squares = vandq_u8(squares, vdupq_n_u8(63));
        [vreinterpretq_u16_u8(vzip1q_u8(pieces, squares)), vreinterpretq_u16_u8(vzip2q_u8(pieces, squares))]
    }
    /// Moves the lanes of a mask to the front, followed by copies of the first lane.
    fn compress(_, a: uint16x8_t, lanes: u8) -> uint16x8_t {
        let members = vcreate_u8(MEMBERS[usize::from(lanes)]);
        // Twice the number of each member, and one more.
        let low = vshlq_n_u8::<1>(vcombine_u8(vzip1_u8(members, members), vzip2_u8(members, members)));
        let bytes = vorrq_u8(low, vreinterpretq_u8_u16(vdupq_n_u16(0x100)));
        vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(a), bytes))
    }
    fn splat(_, half: u16) -> uint16x8_t { vdupq_n_u16(half) }
    fn other_rays(_, rays: uint16x8_t) -> uint16x8_t { vextq_u16::<4>(rays, rays) }
    /// Stores threats from the halves with the attackers and those with the attacked pieces.
    fn store(_, places: &mut [Threat; 8], attackers: uint16x8_t, attacked: uint16x8_t) -> () {
        let places = places.as_mut_ptr().cast::<u16>();
        let (low, high) = (vzip1q_u16(attackers, attacked), vzip2q_u16(attackers, attacked));
        // SAFETY: eight threats are 32 bytes, and the stores require only the alignment of a byte. Every half
        // has a number from 0 to 63 in the place of its square; see `halves_of`, and the callers pass such
        // squares. For pieces every byte is valid.
        unsafe {
            vst1q_u8(places.cast(), vreinterpretq_u8_u16(low));
            vst1q_u8(places.add(8).cast(), vreinterpretq_u8_u16(high));
        }
    }
}

impl<T: NeonLevel + Simd> RayLanes for NeonRays<T> {
    type Token = T;
    type Board = ByteBoard<T>;
    /// Bytes other than 0.
    type Adjacent = Self;
    type Halves = RayHalves<T>;

    #[inline(always)]
    fn of_position(token: T, position: &Position) -> ByteBoard<T> {
        ByteBoard { bytes: bytes_of(token, position.piece_planes().0), token }
    }

    #[inline(always)]
    fn of_mailbox(token: T, mailbox: &Mailbox) -> ByteBoard<T> {
        ByteBoard { bytes: load_bytes(token, mailbox.as_bytes()), token }
    }

    #[inline(always)]
    fn of_mailbox_ref(token: T, mailbox: MailboxRef<'_>) -> ByteBoard<T> {
        ByteBoard { bytes: load_codes(token, mailbox), token }
    }

    #[inline(always)]
    fn without(&ByteBoard { bytes, token }: &ByteBoard<T>, square: Square) -> ByteBoard<T> {
        ByteBoard { bytes: without(token, bytes, square.index() as u8), token }
    }

    #[inline(always)]
    fn seen(&ByteBoard { bytes, token }: &ByteBoard<T>, squares: [Square; 2]) -> (Self, Self) {
        let [(a, near_a), (b, near_b)] = squares.map(
            #[inline(always)]
            |square| {
                let RayBytes(rays) = &RAYS[square.index()];
                let rays = load_bytes(token, rays);
                let nearest = nearest(token, bytes, rays);
                (squares_of(token, rays, nearest), nearest)
            },
        );
        let leaps = squares.map(|square| &LEAPS_FROM[square.index()]);
        let seen = with_leaps(token, in_lanes(token, sums(token, a, b)), leaps);
        let adjacent = in_lanes(token, lowest(token, near_a, near_b));
        (Self { pair: seen, token }, Self { pair: adjacent, token })
    }

    #[inline(always)]
    fn pieces_at(&ByteBoard { bytes, token }: &ByteBoard<T>, squares: Self) -> Self {
        let [first, second] = squares.pair;
        Self { pair: [at(token, bytes, first), at(token, bytes, second)], token }
    }

    #[inline(always)]
    fn splat_both(token: T, [first, second]: [u8; 2]) -> Self {
        Self { pair: splat_both(token, first, second), token }
    }

    #[inline(always)]
    fn with_common_bits([a, b]: [Self; 2], [c, d]: [Self; 2]) -> u32 {
        with_common_bits(a.token, a.pair, b.pair, c.pair, d.pair)
    }

    forward! { pair, token:
        fn load(token: T, lanes: &'static RayTable) -> Self;
        fn table_of_eight(token: T, bytes: u64) -> Self;
        fn table(token: T, bytes: &'static u128) -> Self;
        fn lookup(self, table: Self) -> Self;
        fn or_where_adjacent(self, other: Self, adjacent: Self) -> Self;
        fn opposite(self) -> Self;
    }

    #[inline(always)]
    fn halves(pieces: Self, squares: Self) -> [RayHalves<T>; 2] {
        let token = pieces.token;
        [0, 1].map(
            #[inline(always)]
            |square: usize| {
                let [rays, leaps] = halves_of(token, pieces.pair[square], squares.pair[square]);
                RayHalves { rays, leaps, token }
            },
        )
    }

    #[inline(always)]
    fn write_attacked(
        RayHalves { rays, leaps, token }: RayHalves<T>,
        lanes: u16,
        attacker: u16,
        list: &mut ChangePlaces<'_>,
    ) {
        let [on_rays, by_leaps] = lanes.to_le_bytes();
        let others = if attacker & 7 == u16::from(WHITE_KNIGHT) { leaps } else { rays };
        write(token, [splat(token, attacker), others], on_rays | by_leaps, list);
    }

    #[inline(always)]
    fn write_attackers(
        RayHalves { rays, leaps, token }: RayHalves<T>,
        lanes: u16,
        attacked: u16,
        list: &mut ChangePlaces<'_>,
    ) {
        let ([on_rays, by_leaps], attacked) = (lanes.to_le_bytes(), splat(token, attacked));
        write(token, [rays, attacked], on_rays, list);
        write(token, [leaps, attacked], by_leaps, list);
    }

    #[inline(always)]
    fn write_opposite(RayHalves { rays, token, .. }: RayHalves<T>, lanes: u8, list: &mut ChangePlaces<'_>) {
        write(token, [rays, other_rays(token, rays)], lanes, list);
    }
}

/// A board to look up pieces in.
#[derive(Clone, Copy)]
pub struct ByteBoard<T> {
    bytes: Bytes,
    token: T,
}

/// The pieces and squares of the lanes of a square, in 16 bits each.
#[derive(Clone, Copy)]
pub struct RayHalves<T> {
    rays: uint16x8_t,
    leaps: uint16x8_t,
    token: T,
}

/// Writes the threats of some lanes, from halves with the attackers and the attacked pieces.
#[inline(always)]
fn write<T: NeonLevel>(token: T, halves: [uint16x8_t; 2], lanes: u8, list: &mut ChangePlaces<'_>) {
    let [attackers, attacked] = halves;
    list.write(
        lanes.count_ones(),
        #[inline(always)]
        |places| store(token, places, compress(token, attackers, lanes), compress(token, attacked, lanes)),
    );
}
