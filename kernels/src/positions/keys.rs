//! Hash keys of many positions, by a code of four bits for each square.
//!
//! Without this kernel, keys take 5.5 times as long at `avx512-vbmi` and 2.8 times at `avx2`, one by one (Zen 5).
//!
//! A key is the exclusive or of one number for each piece on its square. One position after the other, each
//! piece takes a lookup by its square. Here a vector has the same square of 16, 32 or 64 positions, a byte
//! for each position with the code of what is on the square, and one shuffle looks up a byte of all their
//! numbers:
//!
//! ```text
//!                        byte 0    byte 1          byte 31
//! codes on e4              0         1       ...      9          0: empty, 1: white pawn, 9: black bishop
//! table of e4, byte 0                                            16 bytes, one for each code
//!   shuffle                00        3c      ...      d1         byte 0 of the numbers on e4
//! keys, byte 0             ^=        ^=              ^=
//! ```
//!
//! 1. The numbers are transposed to such tables, eight for each square, as many as a number has bytes. This
//!    takes about as long as the keys of eight positions one by one, so short batches are computed that way.
//! 2. The codes begin as four sets of squares. Two operations on pairs of words make them from a position:
//!
//!    ```text
//!    words        white, black   pawns, knights   diagonal, orthogonal
//!    sets 0, 1    (diagonal, orthogonal) | (pawns, knights)
//!    sets 2, 3    (white, black) ^ (pawns, knights)
//!    ```
//!
//!    `KIND_OF_CODE` has the code of each piece. Kings are in neither pair, and differ from an empty square
//!    by their color.
//! 3. The sets are transposed to ranks, as in [`ranks`](super::ranks), and the bits of four ranks are
//!    interleaved to the codes of eight squares.
//! 4. Each square takes eight lookups, for the eight bytes of a key.
//! 5. Castling rights and the en passant square have codes that no piece has on their ranks: a rook that may
//!    castle has another code than other rooks, by the side of its king, and so has an en passant square that
//!    counts. White to move is a mask.
//! 6. The bytes are transposed to keys.
//!
//! Not used: products of bit matrices (GFNI) of the twelve sets of pieces with the numbers of a rank. They
//! need 12 multiplications for each position, against 8 lookups here in vectors of 64 bytes.

use core::marker::PhantomData;

use super::ranks::{NOT_OPTIMIZED, range_of_group, with_full_group};
use crate::chess::{Color, Position, Role, ZobristKeys};
use crate::lanes::ranks::transposed_rows;
use crate::lanes::{Outlined, RankLookup, RankStore};
use crate::lengths::check_lengths;

/// A level's kernel for keys of many positions.
pub trait KeysKernel<T> {
    /// Writes the key of each position.
    fn zobrist_keys(token: T, positions: &[Position], keys: &ZobristKeys, out: &mut [u64]);
}

/// Keys one position after the other.
#[derive(Clone, Copy, Debug)]
pub struct KeysOneByOne;

impl<T> KeysKernel<T> for KeysOneByOne {
    #[inline(always)]
    fn zobrist_keys(_: T, positions: &[Position], keys: &ZobristKeys, out: &mut [u64]) {
        check_lengths(positions.len(), [("out", out.len())]);
        for (position, key) in positions.iter().zip(out) {
            *key = keys.key(position);
        }
    }
}

/// Keys of groups of positions in byte lanes `V`. Batches of less than `FROM` positions are computed one
/// after the other, and so are less than `REST_FROM` positions after whole groups.
///
/// The numbers are the smallest at which a group took no longer (Zen 5). One position takes 14 ns, a group 125 ns
/// in 64 lanes and 118 ns in 32, and the tables 120 and 240 ns. With NEON, they are guesses.
#[derive(Clone, Copy, Debug)]
pub struct KeysByCodes<V, const FROM: usize, const REST_FROM: usize>(PhantomData<V>);

/// The most lanes of a group.
const MOST_LANES: usize = 64;

impl<T: Outlined, V: RankLookup<Token = T> + RankStore, const FROM: usize, const REST_FROM: usize>
    KeysKernel<T> for KeysByCodes<V, FROM, REST_FROM>
{
    #[inline(always)]
    fn zobrist_keys(token: T, positions: &[Position], keys: &ZobristKeys, out: &mut [u64]) {
        check_lengths(positions.len(), [("out", out.len())]);
        let mut start = 0;
        if !NOT_OPTIMIZED && positions.len() >= FROM {
            start = token.outlined(
                #[inline(always)]
                || in_groups::<V>(token, positions, keys, out, REST_FROM),
            );
        }
        KeysOneByOne::zobrist_keys(token, &positions[start..], keys, &mut out[start..]);
    }
}

/// The tables of the squares of a rank, with 16 bytes for each byte of their numbers, as rows of transposed
/// bytes: in vectors of 64 bytes
///
/// ```text
/// row 0        byte 0 of the numbers on the files a, c, e, g      16 codes of a, 16 codes of c, ...
/// row 1        byte 1
///   ...
/// row 8        byte 0 of the numbers on the files b, d, f, h
/// ```
///
/// Shorter vectors have two or four such blocks, for the squares from the left to the right.
type OfRank = [[u8; 16]; 64];

/// The tables of the eight ranks: 8 KiB on the stack.
#[repr(align(64))]
struct Tables([OfRank; 8]);

/// The index of each code in the numbers of pieces: role, then color with Black first.
const KIND_OF_CODE: [usize; 16] = {
    let (black, white) = ([0, 1], [1, 0]);
    let mut kinds = [NO_KIND; 16];
    let mut role = 0;
    while role < 6 {
        // The words of pawns and knights, and of diagonal and orthogonal sliders.
        let (pair, sliders) = match role {
            0 => ([1, 0], [0, 0]),
            1 => ([0, 1], [0, 0]),
            2 => ([0, 0], [1, 0]),
            3 => ([0, 0], [0, 1]),
            4 => ([0, 0], [1, 1]),
            _ => ([0, 0], [0, 0]),
        };
        let mut color = 0;
        while color < 2 {
            let side: [usize; 2] = if color == 0 { black } else { white };
            let sets = [pair[0] | sliders[0], pair[1] | sliders[1], side[0] ^ pair[0], side[1] ^ pair[1]];
            let code = sets[0] | sets[1] << 1 | sets[2] << 2 | sets[3] << 3;
            assert!(code != 0 && kinds[code] == NO_KIND);
            kinds[code] = 2 * role + color;
            color += 1;
        }
        role += 1;
    }
    assert!(kinds[RIGHT] == NO_KIND && kinds[LEFT] == NO_KIND);
    kinds
};
const NO_KIND: usize = usize::MAX;

/// The code of a rook that may castle to the right of its king: all four sets.
const RIGHT: usize = 0b1111;
/// The code of a rook that may castle to the left of its king: the first two sets.
const LEFT: usize = 0b0011;
/// The code of an en passant square that counts, on the third and the sixth rank.
const PASSED: usize = LEFT;

impl Tables {
    /// Transposes the numbers, a rank at a time. The rows are the codes, the columns the bytes of the
    /// numbers.
    #[inline(always)]
    fn new<V: RankLookup>(token: V::Token, keys: &ZobristKeys) -> Self {
        let mut castling = [[[0; 8]; 2]; 2];
        for (color, of_color) in castling.iter_mut().enumerate() {
            let first = 56 * color;
            let rooks = &keys.of_pieces(Color::ALL[color], Role::Rook)[first..first + 8];
            for (of_side, numbers) in of_color.iter_mut().zip(&keys.castling[color]) {
                for (file, number) in of_side.iter_mut().enumerate() {
                    *number = rooks[file] ^ numbers[file];
                }
            }
        }
        let mut tables = Self([[[0; 16]; 64]; 8]);
        for (rank, of_rank) in tables.0.iter_mut().enumerate() {
            let mut rows = [&[0; 8]; 16];
            for (row, &kind) in rows.iter_mut().zip(&KIND_OF_CODE) {
                if kind != NO_KIND {
                    *row = &keys.pieces[kind].as_chunks().0[rank];
                }
            }
            match rank {
                0 | 7 => [rows[RIGHT], rows[LEFT]] = castling[usize::from(rank == 7)].each_ref(),
                2 | 5 => rows[PASSED] = &keys.en_passant.as_chunks().0[0],
                _ => {}
            }
            let words = V::COUNT / 8;
            for (part, places) in of_rank.as_flattened_mut().chunks_exact_mut(16 * V::COUNT).enumerate() {
                let [first, second] = transposed_rows(
                    #[inline(always)]
                    |code| V::load_tables(token, &rows[code][words * part..words * (part + 1)]),
                );
                let (places, more_places) = places.split_at_mut(8 * V::COUNT);
                store_bytes(first, places);
                store_bytes(second, more_places);
            }
        }
        tables
    }
}

/// Stores the bytes of eight vectors one after the other.
#[inline(always)]
fn store_bytes<V: RankLookup>([a, b, c, d, e, f, g, h]: [V; 8], places: &mut [u8]) {
    let mut places = places.chunks_exact_mut(V::COUNT);
    let mut store = |bytes: V| {
        if let Some(place) = places.next() {
            place.copy_from_slice(bytes.to_array().as_ref());
        }
    };
    store(a);
    store(b);
    store(c);
    store(d);
    store(e);
    store(f);
    store(g);
    store(h);
}

/// The bytes of the keys of a group: vector `i` has byte `i` of each key.
type KeyBytes<V> = [V; 8];

/// Writes the keys of groups and returns the number of positions that are done. At most `rest_from - 1` are
/// left.
#[inline(always)]
fn in_groups<V: RankLookup + RankStore>(
    token: V::Token,
    positions: &[Position],
    keys: &ZobristKeys,
    out: &mut [u64],
    rest_from: usize,
) -> usize {
    let tables = Tables::new::<V>(token, keys);
    let (mut start, mut found) = (0, [0; MOST_LANES]);
    while start == 0 || positions.len() - start >= rest_from {
        let range = range_of_group::<V>(positions, start);
        start = range.end;
        let of_group = with_full_group::<V, _>(
            positions,
            &range,
            #[inline(always)]
            |full| keys_of_group::<V>(token, full, &tables, keys.side_to_move[0]),
        );
        V::store(of_group, &mut found[..V::COUNT]);
        out[range.clone()].copy_from_slice(&found[..range.len()]);
    }
    start
}

/// Returns the bytes of the keys of a group of positions.
#[inline(always)]
fn keys_of_group<V: RankLookup>(
    token: V::Token,
    positions: &[Position],
    tables: &Tables,
    white_to_move: u64,
) -> KeyBytes<V> {
    // Pawns and knights, beside the sliders and beside the colors.
    let [mut x0, mut x1] = transposed_rows(
        #[inline(always)]
        |row| V::load_row(token, positions, 2, row) | V::load_row(token, positions, 1, row),
    );
    let [mut y0, mut y1] = transposed_rows(
        #[inline(always)]
        |row| V::load_row(token, positions, 0, row) ^ V::load_row(token, positions, 1, row),
    );
    let [_, state] = V::load_words(token, positions, 3);

    // The squares below a white king on the first rank, and below a black one on the eighth, are to its left.
    // A side without a right may have no king there.
    let one = V::splat(token, 1);
    let left_of_white = (y0[0] & !(x0[0] | x1[0] | y1[0])) - one;
    let left_of_black = (y1[7] & !(x0[7] | x1[7] | y0[7])) - one;
    for (rank, left) in [(0, left_of_white), (7, left_of_black)] {
        let (right, left) = (state[rank] & !left, state[rank] & left);
        x0[rank] = x0[rank] | state[rank];
        y0[rank] = (y0[rank] | right) & !left;
        y1[rank] = (y1[rank] | right) & !left;
    }
    // The en passant square counts if a pawn of the side to move is beside the one that has passed it.
    let by_white = attacked_by(state[5], x0[4] & !(x1[4] | y0[4] | y1[4]));
    let by_black = attacked_by(state[2], x0[3] & y0[3] & y1[3] & !x1[3]);
    for (rank, passed) in [(5, by_white), (2, by_black)] {
        x0[rank] = x0[rank] | passed;
        x1[rank] = x1[rank] | passed;
    }

    let [a, b, c, d, e, f, g, h] = white_to_move.to_le_bytes();
    let to_move = state[4].is_zero();
    let mut keys = [
        to_move & V::splat(token, a),
        to_move & V::splat(token, b),
        to_move & V::splat(token, c),
        to_move & V::splat(token, d),
        to_move & V::splat(token, e),
        to_move & V::splat(token, f),
        to_move & V::splat(token, g),
        to_move & V::splat(token, h),
    ];
    // A loop, because its body has about 200 instructions.
    for (rank, of_rank) in tables.0.iter().enumerate() {
        // Two bits of the codes, of the even files and of the odd ones, and then all four bits of the codes
        // of two files, four files apart.
        let [even, odd] = spread::<V, 1>(token, x0[rank], x1[rank]);
        let [even_upper, odd_upper] = spread::<V, 1>(token, y0[rank], y1[rank]);
        keys = with_files::<V, 0>(token, keys, spread::<V, 2>(token, even, even_upper), of_rank);
        keys = with_files::<V, 1>(token, keys, spread::<V, 2>(token, odd, odd_upper), of_rank);
    }
    keys
}

/// Returns the passed squares that pawns on the next rank attack: those next to a pawn.
#[inline(always)]
fn attacked_by<V: RankLookup>(passed: V, pawns: V) -> V {
    passed & !((passed.east() | passed.west()) & pawns).is_zero()
}

/// Interleaves groups of `DISTANCE` bits of two vectors: returns the even groups of both, and the odd ones.
///
/// Exchanging bits by their differences took fewer operations with AVX2, but no less time, and 1.05 times as
/// long with AVX-512 (Zen 5).
#[inline(always)]
fn spread<V: RankLookup, const DISTANCE: u32>(token: V::Token, a: V, b: V) -> [V; 2] {
    let (mask, moved) = if DISTANCE == 1 { (0x55, b.east()) } else { (0x33, b.east().east()) };
    let mask = V::splat(token, mask);
    [V::select(mask, a, moved), V::select(mask, a.shift_right_by(DISTANCE), b)]
}

/// Adds the numbers of the codes on the files a, c, e and g, or on b, d, f and h if `ODD` is 1, to the keys.
/// The codes are in nibbles: those of the first and the third of these files, and of the second and the
/// fourth.
#[inline(always)]
fn with_files<V: RankLookup, const ODD: usize>(
    token: V::Token,
    keys: KeyBytes<V>,
    [first_and_third, second_and_fourth]: [V; 2],
    tables: &OfRank,
) -> KeyBytes<V> {
    let nibble = V::splat(token, 15);
    let first = first_and_third & nibble;
    let second = second_and_fourth & nibble;
    let third = first_and_third.shift_right_by(4) & nibble;
    let fourth = second_and_fourth.shift_right_by(4) & nibble;
    if V::PART == 64 {
        // A vector has the tables of four files, and two bits of the index select one of them.
        let second = second | V::splat(token, 16);
        let third = third | V::splat(token, 32);
        let fourth = fourth | V::splat(token, 48);
        let rows = tables.as_flattened().as_chunks::<64>().0;
        return add(
            keys,
            #[inline(always)]
            |byte| {
                let row = V::load(token, &rows[8 * ODD + byte]);
                row.lookup(first) ^ row.lookup(second) ^ row.lookup(third) ^ row.lookup(fourth)
            },
        );
    }
    add(
        keys,
        #[inline(always)]
        |byte| {
            let number = |codes: V, file| V::load_table(token, &tables[place::<V>(file, byte)]).lookup(codes);
            number(first, ODD) ^ number(second, 2 + ODD) ^ number(third, 4 + ODD) ^ number(fourth, 6 + ODD)
        },
    )
}

/// Returns the place of the table of a byte, 0..=7, for a square on a file, 0..=7; see [`OfRank`].
#[inline(always)]
fn place<V: RankLookup>(file: usize, byte: usize) -> usize {
    let parts = V::COUNT / 16;
    let row = 8 * (file % 2) + byte;
    16 * parts * (file / 2 / parts) + parts * row + file / 2 % parts
}

/// Adds bytes of numbers to the keys.
#[inline(always)]
fn add<V: RankLookup>(keys: KeyBytes<V>, number: impl Fn(usize) -> V) -> KeyBytes<V> {
    // Not written with `map`, which is a call that passes vectors in memory.
    let [a, b, c, d, e, f, g, h] = keys;
    [
        a ^ number(0),
        b ^ number(1),
        c ^ number(2),
        d ^ number(3),
        e ^ number(4),
        f ^ number(5),
        g ^ number(6),
        h ^ number(7),
    ]
}
