//! Several chains at once, one in each lane of a vector.
//!
//! A chain is serial, but the chunks of a file do not depend on each other. Each lane therefore has a chunk
//! of its own. A step reads the next entry of all of them with the same instructions, by
//! [`numbered`](quadline_kernels::internal::positions::numbered):
//!
//! 1. The next 49 bits of each chunk are loaded.
//! 2. The number of the piece has as many bits as the number of pieces needs. The piece gives the
//!    destinations, and these the width of the number of the move.
//! 3. The change of the score has up to four groups of five bits. How many follows from the zeros before the
//!    first group that says that none follows.
//! 4. The moves are played.
//!
//! Steps with a move that is [special](MovingPiece::is_special) in a lane are out of line. Castling, and
//! other moves of kings that may castle, are played in lanes there. Promotions and the other rare moves are
//! read one by one, and so are bits that are no entry: a [`Cursor`], as in [`chain`](crate::chain), starts at
//! the place of the lane and reads one entry. Chains begin in the same way. If an entry cannot be read, the
//! cursor goes on and reports the error.
//!
//! Nothing is tested at the end of a chain. The loop runs as many steps as the shortest chain has left, or as
//! certainly begin within the [windows](Window) from which the bits are loaded and end within the chunks,
//! because no entry has more than [`MAX_ENTRY_BITS`]. The last entries of a chunk are read by its cursor.

use std::collections::VecDeque;

use quadline::Move;
use quadline::level::{self, Level, WithLevel};
use quadline_kernels::formula::SimdFormula;
use quadline_kernels::internal::positions::numbered::{
    Group, MovingPiece, NumberedKernel, NumberedLanes, Sums, WithNumberedLanes,
};

use crate::chain::{Cursor, MAX_ENTRY_BITS, Ready};
use crate::filter::{Facts, GOLDEN, Picker, Tracked};
use crate::many::Rows;
use crate::{Chunk, Entry, Error, Skip};

/// The most lanes of a vector.
pub(crate) const MOST_LANES: usize = 8;
/// The most chunks that are read at once, in two vectors. While one waits for its results, the other
/// computes: with two, an entry took 0.88 of the time with AVX-512 and with AVX2 (Zen 5).
pub(crate) const MOST_CHUNKS: usize = 2 * MOST_LANES;
/// The bits of an element of a window.
const ELEMENT_BITS: usize = 16;
/// The bytes in which the entries of the next steps begin: 256 elements, so that their numbers are bytes and
/// no check of the bounds is left in the loop. Most chains are shorter, so that a lane seldom needs another
/// window within one.
const WINDOW: usize = 256 * ELEMENT_BITS / 8;
/// The bytes that are loaded for an entry, from the element in which it begins.
const LOADED: usize = 8;
const _: () = assert!(MAX_ENTRY_BITS + ELEMENT_BITS - 1 <= 8 * LOADED);
/// A copy of the next bytes of a chunk. After the end of the chunk it has others, which no entry uses.
type Window = [u8; WINDOW + LOADED];
/// With fewer steps left in a window, a lane goes on to the next one.
const FEW_STEPS: usize = 24;
/// The fewest chunks that are read in each vector. With fewer, one after the other is faster (estimated from
/// the times of both).
const FEWEST_LANES: usize = 3;

/// Where chunks come from, and where their results go.
pub(crate) trait Source<'a> {
    /// Returns the next chunk to begin and its place among the chunks, or `None` if no other is to be read.
    fn next(&mut self) -> Option<(usize, Chunk<'a>)>;

    /// Receives the number of entries of a chunk, or its error. The chunk is not used after that.
    fn end(&mut self, index: usize, chunk: Chunk<'a>, result: Result<u64, Error>);
}

/// Reads chunks, first those that wait, until there are no more or the rows are to stop. Those that are left
/// wait then. `in_order`: one chunk after the other.
pub(crate) fn read<'a>(
    source: &mut dyn Source<'a>,
    waiting: &mut VecDeque<Lane<'a>>,
    ready: &mut Ready,
    picker: Picker<'_, '_>,
    rows: &mut Rows<'_>,
    in_order: bool,
) {
    level::dispatch(Reading { source, waiting, ready, picker, rows, in_order });
}

/// The chunks of a call, and what is read of them.
struct Reading<'a, 'w, 'p, 'k, 'r, 's> {
    source: &'w mut dyn Source<'a>,
    waiting: &'w mut VecDeque<Lane<'a>>,
    ready: &'w mut Ready,
    picker: Picker<'p, 'k>,
    rows: &'r mut Rows<'s>,
    in_order: bool,
}

impl WithLevel for Reading<'_, '_, '_, '_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_level<L: Level>(mut self, level: L) {
        if !self.in_order {
            // A level without lanes does nothing here.
            let _ = L::Numbered::run(level, &mut self);
        }
        while let Some(lane) = self.begin() {
            self.finish(level, lane);
        }
        self.rows.flush();
    }
}

/// A chunk of which entries are read.
#[derive(Debug)]
pub(crate) struct Lane<'a> {
    /// The place of the chunk among the chunks.
    index: usize,
    pub(crate) chunk: Chunk<'a>,
    cursor: Cursor,
    tracked: Tracked,
}

impl<'a> Reading<'a, '_, '_, '_, '_, '_> {
    /// Begins the next chunk, or goes on with one that waits, unless none is left or the rows are to stop.
    fn begin(&mut self) -> Option<Lane<'a>> {
        if self.rows.has_stopped() {
            return None;
        }
        self.waiting.pop_front().or_else(|| self.next())
    }

    /// Returns the next chunk that was not begun.
    fn next(&mut self) -> Option<Lane<'a>> {
        let (index, chunk) = self.source.next()?;
        Some(Lane { index, chunk, cursor: Cursor::new(), tracked: self.picker.begin() })
    }

    /// Reads the rest of a chunk, one entry after the other, unless the rows are to stop.
    #[inline(never)]
    fn finish<L: Level>(&mut self, level: L, mut lane: Lane<'a>) {
        loop {
            if self.rows.has_stopped() {
                return self.waiting.push_back(lane);
            }
            let (offset, bytes, first) = (lane.chunk.offset(), lane.chunk.bytes(), lane.cursor.number);
            // The entries of a skip alone are left out where they are decoded.
            let skip = self.picker.only_skip();
            let filled = lane.cursor.fill(offset, bytes, skip.unwrap_or(&Skip::NONE), self.ready);
            for (number, entry) in (first..).zip(self.ready.entries()) {
                if skip.is_some() || self.picker.picks(level, offset, number, entry, &mut lane.tracked) {
                    self.rows.push(lane.index, entry);
                }
            }
            if let Err(error) = filled {
                return self.source.end(lane.index, lane.chunk, Err(error));
            }
            if !self.ready.is_full() {
                return self.source.end(lane.index, lane.chunk, Ok(lane.cursor.number));
            }
        }
    }
}

/// The chains in the lanes. Score, ply and result are those of the entry before.
#[derive(Clone, Copy)]
struct Chains<V> {
    group: Group<V>,
    /// The place of the next entry in the window of its chunk, in bits.
    bit: V,
    /// In the lower 16 bits, and so is the ply. The upper bits of a score are unspecified.
    score: V,
    ply: V,
    result: V,
    /// The random numbers of the next entries, before they are mixed.
    random: V,
}

impl<V: NumberedLanes> Chains<V> {
    #[inline(always)]
    fn new(token: V::Token) -> Self {
        let none = V::splat(token, 0);
        Self { group: Group::empty(token), bit: none, score: none, ply: none, result: none, random: none }
    }

    /// Reads the numbers of the pieces that move, from the windows. `places` are the elements in which the
    /// entries begin.
    #[inline(always)]
    fn bits(&self, token: V::Token, windows: &[Window], places: &[u64]) -> Bits<V> {
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
    fn columns(&self, token: V::Token, moves: V, bits: &Bits<V>) -> Columns<V> {
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
    fn advance<const ALL: bool>(
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
    fn set(&mut self, lane: usize, last: &Entry) {
        self.group.set(lane, &last.position);
        self.score = self.score.with_lane(lane, last.score as u64);
        self.ply = self.ply.with_lane(lane, last.ply.into());
        self.result = self.result.with_lane(lane, last.result as u64);
    }

    /// Returns the entry before, with the position of the next one.
    #[inline(always)]
    fn last(&self, token: V::Token, lane: usize) -> Entry {
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
struct Bits<V> {
    sets: Sums<V>,
    numbers: V,
    rest: V,
    /// The number of bits before.
    width: V,
}

impl<V: NumberedLanes> Bits<V> {
    /// Reads a number below the number of elements of each set, after so many bits.
    #[inline(always)]
    fn new(token: V::Token, set: V, bits: V, before: V) -> Self {
        let sets = set.sums();
        let width = sets.count.width_of_numbers_below(token);
        let numbers = bits.shift_right(V::splat(token, 64) - width);
        Self { sets, numbers, rest: bits.shift_left(width), width: before + width }
    }

    /// Reads the number in another set that follows.
    #[inline(always)]
    fn next(&self, token: V::Token, set: V) -> Self {
        Self::new(token, set, self.rest, self.width)
    }

    /// Returns the elements that the numbers name.
    #[inline(always)]
    fn named(&self) -> V {
        V::nth_bit(&self.sets, self.numbers)
    }
}

/// The fields of entries besides their positions.
#[derive(Clone, Copy)]
struct Columns<V> {
    /// The moves, in the lower 16 bits.
    moves: V,
    /// The place of the next entry.
    bit: V,
    score: V,
    ply: V,
    result: V,
    /// Not 0 in lanes whose score has more than four groups.
    has_no_end: V,
}

impl<V: NumberedLanes> Columns<V> {
    /// Replaces an entry that ends at a place in its window.
    #[inline(always)]
    fn set(&mut self, lane: usize, chess_move: Move, entry: &Entry, bit: usize) {
        self.moves = self.moves.with_lane(lane, chess_move.to_bits().into());
        self.bit = self.bit.with_lane(lane, bit as u64);
        self.score = self.score.with_lane(lane, entry.score as u64);
        self.ply = self.ply.with_lane(lane, entry.ply.into());
        self.result = self.result.with_lane(lane, entry.result as u64);
    }
}

/// The entries of a step before their moves are played.
struct Step<'a, V: NumberedLanes> {
    piece: &'a MovingPiece<V>,
    target: V,
    bits: &'a Bits<V>,
    columns: Columns<V>,
}

/// The chunks in the lanes.
struct Lanes<'a> {
    lanes: [Option<Lane<'a>>; MOST_CHUNKS],
    /// The bytes of the chunks that are read next.
    windows: [Window; MOST_CHUNKS],
    /// The first byte of the windows in their chunks, and the end of those in which entries may begin.
    starts: [usize; MOST_CHUNKS],
    window_ends: [usize; MOST_CHUNKS],
    /// The elements of the windows in which the next entries begin. Vectors store them early, because taking
    /// them from a register takes more instructions.
    places: [u64; MOST_CHUNKS],
    /// The places of the chunks among the chunks.
    indexes: [u32; MOST_CHUNKS],
    /// The number of steps that are done.
    now: u64,
    /// The steps from which on the cursor of each lane has not counted the entries, and to which the lane can
    /// read.
    counted: [u64; MOST_CHUNKS],
    ends: [u64; MOST_CHUNKS],
    /// A bit for each lane with a chunk.
    alive: u32,
}

impl Lanes<'_> {
    /// Counts the entries that a lane has read. Unless the last one failed, puts the cursor before the next
    /// entry, except for the position.
    #[inline(always)]
    fn synchronize<V: NumberedLanes>(
        &mut self,
        chains: &Chains<V>,
        place: usize,
        lane: usize,
        has_failed: bool,
    ) {
        let Some(there) = &mut self.lanes[place] else { return };
        there.cursor.advance((self.now - self.counted[place]) as u32 - u32::from(has_failed));
        self.counted[place] = self.now;
        if !has_failed {
            there.cursor.bit = 8 * self.starts[place] + chains.bit.lane(lane) as usize;
        }
    }
}

impl<L: Level> WithNumberedLanes<L> for &mut Reading<'_, '_, '_, '_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_lanes<V: NumberedLanes<Token = L>, F: SimdFormula>(self, level: L) {
        while self.waiting.len() <= V::COUNT
            && let Some(lane) = self.next()
        {
            self.waiting.push_back(lane);
        }
        match (self.picker.picks_all(), self.waiting.len() <= V::COUNT) {
            (true, true) => self.run::<L, V, F, 1, true>(level),
            (true, false) => self.run::<L, V, F, 2, true>(level),
            (false, true) => self.run::<L, V, F, 1, false>(level),
            (false, false) => self.run::<L, V, F, 2, false>(level),
        }
    }
}

impl<'a> Reading<'a, '_, '_, '_, '_, '_> {
    /// Reads chunks in lanes as long as there are enough of them and the rows are not to stop, with so many
    /// groups of lanes. `ALL`: nothing is left out.
    #[inline(always)]
    fn run<L: Level, V: NumberedLanes<Token = L>, F: SimdFormula, const GROUPS: usize, const ALL: bool>(
        &mut self,
        level: L,
    ) {
        let mut lanes = Lanes {
            lanes: [const { None }; MOST_CHUNKS],
            windows: [[0; WINDOW + LOADED]; MOST_CHUNKS],
            starts: [0; MOST_CHUNKS],
            window_ends: [0; MOST_CHUNKS],
            places: [0; MOST_CHUNKS],
            now: 0,
            counted: [0; MOST_CHUNKS],
            ends: [0; MOST_CHUNKS],
            indexes: [0; MOST_CHUNKS],
            alive: 0,
        };
        level.outlined(
            #[inline(always)]
            || {
                let mut chains = [Chains::<V>::new(level); GROUPS];
                let mut failed = 0;
                loop {
                    let steps = level.outlined(
                        #[inline(always)]
                        || self.refill(level, &mut chains, &mut lanes, failed),
                    );
                    if steps == 0 {
                        return;
                    }
                    let mut done = 0;
                    failed = 0;
                    while done < steps && failed == 0 && !self.rows.has_stopped() {
                        failed = self.step::<L, V, F, GROUPS, ALL>(level, &mut chains, &mut lanes);
                        done += 1;
                    }
                    lanes.now += done;
                }
            },
        );
    }

    /// Looks at the lanes that can read no further, and at those in which the last step failed. Returns how
    /// many steps follow until the next look, and 0 if too few chunks are left or the rows are to stop.
    #[inline(always)]
    fn refill<L: Level, V: NumberedLanes<Token = L>, const GROUPS: usize>(
        &mut self,
        level: L,
        chains: &mut [Chains<V>; GROUPS],
        lanes: &mut Lanes<'a>,
        failed: u32,
    ) -> u64 {
        for place in 0..GROUPS * V::COUNT {
            let has_failed = failed >> place & 1 != 0;
            if lanes.ends[place] != lanes.now && !has_failed {
                continue;
            }
            let (chains, lane) = (&mut chains[place / V::COUNT], place % V::COUNT);
            lanes.synchronize(chains, place, lane, has_failed);
            if has_failed && let Some(there) = lanes.lanes[place].take() {
                // Its cursor is before the entry that could not be read.
                self.finish(level, there);
            }
            let steps = self.next_steps(level, chains, lanes, lane, place);
            lanes.counted[place] = lanes.now;
            lanes.ends[place] = steps.map_or(u64::MAX, |steps| lanes.now + steps as u64);
        }
        if self.rows.has_stopped() || (lanes.alive.count_ones() as usize) < FEWEST_LANES * GROUPS {
            for place in 0..GROUPS * V::COUNT {
                let (chains, lane) = (&chains[place / V::COUNT], place % V::COUNT);
                lanes.synchronize(chains, place, lane, false);
                if let Some(mut there) = lanes.lanes[place].take() {
                    there.cursor.go_to(chains.last(level, lane), there.cursor.bit);
                    self.finish(level, there);
                }
            }
            return 0;
        }
        let end = lanes.ends[..GROUPS * V::COUNT].iter().fold(u64::MAX, |end, &other| end.min(other));
        end - lanes.now
    }

    /// Returns how many entries a lane can read. If there are none, it goes on to the next chain, or to the
    /// next chunk. If there is no chunk, it ends, and the result is `None`.
    #[inline(always)]
    fn next_steps<L: Level, V: NumberedLanes<Token = L>>(
        &mut self,
        level: L,
        chains: &mut Chains<V>,
        lanes: &mut Lanes<'a>,
        lane: usize,
        place: usize,
    ) -> Option<usize> {
        let mut is_new = false;
        loop {
            if lanes.lanes[place].is_none() {
                lanes.lanes[place] = self.begin();
                lanes.window_ends[place] = 0;
                is_new = true;
            }
            let Some(there) = &mut lanes.lanes[place] else {
                lanes.alive &= !(1 << place);
                return None;
            };
            let (offset, bytes) = (there.chunk.offset(), there.chunk.bytes());
            if there.cursor.left() == 0 {
                if self.rows.has_stopped() {
                    // The place of the next stem is all that a cursor needs.
                    self.waiting.extend(lanes.lanes[place].take());
                    continue;
                }
                let number = there.cursor.number;
                let ended = match there.cursor.read_stem(offset, bytes) {
                    Ok(Some(entry)) => {
                        if self.picker.picks(level, offset, number, &entry, &mut there.tracked) {
                            self.rows.push(there.index, &entry);
                        }
                        there.cursor.number += 1;
                        is_new = true;
                        continue;
                    }
                    Ok(None) => Ok(number),
                    Err(error) => Err(error),
                };
                let (index, chunk) = (there.index, there.chunk);
                lanes.lanes[place] = None;
                self.source.end(index, chunk, ended);
                continue;
            }
            let (left, bit) = (usize::from(there.cursor.left()), there.cursor.bit);
            // The entries that certainly end in the chunk.
            let to_end = (8 * bytes.len()).saturating_sub(bit) / MAX_ENTRY_BITS;
            if to_end == 0 {
                if let Some(mut there) = lanes.lanes[place].take() {
                    if !is_new {
                        there.cursor.go_to(chains.last(level, lane), bit);
                    }
                    self.finish(level, there);
                }
                continue;
            }
            // Those that certainly begin in the window.
            let mut in_window = (8 * lanes.window_ends[place]).saturating_sub(bit) / MAX_ENTRY_BITS;
            if in_window < FEW_STEPS.min(left) {
                let start = bit / 8;
                let rest = bytes.get(start..).unwrap_or_default();
                let rest = &rest[..rest.len().min(WINDOW + LOADED)];
                lanes.windows[place][..rest.len()].copy_from_slice(rest);
                (lanes.starts[place], lanes.window_ends[place]) = (start, start + WINDOW);
                in_window = 8 * (WINDOW - 1) / MAX_ENTRY_BITS;
            }
            if is_new {
                lanes.indexes[place] = there.index as u32;
                lanes.alive |= 1 << place;
                chains.set(lane, there.cursor.last());
                let random = self.picker.random(offset, there.cursor.number);
                chains.random = chains.random.with_lane(lane, random);
            }
            let bit = bit - 8 * lanes.starts[place];
            chains.bit = chains.bit.with_lane(lane, bit as u64);
            lanes.places[place] = (bit / ELEMENT_BITS) as u64;
            return Some(left.min(to_end).min(in_window));
        }
    }

    /// Reads an entry of each chain, and returns the lanes in which there is none.
    ///
    /// The groups do each part in turn, so that one of them uses the CPU while the other waits.
    #[inline(always)]
    fn step<L: Level, V: NumberedLanes<Token = L>, F: SimdFormula, const GROUPS: usize, const ALL: bool>(
        &mut self,
        level: L,
        chains: &mut [Chains<V>; GROUPS],
        lanes: &mut Lanes<'_>,
    ) -> u32 {
        let mut bits = [chains[0].bits(level, &lanes.windows[..V::COUNT], &lanes.places[..V::COUNT]); GROUPS];
        for group in 1..GROUPS {
            let places = group * V::COUNT..(group + 1) * V::COUNT;
            bits[group] = chains[group].bits(level, &lanes.windows[places.clone()], &lanes.places[places]);
        }
        let mut origins = [bits[0].named(); GROUPS];
        for group in 1..GROUPS {
            origins[group] = bits[group].named();
        }
        let mut pieces = [chains[0].group.piece::<F>(level, origins[0]); GROUPS];
        for group in 1..GROUPS {
            pieces[group] = chains[group].group.piece::<F>(level, origins[group]);
        }
        for group in 0..GROUPS {
            bits[group] = bits[group].next(level, pieces[group].choices());
        }
        let mut targets = [bits[0].named(); GROUPS];
        for group in 1..GROUPS {
            targets[group] = bits[group].named();
        }
        let mut failed = 0;
        for group in 0..GROUPS {
            // Not in turn: the next positions of all groups do not fit into the registers.
            let (chains, piece, bits) = (&mut chains[group], &pieces[group], &bits[group]);
            let target = targets[group];
            let columns = chains.columns(level, piece.move_bits(level, target), bits);
            let step = Step { piece, target, bits, columns };
            let first = group * V::COUNT;
            failed |= self.give::<L, V, ALL>(level, chains, &step, lanes, first) << first;
        }
        failed
    }

    /// Gives out the entries, and goes on to the next ones. Returns the lanes in which there is none.
    #[inline(always)]
    fn give<L: Level, V: NumberedLanes<Token = L>, const ALL: bool>(
        &mut self,
        level: L,
        chains: &mut Chains<V>,
        step: &Step<'_, V>,
        lanes: &mut Lanes<'_>,
        first: usize,
    ) -> u32 {
        let Step { piece, target, columns, .. } = *step;
        let alive = lanes.alive >> first & ((1 << V::COUNT) - 1);
        let special = piece.is_special(&chains.group, target) | columns.has_no_end;
        // Without a destination, the number of the move is any word, and so may be the destination.
        let has_none = V::lanes(level, (target & piece.destinations).is_zero());
        if (V::lanes(level, special.is_not_zero()) | has_none) & alive != 0 {
            return level.outlined(
                #[inline(always)]
                || self.give_special::<L, V, ALL>(level, chains, step, lanes, first, alive),
            );
        }
        self.pick::<L, V, ALL>(level, chains, &columns, lanes, first, alive);
        // After the entries are given out, because fewer vectors are needed at once then.
        let next = chains.group.play(level, piece, target);
        chains.advance::<ALL>(level, next, &columns, &mut lanes.places[first..first + V::COUNT]);
        0
    }

    /// Like [`give`](Self::give), for any moves.
    #[inline(always)]
    fn give_special<L: Level, V: NumberedLanes<Token = L>, const ALL: bool>(
        &mut self,
        level: L,
        chains: &mut Chains<V>,
        step: &Step<'_, V>,
        lanes: &mut Lanes<'_>,
        first: usize,
        alive: u32,
    ) -> u32 {
        let Step { piece, target, bits, mut columns } = *step;
        let any = chains.group.play_any(level, piece, bits.numbers, target);
        let mut next = any.next;
        columns.moves = any.moves;
        let mut left = V::lanes(level, (any.rare | columns.has_no_end).is_not_zero()) & alive;
        let mut failed = 0;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = first + lane;
            let Some(there) = &mut lanes.lanes[place] else { continue };
            let bit = chains.bit.lane(lane) as usize;
            there.cursor.go_to(chains.last(level, lane), 8 * lanes.starts[place] + bit);
            match there.cursor.read_one(level, there.chunk.bytes()) {
                Ok(chess_move) => {
                    let last = there.cursor.last();
                    next.set(lane, &last.position);
                    columns.set(lane, chess_move, last, there.cursor.bit - 8 * lanes.starts[place]);
                }
                Err(_) => failed |= 1 << lane,
            }
        }
        self.pick::<L, V, ALL>(level, chains, &columns, lanes, first, alive & !failed);
        chains.advance::<ALL>(level, next, &columns, &mut lanes.places[first..first + V::COUNT]);
        failed
    }

    /// Adds the entries of these lanes, unless a filter leaves them out.
    #[inline(always)]
    fn pick<L: Level, V: NumberedLanes<Token = L>, const ALL: bool>(
        &mut self,
        level: L,
        chains: &Chains<V>,
        columns: &Columns<V>,
        lanes: &mut Lanes<'_>,
        first: usize,
        there: u32,
    ) {
        if ALL && there == (1 << V::COUNT) - 1 {
            let indexes = &lanes.indexes[first..first + V::COUNT];
            let others = [columns.moves, columns.score, columns.ply, columns.result];
            return self.rows.push_all(chains.group.words(level), others, indexes);
        }
        let mut picked = there;
        if !ALL {
            picked &= self.picker.lanes(level, columns.score, columns.ply, chains.random);
            picked &= !self.track(columns, lanes, first, there);
        }
        if picked != 0 {
            self.push(level, chains, columns, lanes, first, picked);
        }
    }

    /// Shows all entries to filters that need the ones before, and returns the lanes whose entry these leave
    /// out.
    #[inline(always)]
    fn track<V: NumberedLanes>(
        &self,
        columns: &Columns<V>,
        lanes: &mut Lanes<'_>,
        first: usize,
        read: u32,
    ) -> u32 {
        if !self.picker.tracks() {
            return 0;
        }
        let (scores, plies, results) =
            (columns.score.to_array(), columns.ply.to_array(), columns.result.to_array());
        let mut left_out = 0;
        for lane in 0..V::COUNT {
            if read >> lane & 1 != 0
                && let Some(there) = &mut lanes.lanes[first + lane]
            {
                let (score, ply) = (scores.as_ref()[lane] as i16, plies.as_ref()[lane] as u16);
                let is_left_out = there.tracked.leaves_out(ply, score, results.as_ref()[lane] as i8);
                left_out |= u32::from(is_left_out) << lane;
            }
        }
        left_out
    }

    /// Adds the entries of these lanes, unless a filter leaves them out that is not tested in lanes.
    #[inline(always)]
    fn push<L: Level, V: NumberedLanes<Token = L>>(
        &mut self,
        level: L,
        chains: &Chains<V>,
        columns: &Columns<V>,
        lanes: &mut Lanes<'_>,
        first: usize,
        mut picked: u32,
    ) {
        let (own, enemy) = (chains.group.own.to_array(), chains.group.enemy.to_array());
        let (scores, plies, results) =
            (columns.score.to_array(), columns.ply.to_array(), columns.result.to_array());
        let (moves, random) = (columns.moves.to_array(), chains.random.to_array());
        while picked != 0 {
            let lane = picked.trailing_zeros() as usize;
            picked &= picked - 1;
            let facts = Facts {
                ply: plies.as_ref()[lane] as u16,
                score: scores.as_ref()[lane] as i16,
                result: results.as_ref()[lane] as i8,
                pieces: (own.as_ref()[lane] | enemy.as_ref()[lane]).count_ones() as u8,
            };
            let random = random.as_ref()[lane];
            if !self.picker.picks_facts(&facts, random) {
                continue;
            }
            let entry = Entry {
                position: chains.group.position(level, lane),
                chess_move: Move::from_bits(moves.as_ref()[lane] as u16),
                score: facts.score,
                ply: facts.ply,
                result: facts.result,
            };
            let Some(there) = &mut lanes.lanes[first + lane] else { continue };
            if self.picker.picks_entry(level, &entry, &facts, random, &mut there.tracked) {
                self.rows.push(there.index, &entry);
            }
        }
    }
}

/// Returns the eight bytes of a window from an element on.
#[inline(always)]
fn word_at(window: &Window, element: u8) -> u64 {
    let bytes = window[usize::from(element) * (ELEMENT_BITS / 8)..].first_chunk();
    bytes.map_or(0, |&bytes| u64::from_le_bytes(bytes))
}
