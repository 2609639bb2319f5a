//! Many positions at once: a position in each lane, and fills in eight directions.
//!
//! A slider at a time, vectors idle: a position has seven of them, and each is another question. But whoever has one
//! position has many, the children of a node, the rows of a file. So each lane holds a position:
//!
//! ```text
//!              lane 0        lane 1              lane 7
//! white       . . . . .     . . . . .           . . . . .
//! black       . . . . .     . . . . .    ...    . . . . .      eight words of a position,
//! pawns       . . . . .     . . . . .           . . . . .      transposed in registers
//!   ...
//! ```
//!
//! From there everything is set-wise, without a loop over pieces, without squares, without a branch that depends on the
//! position but for castling rights and en passant:
//!
//! * [`sides`]: whose pieces are whose. White or Black to move differ in the direction of the pawns alone.
//! * [`king`]: the king's lines, the enemy's fills, and from both the checks, the pins and the danger for the king. A
//!   square that both reach, the king by a line and an enemy slider by its fill on the same line, is empty and stops a
//!   check, or it holds a piece of the king's side, which is pinned.
//! * [`counts`]: the number of legal moves. The rays of a side in one direction never meet, so that the ones of a fill
//!   are the moves in that direction, whoever makes them. Where no instruction counts ones, the sets are added bit by bit
//!   first.
//! * [`attacked`]: the squares that each side attacks.
//! * [`threats`]: which piece attacks which, for one position after the other.
//!
//! One position alone has its eight [`directions`] in the lanes.
//!
//! The fills are those of [`formula::fill`](crate::formula::fill), the best for a level.

pub mod attacked;
mod castling;
pub mod counts;
pub mod directions;
mod en_passant;
pub mod engine;
pub mod king;
pub mod lists;
mod popcount;
pub mod ranks;
pub mod sides;
pub(crate) mod successors;
pub mod threats;
mod words;

use core::fmt;
use core::marker::PhantomData;

use crate::formula::fill::Fills;
use crate::lanes::Simd;
use crate::lanes::{EightLanes, PositionLanes};
use crate::position::{ChecksAndPins, Position};
use king::King;
use sides::Sides;
use words::Word;

/// Positions in lanes `V`, filled by `F`.
#[derive(Clone, Copy, Debug)]
pub struct InLanes<V, F>(PhantomData<(V, F)>);

/// The kernels over many positions, as a level has them. The slices are of equal length.
pub trait PositionsKernel<T> {
    /// All squares that each side attacks.
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]);
    /// Checks, pins and what comes of them.
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]);
    /// The squares that each side attacks, by kind of piece.
    fn attacks_by_role(token: T, positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]);
    /// The number of positions whose legal moves are counted together, where there are many.
    const COUNTED_TOGETHER: usize;
    /// The number of positions from which on legal moves are counted by [`legal_move_counts`](Self::legal_move_counts).
    const FEW: usize = usize::MAX;
    /// Writes the numbers of legal moves of fewer positions; short code that is inlined into callers.
    fn few_legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]);
    /// Writes the numbers of legal moves of many positions.
    #[inline(always)]
    fn legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]) {
        Self::few_legal_move_counts(token, positions, counts);
    }
}

/// The kernels for one position, as a level has them.
pub trait PositionKernel<T: Simd> {
    /// All squares that White attacks, and all that Black attacks.
    fn attacked_squares(token: T, position: &Position) -> [u64; 2];
    /// Checks, pins and what comes of them.
    fn checks_and_pins(token: T, position: &Position) -> ChecksAndPins;
    /// How many legal moves there are.
    fn legal_move_count(token: T, position: &Position) -> u16;
    /// The squares that a set of rooks attacks, and those that a set of bishops attacks.
    fn set_attacks(token: T, orthogonal: u64, diagonal: u64, occupied: u64) -> [u64; 2];
    /// Lanes for the eight words of a position.
    type Words: EightLanes<Token = T>;

    /// The position as the side to move sees it, and its king.
    fn king(token: T, position: &Position) -> (Sides<Word<T>>, King<Word<T>>);
}

/// Panics unless there is one offset more than positions.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_offsets(positions: usize, offsets: usize) {
    let ends = positions + 1;
    assert!(
        offsets == ends,
        "slices of unequal length: positions {positions}, offsets {offsets}; there must be {ends} offsets"
    );
}

/// Panics unless there is a place for the result of each position; nothing has been written before.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn check_lengths<const N: usize>(positions: usize, results: [(&str, usize); N]) {
    if results.iter().any(|&(_, length)| length != positions) {
        unequal_lengths(positions, &results);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn unequal_lengths(positions: usize, results: &[(&str, usize)]) -> ! {
    struct Lengths<'a>(&'a [(&'a str, usize)]);
    impl fmt::Display for Lengths<'_> {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.iter().try_for_each(|(name, length)| write!(formatter, ", {name} {length}"))
        }
    }
    let others = Lengths(results);
    panic!("slices of unequal length: positions {positions}{others}; all must be as long as positions")
}

/// More lanes than any vector has.
const MOST_LANES: usize = 8;

/// Runs `group` for as many positions as there are lanes, with the range that they have; the last of them may be filled
/// up with empty boards, whose results do not count.
#[inline(always)]
fn in_groups<V: PositionLanes>(positions: &[Position], mut group: impl FnMut(&[Position], usize, usize)) {
    let (groups, rest) = positions.split_at(positions.len() / V::COUNT * V::COUNT);
    let mut start = 0;
    while start < groups.len() {
        group(&groups[start..start + V::COUNT], start, V::COUNT);
        start += V::COUNT;
    }
    if !rest.is_empty() {
        let mut last = [Position::from_words([0; 8]); MOST_LANES];
        last[..rest.len()].copy_from_slice(rest);
        group(&last[..V::COUNT], start, rest.len());
    }
}

/// Stores six words for each position.
#[inline(always)]
fn store_transposed<V: PositionLanes>([a, b, c, d, e, f]: [V; 6], places: &mut [[u64; 6]]) {
    let mut rows = [[0; MOST_LANES]; 6];
    let [row_a, row_b, row_c, row_d, row_e, row_f] = &mut rows;
    a.store_some(&mut row_a[..V::COUNT]);
    b.store_some(&mut row_b[..V::COUNT]);
    c.store_some(&mut row_c[..V::COUNT]);
    d.store_some(&mut row_d[..V::COUNT]);
    e.store_some(&mut row_e[..V::COUNT]);
    f.store_some(&mut row_f[..V::COUNT]);
    for (lane, place) in places.iter_mut().enumerate() {
        *place = rows.map(|row| row[lane]);
    }
}

/// Keeps the compiler from putting two positions of plain words into SSE2's registers: that has no instruction that
/// reverses bytes, of which kings need many (1.2 times the time for counts, 1.15 for checks; attacked squares gain by it).
#[inline(always)]
fn one_by_one<V: PositionLanes>() {
    if V::COUNT == 1 && cfg!(all(target_feature = "sse2", not(target_feature = "ssse3"))) {
        core::hint::black_box(());
    }
}

impl<T: Simd, V: PositionLanes<Token = T>, F: Fills<V>> PositionsKernel<T> for InLanes<V, F> {
    const COUNTED_TOGETHER: usize = V::COUNT;

    #[inline(always)]
    fn attacked_squares(token: T, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                let attacked = attacked::attacked_squares::<V, F>(token, V::load_positions(token, group));
                attacked[0].store_some(&mut white[start..start + count]);
                attacked[1].store_some(&mut black[start..start + count]);
            },
        );
    }

    #[inline(always)]
    fn checks_and_pins(token: T, positions: &[Position], results: &mut [ChecksAndPins]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                one_by_one::<V>();
                let found = king::checks_and_pins::<V, F>(token, V::load_positions(token, group));
                let mut words = [[0; 4]; MOST_LANES];
                V::store_interleaved(found, &mut words[..V::COUNT]);
                for (result, &[checkers, pinned, evasions, king_danger]) in
                    results[start..start + count].iter_mut().zip(&words)
                {
                    *result = ChecksAndPins { checkers, pinned, evasions, king_danger };
                }
            },
        );
    }

    #[inline(always)]
    fn attacks_by_role(token: T, positions: &[Position], white: &mut [[u64; 6]], black: &mut [[u64; 6]]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                let [of_white, of_black] =
                    attacked::attacks_by_role::<V, F>(token, V::load_positions(token, group));
                store_transposed(of_white, &mut white[start..start + count]);
                store_transposed(of_black, &mut black[start..start + count]);
            },
        );
    }

    #[inline(always)]
    fn few_legal_move_counts(token: T, positions: &[Position], counts: &mut [u16]) {
        in_groups::<V>(
            positions,
            #[inline(always)]
            |group, start, count| {
                one_by_one::<V>();
                let found = counts::legal_move_counts::<V, F>(token, V::load_positions(token, group));
                if count == V::COUNT {
                    found.store_u16(&mut counts[start..start + count]);
                } else {
                    let mut words = [0; MOST_LANES];
                    found.store_u16(&mut words[..V::COUNT]);
                    counts[start..start + count].copy_from_slice(&words[..count]);
                }
            },
        );
    }
}
