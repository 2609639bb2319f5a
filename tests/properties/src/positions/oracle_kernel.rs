//! The oracle behind the traits of the kernels.

use quadline_kernels::internal::positions::lists::Selection;
use quadline_kernels::{ChecksAndPins, Move, Position};

use super::kernels::selected;
use super::{Answers, ManyPositions, OnePosition, oracle};

/// The oracle as a kernel, with a function that falsifies its results, to test whether the properties detect
/// it.
pub struct OracleWith(pub fn(&Position, &mut Answers));

impl OracleWith {
    fn answers(&self, position: &Position) -> Answers {
        let mut answers = Answers::of(position);
        self.0(position, &mut answers);
        answers
    }
}

impl ManyPositions for OracleWith {
    fn name(&self) -> &str {
        "the oracle with a defect"
    }

    fn attacked_squares(&self, positions: &[Position], white: &mut [u64], black: &mut [u64]) {
        for (index, position) in positions.iter().enumerate() {
            Answers { white: white[index], black: black[index], .. } = self.answers(position);
        }
    }

    fn checks_and_pins(&self, positions: &[Position], checks_and_pins: &mut [ChecksAndPins]) {
        for (position, found) in positions.iter().zip(checks_and_pins) {
            *found = self.answers(position).checks_and_pins;
        }
    }

    fn legal_move_counts(&self, positions: &[Position], counts: &mut [u16]) {
        for (position, found) in positions.iter().zip(counts) {
            *found = self.answers(position).count();
        }
    }

    fn legal_moves(&self, positions: &[Position], offsets: &mut [usize], moves: &mut [Move]) -> usize {
        let mut total = 0;
        for (position, ends) in positions.iter().zip(0..) {
            let answer = self.answers(position).legal_moves;
            moves[total..total + answer.len()].copy_from_slice(&answer);
            offsets[ends] = total;
            total += answer.len();
        }
        offsets[positions.len()] = total;
        total
    }

    fn count_successors(&self, positions: &[Position]) -> u64 {
        positions.iter().map(|position| self.answers(position).successor_count()).sum()
    }
}

impl OnePosition for OracleWith {
    fn name(&self) -> &str {
        "the oracle with a defect"
    }

    fn attacked_squares(&self, position: &Position) -> [u64; 2] {
        let answers = self.answers(position);
        [answers.white, answers.black]
    }

    fn checks_and_pins(&self, position: &Position) -> ChecksAndPins {
        self.answers(position).checks_and_pins
    }

    fn legal_move_count(&self, position: &Position) -> u16 {
        self.answers(position).count()
    }

    fn legal_moves(&self, position: &Position, room: usize) -> (Vec<Move>, usize) {
        let mut moves = self.answers(position).legal_moves;
        let count = moves.len();
        moves.truncate(room);
        (moves, count)
    }

    fn selected(&self, position: &Position, selection: &Selection, room: usize) -> (Vec<Move>, usize) {
        let mut moves = selected(position, selection, &self.answers(position).legal_moves);
        let count = moves.len();
        moves.truncate(room);
        (moves, count)
    }

    fn successors(&self, position: &Position, room: usize) -> (Vec<Position>, usize) {
        let (moves, count) = OnePosition::legal_moves(self, position, room);
        (moves.into_iter().map(|chess_move| oracle::play(position, chess_move)).collect(), count)
    }

    fn successor_move_counts(&self, position: &Position, room: usize) -> (Vec<u16>, usize) {
        let mut counts = self.answers(position).successor_counts;
        let count = counts.len();
        counts.truncate(room);
        (counts, count)
    }
}
