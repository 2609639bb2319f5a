//! The bits of entries in lanes: the windows from which they are loaded, and the columns that are read of them.

use quadline::Move;
use quadline_kernels::internal::positions::numbered::{Group, MovingPiece, NumberedLanes, Sums};

use crate::Entry;
use crate::chain::MAX_ENTRY_BITS;
use crate::filter::GOLDEN;

/// The bits of an element of a window.
pub(super) const ELEMENT_BITS: usize = 16;
/// The bytes in which the entries of the next steps begin: 256 elements, so that their numbers are bytes and
/// no check of the bounds is left in the loop. Most chains are shorter, so that a lane seldom needs another
/// window within one.
pub(super) const WINDOW: usize = 256 * ELEMENT_BITS / 8;
/// The bytes that are loaded for an entry, from the element in which it begins.
pub(super) const LOADED: usize = 8;
const _: () = assert!(MAX_ENTRY_BITS + ELEMENT_BITS - 1 <= 8 * LOADED);
/// A copy of the next bytes of a chunk. After the end of the chunk it has others, which no entry uses.
pub(super) type Window = [u8; WINDOW + LOADED];

/// The chains in the lanes. Score, ply and result are those of the entry before.
#[derive(Clone, Copy)]
pub(super) struct Chains<V> {
    pub(super) group: Group<V>,
    /// The place of the next entry in the window of its chunk, in bits.
    pub(super) bit: V,
    /// Score and ply are in the lower 16 bits. The upper bits of the score are unspecified.
    pub(super) score: V,
    pub(super) ply: V,
    pub(super) result: V,
    /// The random numbers of the next entries, before they are mixed.
    pub(super) random: V,
}

impl<V: NumberedLanes> Chains<V> {
    #[inline(always)]
    pub(super) fn new(token: V::Token) -> Self {
        let none = V::splat(token, 0);
        Self { group: Group::empty(token), bit: none, score: none, ply: none, result: none, random: none }
    }

    /// Reads the numbers of the pieces that move, from the windows. `places` are the elements in which the
    /// entries begin.
    #[inline(always)]
    pub(super) fn bits(&self, token: V::Token, windows: &[Window], places: &[u64]) -> Bits<V> {
        let mut words = V::splat(token, 0).to_array();
        for ((word, window), &place) in words.as_mut().iter_mut().zip(windows).zip(places) {
            *word = word_at(window, place as u8);
        }
        let bits = self.bit & V::splat(token, ELEMENT_BITS as u64 - 1);
        let bits = V::load(token, &words).reverse_bytes().shift_left(bits);
        Bits::new(token, self.group.own, bits, V::splat(token, 0))
    }

    /// Reads what follows the moves. `bits` are those of the moves.
    #[inline(always)]
    pub(super) fn columns(&self, token: V::Token, moves: V, bits: &Bits<V>) -> Columns<V> {
        /// The first bits of groups of a score.
        const FOLLOWED: u64 = 1 << 63 | 1 << 58 | 1 << 53 | 1 << 48;
        /// The first bit of a fifth group.
        const END: u64 = 1 << 43;
        let splat = |word: u64| V::splat(token, word);
        let (bits, width) = (bits.rest, bits.width);
        let zeros = ((!bits & splat(FOLLOWED)) | splat(END)).leading_zeros();
        let groups = bits & !splat(u64::MAX >> 5).shift_right(zeros);
        let zigzag = (groups.shift_right_by(59) & splat(0xf))
            | (groups.shift_right_by(50) & splat(0xf0))
            | (groups.shift_right_by(41) & splat(0xf00))
            | (groups.shift_right_by(32) & splat(0xf000));
        let change = zigzag.shift_right_by(1) ^ (splat(0) - (zigzag & splat(1)));
        Columns {
            moves,
            bit: self.bit + width + zeros + splat(5),
            score: change - self.score,
            ply: (self.ply + splat(1)) & splat(0xffff),
            result: splat(0) - self.result,
            // There are 20 zeros before a fifth group, and at most 15 before another one.
            has_no_end: zeros & splat(16),
        }
    }

    /// Goes on to the next entries, and stores the elements in which they begin.
    #[inline(always)]
    pub(super) fn advance<const ALL: bool>(
        &mut self,
        token: V::Token,
        next: Group<V>,
        columns: &Columns<V>,
        places: &mut [u64],
    ) {
        let elements = columns.bit.shift_right_by(ELEMENT_BITS.ilog2()).to_array();
        places.copy_from_slice(elements.as_ref());
        *self = Self {
            group: next,
            bit: columns.bit,
            score: columns.score,
            ply: columns.ply,
            result: columns.result,
            // Nothing is left out at random without a filter.
            random: if ALL { self.random } else { self.random + V::splat(token, GOLDEN) },
        };
    }

    /// Continues after an entry with the position of the next one.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, last: &Entry) {
        self.group.set(lane, &last.position);
        self.score = self.score.with_lane(lane, last.score as u64);
        self.ply = self.ply.with_lane(lane, last.ply.into());
        self.result = self.result.with_lane(lane, last.result as u64);
    }

    /// Returns the entry before, with the position of the next one.
    #[inline(always)]
    pub(super) fn last(&self, token: V::Token, lane: usize) -> Entry {
        Entry {
            position: self.group.position(token, lane),
            chess_move: Move::from_bits(0),
            score: self.score.lane(lane) as i16,
            ply: self.ply.lane(lane) as u16,
            result: self.result.lane(lane) as i8,
        }
    }
}

/// Numbers in sets, and the bits that follow them.
#[derive(Clone, Copy)]
pub(super) struct Bits<V> {
    pub(super) sets: Sums<V>,
    pub(super) numbers: V,
    pub(super) rest: V,
    /// The number of bits before.
    pub(super) width: V,
}

impl<V: NumberedLanes> Bits<V> {
    /// Reads a number below the number of elements of each set, after so many bits.
    #[inline(always)]
    pub(super) fn new(token: V::Token, set: V, bits: V, before: V) -> Self {
        let sets = set.sums();
        let width = sets.count.width_of_numbers_below(token);
        let numbers = bits.shift_right(V::splat(token, 64) - width);
        Self { sets, numbers, rest: bits.shift_left(width), width: before + width }
    }

    /// Reads the number in another set that follows.
    #[inline(always)]
    pub(super) fn next(&self, token: V::Token, set: V) -> Self {
        Self::new(token, set, self.rest, self.width)
    }

    /// Returns the elements that the numbers name.
    #[inline(always)]
    pub(super) fn named(&self) -> V {
        V::nth_bit(&self.sets, self.numbers)
    }
}

/// The fields of entries besides their positions.
#[derive(Clone, Copy)]
pub(super) struct Columns<V> {
    /// The moves, in the lower 16 bits.
    pub(super) moves: V,
    /// The place of the next entry.
    pub(super) bit: V,
    pub(super) score: V,
    pub(super) ply: V,
    pub(super) result: V,
    /// Not 0 in lanes whose score has more than four groups.
    pub(super) has_no_end: V,
}

impl<V: NumberedLanes> Columns<V> {
    /// Replaces an entry that ends at a place in its window.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, chess_move: Move, entry: &Entry, bit: usize) {
        self.moves = self.moves.with_lane(lane, chess_move.to_bits().into());
        self.bit = self.bit.with_lane(lane, bit as u64);
        self.score = self.score.with_lane(lane, entry.score as u64);
        self.ply = self.ply.with_lane(lane, entry.ply.into());
        self.result = self.result.with_lane(lane, entry.result as u64);
    }
}

/// The entries of a step before their moves are played.
pub(super) struct Step<'a, V: NumberedLanes> {
    pub(super) piece: &'a MovingPiece<V>,
    pub(super) target: V,
    pub(super) bits: &'a Bits<V>,
    pub(super) columns: Columns<V>,
}

/// Returns the eight bytes of a window from an element on.
#[inline(always)]
fn word_at(window: &Window, element: u8) -> u64 {
    let bytes = window[usize::from(element) * (ELEMENT_BITS / 8)..].first_chunk();
    bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))
}
