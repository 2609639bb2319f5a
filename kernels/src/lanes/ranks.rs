//! Lanes of bytes, each with one rank of a position: the lanes of
//! [`positions::ranks`](crate::positions::ranks).

use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use super::full_adder;
use crate::chess::{ChecksAndPins, Move, Position};

/// A vector of bytes, with one rank of a position in each. Bit 0 is the a-file.
///
/// Additions and subtractions are bytewise: no carry goes from one position to the next.
pub trait RankLanes:
    Copy
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Sub<Output = Self>
{
    /// The token that proves the CPU features.
    type Token: Copy;
    /// The bytes as an array.
    type Array: AsRef<[u8]>;
    /// The number of bytes.
    const COUNT: usize;
    /// Whether [counting bits](RankLanes::popcount) takes one instruction.
    const FAST_POPCOUNT: bool;
    /// Whether [mirroring](RankLanes::mirrored) takes one instruction.
    const FAST_MIRROR: bool;

    /// Returns `byte` in every lane.
    fn splat(token: Self::Token, byte: u8) -> Self;
    /// Loads row `row` of a pair of words: words 0 and 1 for pair 0, words 2 and 3 for pair 1, and so on. The
    /// row has the words of the positions `row`, `16 + row` and so on in its parts of 16 bytes.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many positions as lanes, or no such words.
    fn load_row(token: Self::Token, positions: &[Position], pair: usize, row: usize) -> Self;
    /// Interleaves the bytes of two vectors in each part of 16 bytes, and returns the lower and the upper
    /// halves.
    fn interleave(self, other: Self) -> [Self; 2];

    /// Returns the eight ranks of two words of each position; see [`load_row`](RankLanes::load_row).
    #[inline(always)]
    fn load_words(token: Self::Token, positions: &[Position], pair: usize) -> [[Self; 8]; 2] {
        transposed_rows(
            #[inline(always)]
            |row| Self::load_row(token, positions, pair, row),
        )
    }
    /// Returns the bytes.
    fn to_array(self) -> Self::Array;

    /// Returns the squares of this rank without those of another set.
    #[inline(always)]
    fn without(self, others: Self) -> Self {
        self & !others
    }
    /// Returns the sliders, and the squares that were reached before and let rays pass.
    #[inline(always)]
    fn or_reached(self, reached: Self, passes: Self) -> Self {
        self | (reached & passes)
    }
    /// Adds three bits in each place, and returns the sum modulo 2 and the carry.
    #[inline(always)]
    fn full_adder(self, b: Self, c: Self) -> [Self; 2] {
        full_adder(self, b, c)
    }
    /// Returns each rank moved by one square to the east.
    #[inline]
    fn east(self) -> Self {
        self + self
    }
    /// Returns each rank moved by one square to the west.
    fn west(self) -> Self;
    /// Returns each byte shifted right by 1 to 7 bits. The bits shifted in are unspecified.
    fn shift_right_by(self, count: u32) -> Self;
    /// Returns each rank mirrored: the bits of each byte in reverse order.
    fn mirrored(self) -> Self;
    /// Returns the number of set bits of each byte.
    fn popcount(self) -> Self;
    /// Returns all ones in the bytes that are 0, and 0 in the others.
    fn is_zero(self) -> Self;
    /// Returns the bits of `yes` where those of `mask` are set, and the bits of `no` elsewhere.
    #[inline]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        (no & !mask) | (yes & mask)
    }
    /// Returns two vectors with their bits exchanged where those of `mask` are set.
    #[inline]
    fn exchange(mask: Self, a: Self, b: Self) -> [Self; 2] {
        let different = (a ^ b) & mask;
        [a ^ different, b ^ different]
    }
    /// Returns one bit for each byte that is not 0.
    fn not_zero(self) -> u64;
    /// Returns the sum of the bytes.
    fn sum(self) -> u64;
}

/// Lanes that look up the ranks of several boards, for
/// [`positions::ranks::children`](crate::positions::ranks::children).
///
/// The lanes are in parts. Each part has a table of its own, which has as many bytes as the part has lanes:
/// the ranks of one word of each of several positions.
pub trait RankLookup: RankLanes {
    /// The number of lanes in a part.
    const PART: usize;

    /// Loads bytes.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many bytes as lanes.
    fn load(token: Self::Token, bytes: &[u8]) -> Self;
    /// Loads the tables of all parts: the ranks of an eighth as many words as there are lanes.
    ///
    /// # Panics
    ///
    /// Panics if there are not so many words.
    fn load_tables(token: Self::Token, words: &[u64]) -> Self;
    /// Loads the lower and the upper bytes of moves.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many moves as lanes.
    fn load_moves(token: Self::Token, moves: &[Move]) -> [Self; 2];
    /// Returns the bytes of the tables at `indices`, which must be less than [`PART`](RankLookup::PART).
    fn lookup(self, indices: Self) -> Self;
    /// Loads a table of 16 bytes into each 16 lanes.
    #[inline(always)]
    fn load_table(token: Self::Token, table: &[u8; 16]) -> Self {
        Self::load(token, &[*table; 4].as_flattened()[..Self::COUNT])
    }
    /// Returns `squares` in the lanes where this byte is `byte`, and 0 in the others.
    fn where_equal(self, byte: u8, squares: Self) -> Self;
}

/// Lanes that store the ranks of positions as words.
pub trait RankStore: RankLanes {
    /// Stores two words of row `i` for the positions `2 * i` and `2 * i + 1`, those 16 positions later, and
    /// so on.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many places as lanes.
    fn store_rows(rows: [Self; 8], places: &mut [u64]);
    /// Stores the words of each position: a pair of the first rows, and a pair of the second rows. The rows
    /// have the order of [`load_row`](RankLanes::load_row).
    ///
    /// # Panics
    ///
    /// Panics if there are not as many places as lanes.
    fn store_row_pairs(first: [Self; 16], second: [Self; 16], places: &mut [ChecksAndPins]);

    /// Stores the eight ranks of each position as a word.
    #[inline(always)]
    fn store(ranks: [Self; 8], places: &mut [u64]) {
        // After three rounds, the two upper bits of a place are those of the position, and the rank is the
        // byte of a word.
        Self::store_rows(interleaved_8(interleaved_8(interleaved_8(ranks))), places);
    }
    /// Stores the four words of each position, of which each is eight ranks.
    #[inline(always)]
    fn store_interleaved(words: [[Self; 8]; 4], places: &mut [ChecksAndPins]) {
        let [first, second, third, fourth] = words;
        Self::store_row_pairs(transposed(joined(first, second)), transposed(joined(third, fourth)), places);
    }
}

/// Transposes the sixteen bytes of sixteen rows, in each part of 16 bytes, and returns the first eight and
/// the other rows.
#[inline(always)]
pub(crate) fn transposed_rows<V: RankLanes>(row: impl Fn(usize) -> V) -> [[V; 8]; 2] {
    // Not written with `from_fn`, which is a call that passes vectors in memory.
    let rows = [
        [row(0), row(1), row(2), row(3)],
        [row(4), row(5), row(6), row(7)],
        [row(8), row(9), row(10), row(11)],
        [row(12), row(13), row(14), row(15)],
    ];
    let [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]] = rows;
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] =
        transposed([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]);
    [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]]
}

/// Transposes the sixteen bytes of sixteen rows, in each part of 16 bytes.
///
/// The place of a byte is a number of eight bits, its row and its column. Interleaving the first eight rows
/// with the others rotates this number by one bit, and four rotations exchange row and column:
///
/// ```text
/// row       column           row       column
/// r3 r2 r1 r0  c3 c2 c1 c0   r2 r1 r0 c3  c2 c1 c0 r3   ...   c3 c2 c1 c0  r3 r2 r1 r0
/// ```
///
/// These are plain functions. LLVM did not inline functions with CPU features that have so many instructions,
/// and calls pass the rows in memory: counts with AVX-512 took 7.4 ns instead of 6.7 for a position (Zen 4).
#[inline(always)]
fn transposed<V: RankLanes>(rows: [V; 16]) -> [V; 16] {
    interleaved_16(interleaved_16(interleaved_16(interleaved_16(rows))))
}

/// Interleaves the first eight rows with the others.
#[inline(always)]
fn interleaved_16<V: RankLanes>(rows: [V; 16]) -> [V; 16] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = rows;
    let ([a, b], [c, d], [e, f], [g, h], [i, j], [k, l], [m, n], [o, p]) = (
        a.interleave(i),
        b.interleave(j),
        c.interleave(k),
        d.interleave(l),
        e.interleave(m),
        f.interleave(n),
        g.interleave(o),
        h.interleave(p),
    );
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}

/// Interleaves the first four rows with the others.
#[inline(always)]
fn interleaved_8<V: RankLanes>([a, b, c, d, e, f, g, h]: [V; 8]) -> [V; 8] {
    let ([a, b], [c, d], [e, f], [g, h]) =
        (a.interleave(e), b.interleave(f), c.interleave(g), d.interleave(h));
    [a, b, c, d, e, f, g, h]
}

#[inline(always)]
fn joined<V: RankLanes>(first: [V; 8], second: [V; 8]) -> [V; 16] {
    let [a, b, c, d, e, f, g, h] = first;
    let [i, j, k, l, m, n, o, p] = second;
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}
