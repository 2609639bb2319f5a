//! Which chunk each lane reads, and for how many steps.

use quadline::level::Level;
use quadline_kernels::formula::SimdFormula;
use quadline_kernels::internal::positions::numbered::{NumberedLanes, WithNumberedLanes};

use super::decode::{Chains, ELEMENT_BITS, LOADED, Step, WINDOW};
use super::{Lanes, Reading};
use crate::chain::MAX_ENTRY_BITS;
use crate::rows::MOST_CHUNKS;

/// With fewer steps left in a window, a lane goes on to the next one.
const FEW_STEPS: usize = 24;
/// The fewest chunks that are read in each vector. With fewer, one after the other is faster (estimated from
/// the times of both).
const FEWEST_LANES: usize = 3;

impl<L: Level> WithNumberedLanes<L> for &mut Reading<'_, '_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_lanes<V: NumberedLanes<Token = L>, F: SimdFormula>(self, level: L) {
        while self.waiting.len() <= V::COUNT
            && let Some(lane) = self.next()
        {
            self.waiting.push_back(lane);
        }
        if self.waiting.len() < FEWEST_LANES {
            return;
        }
        match (self.filter.picks_all(), self.waiting.len() <= V::COUNT) {
            (true, true) => self.run::<L, V, F, 1, true>(level),
            (true, false) => self.run::<L, V, F, 2, true>(level),
            (false, true) => self.run::<L, V, F, 1, false>(level),
            (false, false) => self.run::<L, V, F, 2, false>(level),
        }
    }
}

impl<'a> Reading<'a, '_, '_, '_> {
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
            let (offset, bytes) = (there.part.offset(), there.part.bytes());
            if there.cursor.left() == 0 {
                if self.rows.has_stopped() {
                    // The place of the next stem is all that a cursor needs.
                    self.waiting.extend(lanes.lanes[place].take());
                    continue;
                }
                let number = there.cursor.number;
                let ended = match there.cursor.read_stem(offset, bytes) {
                    Ok(Some(entry)) => {
                        if self.filter.picks(level, offset, number, &entry, &mut there.tracked) {
                            self.rows.push(there.index, &entry);
                        }
                        there.cursor.number += 1;
                        is_new = true;
                        continue;
                    }
                    Ok(None) => Ok(number),
                    Err(error) => Err(error),
                };
                if let Some(there) = lanes.lanes[place].take() {
                    self.source.end(there.index, there.part, ended);
                }
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
                let random = self.filter.random(offset, there.cursor.number);
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
}
