//! The calls of all levels for one position and for many.

use quadline_kernels::internal;
use quadline_kernels::internal::positions::lists::Selection;
use quadline_kernels::level::Level;
use quadline_kernels::{ChecksAndPins, Move, Position, SuccessorCounter};
use quadline_properties::positions::{COUNT_CANARY, ManyPositions, OnePosition};

/// The calls of a level for many positions.
pub(crate) struct ManyOfLevel<L> {
    name: String,
    level: L,
}

impl<L: Level> ManyOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/many-positions/default", L::NAME), level }
    }
}

impl<L: Level> ManyPositions for ManyOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        self.level.batch_attacked_squares(positions, white, black);
    }

    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        self.level.batch_checks_and_pins(positions, checks_and_pins);
    }

    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]) {
        self.level.batch_legal_move_counts(positions, counts);
    }

    fn legal_moves(&self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        self.level.batch_legal_moves(positions, offsets, moves)
    }

    fn count_successors(&self, positions: &[Position]) -> u64 {
        let mut counter = SuccessorCounter::new();
        for position in positions {
            self.level.add_successors(position, &mut counter);
        }
        self.level.finish_successors(&mut counter)
    }
}

/// The calls of a level for one position.
pub(crate) struct OneOfLevel<L> {
    name: String,
    pub(super) level: L,
}

impl<L: Level> OneOfLevel<L> {
    pub(crate) fn new(level: L) -> Self {
        Self { name: format!("{}/one-position/default", L::NAME), level }
    }
}

impl<L: Level> OnePosition for OneOfLevel<L> {
    fn name(&self) -> &str {
        &self.name
    }

    fn attacked_squares(&self, position: &Position) -> [u64; 2] {
        self.level.attacked_squares(position).0
    }

    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins {
        self.level.checks_and_pins(position)
    }

    fn legal_move_count(&self, position: &Position) -> u16 {
        self.level.legal_move_count(position)
    }

    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize) {
        written(Move::from_bits(0), room, |moves| self.level.legal_moves(position, moves))
    }

    fn selected(&self, position: &Position, selection: &Selection, room: usize) -> (Vec<Move>, usize) {
        written(Move::from_bits(0), room, |moves| self.level.legal_moves_selected(position, selection, moves))
    }

    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize) {
        written(Position::START, room, |successors| self.level.successors(position, successors))
    }

    fn successor_move_counts(&self, position: &Position, room: usize) -> (Vec<u16>, usize) {
        written(COUNT_CANARY, room, |counts| self.level.batch_successor_move_counts(position, counts))
    }
}

/// The methods of a position, which are dispatched.
pub(crate) struct Methods;

impl OnePosition for Methods {
    fn name(&self) -> &str {
        "dispatched/one-position/default"
    }

    fn attacked_squares(&self, position: &Position) -> [u64; 2] {
        position.attacked_squares().0
    }

    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins {
        position.checks_and_pins()
    }

    fn legal_move_count(&self, position: &Position) -> u16 {
        position.legal_move_count()
    }

    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize) {
        written(Move::from_bits(0), room, |moves| position.legal_moves(moves))
    }

    fn selected(&self, position: &Position, selection: &Selection, room: usize) -> (Vec<Move>, usize) {
        written(Move::from_bits(0), room, |moves| {
            internal::active_token().legal_moves_selected(position, selection, moves)
        })
    }

    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize) {
        written(Position::START, room, |successors| position.successors(successors))
    }

    fn successor_move_counts(&self, position: &Position, room: usize) -> (Vec<u16>, usize) {
        written(COUNT_CANARY, room, |counts| {
            internal::active_token().batch_successor_move_counts(position, counts)
        })
    }
}

/// Returns the elements that a call writes to a slice of length `room`, and the number that it returns.
pub(super) fn written<T: Copy>(
    empty: T,
    room: usize,
    call: impl FnOnce(&mut [T]) -> usize,
) -> (Vec<T>, usize) {
    let mut places = vec![empty; room];
    let count = call(&mut places);
    places.truncate(count);
    (places, count)
}
