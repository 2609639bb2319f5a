//! Several chains at once, one in each lane of a vector.
//!
//! A chain is serial, but the chunks of a file do not depend on each other. Each lane therefore has a chunk
//! of its own. A step reads the next entry of all of them with the same instructions, by
//! [`numbered`](quadline_kernels::internal::positions::numbered):
//!
//! 1. The next 49 bits of each chunk are loaded.
//! 2. The number of the piece has as many bits as the number of pieces needs. The piece gives the
//!    destinations, and these the width of the number of the move.
//! 3. The change of the score has up to four groups of five bits. The first bit of a group is
//!    1 if another group follows, so the place of the first 0 gives their number.
//! 4. The moves are played.
//!
//! Steps with a move that is [special](MovingPiece::is_special) in a lane are out of line. Castling, and
//! other moves of kings that may castle, are played in lanes there. Promotions and the other rare moves are
//! read one by one: a [`Cursor`], as in [`chain`](crate::chain), starts at the place of the lane and reads one
//! entry. Chains begin in the same way.
//!
//! Nothing is tested at the end of a chain. The loop runs as many steps as the shortest chain has left, or as
//! certainly begin within the [windows](decode::Window) from which the bits are loaded and end within the chunks,
//! because no entry has more than [`MAX_ENTRY_BITS`]. The last entries of a chunk are read by its cursor.

//!
//! # Errors
//!
//! Bits that are no entry are found by the cursor of the lane, which remains before them. The step marks the lane
//! as failed, and gives out the entries of the others. The next look at the lanes takes the chunk out of its lane
//! and reads it again from the cursor, one entry after the other, which gives the error. The source receives it and
//! begins no other chunk; the chunks in the other lanes are read to their ends. The first error in the order of the
//! chunks is the result of the call.
//!
//! | file | contents |
//! |---|---|
//! | `decode.rs` | the bits of entries, and their fields |
//! | `schedule.rs` | the loop over steps, and the chunk of each lane |
//! | `give.rs` | the entries of a step, through the filters to the rows |

mod decode;
mod give;
mod schedule;

use std::collections::VecDeque;

use quadline::level::{self, Level, WithLevel};
#[allow(unused_imports)] // For the documentation.
use quadline_kernels::internal::positions::numbered::MovingPiece;
use quadline_kernels::internal::positions::numbered::{NumberedKernel, NumberedLanes};

use crate::chain::{Cursor, Ready};
use crate::filter::{Filter, Tracked};
use crate::rows::{MOST_CHUNKS, Rows};
use crate::{Error, Part, Skip};
use decode::{Chains, Window};

/// The source of chunks, which also takes their results.
pub(crate) trait Source<'a> {
    /// Returns the next chunk to begin and its place among the chunks, or `None` if no other is to be read.
    fn next(&mut self) -> Option<(usize, Part<'a>)>;

    /// Receives the number of entries of a chunk, or its error. The chunk is not used after that.
    fn end(&mut self, index: usize, part: Part<'a>, result: Result<u64, Error>);
}

/// Reads chunks, first those that wait, until there are no more or the rows are to stop. Those that are left
/// wait then. `in_order`: one chunk after the other.
pub(crate) fn read<'a>(
    source: &mut dyn Source<'a>,
    waiting: &mut VecDeque<Lane<'a>>,
    ready: &mut Ready,
    filter: &Filter,
    rows: &mut Rows<'_>,
    in_order: bool,
) {
    level::dispatch(Reading { source, waiting, ready, filter, rows, in_order });
}

/// The chunks of a call, and what is read of them.
struct Reading<'a, 'w, 'r, 's> {
    source: &'w mut dyn Source<'a>,
    waiting: &'w mut VecDeque<Lane<'a>>,
    ready: &'w mut Ready,
    filter: &'w Filter,
    rows: &'r mut Rows<'s>,
    in_order: bool,
}

impl WithLevel for Reading<'_, '_, '_, '_> {
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
    pub(crate) part: Part<'a>,
    cursor: Cursor,
    tracked: Tracked,
}

impl<'a> Reading<'a, '_, '_, '_> {
    /// Begins the next chunk, or goes on with one that waits, unless none is left or the rows are to stop.
    fn begin(&mut self) -> Option<Lane<'a>> {
        if self.rows.has_stopped() {
            return None;
        }
        self.waiting.pop_front().or_else(|| self.next())
    }

    /// Returns the next chunk that was not begun.
    fn next(&mut self) -> Option<Lane<'a>> {
        let (index, part) = self.source.next()?;
        Some(Lane { index, part, cursor: Cursor::new(), tracked: self.filter.begin() })
    }

    /// Reads the rest of a chunk, one entry after the other, unless the rows are to stop.
    #[inline(never)]
    fn finish<L: Level>(&mut self, level: L, mut lane: Lane<'a>) {
        loop {
            if self.rows.has_stopped() {
                return self.waiting.push_back(lane);
            }
            let (offset, bytes, first) = (lane.part.offset(), lane.part.bytes(), lane.cursor.number);
            // The entries of a skip alone are left out where they are decoded.
            let skip = self.filter.only_skip();
            let filled = lane.cursor.fill(offset, bytes, skip.unwrap_or(&Skip::NONE), self.ready);
            for (number, entry) in (first..).zip(self.ready.entries()) {
                if skip.is_some() || self.filter.picks(level, offset, number, entry, &mut lane.tracked) {
                    self.rows.push(lane.index, entry);
                }
            }
            if let Err(error) = filled {
                return self.source.end(lane.index, lane.part, Err(error));
            }
            if !self.ready.is_full() {
                return self.source.end(lane.index, lane.part, Ok(lane.cursor.number));
            }
        }
    }
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
