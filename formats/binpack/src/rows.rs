//! Entries on their way to a sink: [`Block`]s of a slice for each field.

use quadline::{Move, Position};
use quadline_kernels::internal::positions::numbered::NumberedLanes;

use crate::Entry;
use crate::chain::TOGETHER;

/// The most lanes of a vector.
pub(crate) const MOST_LANES: usize = 8;
/// The most chunks that are read at once, in two vectors. While one waits for its results, the other
/// computes: with two, an entry took 0.88 of the time with AVX-512 and with AVX2 (Zen 5).
pub(crate) const MOST_CHUNKS: usize = 2 * MOST_LANES;
/// The number of entries that are given out together. Their positions have 16 KiB.
const ROWS: usize = 256;
/// The entries that there is room for after a sink wants no more: those that it left, those of a step, and
/// those that are read one after the other together.
const ROOM: usize = ROWS + MOST_CHUNKS + TOGETHER;

/// Some entries of several chunks, as one slice for each field. All have the same length.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The positions.
    pub positions: &'a [Position],
    /// The move that was played in each position.
    pub moves: &'a [Move],
    /// The score of each position for the side to move.
    pub scores: &'a [i16],
    /// The ply of each position.
    pub plies: &'a [u16],
    /// The result for the side to move of each position: 1, 0 or -1.
    pub results: &'a [i8],
    /// The number of the part of each entry, in the order of the file and from 0.
    pub parts: &'a [u32],
}

impl Block<'_> {
    /// Returns the number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns an entry, or `None` if there are not as many.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<Entry> {
        Some(Entry {
            position: *self.positions.get(index)?,
            chess_move: *self.moves.get(index)?,
            score: *self.scores.get(index)?,
            ply: *self.plies.get(index)?,
            result: *self.results.get(index)?,
        })
    }
}

/// Entries that are read.
#[derive(Debug)]
pub(crate) struct Places {
    positions: Box<[Position; ROOM]>,
    moves: Box<[Move; ROOM]>,
    scores: Box<[i16; ROOM]>,
    plies: Box<[u16; ROOM]>,
    results: Box<[i8; ROOM]>,
    parts: Box<[u32; ROOM]>,
    count: usize,
}

/// Returns equal elements on the heap.
fn boxed<T: Clone>(element: T) -> Box<[T; ROOM]> {
    match vec![element; ROOM].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("as many elements as places"),
    }
}

impl Places {
    pub(crate) fn new() -> Self {
        Self {
            positions: boxed(Position::START),
            moves: boxed(Move::from_bits(0)),
            scores: boxed(0),
            plies: boxed(0),
            results: boxed(0),
            parts: boxed(0),
            count: 0,
        }
    }

    /// Removes the first entries.
    fn remove_first(&mut self, count: usize) {
        let rest = count..self.count;
        self.positions.copy_within(rest.clone(), 0);
        self.moves.copy_within(rest.clone(), 0);
        self.scores.copy_within(rest.clone(), 0);
        self.plies.copy_within(rest.clone(), 0);
        self.results.copy_within(rest.clone(), 0);
        self.parts.copy_within(rest, 0);
        self.count -= count;
    }
}

/// Entries that are read, and where they go.
pub(crate) struct Rows<'a> {
    pub(crate) places: &'a mut Places,
    /// Whether the sink wanted fewer entries than there were.
    pub(crate) has_stopped: bool,
    /// Returns how many of the entries it wants.
    pub(crate) sink: &'a mut dyn FnMut(Block<'_>) -> usize,
}

impl Rows<'_> {
    /// Returns whether the sink wants no more entries.
    #[inline(always)]
    pub(crate) fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// Gives out the entries.
    pub(crate) fn flush(&mut self) {
        let count = self.places.count;
        if count == 0 || self.has_stopped {
            return;
        }
        let wanted = (self.sink)(Block {
            positions: &self.places.positions[..count],
            moves: &self.places.moves[..count],
            scores: &self.places.scores[..count],
            plies: &self.places.plies[..count],
            results: &self.places.results[..count],
            parts: &self.places.parts[..count],
        });
        if wanted >= count {
            self.places.count = 0;
        } else {
            self.places.remove_first(wanted);
            self.has_stopped = true;
        }
    }

    /// Adds an entry of a part.
    #[inline(always)]
    pub(crate) fn push(&mut self, part: usize, entry: &Entry) {
        if self.places.count >= ROWS {
            self.flush();
        }
        // There is always room. With the minimum, LLVM leaves out the checks of the bounds.
        let at = self.places.count.min(ROOM - 1);
        let places = &mut *self.places;
        places.positions[at] = entry.position;
        places.moves[at] = entry.chess_move;
        places.scores[at] = entry.score;
        places.plies[at] = entry.ply;
        places.results[at] = entry.result;
        places.parts[at] = part as u32;
        places.count = at + 1;
    }

    /// Adds an entry of each lane, given the words of the positions.
    #[inline(always)]
    pub(crate) fn push_all<V: NumberedLanes>(
        &mut self,
        words: [V; 8],
        [moves, scores, plies, results]: [V; 4],
        parts: &[u32],
    ) {
        if self.places.count + V::COUNT > ROWS {
            self.flush();
        }
        // As above.
        let at = self.places.count.min(ROOM - MOST_LANES);
        let places = at..at + V::COUNT;
        let all = &mut *self.places;
        V::store_positions(words, &mut all.positions[places.clone()]);
        for (place, word) in all.moves[places.clone()].iter_mut().zip(short::<V>(moves)) {
            *place = Move::from_bits(word);
        }
        for (place, word) in all.scores[places.clone()].iter_mut().zip(short::<V>(scores)) {
            *place = word as i16;
        }
        for (place, word) in all.plies[places.clone()].iter_mut().zip(short::<V>(plies)) {
            *place = word;
        }
        for (place, word) in all.results[places.clone()].iter_mut().zip(short::<V>(results)) {
            *place = word as i8;
        }
        all.parts[places.clone()].copy_from_slice(parts);
        all.count = places.end;
    }
}

/// Returns the lower 16 bits of each lane, and 0 for those beyond them.
#[inline(always)]
fn short<V: NumberedLanes>(lanes: V) -> [u16; MOST_LANES] {
    let mut words = [0; MOST_LANES];
    for (place, &word) in words.iter_mut().zip(lanes.to_array().as_ref()) {
        *place = word as u16;
    }
    words
}
