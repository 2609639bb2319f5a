//! The entries of a step, from the lanes to the rows: moves that are read one by one, filters, and the order.

use quadline::Move;
use quadline::level::Level;
use quadline_kernels::internal::positions::numbered::NumberedLanes;

use super::decode::{Chains, Columns, Step};
use super::{Lanes, Reading};
use crate::Entry;
use crate::filter::Facts;

impl Reading<'_, '_, '_, '_> {
    /// Gives out the entries, and goes on to the next ones. Returns the lanes in which there is none.
    #[inline(always)]
    pub(super) fn give<L: Level, V: NumberedLanes<Token = L>, const ALL: bool>(
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
            match there.cursor.read_one(level, there.part.bytes()) {
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
            picked &= self.filter.lanes(level, columns.score, columns.ply, chains.random);
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
        if !self.filter.tracks() {
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
            if !self.filter.picks_facts(&facts, random) {
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
            if self.filter.picks_entry(level, &entry, &facts, random, &mut there.tracked) {
                self.rows.push(there.index, &entry);
            }
        }
    }
}
